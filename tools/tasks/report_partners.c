/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How many partners the points have: what pairs, lists and rdf make of their rows, and report. */
#include "job/job.h"
#include "tasks/partners.h"
#include "text/grouped.h"

#include <stdio.h>
#include <string.h>

enum { BINS = 12 };

const task_further pair_arrays[PAIR_ARRAYS] = {
    {"distances",
     "also the distance of each pair",
     {NF_ARRAY_DISTANCES, VALUES_OTHER, {"distances", NF_TYPE_NONE, 1, "distance", 0}, 0}},
    {"vectors",
     "also the vector from the first point to the second, through the sides",
     {NF_ARRAY_VECTORS, VALUES_OTHER, {"vectors", NF_TYPE_NONE, COLUMNS_DIMS, "dx,dy,dz", 0}, 0}},
    {"shifts",
     "also the cell vectors that are added to the second point",
     {NF_ARRAY_SHIFTS, VALUES_OTHER, {"shifts", NF_INT32, 3, "Sx,Sy,Sz", 0}, 0}}};

static int begin(task_job *job, text_problem *problem) {
    if (partners_begin(job->state, job_rows(job), job->points.n, job->total, job->half)) return 0;
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the numbers of neighbours");
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem) {
    return partners_take(job->state, &job->arrays[array], rows, first, count, job->name, problem);
}

static void end(task_job *job, const task_answer *answer) {
    partners *found = job->state;
    partners_end(found);
    found->potential = nf_result_potential(answer->result);
}

static const uint32_t *counts(const task_job *job) { return ((const partners *)job->state)->each; }

static void clear(task_job *job) { partners_free(job->state); }

/* ---- the report ------------------------------------------------------------------------------------------ */

static void print_histogram(const partners *d) {
    uint64_t counts[BINS] = {0};
    char labels[BINS][BIN_LABEL];
    const uint32_t width = (d->most - d->least) / BINS + 1;
    const uint32_t used = (d->most - d->least) / width + 1;
    for (uint64_t k = 0; k < d->n; k++) counts[(d->each[k] - d->least) / width]++;
    for (uint32_t b = 0; b < used; b++) {
        const uint32_t first = d->least + b * width;
        if (width == 1) snprintf(labels[b], BIN_LABEL, "%u", first);
        else snprintf(labels[b], BIN_LABEL, "%u-%u", first, first + width - 1);
    }
    report_histogram(labels, counts, used, 13);
}

static void print_partners(const task_job *job) {
    const partners *d = job->state;
    const uint64_t n = job_rows(job);
    if (n == 0) return;
    printf("neighbours per %spoint: mean %.2f", job->filters.names[OF_QUERIES] ? "query " : "",
           (job->half ? 2 : 1) * (double)job->total / (double)n);
    if (d->each) printf(", min %u, max %u", d->least, d->most);
    putchar('\n');
    if (d->each && d->most > 0) print_histogram(d);
}

static void report(const task_job *job) {
    char text[GROUPED], bound[BOUND];
    const char *found = job->task->found;
    const uint64_t potential = ((const partners *)job->state)->potential;
    report_bound(job, bound);
    printf("%s %.*s %s\n", grouped(job->total, text), (int)strlen(found) - (job->total == 1), found, bound);
    if (potential)
        printf("%s potential pairs stored, %.2f times the result\n", grouped(potential, text),
               job->total ? (double)potential / (double)job->total : 0.0);
    print_partners(job);
}

static void report_members(const task_job *job, json_out *j) {
    const uint64_t potential = ((const partners *)job->state)->potential;
    if (potential) json_count(j, "potential", potential);
}

static void report_head(const task_job *job) {
    char bound[BOUND];
    report_bound(job, bound);
    printf("%s %s; neighbours per %spoint; ms from bounds to search\n", job->task->found, bound,
           job->filters.names[OF_QUERIES] ? "query " : "");
}

static void report_cells(const task_job *job, int head) {
    const partners *d = job->state;
    char found[GROUPED];
    const double n = (double)job_rows(job);
    report_cell(head, job->task->found, 15, "%s", grouped(job->total, found));
    report_cell(head, "mean", 9, "%.2f", n > 0 ? (job->half ? 2 : 1) * (double)job->total / n : 0.0);
    if (d->each || head) {
        report_cell(head, "min", 6, "%u", d->least);
        report_cell(head, "max", 6, "%u", d->most);
    } else printf("%14s", "");
}

const task_rows rows_of_partners = {
    .begin = begin,
    .take = take,
    .end = end,
    .counts = counts,
    .clear = clear,
    .report = report,
    .report_json = report_members,
    .report_head = report_head,
    .report_cells = report_cells,
};
