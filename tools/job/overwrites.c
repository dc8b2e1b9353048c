/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "job/overwrites.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    names[0] = job->output;
    names[1] = job->side;
    names[2] = job->plot;
}

/* Compares a file that is read with the one of this frame that is written, and of that which its own name says. */
static int refuse_written(const task_job *job, const char *pattern, const char *name, uint64_t frame,
                          text_problem *problem) {
    char path[4096];
    const char *part = NULL;
    const size_t length = io_source_file(name, &part);
    uint64_t said = 0;
    if (strcmp(pattern, "-") == 0) return 0;
    if (frames_name(pattern, frame, path, sizeof path) && refuse(name, path, problem) != 0)
        return problem->code;
    if (!frames_number(pattern, name, length, &said) || !frames_has(&job->frames, said) ||
        !frames_name(pattern, said, path, sizeof path))
        return 0;
    return refuse(name, path, problem);
}

static int check_input(const task_job *job, const char *name, uint64_t frame, text_problem *problem) {
    const char *names[WRITTEN];
    int failed = 0;
    written_files(job, names);
    for (int k = 0; k < WRITTEN && !failed; k++)
        if (names[k]) failed = refuse_written(job, names[k], name, frame, problem);
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
    int failed = check_source(job, job->source, &job->points, frame, problem);
    for (int k = 0; k < FILTER_FILES && !failed; k++)
        failed = check_source(job, c->names[k], &c->files[k], frame, problem);
    return failed ? failed : check_task(job, frame, problem);
}
