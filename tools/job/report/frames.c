/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a task prints of several frames: a head, a row for each, and the sums. */
#include "job/job.h"
#include "job/timing.h"
#include "text/grouped.h"

#include <stdarg.h>
#include <stdio.h>

void report_cell(int head, const char *name, int width, const char *format, ...) {
    char text[64];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf(" %*s", width, head ? name : text);
}

static void print_row(const task_job *job, int head) {
    char number[24] = "frame", points[GROUPED];
    if (!head) snprintf(number, sizeof number, "%llu", (unsigned long long)job->frame);
    printf("%9s", number);
    report_cell(head, "points", 13, "%s", grouped(job->points.n, points));
    job->task->rows->report_cells(job, head);
    report_cell(head, "ms", 10, "%.2f", time_of_search(job->ms));
    putchar('\n');
}

static void print_head(const task_job *job) {
    printf("%s: several frames, the first with ", job->source);
    report_points(job);
    report_box(job);
    job->task->rows->report_head(job);
    putchar('\n');
    print_row(job, 1);
}

void report_frame(const task_job *job) {
    if (job->done == 1) print_head(job);
    print_row(job, 0);
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
