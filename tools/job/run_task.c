/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The subcommands that are tasks: their help and reports. */
#include "job/run_task.h"

#include "formats/generated/generated.h"
#include "job/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const task *about, const option_row *rows, size_t count) {
    enum { WIDTH = 18 }; /* of the extensions */
    size_t formats = 0;
    const io_format *known = io_formats(&formats);
    printf("nearfield %s: %s\n\nusage: nearfield %s SOURCE %s [options]\n\n", about->name, about->asks,
           about->name, about->needs);
    printf("SOURCE is a file, - for standard input (with --format), or one of the clouds below.\n"
           "FILE:NAME names the array or dataset of an .npz or HDF5, FILE:COLUMNS the columns of a table. "
           "Files may be gzipped.\nUnits and the periodic box are those of the file; without a box space is "
           "open.\n\n");
    for (size_t k = 0; k < formats; k++) {
        char extensions[IO_EXTENSIONS];
        io_format_extensions(&known[k], extensions, sizeof extensions);
        const int is_long = strlen(extensions) > (size_t)WIDTH; /* the description has a line of its own */
        printf("  %-9s %-*s%s%s\n", known[k].name, is_long ? 0 : WIDTH + 1, extensions,
               is_long ? "\n                               " : "", known[k].description);
    }
    printf("\n");
    for (size_t k = 0; io_generator_at(k); k++)
        printf("  %-22s %s\n", io_generator_at(k)->form, io_generator_at(k)->description);
    printf("\n");
    print_options(rows, count);
    if (about->help) about->help();
    io_array files[TASK_ARRAYS];
    const size_t written = job_files(about, about->arrays, about->array_count, files);
    printf("\noutput formats:");
    for (size_t k = 0; io_sink_format_at(k); k++)
        if (io_sink_fits(io_sink_format_at(k), files, written))
            printf(" .%s", io_sink_format_at(k)->extension);
    printf("   (%s)\n"
           "exit codes: 0 done, 2 usage, 3 bad input file or points, 4 no device, 5 memory or capacity, 1 "
           "anything else\n",
           about->row);
}

/* Warnings are printed with --quiet too, as the points or the pairs may not be the intended ones. */
static void warn(const task_job *job) {
    const filters *c = &job->filters;
    if (*job->points.warning) complain(EXIT_DONE, "%s: %s", job->asked.source, job->points.warning);
    for (int k = 0; k < FILTER_FILES; k++)
        if (*c->files[k].warning) complain(EXIT_DONE, "%s: %s", c->names[k], c->files[k].warning);
    if (job->within.cutoff > 0 && c->min_distance >= job->within.cutoff)
        complain(EXIT_DONE, "--min-distance %g is not below the cutoff, %g: no distance is in between",
                 c->min_distance, job->within.cutoff);
}

/* Whether a report goes to standard output. */
static int has_report(const task_job *job) {
    return !job->asked.json && !job->asked.quiet &&
           !(job->asked.output && strcmp(job->asked.output, "-") == 0);
}

/* Reports a frame that was answered. */
static void report(const task_job *job) {
    const int sums =
        job->task->sums.take != NULL; /* the report, but for the rows of frames, follows at the end */
    if (job->run.done == 1) warn(job);
    if (job->asked.json && !sums) report_json(job);
    else if (has_report(job) && job->run.several) report_frame(job);
    else if (has_report(job) && !sums) report_text(job);
    else if ((job->asked.count_only || job->asked.by_type) && !job->asked.output)
        printf("%llu\n", (unsigned long long)job->frame.total);
}

/* Reports behind the last frame. */
static void report_end_of_run(const task_job *job) {
    const int sums = job->task->sums.take != NULL;
    if (sums && job->asked.json) report_json(job);
    else if (has_report(job) && job->run.several) report_frames(job);
    else if (has_report(job) && sums) report_text(job);
}

/* Reads the options, and runs the job. */
static int run(task_job *job, int argc, char **argv) {
    job_words w;
    option_row rows[MOST_OPTIONS];
    text_problem problem;
    size_t operands = 0;
    memset(&w, 0, sizeof w);
    const size_t count = job_options(job, &w, rows);
    int code = read_options(argc, argv, &(option_table){.rows = rows, .count = count}, &job->asked.source, 1,
                            &operands);
    if (code == EXIT_HELPED) print_help(job->task, rows, count);
    if (code != EXIT_DONE) return code;
    code = job_check(job, &w, operands);
    if (code != EXIT_DONE) return code;
    code = run_job(job, report, &problem);
    if (code != EXIT_DONE) complain(code, "%s", problem.text);
    if (job->run.done == 0) warn(job);
    if (*job->run.changed) complain(EXIT_DONE, "%s: %s", job->asked.source, job->run.changed);
    if (code == EXIT_DONE) report_end_of_run(job);
    return code;
}

int run_task(const task *about, int argc, char **argv) {
    task_job job;
    memset(&job, 0, sizeof job);
    job.task = about;
    job.within.half = about->half;
    job.state = calloc(1, about->state_bytes + 1);
    if (!job.state) return complain(EXIT_MEMORY, "there is no memory for the task");
    const int code = run(&job, argc, argv);
    free_job(&job);
    return code;
}
