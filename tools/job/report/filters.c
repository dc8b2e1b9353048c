/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a task prints about query points and filters. */
#include "text/grouped.h"
#include "job/job.h"

#include <stdio.h>

static const char *const rules[] = {"query", "sum", "larger"}; /* by nf_radii_rule */

/* Which frames of SOURCE the file is for. */
static void print_frames(const task_job *job, const io_frame *frame) {
    if (job->several && frame->series) printf("; frame k goes with frame k of the points");
    else if (job->several) printf("; the same for every frame");
    else if (frame->series && (frame->more || job->frame > 0))
        printf("; frame %llu", (unsigned long long)job->frame);
}

static void print_file(const task_job *job, int file, const char *what) {
    const io_frame *frame = &job->filters.files[file];
    char text[GROUPED];
    if (!job->filters.names[file]) return;
    printf("%s: %s, %s", filter_options[file], job->filters.names[file], grouped(frame->n, text));
    if (what) printf(" %.*s", (int)strlen(what) - (frame->n == 1), what);
    if (*frame->note) printf("; %s", frame->note);
    print_frames(job, frame);
    printf("\n");
}

void report_filters(const task_job *job) {
    const filters *c = &job->filters;
    print_file(job, OF_QUERIES, "points");
    print_file(job, OF_RADII, NULL);
    print_file(job, OF_QUERY_RADII, NULL);
    if (c->names[OF_RADII] || c->names[OF_QUERY_RADII]) printf("radii rule: %s\n", rules[c->rule]);
    if (c->min_distance > 0) printf("smallest distance: %g\n", c->min_distance);
    print_file(job, OF_EXCLUDE, "pairs");
}

void report_bound(const task_job *job, char text[BOUND]) {
    const filters *c = &job->filters;
    const int radii = c->names[OF_RADII] || c->names[OF_QUERY_RADII];
    if (job->cutoff > 0)
        snprintf(text, BOUND, "closer than %g%s", job->cutoff, radii ? ", and than the radii allow" : "");
    else snprintf(text, BOUND, "closer than the radii allow");
}

static void json_filter(json_out *j, const task_job *job, int file, const char *name) {
    const io_frame *frame = &job->filters.files[file];
    if (!job->filters.names[file]) return;
    json_open(j, name, '{');
    json_text(j, "file", job->filters.names[file]);
    json_count(j, "n", frame->n);
    if (*frame->note) json_text(j, "note", frame->note);
    if (job->several) json_text(j, "frames", frame->series ? "each" : "all");
    json_close(j, '}');
}

void report_filters_json(const task_job *job, json_out *j) {
    const filters *c = &job->filters;
    json_filter(j, job, OF_QUERIES, "queries");
    json_filter(j, job, OF_RADII, "radii");
    json_filter(j, job, OF_QUERY_RADII, "query_radii");
    if (c->names[OF_RADII] || c->names[OF_QUERY_RADII]) json_text(j, "radii_rule", rules[c->rule]);
    if (c->min_distance > 0) json_real(j, "min_distance", c->min_distance);
    json_filter(j, job, OF_EXCLUDE, "excluded");
}
