/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The file of --catalogue: a row for each group.  Its arrays are one column each, so that they have the same names in every format. */
#include "tasks/fof/task_fof.h"

#include <stdlib.h>
#include <string.h>

enum { COMPONENTS = 3, MOST = 12 };

/* The columns, with their rows if there is a catalogue: `from` has `of` elements a row, of which a column is number `at`. */
typedef struct columns {
    io_array files[MOST];
    const void *from[MOST];
    int of[MOST], at[MOST];
    size_t count;
} columns;

static void add(columns *c, const char *name, nf_type type, const catalogue *from, nf_array array, int of,
                int at) {
    c->files[c->count] = (io_array){name, type, 1, name, 0};
    c->from[c->count] = from ? from->arrays[array] : NULL;
    c->of[c->count] = of;
    c->at[c->count++] = at;
}

/* Before there is a catalogue, all columns that there may be: how many dimensions there are, and whether velocities are missing, is known then. */
static void list(const task_job *job, columns *to) {
    static const char *const centre[] = {"x", "y", "z"}, *const velocity[] = {"vx", "vy", "vz"};
    const catalogue *c = fof_state_of(job)->groups.catalogue;
    const nf_type type = job->points.type;
    const int dims = c && job->points.dims < COMPONENTS ? job->points.dims : COMPONENTS;
    to->count = 0;
    add(to, "group", NF_INT32, c, NF_ARRAY_GROUPS, 1, 0);
    add(to, "members", NF_UINT32, c, NF_ARRAY_MEMBERS, 1, 0);
    add(to, "mass", type, c, NF_ARRAY_MASSES, 1, 0);
    for (int a = 0; a < dims; a++) add(to, centre[a], type, c, NF_ARRAY_CENTRES, dims, a);
    for (int a = 0; a < dims && (!c || fof_state_of(job)->groups.velocities.positions); a++)
        add(to, velocity[a], type, c, NF_ARRAY_VELOCITIES, dims, a);
    add(to, "inertia_radius", type, c, NF_ARRAY_INERTIA_RADII, 1, 0);
    add(to, "extent", type, c, NF_ARRAY_EXTENTS, 1, 0);
    add(to, "percolates", NF_UINT32, c, NF_ARRAY_PERCOLATES, 1, 0);
}

size_t fof_files(const task_job *job, io_array *files) {
    columns c;
    _Static_assert((int)MOST <= (int)IO_MOST_ARRAYS, "a file has room for the catalogue");
    list(job, &c);
    memcpy(files, c.files, c.count * sizeof *files);
    return c.count;
}

/* ---- attributes ------------------------------------------------------------------------------------------ */

static void describe(const task_job *job, io_sink *sink) {
    const nf_box *box = &job->box;
    const int dims = job->points.dims;
    io_attribute cell = {.name = "box", .type = NF_FLOAT64, .rank = 2, .size = dims},
                 origin = {.name = "origin", .type = NF_FLOAT64, .rank = 1, .size = dims},
                 periodic = {.name = "periodic", .type = NF_UINT32, .rank = 1, .size = dims},
                 length = {.name = "linking_length", .type = NF_FLOAT64},
                 spacings = {.name = "b", .type = NF_FLOAT64, .numbers = {fof_state_of(job)->linking_length}};
    const io_attribute version = {.name = "version", .text = nf_version()};
    int is_box = 0;
    for (int k = 0; k < dims; k++) {
        for (int a = 0; a < dims; a++) cell.numbers[k * dims + a] = box->cell[k][a];
        origin.numbers[k] = box->origin[k];
        periodic.numbers[k] = box->periodic[k] != 0;
        is_box |= box->periodic[k];
    }
    if (is_box) io_sink_describe(sink, &cell);
    if (is_box) io_sink_describe(sink, &origin);
    io_sink_describe(sink, &periodic);
    if (fof_state_of(job)->in_spacings) io_sink_describe(sink, &spacings);
    if (job->points.n || !fof_state_of(job)->in_spacings) { /* without points there is no spacing */
        length.numbers[0] = fof_length(job);
        io_sink_describe(sink, &length);
    }
    io_sink_describe(sink, &version);
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

/* Copies a column out of rows of several. */
static void copy(const columns *c, size_t k, uint64_t rows, char *to) {
    const size_t bytes = nf_type_bytes(c->files[k].type), stride = (size_t)c->of[k] * bytes;
    const char *from = (const char *)c->from[k] + (size_t)c->at[k] * bytes;
    for (uint64_t row = 0; row < rows; row++) memcpy(to + row * bytes, from + row * stride, bytes);
}

int fof_write(const task_job *job, io_sink *sink, text_problem *problem) {
    const uint64_t rows = fof_state_of(job)->groups.catalogue->count;
    const void *all[MOST];
    columns c;
    list(job, &c);
    const size_t each = (size_t)rows * sizeof(double), together = io_sink_together(sink);
    char *copies = malloc(c.count * each + 1);
    if (!copies)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the columns of the catalogue");
    for (size_t k = 0; k < c.count; k++) {
        all[k] = c.from[k];
        if (c.of[k] == 1 || !c.from[k]) continue;
        copy(&c, k, rows, copies + k * each);
        all[k] = copies + k * each;
    }
    problem->code = 0;
    for (size_t k = 0; k < c.count && !problem->code; k += together)
        if (io_sink_begin(sink, rows, problem) == 0) (void)io_sink_write(sink, all + k, rows, problem);
    describe(job, sink);
    free(copies);
    return problem->code;
}
