/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/hdf5/hdf5_beside.h"
#include "formats/hdf5/hdf5_small.h"
#include "formats/reader/ids.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
