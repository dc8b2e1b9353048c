/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "job/job.h"

#include "job/work.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const stage_names[STAGES] = {"read",  "upload", "build",  "load",   "bounds",   "keys", "sort",
                                         "order", "tree",   "search", "sorted", "download", "write"};

static int differs(job_work *w) {
    const char *found = w->job->task->found;
    return problem_set(w->problem, EXIT_OTHER,
                       "verification failed: the %s of %s differ from those of the host (%llu and %llu %s)",
                       found, w->job->run.name, (unsigned long long)w->job->frame.total,
                       (unsigned long long)w->reference.total, found);
}

/* Answers the frame that was read. */
static int answer(job_work *w, double start) {
    task_job *job = w->job;
    int failed = job_read_filters(w);
    if (!failed && job->task->rows->prepare) failed = job->task->rows->prepare(job, w->problem);
    if (!failed)
        failed =
            overwrites_check(job, job->frame.number, w->problem); /* all files that are read are known now */
    if (!failed) failed = job_open_files(w, job->frame.number);
    if (!failed) failed = job_open_device(w);
    const double verify_start = now_ms();
    if (!failed && job->asked.verify) failed = job_ask_reference(w);
    const double verify_ms = now_ms() - verify_start;
    if (!failed) failed = job_ask(w);
    if (!failed && (!job->asked.count_only || w->sink)) failed = job_write(w);
    if (!failed && job->asked.verify && !job->frame.verified) failed = differs(w);
    if (job->task->rows->end) job->task->rows->end(job, &w->answer);
    if (!failed && job->task->add_frame) failed = job->task->add_frame(job, w->problem);
    if (!failed && !job->task->sums.take) failed = job_close_files(w);
    job->frame.total_ms = now_ms() - start - verify_ms;
    return failed;
}

/* Says which frame a problem is about. */
static int name_frame(const job_work *w) {
    const text_problem problem = *w->problem;
    if (!w->job->run.several) return problem.code;
    return problem_set(w->problem, problem.code, "frame %llu: %.4000s",
                       (unsigned long long)w->job->frame.number, problem.text);
}

static void add_times(task_job *job) {
    for (int s = 0; s < STAGES; s++) job->run.ms[s] += job->frame.ms[s];
    job->run.total_ms += job->frame.total_ms;
    job->run.found += job->frame.total;
    job->run.done++;
}

/* Clears what was found in a frame. */
static void clear_frame(task_job *job) {
    io_frame_free(&job->points);
    if (job->task->rows->clear) job->task->rows->clear(job);
    memset(job->frame.ms, 0, sizeof job->frame.ms);
    job->frame.ignored[0] = 0;
    job->frame.verified = 0;
}

/* Behind the last frame: the answer about all of them, whose times and pairs are the sums. */
static int finish(job_work *w) {
    task_job *job = w->job;
    const task_sums *sums = &job->task->sums;
    if (!sums->take) return 0;
    const double begun = now_ms();
    memcpy(job->frame.ms, job->run.ms, sizeof job->frame.ms);
    job->frame.total = job->run.found;
    int failed = sums->finish(job, w->sink, w->problem);
    if (!failed) failed = job_close_files(w);
    job->frame.total_ms = job->run.total_ms += now_ms() - begun;
    return failed;
}

/* Opens the device for a task whose arrays are not known before. */
static int open_task(job_work *w) {
    task_job *job = w->job;
    if (!job->task->open) return 0;
    if (job_open_device(w) != 0 || job->task->open(job, w->context, w->problem) != 0) return w->problem->code;
    job->array_count = job_arrays(job, job->arrays);
    return 0;
}

/* The whole run; run_job() frees what it has opened. */
static int run(job_work *w, void (*done)(const task_job *job)) {
    task_job *job = w->job;
    int found = 1, failed = overwrites_check(job, job->asked.frames.first, w->problem);
    double start = now_ms();
    if (!failed) failed = open_task(w);
    if (!failed && !job->filters.types.wanted) /* arrays may be those of types, which are not known yet */
        failed = job_open_files(w, job->asked.frames.first);
    if (!failed) failed = job_open(w);
    while (!failed && !w->ended) {
        clear_frame(job);
        failed = job_read(w, &found);
        if (failed || !found) break;
        if (job->run.done == 0) job->run.several = !w->ended; /* known when the first has been read */
        failed = job_check_several(w);
        if (!failed && answer(w, start) != 0) failed = name_frame(w);
        if (failed) break;
        add_times(job);
        progress_clear(w->progress);
        done(job);
        start = now_ms();
    }
    return failed ? failed : finish(w);
}

int run_job(task_job *job, void (*done)(const task_job *job), text_problem *problem) {
    job_work w = {.job = job, .progress = progress_start(job->asked.quiet), .problem = problem};
    const int failed = run(&w, done);
    progress_stop(w.progress);
    job_drop_files(&w);
    io_source_close(w.source);
    job_free_answer(job->task, &w.answer);
    job_free_answer(job->task, &w.reference);
    nf_cloud_free(w.cloud);
    if (job->task->close) job->task->close(job);
    nf_context_free(w.context);
    nf_context_free(w.host);
    return failed;
}

void free_job(task_job *job) {
    clear_frame(job);
    filters_free(&job->filters);
    if (job->task->free) job->task->free(job);
    free(job->state);
}

size_t job_further(const task_job *job, task_array *arrays) {
    size_t count = 0;
    for (size_t k = 0; k < job->task->further_count; k++)
        if (job->asked.further[k]) arrays[count++] = job->task->further[k].about;
    return count;
}

size_t job_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]) {
    return job->task->declare ? job->task->declare(job, arrays) : job_usual_arrays(job, arrays);
}

size_t job_usual_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]) {
    const size_t count =
        job->asked.count_only && job->task->counts.name ? 1 /* the offsets */ : job->task->array_count;
    memcpy(arrays, job->task->arrays, sizeof job->task->arrays);
    return count + job_further(job, arrays + count);
}

size_t job_files(const task *about, const task_array *arrays, size_t count, io_array *files) {
    size_t written = about->sums.take ? about->sums.written_count : count;
    if (!about->sums.take && written > 0 && !arrays[written - 1].file.name) written--;
    for (size_t k = 0; k < written; k++)
        files[k] = about->sums.take ? about->sums.written[k] : arrays[k].file;
    return written;
}

uint64_t job_group_wants(const task_job *job, size_t first, size_t end) {
    uint64_t wants = 0;
    for (size_t k = first; k < end; k++) wants |= NF_WANT(job->arrays[k].array);
    return wants;
}

uint64_t job_wants(const task_job *job) { return job_group_wants(job, 0, job->array_count); }
