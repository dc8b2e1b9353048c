/* What a task prints of several frames: a head, a row for each, and the sums. */
#include "grouped.h"
#include "job.h"
#include "timing.h"

#include <stdio.h>

static void print_head(const task_job *job) {
    char text[GROUPED], bound[BOUND];
    printf("%s: several frames, the first with %s points in %d dimension%s, %s precision%s%s\n", job->source,
           grouped(job->points.n, text), job->points.dims, job->points.dims == 1 ? "" : "s",
           job->precision == NF_FLOAT32 ? "single" : "double", *job->points.note ? "; " : "",
           job->points.note);
    report_box(job);
    report_bound(job, bound);
    printf("%s %s; neighbours per %spoint; ms from bounds to search\n\n", job->task->found, bound,
           job->conditions.names[OF_QUERIES] ? "query " : "");
    printf("%9s %13s %15s %9s %6s %6s %10s\n", "frame", "points", job->task->found, "mean", "min", "max",
           "ms");
}

void report_frame(const task_job *job) {
    char points[GROUPED], found[GROUPED];
    const double n = (double)conditions_rows(&job->conditions, job->points.n);
    if (job->done == 1) print_head(job);
    printf("%9llu %13s %15s %9.2f", (unsigned long long)job->frame, grouped(job->points.n, points),
           grouped(job->total, found), n > 0 ? (job->half ? 2 : 1) * (double)job->total / n : 0.0);
    if (job->partners.each) printf(" %6u %6u", job->partners.least, job->partners.most);
    else printf(" %6s %6s", "", "");
    printf(" %10.2f\n", time_of_search(job->ms));
    (void)fflush(stdout);
}

void report_frames(const task_job *job) {
    if (job->task->sums.take) {
        putchar('\n');
        job->task->sums.report(job);
    }
    report_stages(job, job->all_ms);
    printf("  sums of %llu frames; whole run %.2f ms\n", (unsigned long long)job->done, job->all_total_ms);
    report_end(job);
}
