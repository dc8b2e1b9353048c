/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a task prints of several frames: a head, a row for each, and the sums. */
#include "text/grouped.h"
#include "job/job.h"

#include <stdio.h>

static void print_head(const task_job *job) {
    char text[GROUPED];
    printf("%s: several frames, the first with %s points in %d dimension%s, %s precision%s%s\n", job->source,
           grouped(job->points.n, text), job->points.dims, job->points.dims == 1 ? "" : "s",
           job->precision == NF_FLOAT32 ? "single" : "double", *job->points.note ? "; " : "",
           job->points.note);
    report_box(job);
    job->task->rows->report_head(job);
}

void report_frame(const task_job *job) {
    if (job->done == 1) print_head(job);
    job->task->rows->report_row(job);
    (void)fflush(stdout);
}

void report_frames(const task_job *job) {
    if (*job->changed) printf("\n%s\n", job->changed);
    if (job->task->sums.take) {
        putchar('\n');
        job->task->sums.report(job);
    }
    report_stages(job, job->all_ms);
    printf("  sums of %llu frames; whole run %.2f ms\n", (unsigned long long)job->done, job->all_total_ms);
    report_end(job);
}
