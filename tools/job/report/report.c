/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a task prints when it is done. */
#include "text/grouped.h"
#include "job/job.h"
#include "job/timing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BAR = 40 };

const char *job_source_name(const task_job *job, char name[JOB_NAME]) {
    const char *part = NULL, *base = job->source + io_source_file(job->source, &part);
    while (base > job->source && base[-1] != '/') base--;
    snprintf(name, JOB_NAME, "%.*s", JOB_NAME - 1, strcmp(job->source, "-") == 0 ? "standard input" : base);
    return name;
}

const char *job_frame_words(const task_job *job, char words[JOB_NAME]) {
    *words = 0;
    if (job->several) snprintf(words, JOB_NAME, "frame %llu; ", (unsigned long long)job->frame);
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
           job->on_host ? "host time"
                        : "read, build, load and write are host time, the others are device time");
    for (int s = 0; s < STAGES; s++) {
        if (!(ms[s] > 0)) continue;
        printf("  %-9s %10.2f", stage_names[s], ms[s]);
        report_bar(most > 0 ? ms[s] / most : 0);
    }
}

static void print_sums(const task_job *job) {
    const double sum = time_of_search(job->ms);
    if (job->repeat == 1) {
        printf("  bounds to search %.2f ms, whole run %.2f ms\n", sum, job->total_ms);
        return;
    }
    printf("  upload and bounds to search are those of the median search of %d after the first, %.2f ms\n",
           job->repeat - 1, job->usual_ms);
    printf("  the first search took %.2f ms, which includes building or loading kernels\n", job->first_ms);
    printf("  bounds to search %.2f ms, whole run with its %d searches %.2f ms\n", sum, job->repeat,
           job->total_ms);
}

/* The box, and what the answer does not use of the file. */
void report_box(const task_job *job) {
    if (io_box_is_periodic(&job->box)) {
        printf("box: ");
        box_print(stdout, &job->box, job->points.dims);
        printf("\n");
    }
    if (*job->ignored) printf("%s\n", job->ignored);
    if (*job->points.warning) printf("%s\n", job->points.warning);
    report_filters(job);
}

void report_end(const task_job *job) {
    printf("\ndevice: %s (%s)", job->name, job->platform);
    if (job->memory >= 100000) printf(", at most %.1f MB of its memory", (double)job->memory * 1e-6);
    else if (job->memory) printf(", at most %.1f kB of its memory", (double)job->memory * 1e-3);
    printf("\n");
    if (job->verify && job->task->rows->report_verified) job->task->rows->report_verified(job);
    else if (job->verify) printf("verified: every byte equals the result of plain C on the host\n");
    if (job->output) printf("written to %s\n", job->output);
}

void report_points(const task_job *job) {
    char text[GROUPED];
    const uint64_t n = job->points.n;
    printf("%s point%s in %d dimension%s, %s precision%s%s\n", grouped(n, text), n == 1 ? "" : "s",
           job->points.dims, job->points.dims == 1 ? "" : "s",
           job->precision == NF_FLOAT32 ? "single" : "double", *job->points.note ? "; " : "",
           job->points.note);
}

void report_text(const task_job *job) {
    printf("%s: ", job->source);
    report_points(job);
    report_box(job);
    job->task->rows->report(job);
    if (job->task->sums.take) job->task->sums.report(job);
    report_stages(job, job->ms);
    print_sums(job);
    report_end(job);
}

static void json_times(json_out *j, const task_job *job) {
    json_open(j, "time_ms", '{');
    for (int s = 0; s < STAGES; s++) {
        if (s == STAGE_SORTED) continue; /* the JSON counts it as a part of the search */
        json_fixed(j, stage_names[s], 3, job->ms[s] + (s == STAGE_SEARCH ? job->ms[STAGE_SORTED] : 0));
    }
    if (job->repeat > 1) json_fixed(j, "first", 3, job->first_ms);
    if (job->repeat > 1) json_fixed(j, "again", 3, job->usual_ms);
    json_fixed(j, "total", 3, job->total_ms);
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
    if (job->several && !about->sums.take) json_count(j, "frame", job->frame);
    json_count(j, "n", job->points.n);
    json_count(j, "dims", (uint64_t)job->points.dims);
    if (io_box_is_periodic(&job->box)) box_print_json(j, "box", &job->box, job->points.dims);
    if (about->takes & TAKES_CUTOFF) json_real(j, "cutoff", job->cutoff > 0 ? job->cutoff : (double)NAN);
    report_filters_json(job, j);
    json_text(j, "precision", job->precision == NF_FLOAT32 ? "single" : "double");
    if (about->takes & TAKES_HALF) json_truth(j, "half", job->half);
    json_count(j, about->found, job->total);
    if (about->rows->report_json) about->rows->report_json(job, j);
    if (about->sums.take) about->sums.report_json(job, j);
    json_open(j, "device", '{');
    json_text(j, "platform", job->platform);
    json_text(j, "name", job->name);
    json_close(j, '}');
    json_words(j, "note", job->points.note);
    json_words(j, "warning", job->points.warning);
    json_words(j, "ignored", job->ignored);
    json_words(j, "changed", job->changed);
    json_times(j, job);
    json_count(j, "memory_bytes", job->memory);
    if (job->verify) json_truth(j, "verified", job->verified);
    json_close(j, '}');
    putchar('\n');
}
