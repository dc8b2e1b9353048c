/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a task prints when it is done. */
#include "job/job.h"
#include "text/grouped.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BAR = 40 };

const char *job_source_name(const task_job *job, char name[JOB_NAME]) {
    const char *part = NULL, *base = job->asked.source + io_source_file(job->asked.source, &part);
    while (base > job->asked.source && base[-1] != '/') base--;
    snprintf(name, JOB_NAME, "%.*s", JOB_NAME - 1,
             strcmp(job->asked.source, "-") == 0 ? "standard input" : base);
    return name;
}

const char *job_frame_words(const task_job *job, char words[JOB_NAME]) {
    *words = 0;
    if (job->run.several) snprintf(words, JOB_NAME, "frame %llu; ", (unsigned long long)job->frame.number);
    return words;
}

const char *job_unit(const task_job *job) {
    return job->points.format && strcmp(job->points.format, "gro") == 0 ? "nm" : "units of the points";
}

/* A bar of length 0 leaves no trailing blanks. */
void report_bar(double share) {
    static const char marks[BAR + 1] = "########################################";
    const int full = (int)(share * BAR + 0.5);
    printf("%s%.*s\n", full ? "  " : "", full, marks);
}

void report_histogram(char labels[][BIN_LABEL], const uint64_t *counts, size_t bins, int width) {
    uint64_t most = 1;
    for (size_t b = 0; b < bins; b++)
        if (counts[b] > most) most = counts[b];
    for (size_t b = 0; b < bins; b++) {
        char text[GROUPED];
        printf("  %*s %13s", width, labels[b], grouped(counts[b], text));
        report_bar((double)counts[b] / (double)most);
    }
}

void report_stages(const task_job *job, const double ms[STAGES]) {
    double most = 0;
    for (int s = 0; s < STAGES; s++)
        if (ms[s] > most) most = ms[s];
    printf("\nstages, ms (%s)\n",
           job->run.on_host ? "host time"
                            : "read, build, load and write are host time, the others are device time");
    for (int s = 0; s < STAGES; s++) {
        if (!(ms[s] > 0)) continue;
        printf("  %-9s %10.2f", stage_names[s], ms[s]);
        report_bar(most > 0 ? ms[s] / most : 0);
    }
}

static void print_sums(const task_job *job) {
    const double sum = time_of_search(job->frame.ms);
    if (job->asked.repeat == 1) {
        printf("  bounds to search %.2f ms, whole run %.2f ms\n", sum, job->frame.total_ms);
        return;
    }
    printf("  upload and bounds to search are those of the median search of %d after the first, %.2f ms\n",
           job->asked.repeat - 1, job->frame.usual_ms);
    printf("  the first search took %.2f ms, which includes building or loading kernels\n",
           job->frame.first_ms);
    printf("  bounds to search %.2f ms, whole run with its %d searches %.2f ms\n", sum, job->asked.repeat,
           job->frame.total_ms);
}

/* The box, and what the answer does not use of the file. */
void report_box(const task_job *job) {
    if (io_box_is_periodic(&job->box)) {
        printf("box: ");
        box_print(stdout, &job->box, job->points.dims);
        printf("\n");
    }
    if (*job->frame.ignored) printf("%s\n", job->frame.ignored);
    if (*job->points.warning) printf("%s\n", job->points.warning);
    report_filters(job);
}

void report_end(const task_job *job) {
    printf("\ndevice: %s (%s)", job->run.name, job->run.platform);
    if (job->run.memory >= 100000) printf(", at most %.1f MB of its memory", (double)job->run.memory * 1e-6);
    else if (job->run.memory) printf(", at most %.1f kB of its memory", (double)job->run.memory * 1e-3);
    printf("\n");
    if (job->asked.verify && job->task->rows->report_verified) job->task->rows->report_verified(job);
    else if (job->asked.verify) printf("verified: every byte equals the result of plain C on the host\n");
    if (job->asked.output) printf("written to %s\n", job->asked.output);
}

void report_points(const task_job *job) {
    char text[GROUPED];
    const uint64_t n = job->points.n;
    printf("%s point%s in %d dimension%s, %s precision%s%s\n", grouped(n, text), n == 1 ? "" : "s",
           job->points.dims, job->points.dims == 1 ? "" : "s",
           job->asked.precision == NF_FLOAT32 ? "single" : "double", *job->points.note ? "; " : "",
           job->points.note);
}

void report_text(const task_job *job) {
    printf("%s: ", job->asked.source);
    report_points(job);
    report_box(job);
    job->task->rows->report(job);
    if (job->task->sums.take) job->task->sums.report(job);
    report_stages(job, job->frame.ms);
    print_sums(job);
    report_end(job);
}

static void json_times(json_out *j, const task_job *job) {
    json_open(j, "time_ms", '{');
    for (int s = 0; s < STAGES; s++) {
        if (s == STAGE_SORTED) continue; /* the JSON counts it as a part of the search */
        json_fixed(j, stage_names[s], 3,
                   job->frame.ms[s] + (s == STAGE_SEARCH ? job->frame.ms[STAGE_SORTED] : 0));
    }
    if (job->asked.repeat > 1) json_fixed(j, "first", 3, job->frame.first_ms);
    if (job->asked.repeat > 1) json_fixed(j, "again", 3, job->frame.usual_ms);
    json_fixed(j, "total", 3, job->frame.total_ms);
    json_close(j, '}');
}

static void json_words(json_out *j, const char *name, const char *text) {
    if (*text) json_text(j, name, text);
}

void report_json(const task_job *job) {
    const task *about = job->task;
    json_out out = {.to = stdout}, *j = &out;
    json_open(j, NULL, '{');
    json_text(j, "task", about->name);
    if (job->run.several && !about->sums.take) json_count(j, "frame", job->frame.number);
    json_count(j, "n", job->points.n);
    json_count(j, "dims", (uint64_t)job->points.dims);
    if (io_box_is_periodic(&job->box)) box_print_json(j, "box", &job->box, job->points.dims);
    if (about->takes & TAKES_CUTOFF)
        json_real(j, "cutoff", job->within.cutoff > 0 ? job->within.cutoff : (double)NAN);
    report_filters_json(job, j);
    json_text(j, "precision", job->asked.precision == NF_FLOAT32 ? "single" : "double");
    if (about->takes & TAKES_HALF) json_truth(j, "half", job->within.half);
    json_count(j, about->found, job->frame.total);
    if (about->rows->report_json) about->rows->report_json(job, j);
    if (about->sums.take) about->sums.report_json(job, j);
    json_open(j, "device", '{');
    json_text(j, "platform", job->run.platform);
    json_text(j, "name", job->run.name);
    json_close(j, '}');
    json_words(j, "note", job->points.note);
    json_words(j, "warning", job->points.warning);
    json_words(j, "ignored", job->frame.ignored);
    json_words(j, "changed", job->run.changed);
    json_times(j, job);
    json_count(j, "memory_bytes", job->run.memory);
    if (job->asked.verify) json_truth(j, "verified", job->frame.verified);
    json_close(j, '}');
    putchar('\n');
}

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
    if (!head) snprintf(number, sizeof number, "%llu", (unsigned long long)job->frame.number);
    printf("%9s", number);
    report_cell(head, "points", 13, "%s", grouped(job->points.n, points));
    job->task->rows->report_cells(job, head);
    report_cell(head, "ms", 10, "%.2f", time_of_search(job->frame.ms));
    putchar('\n');
}

static void print_head(const task_job *job) {
    printf("%s: several frames, the first with ", job->asked.source);
    report_points(job);
    report_box(job);
    job->task->rows->report_head(job);
    putchar('\n');
    print_row(job, 1);
}

void report_frame(const task_job *job) {
    if (job->run.done == 1) print_head(job);
    print_row(job, 0);
    (void)fflush(stdout);
}

void report_frames(const task_job *job) {
    if (*job->run.changed) printf("\n%s\n", job->run.changed);
    if (job->task->sums.take) {
        putchar('\n');
        job->task->sums.report(job);
    }
    if (job->task->report_run) job->task->report_run(job);
    report_stages(job, job->run.ms);
    printf("  sums of %llu frames; whole run %.2f ms\n", (unsigned long long)job->run.done,
           job->run.total_ms);
    report_end(job);
}

static const char *const rules[] = {"query", "sum", "larger"}; /* by nf_radii_rule */

/* Which frames of SOURCE the file is for. */
static void print_frames(const task_job *job, const io_frame *frame) {
    if (job->run.several && frame->series) printf("; frame k goes with frame k of the points");
    else if (job->run.several) printf("; the same for every frame");
    else if (frame->series && (frame->more || job->frame.number > 0))
        printf("; frame %llu", (unsigned long long)job->frame.number);
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

/* "types: Cl (108), Na (108)", and the cutoffs of their pairs. */
static void print_types(const point_types *t) {
    char text[GROUPED];
    if (!t->wanted) return;
    printf("types:");
    for (uint32_t a = 0; a < t->count; a++)
        printf("%s %s (%s)", a ? "," : "", t->names[a], grouped(t->points[a], text));
    printf("\n");
    const char *between = "cutoffs of pairs of types: ";
    for (uint32_t a = 0; t->table && a < t->count; a++)
        for (uint32_t b = a; b < t->count; b++) {
            const double cutoff = t->table[(size_t)a * t->count + b];
            if (!(cutoff > 0)) continue;
            printf("%s%s-%s %g", between, t->names[a], t->names[b], cutoff);
            between = ", ";
        }
    if (t->table) printf("; others are no pairs\n");
}

void report_filters(const task_job *job) {
    const filters *c = &job->filters;
    print_file(job, OF_QUERIES, "points");
    print_file(job, OF_RADII, NULL);
    print_file(job, OF_QUERY_RADII, NULL);
    if (c->names[OF_RADII] || c->names[OF_QUERY_RADII]) printf("radii rule: %s\n", rules[c->rule]);
    print_types(&c->types);
    if (c->min_distance > 0) printf("smallest distance: %g\n", c->min_distance);
    print_file(job, OF_EXCLUDE, "pairs");
}

void report_bound(const task_job *job, char text[BOUND]) {
    const filters *c = &job->filters;
    const int radii = c->names[OF_RADII] || c->names[OF_QUERY_RADII];
    if (job->within.cutoff > 0)
        snprintf(text, BOUND, "closer than %g%s%s", job->within.cutoff,
                 radii ? ", and than the radii allow" : "",
                 c->types.cutoffs ? ", and than the cutoff of their types" : "");
    else snprintf(text, BOUND, "closer than the radii allow");
}

static void json_filter(json_out *j, const task_job *job, int file, const char *name) {
    const io_frame *frame = &job->filters.files[file];
    if (!job->filters.names[file]) return;
    json_open(j, name, '{');
    json_text(j, "file", job->filters.names[file]);
    json_count(j, "n", frame->n);
    if (*frame->note) json_text(j, "note", frame->note);
    if (job->run.several) json_text(j, "frames", frame->series ? "each" : "all");
    json_close(j, '}');
}

static void json_types(json_out *j, const point_types *t) {
    if (!t->wanted) return;
    json_open(j, "types", '[');
    for (uint32_t a = 0; a < t->count; a++) json_text(j, NULL, t->names[a]);
    json_close(j, ']');
    if (!t->table) return;
    json_open(j, "pair_cutoffs", '[');
    for (uint32_t a = 0; a < t->count; a++)
        for (uint32_t b = a; b < t->count; b++) {
            const double cutoff = t->table[(size_t)a * t->count + b];
            if (!(cutoff > 0)) continue;
            json_open(j, NULL, '{');
            json_open(j, "pair", '[');
            json_text(j, NULL, t->names[a]);
            json_text(j, NULL, t->names[b]);
            json_close(j, ']');
            json_real(j, "cutoff", cutoff);
            json_close(j, '}');
        }
    json_close(j, ']');
}

void report_filters_json(const task_job *job, json_out *j) {
    const filters *c = &job->filters;
    json_filter(j, job, OF_QUERIES, "queries");
    json_filter(j, job, OF_RADII, "radii");
    json_filter(j, job, OF_QUERY_RADII, "query_radii");
    if (c->names[OF_RADII] || c->names[OF_QUERY_RADII]) json_text(j, "radii_rule", rules[c->rule]);
    json_types(j, &c->types);
    if (c->min_distance > 0) json_real(j, "min_distance", c->min_distance);
    json_filter(j, job, OF_EXCLUDE, "excluded");
}
