/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "job/options.h"

#include <stdio.h>

/* Adds the rows that the task takes. */
typedef struct row {
    int taken;
    option_row about;
} row;

static size_t add(const row *rows, size_t count, option_row *to) {
    size_t added = 0;
    for (size_t k = 0; k < count; k++)
        if (rows[k].taken) to[added++] = rows[k].about;
    return added;
}

/* The points, their space, and which of their neighbours count. */
static size_t add_points(task_job *job, job_words *w, option_row *to) {
    const unsigned takes = job->task->takes;
    const char **names = job->filters.names;
    const char *const *options = filter_options;
    const int cutoff = (takes & TAKES_CUTOFF) != 0, half = (takes & TAKES_HALF) != 0,
              queries = (takes & TAKES_QUERIES) != 0;
    const row rows[] = {
        {1, {"precision", 0, "P", "single or double; that of the file by default", &w->precision, NULL}},
        {1,
         {"box", 0, "B", "periodic cell: lengths 4,4,4; with angles 4,4,4,90,90,60; or rows of vectors",
          &w->box, NULL}},
        {1, {"periodic", 0, "AXES", "the periodic cell vectors, xyz, xy, z or none", &w->periodic, NULL}},
        {1, {"open", 0, NULL, "open space: ignore the box of the file", NULL, &job->asked.box.open}},
        {1,
         {"dims", 0, "D",
          "use only the first D coordinates, 1 to 3; the others must be the same for all points", &w->dims,
          NULL}},
        {half, {"full", 0, NULL, "each pair in the rows of both points (default)", NULL, &job->within.full}},
        {half, {"half", 0, NULL, "each pair once, in the row of the smaller index", NULL, &job->within.half}},
        {queries,
         {options[OF_QUERIES], 0, "FILE", "points whose partners are found, in the place of those of SOURCE",
          &names[OF_QUERIES], NULL}},
        {cutoff,
         {options[OF_RADII], 0, "FILE", "a radius for each point, which bounds the distance too",
          &names[OF_RADII], NULL}},
        {cutoff,
         {options[OF_QUERY_RADII], 0, "FILE", "the same for the query points", &names[OF_QUERY_RADII], NULL}},
        {cutoff,
         {"radii-rule", 0, "RULE", "query: that of the row's point; sum, or larger: of both points",
          &w->radii_rule, NULL}},
        {cutoff,
         {"types", 0, "COLUMN",
          "the column of SOURCE with the types of points, by default that of its format; @FILE has one a "
          "line",
          &job->filters.types.column, NULL}},
        {cutoff,
         {"pair-cutoffs", 0, "LIST", "cutoffs of pairs of types, \"Na-Cl=3.2,Cl-Cl=4\"; others are no pairs",
          &job->filters.types.cutoffs, NULL}},
        {cutoff, {"min-distance", 0, "R", "distances are at least this", &w->min_distance, NULL}},
        {cutoff,
         {options[OF_EXCLUDE], 0, "FILE", "pairs of indices that are left out, such as bonds",
          &names[OF_EXCLUDE], NULL}},
        {(takes & TAKES_SORTED) != 0,
         {"sorted", 0, NULL, "pairs, or each row, in ascending order", NULL, &job->within.sorted}},
    };
    return add(rows, sizeof rows / sizeof *rows, to);
}

static size_t add_further(task_job *job, option_row *to) {
    for (size_t k = 0; k < job->task->further_count; k++)
        to[k] = (option_row){.name = job->task->further[k].option,
                             .help = job->task->further[k].help,
                             .flag = &job->asked.further[k]};
    return job->task->further_count;
}

/* The run: where it takes place, its files, and what is printed. */
static size_t add_run(task_job *job, job_words *w, option_row *to) {
    const task *about = job->task;
    const int counts = (about->takes & TAKES_COUNT) != 0;
    snprintf(w->plot, sizeof w->plot, "draw %s to an .svg or .png", about->chart ? about->chart : "");
    const row rows[] = {
        {1,
         {"device", 'd', "X", "index or part of a name (nearfield devices), or host", &job->asked.device,
          NULL}},
        {about->ask_chunks != NULL,
         {"memory", 0, "BYTES", "write in chunks that need less device memory than this: 500M, 1.5GiB",
          &w->memory, NULL}},
        {counts,
         {"count", 0, NULL,
          about->counts.name ? "only count them; with --output, those of each point" : "only count them",
          NULL, &job->asked.count_only}},
        {1,
         {"verify", 0, NULL,
          about->verifies ? about->verifies : "compare every byte with the result of plain C", NULL,
          &job->asked.verify}},
        {1,
         {"repeat", 0, "N", "search N times; the times are those of the median search, without the first",
          &w->repeat, NULL}},
        {1,
         {"output", 'o', "FILE", "write the result; - is standard output and prints no report",
          &job->asked.output, NULL}},
        {1,
         {"output-format", 0, "F",
          "the format of the result; by default from the name of FILE, and csv (of lists json) for -",
          &job->asked.output_format, NULL}},
        {about->side.option != NULL,
         {about->side.option, 0, "FILE", about->side.help, &job->asked.side, NULL}},
        {about->chart != NULL, {"plot", 0, "FILE", w->plot, &job->asked.plot, NULL}},
        {1, {"format", 'f', "F", "the format of SOURCE; by default from its name", &job->asked.format, NULL}},
        {1,
         {"columns", 0, "LIST",
          "of a table, .npy or HDF5: 2,3,4 by position from 1; x,y,z by heading (\"2\" or name:2 for a "
          "number)",
          &job->asked.columns, NULL}},
        {1,
         {"array", 0, "NAME", "of an .npz or HDF5: the array that holds the points; FILE:NAME does the same",
          &job->asked.array, NULL}},
        {1,
         {"frames", 0, "A:B:C", "of a file with several: 4, 2:10 (without 10), ::5, or all (default)",
          &w->frames, NULL}},
        {1, {"json", 0, NULL, "print one JSON object and nothing else", NULL, &job->asked.json}},
        {1,
         {"quiet", 'q', NULL,
          counts ? "no report and no progress; with --count only the number" : "no report and no progress",
          NULL, &job->asked.quiet}},
    };
    return add(rows, sizeof rows / sizeof *rows, to);
}

size_t job_options(task_job *job, job_words *words, option_row rows[MOST_OPTIONS]) {
    size_t count = 0;
    if (job->task->takes & TAKES_CUTOFF)
        rows[count++] =
            (option_row){"cutoff",       'c', "R", "distances are less than this, in the units of the points",
                         &words->cutoff, NULL};
    if (job->task->options) count += job->task->options(job, rows + count);
    count += add_points(job, words, rows + count);
    count += add_further(job, rows + count);
    return count + add_run(job, words, rows + count);
}
