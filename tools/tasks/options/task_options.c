/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/options/task_options.h"

#include <stddef.h>
#include <stdio.h>

/* Where the value of an option is stored. */
typedef struct value_place {
    enum { IN_NOTHING, IN_JOB, IN_WORDS } in;
    size_t at;
} value_place;

#define NOWHERE                                                                                              \
    { IN_NOTHING, 0 }
#define JOB(member)                                                                                          \
    { IN_JOB, offsetof(task_job, member) }
#define WORD(member)                                                                                         \
    { IN_WORDS, offsetof(task_words, member) }

/* An option of the tasks that take `group`, or of all if it is 0, but not of those that take `without`. */
typedef struct grouped_row {
    unsigned group, without;
    const char *const *
        named; /* where its name is; NULL: it is `name`.  Without either, the further arrays of the task stand here */
    const char *name;
    char letter;
    const char *value;
    const char *help; /* NULL: words->plot */
    value_place text, flag;
} grouped_row;

static const grouped_row all[] = {
    {TAKES_CUTOFF, 0, NULL, "cutoff", 'c', "R", "distances are less than this, in the units of the points",
     WORD(cutoff), NOWHERE},
    {TAKES_K, 0, NULL, "k", 'k', "K", "neighbours of each point, 1 to 1024", WORD(k), NOWHERE},
    {TAKES_K, 0, NULL, "include-self", 0, NULL, "a point is among its own neighbours", NOWHERE,
     JOB(include_self)},
    {TAKES_K, 0, NULL, "max-distance", 0, "R", "only neighbours closer than this", WORD(max_distance),
     NOWHERE},
    {TAKES_LINKS, 0, NULL, "linking-length", 'l', "L", "points closer than this are linked",
     WORD(linking_length), NOWHERE},
    {TAKES_LINKS, 0, NULL, "b", 'b', "B",
     "the same in mean spacings of the points in a periodic box, such as 0.2", WORD(b), NOWHERE},
    {TAKES_LINKS, 0, NULL, "min-points", 0, "M",
     "DBSCAN: core points have M points within the length, themselves included", WORD(min_points), NOWHERE},
    {TAKES_LINKS, 0, NULL, "min-members", 0, "M",
     "groups of the catalogue have M points at least; 20 by default", WORD(min_members), NOWHERE},
    {TAKES_LINKS, 0, NULL, "catalogue", 0, "FILE",
     "write a row for each group: members, mass, centre, velocity, sizes", JOB(side), NOWHERE},
    {TAKES_LINKS, 0, NULL, "masses", 0, "NAME",
     "the column of SOURCE with the masses; those of a snapshot by default", JOB(masses), NOWHERE},
    {TAKES_LINKS, 0, NULL, "velocities", 0, "LIST", "its columns with the velocities (vx,vy,vz), likewise",
     JOB(velocities), NOWHERE},
    {TAKES_FUNCTION, 0, NULL, "function", 0, "F",
     "a file in OpenCL C, such as force.cl, or one of the library's (below)", JOB(interaction.function),
     NOWHERE},
    {TAKES_FUNCTION, 0, NULL, "param", 0, "NAME=X",
     "the value of a parameter of the function; any number of times",
     JOB(interaction.named[OF_PARAMETERS].words), JOB(interaction.named[OF_PARAMETERS].count)},
    {TAKES_FUNCTION, 0, &carrier_options[FOR_FIELDS], NULL, 0, "NAME=C",
     "what a field is: a number, a column of SOURCE or a file (FILE:COLUMN); any number of times",
     JOB(interaction.words[FOR_FIELDS]), JOB(interaction.word_counts[FOR_FIELDS])},
    {TAKES_FUNCTION, 0, &carrier_options[FOR_TABLES], NULL, 0, "NAME=T",
     "what a table is: numbers such as 1,0.7,0.7,2, or a file; any number of times",
     JOB(interaction.words[FOR_TABLES]), JOB(interaction.word_counts[FOR_TABLES])},
    {TAKES_FUNCTION, 0, &carrier_options[FOR_QUERY_FIELDS], NULL, 0, "NAME=C",
     "the same as --field for the query points, if it is not the same number or column",
     JOB(interaction.words[FOR_QUERY_FIELDS]), JOB(interaction.word_counts[FOR_QUERY_FIELDS])},
    {TAKES_FUNCTION, 0, NULL, "wanted", 0, "NAMES",
     "compute only these sums of the function, such as energies,virials", JOB(interaction.sums), NOWHERE},
    {TAKES_FUNCTION, 0, NULL, "strategy", 0, "S", "how neighbours are walked; chosen by default",
     JOB(interaction.strategy), NOWHERE},
    {TAKES_FUNCTION, 0, NULL, "range", 0, "NAME=X",
     "of --strategy symmetric: the largest absolute value of a sum; any number of times",
     JOB(interaction.named[OF_RANGES].words), JOB(interaction.named[OF_RANGES].count)},
    {TAKES_FUNCTION, 0, NULL, "sum64", 0, NULL, "add contributions of single precision in double", NOWHERE,
     JOB(interaction.sum64)},
    {TAKES_FUNCTION, 0, NULL, "fast", 0, NULL,
     "the function's arithmetic may be less accurate; neighbours stay exact", NOWHERE, JOB(interaction.fast)},
    {TAKES_BINS, 0, NULL, "bins", 'b', "N", "bins of equal width below the cutoff; 200 by default",
     WORD(bins), NOWHERE},
    {TAKES_PLOT, 0, NULL, "plot", 0, "FILE", NULL, JOB(plot), NOWHERE},
    {0, 0, NULL, "precision", 0, "P", "single or double; that of the file by default", WORD(precision),
     NOWHERE},
    {0, 0, NULL, "box", 0, "B",
     "periodic cell: lengths 4,4,4; with angles 4,4,4,90,90,60; or rows of vectors", WORD(box), NOWHERE},
    {0, 0, NULL, "periodic", 0, "AXES", "the periodic cell vectors, xyz, xy, z or none", WORD(periodic),
     NOWHERE},
    {0, 0, NULL, "open", 0, NULL, "open space: ignore the box of the file", NOWHERE, JOB(box_options.open)},
    {0, 0, NULL, "dims", 0, "D",
     "use only the first D coordinates, 1 to 3; the others must be the same for all points", WORD(dims),
     NOWHERE},
    {TAKES_METHOD, 0, NULL, "cells-per-cutoff", 0, "C",
     "1, 2, 3 or auto; changes only the order of the pairs", WORD(cells), NOWHERE},
    {TAKES_METHOD, 0, NULL, "method", 0, "M",
     "search, or potential: the baseline that stores every candidate", WORD(method), NOWHERE},
    {TAKES_HALF, 0, NULL, "full", 0, NULL, "each pair in the rows of both points (default)", NOWHERE,
     JOB(full)},
    {TAKES_PAIRS, 0, NULL, "full", 0, NULL,
     "pairs are found once each; `nearfield lists --full` has both directions", NOWHERE, NOWHERE},
    {TAKES_HALF, 0, NULL, "half", 0, NULL, "each pair once, in the row of the smaller index", NOWHERE,
     JOB(half)},
    {TAKES_QUERIES, 0, &condition_options[OF_QUERIES], NULL, 0, "FILE",
     "points whose partners are found, in the place of those of SOURCE", JOB(conditions.names[OF_QUERIES]),
     NOWHERE},
    {TAKES_CONDITIONS, 0, &condition_options[OF_RADII], NULL, 0, "FILE",
     "a radius for each point, which bounds the distance too", JOB(conditions.names[OF_RADII]), NOWHERE},
    {TAKES_CONDITIONS, 0, &condition_options[OF_QUERY_RADII], NULL, 0, "FILE",
     "the same for the query points", JOB(conditions.names[OF_QUERY_RADII]), NOWHERE},
    {TAKES_CONDITIONS, 0, NULL, "radii-rule", 0, "RULE",
     "query: that of the row's point; sum, or larger: of both points", WORD(radii_rule), NOWHERE},
    {TAKES_CONDITIONS, 0, NULL, "min-distance", 0, "R", "distances are at least this", WORD(min_distance),
     NOWHERE},
    {TAKES_CONDITIONS, 0, &condition_options[OF_EXCLUDE], NULL, 0, "FILE",
     "pairs of indices that are left out, such as bonds", JOB(conditions.names[OF_EXCLUDE]), NOWHERE},
    {TAKES_SORTED, 0, NULL, "sorted", 0, NULL, "pairs, or each row, in ascending order", NOWHERE,
     JOB(sorted)},
    {0, 0, NULL, NULL, 0, NULL, NULL, NOWHERE, NOWHERE},
    {TAKES_K, 0, NULL, "neighbours", 0, NULL, "write the neighbours beside these numbers of each point",
     NOWHERE, JOB(neighbours)},
    {0, TAKES_FUNCTION, NULL, "device", 'd', "X",
     "index or part of a name (nearfield devices), or host for plain C", JOB(device), NOWHERE},
    {TAKES_FUNCTION, 0, NULL, "device", 'd', "X", "index or part of a name (nearfield devices)", JOB(device),
     NOWHERE},
    {TAKES_BUDGET, 0, NULL, "memory", 0, "BYTES",
     "write in chunks that need less device memory than this: 500M, 1.5GiB", WORD(memory), NOWHERE},
    {TAKES_COUNT, TAKES_HALF, NULL, "count", 0, NULL, "only count them", NOWHERE, JOB(count_only)},
    {TAKES_HALF, 0, NULL, "count", 0, NULL, "only count them; with --output, those of each point", NOWHERE,
     JOB(count_only)},
    {TAKES_FUNCTION, 0, NULL, "verify", 0, NULL,
     "compare the sums with those of plain C, or of your own function with those of another strategy",
     NOWHERE, JOB(verify)},
    {TAKES_VERIFY, 0, NULL, "verify", 0, NULL, "compare every byte with the result of plain C", NOWHERE,
     JOB(verify)},
    {0, 0, NULL, "repeat", 0, "N",
     "search N times; the times are those of the median search, without the first", WORD(repeat), NOWHERE},
    {0, 0, NULL, "output", 'o', "FILE", "write the result; - is standard output and prints no report",
     JOB(output), NOWHERE},
    {0, 0, NULL, "output-format", 0, "F",
     "the format of the result; by default from the name of FILE, and csv (of lists json) for -",
     JOB(output_format), NOWHERE},
    {0, 0, NULL, "format", 'f', "F", "the format of SOURCE; by default from its name", JOB(format), NOWHERE},
    {0, 0, NULL, "columns", 0, "LIST",
     "of a table, .npy or HDF5: 2,3,4 by position from 1; x,y,z by heading (\"2\" or name:2 for a "
     "number)",
     JOB(columns), NOWHERE},
    {0, 0, NULL, "array", 0, "NAME",
     "of an .npz or HDF5: the array that holds the points; FILE:NAME does the same", JOB(array), NOWHERE},
    {0, 0, NULL, "frames", 0, "A:B:C", "of a file with several: 4, 2:10 (without 10), ::5, or all (default)",
     WORD(frames), NOWHERE},
    {0, 0, NULL, "json", 0, NULL, "print one JSON object and nothing else", NOWHERE, JOB(json)},
    {TAKES_COUNT, 0, NULL, "quiet", 'q', NULL, "no report and no progress; with --count only the number",
     NOWHERE, JOB(quiet)},
    {0, TAKES_COUNT, NULL, "quiet", 'q', NULL, "no report and no progress", NOWHERE, JOB(quiet)},
};
_Static_assert(sizeof all / sizeof *all + TASK_MORE <= MOST_OPTIONS, "a task may take every option");

static size_t further_options(task_job *job, option_row *rows) {
    size_t count = 0;
    for (size_t k = 0; k < TASK_MORE; k++)
        if (job->task->takes & task_more[k].takes)
            rows[count++] =
                (option_row){.name = task_more[k].option, .help = task_more[k].help, .flag = &job->more[k]};
    return count;
}

static void *place_of(value_place place, task_job *job, task_words *words) {
    char *const bases[] = {[IN_NOTHING] = NULL, [IN_JOB] = (char *)job, [IN_WORDS] = (char *)words};
    return place.in == IN_NOTHING ? NULL : bases[place.in] + place.at;
}

static int is_taken(const grouped_row *row, unsigned takes) {
    return (!row->group || takes & row->group) && !(takes & row->without);
}

size_t task_options(task_job *job, task_words *words, option_row rows[MOST_OPTIONS]) {
    size_t count = 0;
    snprintf(words->plot, sizeof words->plot, "draw %s to an .svg or .png", job->task->chart);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const grouped_row *row = &all[k];
        const char *name = row->named ? *row->named : row->name;
        if (!name) count += further_options(job, rows + count);
        else if (is_taken(row, job->task->takes))
            rows[count++] = (option_row){.name = name,
                                         .letter = row->letter,
                                         .value = row->value,
                                         .help = row->help ? row->help : words->plot,
                                         .text = place_of(row->text, job, words),
                                         .flag = place_of(row->flag, job, words)};
    }
    return count;
}
