/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that opens and completes the files that it writes, and refuses those that it would both read and write. */
#include "charts/plot.h"
#include "job/work.h"
#include "system/clock.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096 };

static int name_of(const char *pattern, uint64_t frame, char path[PATH], text_problem *problem) {
    if (frames_name(pattern, frame, path, PATH)) return 0;
    return problem_set(problem, EXIT_USAGE, "%.300s: the name is too long", pattern);
}

static int open_sink(const char *pattern, const char *format, uint64_t frame, const io_array *files,
                     size_t count, io_sink **sink, text_problem *problem) {
    char path[PATH];
    if (!pattern || *sink) return 0;
    if (name_of(pattern, frame, path, problem) != 0) return problem->code;
    if (io_sink_open(path, format, files, count, sink, problem) != 0) return problem->code;
    io_sink_cleanup_on_signal(*sink);
    return 0;
}

static int open_chart(job_work *w, uint64_t frame) {
    char path[PATH];
    if (!w->job->asked.plot || w->chart.path) return 0;
    if (name_of(w->job->asked.plot, frame, path, w->problem) != 0) return w->problem->code;
    return plot_open(path, &w->chart, w->problem);
}

int job_open_files(job_work *w, uint64_t frame) {
    const task_job *job = w->job;
    if (!w->sink) {
        const size_t count = job->asked.count_only ? 1
                             : job->filters.types.wanted && job->task->sums.typed
                                 ? job->task->sums.typed(job, w->files)
                                 : job_files(job->task, job->arrays, job->array_count, w->files);
        if (job->asked.count_only) w->files[0] = job->task->counts;
        if (open_sink(job->asked.output, job->asked.output_format, frame, w->files, count, &w->sink,
                      w->problem) != 0)
            return w->problem->code;
    }
    if (!w->side && job->asked.side) {
        const size_t count = job->task->side.files(job, w->side_files);
        if (open_sink(job->asked.side, NULL, frame, w->side_files, count, &w->side, w->problem) != 0)
            return w->problem->code;
    }
    return open_chart(w, frame);
}

int job_check_several(const job_work *w) {
    const task_job *job = w->job;
    const struct {
        const char *name, *option, *example;
    } files[] = {{job->asked.output, "output", "pairs.*.npz"},
                 {job->asked.side, job->task->side.option, job->task->side.example},
                 {job->asked.plot, "plot", "chart.*.svg"}};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        if (!job->run.several || !files[k].name || strchr(files[k].name, '*') || job->task->sums.take)
            continue;
        return problem_set(
            w->problem, EXIT_USAGE,
            "%.200s has several frames: put a * for the number of the frame into the name of --%s (%s), or "
            "choose one with --frames N",
            job->asked.source, files[k].option, files[k].example);
    }
    return 0;
}

/* Writes the further file, whose arrays are known now. */
static int write_side(job_work *w) {
    if (!w->side) return 0;
    io_sink_narrow(w->side, w->job->task->side.files(w->job, w->side_files));
    return w->job->task->side.write(w->job, w->side, w->problem);
}

int job_close_files(job_work *w) {
    const double begun = now_ms();
    int failed = 0;
    if (!w->sink && !w->side && !w->chart.path) return 0;
    progress_step(w->progress, "writing");
    failed = write_side(w);
    if (!failed && w->chart.path) {
        progress_step(w->progress, "drawing");
        failed = w->job->task->draw(w->job, &w->chart, w->problem);
    }
    if (!failed && w->sink) failed = io_sink_commit(&w->sink, w->problem);
    if (!failed && w->side) failed = io_sink_commit(&w->side, w->problem);
    if (!failed) failed = plot_commit(&w->chart, w->problem);
    w->job->frame.ms[STAGE_WRITE] += now_ms() - begun;
    return failed;
}

void job_drop_files(job_work *w) {
    io_sink_abandon(&w->sink);
    io_sink_abandon(&w->side);
    atomic_file_drop(&w->chart);
}

/* Whether the file that a source is read from is this one. */
static int is_read_from(const char *name, const char *path) {
    struct stat in, out;
    char source[4096];
    const char *part = NULL;
    if (stat(path, &out) != 0) return 0;
    snprintf(source, sizeof source, "%.*s", (int)io_source_file(name, &part), name);
    if ((strcmp(source, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(source, &in)) != 0) return 0;
    return in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

static int refuse(const char *name, const char *path, text_problem *problem) {
    if (!is_read_from(name, path)) return 0;
    return problem_set(problem, EXIT_USAGE,
                       "%.300s is both the input and the output: give the output another name", path);
}

/* The names of the files that a job writes, which may have a *; NULL for those that it does not. */
enum { WRITTEN = 3 };
static void written_files(const task_job *job, const char *names[WRITTEN]) {
    names[0] = job->asked.output;
    names[1] = job->asked.side;
    names[2] = job->asked.plot;
}

/* Compares a file that is read with the one of this frame that is written. */
static int refuse_written(const char *pattern, const char *name, uint64_t frame, text_problem *problem) {
    char path[PATH];
    const int named = strcmp(pattern, "-") != 0 && frames_name(pattern, frame, path, sizeof path);
    return named ? refuse(name, path, problem) : 0;
}

static int check_input(const task_job *job, const char *name, uint64_t frame, text_problem *problem) {
    const char *names[WRITTEN];
    int failed = 0;
    written_files(job, names);
    for (int k = 0; k < WRITTEN && !failed; k++)
        if (names[k]) failed = refuse_written(names[k], name, frame, problem);
    return failed;
}

/* A file that is named, and the further ones that were read with it. */
static int check_source(const task_job *job, const char *name, const io_frame *read, uint64_t frame,
                        text_problem *problem) {
    if (!name) return 0;
    int failed = check_input(job, name, frame, problem);
    for (const char *other = read->others; !failed && other && *other; other += strlen(other) + 1)
        failed = check_input(job, other, frame, problem);
    return failed;
}

/* The files that the task reads by itself. */
static int check_task(const task_job *job, uint64_t frame, text_problem *problem) {
    static const io_frame nothing;
    int failed = 0, more = job->task->reads != NULL;
    for (size_t k = 0; more && !failed; k++) {
        const io_frame *read = NULL;
        const char *name = job->task->reads(job, k, &read);
        failed = check_source(job, name, read ? read : &nothing, frame, problem);
        more = name != NULL;
    }
    return failed;
}

static int one_for_two(const task_job *job, text_problem *problem) {
    const char *const are[WRITTEN] = {"the output", job->task->side.is, "the chart"};
    const char *names[WRITTEN];
    written_files(job, names);
    for (int k = 0; k < WRITTEN; k++)
        for (int m = k + 1; m < WRITTEN; m++)
            if (names[k] && names[m] && strcmp(names[k], names[m]) == 0)
                return problem_set(problem, EXIT_USAGE,
                                   "%.300s is both %s and %s: give one of them another name", names[k],
                                   are[k], are[m]);
    return 0;
}

int overwrites_check(const task_job *job, uint64_t frame, text_problem *problem) {
    const filters *c = &job->filters;
    if (one_for_two(job, problem) != 0) return problem->code;
    int failed = check_source(job, job->asked.source, &job->points, frame, problem);
    for (int k = 0; k < FILTER_FILES && !failed; k++)
        failed = check_source(job, c->names[k], &c->files[k], frame, problem);
    return failed ? failed : check_task(job, frame, problem);
}
