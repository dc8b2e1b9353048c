/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/hdf5/hdf5_beside.h"

#include "formats/hdf5/hdf5_small.h"
#include "formats/reader/rows.h"
#include "formats/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *dataset, *column, *value;
} rows[IO_HDF5_BESIDE] = {[IO_HDF5_MASSES] = {"Masses", IO_COLUMN_MASSES, "a mass"},
                          [IO_HDF5_VELOCITIES] = {"Velocities", IO_COLUMN_VELOCITIES, "a velocity"}};

int io_hdf5_beside_begin(io_hdf5_beside *beside, io_input *in) { return io_named_begin(in, &beside->named); }

/* The path of a dataset of the folder of the points; a name that begins with a slash is a path.  Of H5MD it is a group of frames. */
static int take_path(io_hdf5_beside *beside, io_hdf5_rows *of, const char *name, const io_hdf5_rows *points,
                     const io_hdf5 *h) {
    const int used =
        snprintf(of->path, sizeof of->path - 6, "%s%s", *name == '/' ? "" : beside->folder, name);
    if (used >= (int)sizeof of->path - 6) return io_hdf5_fail(h, "the path of the dataset is too long.");
    memcpy(of->path + used, "/value", sizeof "/value");
    const int is_element = io_hdf5_has(h, of->path);
    if (!is_element) of->path[used] = '\0';
    of->frame = points->frame;
    of->has_frames = is_element || (points->has_frames && *beside->folder == '/' && !beside->folder[1]);
    return 0;
}

/* Velocities have the columns of the points, masses one, and others their own. */
static int begin(io_hdf5_beside *beside, int which, const io_hdf5_rows *points, const io_hdf5 *h) {
    io_hdf5_rows *of = &beside->of[which];
    of->in = points->in;
    of->beside = which >= IO_HDF5_BESIDE;
    if (of->beside) {
        of->value = "a number";
        return take_path(beside, of, beside->named.of[which - IO_HDF5_BESIDE].name, points, h);
    }
    of->value = rows[which].value;
    of->width = 1;
    of->columns = (io_columns){.dims = 1};
    if (which == IO_HDF5_VELOCITIES) {
        of->width = points->width;
        of->columns = points->columns;
    }
    return take_path(beside, of, rows[which].dataset, points, h);
}

/* Adds `count` times the mass that the header gives for all particles of the type. */
static int add_from_table(io_hdf5_rows *masses, double mass, uint64_t count, const io_hdf5 *h) {
    const float single = (float)mass;
    if (!isfinite(mass) || mass < 0)
        return io_hdf5_fail(
            h, "the MassTable of /Header has the mass %g; a mass is finite, and not negative.", mass);
    if (masses->type == NF_TYPE_NONE) masses->type = NF_FLOAT64;
    masses->rows.row_bytes = nf_type_bytes(masses->type);
    for (uint64_t k = 0; k < count; k++)
        if (io_rows_add(&masses->rows, masses->type == NF_FLOAT32 ? (const void *)&single : &mass,
                        masses->in) != 0)
            return masses->in->problem->code;
    return 0;
}

static int add(io_hdf5_beside *beside, int which, const io_hdf5_rows *points, const io_hdf5 *h,
               const io_hdf5_header *header) {
    io_hdf5_rows *of = &beside->of[which];
    const uint64_t before = of->rows.n, missing = points->rows.n - before;
    int failed = before == 0 ? begin(beside, which, points, h) : 0;
    if (!failed && io_hdf5_has(h, of->path)) {
        failed = of->has_frames ? io_hdf5_same_step(h, of->path, points->path, of->frame) : 0;
        if (!failed) failed = io_hdf5_read_rows(of, h);
    } else if (!failed && of->beside) failed = io_hdf5_no_dataset(h, of->path);
    else if (!failed && which == IO_HDF5_MASSES && header->mass != 0)
        failed = add_from_table(of, header->mass, missing, h);
    if (failed || of->rows.n == 0 || of->rows.n == points->rows.n) return failed;
    return io_hdf5_fail(h, "%s has %llu rows, but there are %llu points.", of->path,
                        (unsigned long long)(of->rows.n - before), (unsigned long long)missing);
}

int io_hdf5_beside_add(io_hdf5_beside *beside, const io_hdf5_rows *points, const io_hdf5 *h,
                       const io_hdf5_header *header) {
    int failed = 0;
    const int first = points->in->options->beside ? 0 : IO_HDF5_BESIDE;
    if (points->rows.n == 0) return 0;
    for (int k = first; k < IO_HDF5_BESIDE + (int)beside->named.count && !failed; k++)
        failed = add(beside, k, points, h, header);
    return failed;
}

static int give(io_hdf5_beside *beside, int which, io_input *in, io_frame *frame) {
    io_hdf5_rows *of = &beside->of[which];
    io_column *to = &frame->columns[frame->column_count];
    snprintf(to->name, sizeof to->name, "%s",
             of->beside ? beside->named.of[which - IO_HDF5_BESIDE].name : rows[which].column);
    to->type = of->type;
    to->width = of->columns.dims;
    to->data = io_rows_take(&of->rows, in);
    if (!to->data) return in->problem->code;
    frame->column_count++;
    return 0;
}

/* Moves those that were found. */
static int give_all(io_hdf5_beside *beside, io_input *in, io_frame *frame) {
    const int count = IO_HDF5_BESIDE + (int)beside->named.count;
    int failed = 0;
    frame->columns = calloc((size_t)count, sizeof *frame->columns);
    if (!frame->columns) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    for (int k = 0; k < count && !failed; k++)
        if (beside->of[k].rows.n > 0 || beside->of[k].beside) failed = give(beside, k, in, frame);
    return failed;
}

int io_hdf5_beside_finish(io_hdf5_beside *beside, io_input *in, int failed, io_frame *frame) {
    if (!failed && (in->options->beside || beside->named.count)) failed = give_all(beside, in, frame);
    for (int k = 0; k < IO_HDF5_BESIDE + IO_NAMED_MOST; k++) free(beside->of[k].rows.data);
    return failed;
}

/* The path of the ids of H5MD, of the frame or of all frames; "" where there are none. */
static int find_ids(const char *folder, const io_hdf5_rows *points, const io_hdf5 *h, io_hdf5_rows *of) {
    static const char *const names[] = {"id/value", "id"};
    for (int k = 0; k < 2; k++) {
        if (snprintf(of->path, sizeof of->path, "%s%s", folder, names[k]) >= (int)sizeof of->path)
            return io_hdf5_fail(h, "the path %.200s is too long.", folder);
        of->has_frames = k == 0;
        if (io_hdf5_has(h, of->path))
            return k == 0 ? io_hdf5_same_step(h, of->path, points->path, of->frame) : 0;
    }
    *of->path = '\0';
    return 0;
}

/* Refuses a column for all frames where each frame has the particles in an order of its own: its rows are of no frame. */
static int refuse_fixed(const io_hdf5_rows *column, const io_hdf5 *h, const io_hdf5_rows *ids) {
    if (column->has_frames) return 0;
    return io_hdf5_fail(
        h,
        "%.200s is the same in all frames, but by %.200s the particles of frame %llu are in another "
        "order: give it as a file, in ascending order of the ids.",
        column->path, ids->path, (unsigned long long)ids->frame);
}

int io_hdf5_sort_by_ids(io_hdf5_rows *p, io_hdf5_beside *beside, const io_hdf5 *h) {
    io_hdf5_rows of = {.in = p->in, .value = "an id", .beside = 1, .frame = p->frame};
    io_ids ids = {.ids = {.row_bytes = sizeof(int64_t)}};
    io_named named = beside->named;
    int failed = find_ids(beside->folder, p, h, &of);
    if (failed || !*of.path) return failed;
    failed = io_hdf5_read_rows(&of, h);
    if (!failed && (of.rows.n != p->rows.n || of.columns.dims != 1 || of.type != NF_FLOAT64))
        failed = io_hdf5_fail(h, "%s has not one integer for each of the %llu particles.", of.path,
                              (unsigned long long)p->rows.n);
    for (uint64_t k = 0; k < of.rows.n && !failed; k++) {
        double id = 0;
        memcpy(&id, of.rows.data + k * sizeof id, sizeof id);
        if (id < 0)
            failed = io_hdf5_fail(
                h, "row %llu (from 0) of %s is %g: numbers of particles that change are not read.",
                (unsigned long long)k, of.path, id);
        else failed = io_ids_add_number(&ids, (int64_t)id, p->in);
    }
    free(of.rows.data);
    for (size_t k = 0; k < named.count && !failed && of.has_frames && ids.unsorted; k++)
        failed = refuse_fixed(&beside->of[IO_HDF5_BESIDE + k], h, &of);
    for (size_t k = 0; k < named.count; k++) named.of[k].rows = beside->of[IO_HDF5_BESIDE + k].rows;
    failed = io_ids_sort(&ids, p->in, failed, &p->rows, &named);
    for (size_t k = 0; k < named.count; k++) beside->of[IO_HDF5_BESIDE + k].rows = named.of[k].rows;
    return failed;
}
