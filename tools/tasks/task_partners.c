/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How many partners the points have: what pairs, lists and rdf make of their rows, and report. */
#include "text/grouped.h"
#include "tasks/job/job.h"
#include "tasks/job/timing.h"

#include <stdio.h>
#include <string.h>

enum { BINS = 12 };

static int begin(task_job *job, io_problem *problem) {
    if (partners_begin(&job->partners, conditions_rows(&job->conditions, job->points.n), job->points.n,
                       job->total, job->half))
        return 0;
    return io_problem_set(problem, NF_EXIT_MEMORY, "there is no memory for the numbers of neighbours");
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                io_problem *problem) {
    return partners_take(&job->partners, &job->arrays[array], rows, first, count, job->name, problem);
}

static void end(task_job *job, const task_answer *answer) {
    (void)answer;
    partners_end(&job->partners);
}

static void clear(task_job *job) { partners_free(&job->partners); }

/* ---- the report ------------------------------------------------------------------------------------------ */

static void print_histogram(const task_job *job) {
    const partners *d = &job->partners;
    uint64_t bins[BINS] = {0}, most = 1;
    const uint32_t width = (d->most - d->least) / BINS + 1;
    const uint32_t used = (d->most - d->least) / width + 1;
    for (uint64_t k = 0; k < d->n; k++) bins[(d->each[k] - d->least) / width]++;
    for (uint32_t b = 0; b < used; b++)
        if (bins[b] > most) most = bins[b];
    for (uint32_t b = 0; b < used; b++) {
        char text[GROUPED], range[32];
        const uint32_t first = d->least + b * width;
        if (width == 1) snprintf(range, sizeof range, "%u", first);
        else snprintf(range, sizeof range, "%u-%u", first, first + width - 1);
        printf("  %13s %13s", range, grouped(bins[b], text));
        report_bar((double)bins[b] / (double)most);
    }
}

static void print_partners(const task_job *job) {
    const uint64_t n = conditions_rows(&job->conditions, job->points.n);
    if (n == 0) return;
    printf("neighbours per %spoint: mean %.2f", job->conditions.names[OF_QUERIES] ? "query " : "",
           (job->half ? 2 : 1) * (double)job->total / (double)n);
    if (job->partners.each) printf(", min %u, max %u", job->partners.least, job->partners.most);
    putchar('\n');
    if (job->partners.each && job->partners.most > 0) print_histogram(job);
}

static void report(const task_job *job) {
    char text[GROUPED], bound[BOUND];
    const char *found = job->task->found;
    report_bound(job, bound);
    printf("%s %.*s %s\n", grouped(job->total, text), (int)strlen(found) - (job->total == 1), found, bound);
    if (job->potential)
        printf("%s potential pairs stored, %.2f times the result\n", grouped(job->potential, text),
               job->total ? (double)job->potential / (double)job->total : 0.0);
    print_partners(job);
}

static void report_head(const task_job *job) {
    char bound[BOUND];
    report_bound(job, bound);
    printf("%s %s; neighbours per %spoint; ms from bounds to search\n\n", job->task->found, bound,
           job->conditions.names[OF_QUERIES] ? "query " : "");
    printf("%9s %13s %15s %9s %6s %6s %10s\n", "frame", "points", job->task->found, "mean", "min", "max",
           "ms");
}

static void report_row(const task_job *job) {
    char points[GROUPED], found[GROUPED];
    const double n = (double)conditions_rows(&job->conditions, job->points.n);
    printf("%9llu %13s %15s %9.2f", (unsigned long long)job->frame, grouped(job->points.n, points),
           grouped(job->total, found), n > 0 ? (job->half ? 2 : 1) * (double)job->total / n : 0.0);
    if (job->partners.each) printf(" %6u %6u", job->partners.least, job->partners.most);
    else printf(" %6s %6s", "", "");
    printf(" %10.2f\n", time_of_search(job->ms));
}

const task_rows rows_of_partners = {
    .begin = begin,
    .take = take,
    .end = end,
    .clear = clear,
    .report = report,
    .report_head = report_head,
    .report_row = report_row,
};
