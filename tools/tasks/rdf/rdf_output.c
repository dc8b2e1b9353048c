/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The output of rdf: a row for each bin. */
#include "tasks/rdf/task_rdf.h"

#include <stdlib.h>

const io_array rdf_written[] = {{"r", NF_FLOAT64, 1, "r", 0},
                                {"g", NF_FLOAT64, 1, "g", 0},
                                {"counts", NF_UINT64, 1, "counts", 0},
                                {"within", NF_FLOAT64, 1, "within", 0}};
_Static_assert(sizeof rdf_written / sizeof *rdf_written == RDF_WRITTEN, "their number is told");

/* What --partial adds: of all points, and for each pair of types a column.  The last has one for each of both directions. */
static const io_array partial[] = {{"spread", NF_FLOAT64, 1, "spread", 0},
                                   {"partial_g", NF_FLOAT64, 0, "g", IO_MATRIX},
                                   {"partial_spread", NF_FLOAT64, 0, "spread", IO_MATRIX},
                                   {"partial_counts", NF_UINT64, 0, "counts", IO_MATRIX},
                                   {"partial_within", NF_FLOAT64, 0, "within", IO_MATRIX}};
enum { PARTIAL = sizeof partial / sizeof *partial, COLUMN = 2 * IO_TYPE_NAME + 16, WITHIN = PARTIAL - 1 };

/* The next pair of types whose columns an array has. */
static int next_column(const task_job *job, size_t array, uint32_t pair[2]) {
    if (array != WITHIN) return rdf_next_pair(job, pair);
    if (++pair[1] == rdf_types(job)) pair[1] = 0, pair[0]++;
    return pair[0] < rdf_types(job);
}

static int columns_of(const task_job *job, size_t array) {
    int count = 0;
    for (uint32_t pair[2] = {0, UINT32_MAX}; next_column(job, array, pair);) count++;
    return count;
}

/* The names of the columns, such as "g_Cl_Cl,g_Cl_Na,g_Na_Na,".  Each ends with a comma: a single name without one would be numbered. */
static char *heading_of(const task_job *job, size_t array) {
    char(*const names)[IO_TYPE_NAME] = job->filters.types.names;
    const size_t size = (size_t)columns_of(job, array) * COLUMN + 1;
    char *text = calloc(size, 1);
    size_t used = 0;
    for (uint32_t pair[2] = {0, UINT32_MAX}; text && next_column(job, array, pair);)
        used += (size_t)snprintf(text + used, size - used, "%s_%s_%s,", partial[array].heading,
                                 names[pair[0]], names[pair[1]]);
    return text;
}

size_t rdf_files(const task_job *job, io_array *files) {
    rdf_state *own = job->state;
    memcpy(files, rdf_written, sizeof rdf_written);
    if (!own->partial) return RDF_WRITTEN;
    memcpy(files + RDF_WRITTEN, partial, sizeof partial);
    for (size_t k = 1; k < PARTIAL; k++) {
        io_array *file = &files[RDF_WRITTEN + k];
        file->columns = columns_of(job, k);
        if (!own->headings[k - 1]) own->headings[k - 1] = heading_of(job, k);
        if (own->headings[k - 1]) file->heading = own->headings[k - 1];
    }
    return RDF_WRITTEN + PARTIAL;
}

/* The value of a curve that an array has in a bin, in eight bytes. */
static uint64_t value_of(const task_job *job, size_t array, const uint32_t pair[2], uint32_t k) {
    const rdf_curve *curve = &rdf_of(job)->curves[rdf_curve_of(job, pair[0], pair[1])];
    const double *const values[PARTIAL] = {NULL, curve->g, curve->spread, NULL,
                                           rdf_neighbours(job, pair[0], pair[1])};
    uint64_t value = curve->counts[k];
    if (values[array]) memcpy(&value, values[array] + k, sizeof value);
    return value;
}

/* The columns of an array side by side. */
static void *gather(const task_job *job, size_t array) {
    const size_t columns = (size_t)columns_of(job, array);
    uint64_t *values = malloc((size_t)rdf_of(job)->bins * columns * sizeof *values + 1), *to = values;
    for (uint32_t k = 0; values && k < rdf_of(job)->bins; k++)
        for (uint32_t pair[2] = {0, UINT32_MAX}; next_column(job, array, pair);)
            *to++ = value_of(job, array, pair, k);
    return values;
}

/* The names of the types, in their order, where the format has a place for them. */
static int describe_types(rdf_state *own, const task_job *job, io_sink *sink, text_problem *problem) {
    const point_types *t = &job->filters.types;
    own->types = types_list(t);
    if (!own->types)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the names of the types");
    own->types[strlen(own->types) - 1] = '\0'; /* the comma behind the last */
    if (strlen(own->types) > IO_LONGEST_TEXT)
        return problem_set(problem, EXIT_OTHER,
                           "the names of the types are longer than %d characters together", IO_LONGEST_TEXT);
    io_sink_describe(sink, &(io_attribute){.name = "types", .text = own->types});
    return 0;
}

static int write_all(io_sink *sink, const void *const *arrays, size_t count, uint64_t rows,
                     text_problem *problem) {
    const size_t together = io_sink_together(sink);
    for (size_t k = 0; k < count; k += together)
        if (io_sink_begin(sink, rows, problem) != 0 || io_sink_write(sink, arrays + k, rows, problem) != 0)
            return problem->code;
    return 0;
}

int rdf_write(task_job *job, io_sink *sink, text_problem *problem) {
    const rdf *about = rdf_of(job);
    const rdf_curve *all = &about->curves[0];
    const int is_partial = rdf_state_of(job)->partial;
    const void *arrays[RDF_WRITTEN + PARTIAL] = {about->r, all->g, all->counts, all->within[0], all->spread};
    void *gathered[PARTIAL] = {NULL};
    int failed = 0;
    for (size_t k = 1; k < PARTIAL && is_partial && !failed; k++) {
        arrays[RDF_WRITTEN + k] = gathered[k] = gather(job, k);
        if (!gathered[k]) failed = problem_set(problem, EXIT_MEMORY, "there is no memory for the output");
    }
    if (!failed && is_partial) failed = describe_types(job->state, job, sink, problem);
    if (!failed)
        failed = write_all(sink, arrays, RDF_WRITTEN + (is_partial ? PARTIAL : 0), about->bins, problem);
    for (size_t k = 0; k < PARTIAL; k++) free(gathered[k]);
    return failed;
}
