#include "task_options.h"

#include <stdio.h>

/* An option and its group; 0: every task takes it. */
typedef struct grouped_row {
    unsigned group;
    option_row row;
} grouped_row;

static size_t further_options(task_job *job, option_row *rows) {
    size_t count = 0;
    for (size_t k = 0; k < TASK_MORE; k++)
        if (job->task->takes & task_more[k].takes)
            rows[count++] =
                (option_row){.name = task_more[k].option, .help = task_more[k].help, .flag = &job->more[k]};
    return count;
}

/* The options of the task; their values are stored in the job and the words. */
size_t task_options(task_job *job, task_words *w, option_row rows[MOST_OPTIONS]) {
    const char **given = job->conditions.names;
    interaction *f = &job->interaction;
    snprintf(w->plot, sizeof w->plot, "draw %s to an .svg or .png", job->task->chart);
    const grouped_row all[] = {
        {TAKES_CUTOFF,
         {"cutoff", 'c', "R", "distances are less than this, in the units of the points", &w->cutoff, NULL}},
        {TAKES_K, {"k", 'k', "K", "neighbours of each point, 1 to 1024", &w->k, NULL}},
        {TAKES_K, {"include-self", 0, NULL, "a point is among its own neighbours", NULL, &job->include_self}},
        {TAKES_K, {"max-distance", 0, "R", "only neighbours closer than this", &w->max_distance, NULL}},
        {TAKES_LINKS,
         {"linking-length", 'l', "L", "points closer than this are linked", &w->linking_length, NULL}},
        {TAKES_LINKS,
         {"b", 'b', "B", "the same in mean spacings of the points in a periodic box, such as 0.2", &w->b,
          NULL}},
        {TAKES_LINKS,
         {"min-points", 0, "M", "DBSCAN: core points have M points within the length, themselves included",
          &w->min_points, NULL}},
        {TAKES_LINKS,
         {"min-members", 0, "M", "groups of the catalogue have M points at least; 20 by default",
          &w->min_members, NULL}},
        {TAKES_LINKS,
         {"catalogue", 0, "FILE", "write a row for each group: members, mass, centre, velocity, sizes",
          &job->side, NULL}},
        {TAKES_LINKS,
         {"masses", 0, "NAME", "the column of SOURCE with the masses; those of a snapshot by default",
          &job->masses, NULL}},
        {TAKES_LINKS,
         {"velocities", 0, "LIST", "its columns with the velocities (vx,vy,vz), likewise", &job->velocities,
          NULL}},
        {TAKES_FUNCTION,
         {"function", 0, "F", "a file in OpenCL C, such as force.cl, or one of the library's (below)",
          &f->function, NULL}},
        {TAKES_FUNCTION,
         {"param", 0, "NAME=X", "the value of a parameter of the function; any number of times",
          f->parameter_words, &f->parameter_count}},
        {TAKES_FUNCTION,
         {carrier_options[FOR_FIELDS], 0, "NAME=C",
          "what a field is: a number, a column of SOURCE or a file (FILE:COLUMN); any number of times",
          f->words[FOR_FIELDS], &f->word_counts[FOR_FIELDS]}},
        {TAKES_FUNCTION,
         {carrier_options[FOR_TABLES], 0, "NAME=T",
          "what a table is: numbers such as 1,0.7,0.7,2, or a file; any number of times",
          f->words[FOR_TABLES], &f->word_counts[FOR_TABLES]}},
        {TAKES_FUNCTION,
         {carrier_options[FOR_QUERY_FIELDS], 0, "NAME=C",
          "the same as --field for the query points, if it is not the same number or column",
          f->words[FOR_QUERY_FIELDS], &f->word_counts[FOR_QUERY_FIELDS]}},
        {TAKES_FUNCTION,
         {"strategy", 0, "S", "how neighbours are walked; chosen by default", &f->strategy, NULL}},
        {TAKES_FUNCTION,
         {"sum64", 0, NULL, "add contributions of single precision in double", NULL, &f->sum64}},
        {TAKES_FUNCTION,
         {"fast", 0, NULL, "the function's arithmetic may be less accurate; neighbours stay exact", NULL,
          &f->fast}},
        {TAKES_BINS,
         {"bins", 'b', "N", "bins of equal width below the cutoff; 200 by default", &w->bins, NULL}},
        {TAKES_PLOT, {"plot", 0, "FILE", w->plot, &job->plot, NULL}},
        {0, {"precision", 0, "P", "single or double; that of the file by default", &w->precision, NULL}},
        {0,
         {"box", 0, "B", "periodic cell: lengths 4,4,4; with angles 4,4,4,90,90,60; or rows of vectors",
          &w->box, NULL}},
        {0, {"periodic", 0, "AXES", "the periodic cell vectors, xyz, xy, z or none", &w->periodic, NULL}},
        {0, {"open", 0, NULL, "open space: ignore the box of the file", NULL, &job->box_options.open}},
        {TAKES_METHOD,
         {"cells-per-cutoff", 0, "C", "1, 2, 3 or auto; changes only the order of the pairs", &w->cells,
          NULL}},
        {TAKES_METHOD,
         {"method", 0, "M", "search, or potential: the baseline that stores every candidate", &w->method,
          NULL}},
        {TAKES_HALF, {"full", 0, NULL, "each pair in the rows of both points (default)", NULL, &job->full}},
        {TAKES_PAIRS,
         {"full", 0, NULL, "pairs are found once each; `nearfield lists --full` has both directions", NULL,
          NULL}},
        {TAKES_HALF, {"half", 0, NULL, "each pair once, in the row of the smaller index", NULL, &job->half}},
        {TAKES_QUERIES,
         {condition_options[OF_QUERIES], 0, "FILE",
          "points whose partners are found, in the place of those of SOURCE", &given[OF_QUERIES], NULL}},
        {TAKES_CONDITIONS,
         {condition_options[OF_RADII], 0, "FILE", "a radius for each point, which bounds the distance too",
          &given[OF_RADII], NULL}},
        {TAKES_CONDITIONS,
         {condition_options[OF_QUERY_RADII], 0, "FILE", "the same for the query points",
          &given[OF_QUERY_RADII], NULL}},
        {TAKES_CONDITIONS,
         {"radii-rule", 0, "RULE", "query: that of the row's point; sum, or larger: of both points",
          &w->radii_rule, NULL}},
        {TAKES_CONDITIONS, {"min-distance", 0, "R", "distances are at least this", &w->min_distance, NULL}},
        {TAKES_CONDITIONS,
         {condition_options[OF_EXCLUDE], 0, "FILE", "pairs of indices that are left out, such as bonds",
          &given[OF_EXCLUDE], NULL}},
        {TAKES_SORTED, {"sorted", 0, NULL, "pairs, or each row, in ascending order", NULL, &job->sorted}},
        {0, {NULL, 0, NULL, NULL, NULL, NULL}}, /* the further arrays of the task */
        {0,
         {"device", 'd', "X",
          !(job->task->takes & TAKES_FUNCTION)
              ? "index or part of a name (nearfield devices), or host for plain C"
              : "index or part of a name (nearfield devices)",
          &job->device, NULL}},
        {TAKES_BUDGET,
         {"memory", 0, "BYTES", "write in chunks that need less device memory than this: 500M, 1.5GiB",
          &w->memory, NULL}},
        {TAKES_COUNT, {"count", 0, NULL, "only count them", NULL, &job->count_only}},
        {TAKES_FUNCTION,
         {"verify", 0, NULL, "compare sums of a function of the library with those of plain C", NULL,
          &job->verify}},
        {TAKES_VERIFY,
         {"verify", 0, NULL, "compare every byte with the result of plain C", NULL, &job->verify}},
        {0,
         {"repeat", 0, "N", "search N times; the times are those of the median search, without the first",
          &w->repeat, NULL}},
        {0,
         {"output", 'o', "FILE", "write the result; - is standard output and prints no report", &job->output,
          NULL}},
        {0,
         {"output-format", 0, "F",
          "the format of the result; by default from the name of FILE, and csv (of lists json) for -",
          &job->output_format, NULL}},
        {0, {"format", 'f', "F", "the format of SOURCE; by default from its name", &job->format, NULL}},
        {0,
         {"columns", 0, "LIST",
          "of a table, .npy or HDF5: 2,3,4 by position from 1; x,y,z by heading (\"2\" or name:2 for a "
          "number)",
          &job->columns, NULL}},
        {0,
         {"array", 0, "NAME", "of an .npz or HDF5: the array that holds the points; FILE:NAME does the same",
          &job->array, NULL}},
        {0,
         {"frames", 0, "A:B:C", "of a file with several: 4, 2:10 (without 10), ::5, or all (default)",
          &w->frames, NULL}},
        {0, {"json", 0, NULL, "print one JSON object and nothing else", NULL, &job->json}},
        {0,
         {"quiet", 'q', NULL,
          job->task->takes & TAKES_COUNT ? "no report and no progress; with --count only the number"
                                         : "no report and no progress",
          NULL, &job->quiet}},
    };
    _Static_assert(sizeof all / sizeof *all + TASK_MORE <= MOST_OPTIONS, "a task may take every option");
    size_t count = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!all[k].row.name) count += further_options(job, rows + count);
        else if (!all[k].group || job->task->takes & all[k].group) rows[count++] = all[k].row;
    return count;
}
