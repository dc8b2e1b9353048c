#include "clash.h"

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

static int refuse(const char *name, const char *path, io_problem *problem) {
    if (!is_read_from(name, path)) return 0;
    return io_problem_set(problem, NF_EXIT_USAGE,
                          "%.300s is both the input and the output: give the output another name", path);
}

/* Compares a file that is read with the output of this frame, and of that which its own name says. */
static int refuse_output(const task_job *job, const char *name, uint64_t frame, io_problem *problem) {
    char path[4096];
    const char *part = NULL;
    const size_t length = io_source_file(name, &part);
    uint64_t said = 0;
    if (strcmp(job->output, "-") == 0) return 0;
    if (frames_name(job->output, frame, path, sizeof path) && refuse(name, path, problem) != 0)
        return problem->code;
    if (!frames_number(job->output, name, length, &said) || !frames_has(&job->frames, said) ||
        !frames_name(job->output, said, path, sizeof path))
        return 0;
    return refuse(name, path, problem);
}

static int check_input(const task_job *job, const char *name, uint64_t frame, io_problem *problem) {
    if (job->plot && refuse(name, job->plot, problem) != 0) return problem->code;
    return job->output ? refuse_output(job, name, frame, problem) : 0;
}

/* A file that is named, and the further ones that were read with it. */
static int check_source(const task_job *job, const char *name, const io_frame *read, uint64_t frame,
                        io_problem *problem) {
    if (!name) return 0;
    int failed = check_input(job, name, frame, problem);
    for (const char *other = read->others; !failed && other && *other; other += strlen(other) + 1)
        failed = check_input(job, other, frame, problem);
    return failed;
}

int clash_check(const task_job *job, uint64_t frame, io_problem *problem) {
    const conditions *c = &job->conditions;
    if (job->output && job->plot && strcmp(job->output, job->plot) == 0)
        return io_problem_set(problem, NF_EXIT_USAGE,
                              "%.300s is both the output and the chart: give one of them another name",
                              job->plot);
    int failed = check_source(job, job->source, &job->points, frame, problem);
    for (int k = 0; k < CONDITION_FILES && !failed; k++)
        failed = check_source(job, c->names[k], &c->files[k], frame, problem);
    return failed;
}
