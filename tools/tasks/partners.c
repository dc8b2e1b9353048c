/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/partners.h"

#include "job/job.h"
#include "text/grouped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Begins with zeros for each point or query point. */
static int begin(task_job *job, text_problem *problem) {
    partners *p = job->state;
    *p = (partners){
        .n = job_rows(job), .points = job->points.n, .total = job->frame.total, .half = job->within.half};
    p->each = calloc(p->n ? p->n : 1, sizeof *p->each);
    if (p->each) return 0;
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the numbers of neighbours");
}

/* Where each pair is found once, it counts for every point that is named.  Otherwise it counts for the first of a pair; those of
 * lists have the lengths of their rows. */
static int take_points(partners *p, const int32_t *points, uint64_t count, uint64_t columns,
                       const char *device, text_problem *problem) {
    for (uint64_t k = 0; k < count * columns; k++) {
        const int first = columns == 2 && k % 2 == 0;
        const uint64_t n = first ? p->n : p->points;
        if ((uint32_t)points[k] >= n)
            return problem_set(problem, EXIT_OTHER,
                               "%s names point %ld of %llu: its results cannot be trusted (nearfield check)",
                               device, (long)points[k], (unsigned long long)n);
        if (p->half || first) p->each[points[k]]++;
    }
    return 0;
}

/* Each point has the length of its row. */
static int take_offsets(partners *p, const uint64_t *offsets, uint64_t first, uint64_t count,
                        const char *device, text_problem *problem) {
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t row = first + k, least = row == p->n ? p->total : p->offset;
        if (offsets[k] < least || offsets[k] > (row == 0 ? 0 : p->total))
            return problem_set(
                problem, EXIT_OTHER,
                "%s gives row %llu the offset %llu: its results cannot be trusted (nearfield check)", device,
                (unsigned long long)row, (unsigned long long)offsets[k]);
        if (row > 0) p->each[row - 1] += (uint32_t)(offsets[k] - p->offset);
        p->offset = offsets[k];
    }
    return 0;
}

/* The types of the points whose rows they are. */
static const int32_t *types_of(const task_job *job) {
    return (job->filters.names[OF_QUERIES] ? &job->filters.files[OF_QUERIES] : &job->points)->types.of;
}

/* Each row has the numbers of neighbours of each type. */
static int take_counts(const task_job *job, const uint64_t *rows, uint64_t first, uint64_t count,
                       text_problem *problem) {
    partners *p = job->state;
    const uint32_t types = job->filters.types.count;
    if (coordination_begin(&p->by_type, types, problem) != 0) return problem->code;
    for (uint64_t k = 0; k < count; k++)
        for (uint32_t b = 0; b < types; b++) {
            const uint64_t neighbours = rows[k * types + b];
            if (coordination_add(&p->by_type, (uint32_t)types_of(job)[first + k], b, neighbours, 1,
                                 problem) != 0)
                return problem->code;
            p->each[first + k] += (uint32_t)neighbours;
        }
    return 0;
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem) {
    const task_array *about = &job->arrays[array];
    partners *p = job->state;
    if (about->values == VALUES_EACH) return take_counts(job, rows, first, count, problem);
    if (about->values == VALUES_POINTS)
        return take_points(p, rows, count, (uint64_t)about->file.columns, job->run.name, problem);
    return about->values == VALUES_OFFSETS ? take_offsets(p, rows, first, count, job->run.name, problem) : 0;
}

/* Finds the least and the most. */
static void end(task_job *job, const task_answer *answer) {
    partners *p = job->state;
    p->potential = answer->own ? *(const uint64_t *)answer->own : 0;
    if (!p->each || p->n == 0) return;
    p->least = UINT32_MAX;
    for (uint64_t k = 0; k < p->n; k++) {
        if (p->each[k] < p->least) p->least = p->each[k];
        if (p->each[k] > p->most) p->most = p->each[k];
    }
}

static const uint32_t *counts(const task_job *job) { return ((const partners *)job->state)->each; }

static void clear(task_job *job) {
    partners *p = job->state;
    free(p->each);
    coordination_free(&p->by_type);
    memset(p, 0, sizeof *p);
}

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
           (job->within.half ? 2 : 1) * (double)job->frame.total / (double)n);
    if (d->each) printf(", min %u, max %u", d->least, d->most);
    putchar('\n');
    if (d->by_type.of) coordination_print(&d->by_type, &job->filters.types);
    else if (d->each && d->most > 0) print_histogram(d);
}

static void report(const task_job *job) {
    char text[GROUPED], bound[BOUND];
    const char *found = job->task->found;
    const uint64_t potential = ((const partners *)job->state)->potential;
    report_bound(job, bound);
    printf("%s %.*s %s\n", grouped(job->frame.total, text), (int)strlen(found) - (job->frame.total == 1),
           found, bound);
    if (potential)
        printf("%s potential pairs stored, %.2f times the result\n", grouped(potential, text),
               job->frame.total ? (double)potential / (double)job->frame.total : 0.0);
    print_partners(job);
}

static void report_members(const task_job *job, json_out *j) {
    const partners *d = job->state;
    if (d->potential) json_count(j, "potential", d->potential);
    if (d->by_type.of) coordination_print_json(&d->by_type, &job->filters.types, j);
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
    report_cell(head, job->task->found, 15, "%s", grouped(job->frame.total, found));
    report_cell(head, "mean", 9, "%.2f",
                n > 0 ? (job->within.half ? 2 : 1) * (double)job->frame.total / n : 0.0);
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
