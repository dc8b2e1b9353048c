/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that opens and completes the files that it writes. */
#include "system/clock.h"
#include "job/work.h"
#include "charts/plot.h"

#include <string.h>

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
    if (!w->job->plot || w->chart.path) return 0;
    if (name_of(w->job->plot, frame, path, w->problem) != 0) return w->problem->code;
    return plot_open(path, &w->chart, w->problem);
}

int job_open_files(job_work *w, uint64_t frame) {
    const task_job *job = w->job;
    if (!w->sink) {
        const size_t count =
            job->count_only ? 1 : job_files(job->task, job->arrays, job->array_count, w->files);
        if (job->count_only) w->files[0] = job->task->counts;
        if (open_sink(job->output, job->output_format, frame, w->files, count, &w->sink, w->problem) != 0)
            return w->problem->code;
    }
    if (!w->side && job->side) {
        const size_t count = job->task->side.files(job, w->side_files);
        if (open_sink(job->side, NULL, frame, w->side_files, count, &w->side, w->problem) != 0)
            return w->problem->code;
    }
    return open_chart(w, frame);
}

int job_check_several(const job_work *w) {
    const task_job *job = w->job;
    const struct {
        const char *name, *option, *example;
    } files[] = {{job->output, "output", "pairs.*.npz"},
                 {job->side, job->task->side.option, job->task->side.example},
                 {job->plot, "plot", "chart.*.svg"}};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        if (!job->several || !files[k].name || strchr(files[k].name, '*') || job->task->sums.take) continue;
        return problem_set(
            w->problem, EXIT_USAGE,
            "%.200s has several frames: put a * for the number of the frame into the name of --%s (%s), or "
            "choose one with --frames N",
            job->source, files[k].option, files[k].example);
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
    w->job->ms[STAGE_WRITE] += now_ms() - begun;
    return failed;
}

void job_drop_files(job_work *w) {
    io_sink_abandon(&w->sink);
    io_sink_abandon(&w->side);
    atomic_file_drop(&w->chart);
}
