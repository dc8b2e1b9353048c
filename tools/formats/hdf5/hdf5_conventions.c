/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/hdf5/hdf5_conventions.h"

#include "formats/frame.h"
#include "formats/formats.h"
#include "formats/hdf5/hdf5_small.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 512, MOST_RANK = 32 };

/* ---- names -------------------------------------------------------------------------------------------- */

static int is_snapshot(const char *path) {
    int type = 0, length = 0;
    return sscanf(path, "/PartType%2d/%n", &type, &length) == 1 && length > 0 &&
           strcmp(path + length, "Coordinates") == 0;
}

/* The length of "/particles/GROUP/" in front of the rest; 0 in other paths. */
static size_t group_length(const char *path, const char *rest) {
    static const char particles[] = "/particles/";
    if (strncmp(path, particles, sizeof particles - 1) != 0) return 0;
    const char *slash = strchr(path + sizeof particles - 1, '/');
    return slash && strcmp(slash + 1, rest) == 0 ? (size_t)(slash + 1 - path) : 0;
}

io_hdf5_kind io_hdf5_kind_of(const char *path, int rank) {
    if (is_snapshot(path)) return IO_HDF5_SNAPSHOT;
    if (rank == 3 && strcmp(path, "/coordinates") == 0) return IO_HDF5_MDTRAJ;
    if (group_length(path, rank == 3 ? "position/value" : "position")) return IO_HDF5_H5MD;
    return io_names_points(strrchr(path, '/') + 1) ? IO_HDF5_NAMED : IO_HDF5_OTHER;
}

void io_hdf5_folder(const io_hdf5_series *series, char *folder, size_t size) {
    size_t length = group_length(series->path, series->has_frames ? "position/value" : "position");
    if (series->kind != IO_HDF5_H5MD || length == 0)
        length = (size_t)(strrchr(series->path, '/') - series->path) + 1;
    snprintf(folder, size, "%.*s", (int)length, series->path);
}

int io_hdf5_look(const io_hdf5 *h, const char *path, io_hdf5_series *series) {
    hsize_t shape[MOST_RANK] = {0};
    *series = (io_hdf5_series){.path = path, .frames = 1};
    if (!io_hdf5_has(h, path)) return io_hdf5_no_dataset(h, path);
    const hid_t object = H5Oopen(h->file, path, H5P_DEFAULT);
    if (object < 0) return io_hdf5_broken(h, "the dataset cannot be opened");
    if (H5Iget_type(object) == H5I_DATASET) {
        const hid_t space = H5Dget_space(object);
        series->rank = H5Sget_simple_extent_dims(space, shape, NULL);
        (void)H5Sclose(space);
    }
    (void)H5Oclose(object);
    series->kind = io_hdf5_kind_of(path, series->rank);
    series->has_frames =
        series->rank == 3 && (series->kind == IO_HDF5_H5MD || series->kind == IO_HDF5_MDTRAJ);
    if (series->has_frames) series->frames = shape[0];
    return series->frames > 0 ? 0 : io_hdf5_fail(h, "%s has no frame.", path);
}

/* ---- the box ------------------------------------------------------------------------------------------ */

/* The attribute unit of H5MD, or units of MDTraj; "" where there is none. */
static int read_unit(const io_hdf5 *h, const char *path, char unit[IO_HDF5_WORD]) {
    static const char *const names[] = {"unit", "units"};
    char words[1][IO_HDF5_WORD] = {""};
    size_t count = 0;
    for (int k = 0; k < 2 && count == 0; k++)
        if (io_hdf5_words(h, path, names[k], words, 1, &count) != 0) return h->problem->code;
    memcpy(unit, words[0], IO_HDF5_WORD);
    return 0;
}

/* A box in another unit than the points cannot be used, where both have one. */
static int check_unit(const io_hdf5 *h, const char *path, const char *points, io_frame *to) {
    char unit[IO_HDF5_WORD] = "", of_points[IO_HDF5_WORD] = "";
    if (!io_hdf5_has(h, path) || !io_box_is_periodic(&to->box)) return 0;
    if (read_unit(h, path, unit) != 0 || read_unit(h, points, of_points) != 0) return h->problem->code;
    if (*unit && *of_points && strcmp(unit, of_points) != 0)
        snprintf(to->box_fault, sizeof to->box_fault, "%.150s: %.80s is in %.30s, and %.80s in %.30s",
                 h->name, path, unit, points, of_points);
    return 0;
}

/* Edges are a length for each direction, or the vectors, row by row. */
static int take_edges(const io_hdf5 *h, const char *path, const io_hdf5_small *edges, int dims, nf_box *box) {
    const uint64_t d = (uint64_t)dims;
    if (edges->count != d && edges->count != d * d)
        return io_hdf5_fail(h, "%.200s has %llu numbers; %d lengths or %d x %d vectors are expected.", path,
                            (unsigned long long)edges->count, dims, dims, dims);
    for (int k = 0; k < dims; k++)
        for (int a = 0; a < dims; a++) {
            const double value = edges->count == d ? (a == k ? edges->of[k] : 0) : edges->of[k * dims + a];
            if (!isfinite(value) || (edges->count == d && value < 0))
                return io_hdf5_fail(h, "%.200s has the edge %g.", path, value);
            box->cell[k][a] = value;
        }
    return 0;
}

static int read_edges(const io_hdf5 *h, const char *box, const io_hdf5_series *series, uint64_t frame,
                      int dims, nf_box *to) {
    char path[PATH + 32];
    io_hdf5_small edges = {.count = 0};
    size_t count = 0;
    int failed = 0;
    snprintf(path, sizeof path, "%s/edges/value", box);
    const int moves = io_hdf5_has(h, path);
    if (!moves) snprintf(path, sizeof path, "%s/edges", box);
    if (io_hdf5_has(h, path)) failed = io_hdf5_read_small(h, path, moves, frame, &edges);
    else {
        failed = io_hdf5_numbers(h, box, "edges", H5T_NATIVE_DOUBLE, edges.of, 9, &count);
        edges.count = count;
    }
    if (failed || edges.count == 0) return failed;
    if (moves && edges.frames != series->frames)
        return io_hdf5_fail(h, "%.200s has %llu boxes, but %.200s has %llu frames.", path,
                            (unsigned long long)edges.frames, series->path,
                            (unsigned long long)series->frames);
    if (moves && io_hdf5_same_step(h, path, series->path, frame) != 0) return h->problem->code;
    return take_edges(h, path, &edges, dims, to);
}

/* The group of the box says which directions are periodic. */
static int read_h5md_box(const io_hdf5 *h, const io_hdf5_series *series, uint64_t frame, int dims,
                         io_frame *to) {
    char box[PATH], words[3][IO_HDF5_WORD];
    size_t count = 0;
    io_hdf5_folder(series, box, sizeof box - 4);
    memcpy(box + strlen(box), "box", sizeof "box");
    if (!io_hdf5_has(h, box)) {
        io_frame_warn(to, "%.200s is missing: space is open", box);
        return 0;
    }
    if (io_hdf5_words(h, box, "boundary", words, 3, &count) != 0) return h->problem->code;
    if (count > 1 && count != (size_t)dims)
        return io_hdf5_fail(h, "boundary of %.200s has %d words for %d directions.", box, (int)count, dims);
    for (int k = 0; k < dims && count; k++) {
        const char *word = words[count > 1 ? k : 0];
        to->box.periodic[k] = strcmp(word, "periodic") == 0;
        if (!to->box.periodic[k] && strcmp(word, "none") != 0)
            return io_hdf5_fail(h, "boundary of %.200s is '%.20s'; it is periodic or none.", box, word);
    }
    if (read_edges(h, box, series, frame, dims, &to->box) != 0) return h->problem->code;
    for (int k = 0; k < 2; k++) {
        char path[PATH + 16];
        snprintf(path, sizeof path, "%s/edges%s", box, k ? "/value" : "");
        if (check_unit(h, path, series->path, to) != 0) return h->problem->code;
    }
    if (count == 0)
        snprintf(to->box_fault, sizeof to->box_fault,
                 "%.150s: %.100s has no attribute boundary, which says what is periodic", h->name, box);
    return 0;
}

static int read_mdtraj_box(const io_hdf5 *h, const io_hdf5_series *series, uint64_t frame, io_frame *to) {
    static const char *const paths[] = {"/cell_lengths", "/cell_angles"};
    double cell[6];
    io_hdf5_small n = {.count = 0};
    if (!io_hdf5_has(h, paths[0])) return 0;
    for (int k = 0; k < 2; k++) {
        if (!io_hdf5_has(h, paths[k])) return io_hdf5_fail(h, "has %s, but no %s.", paths[0], paths[1]);
        if (io_hdf5_read_small(h, paths[k], 1, frame, &n) != 0) return h->problem->code;
        if (n.count != 3 || n.frames != series->frames)
            return io_hdf5_fail(h, "%s has not 3 numbers for each of the %llu frames.", paths[k],
                                (unsigned long long)series->frames);
        memcpy(cell + (ptrdiff_t)3 * k, n.of, 3 * sizeof *cell);
    }
    if (io_cell_from_angles(cell, to->box.cell) != NULL)
        snprintf(to->box_fault, sizeof to->box_fault, "%.200s: %s and %s of frame %llu are no cell", h->name,
                 paths[0], paths[1], (unsigned long long)frame);
    for (int k = 0; k < 3; k++) to->box.periodic[k] = 1;
    return check_unit(h, paths[0], series->path, to);
}

static herr_t see_link(hid_t group, const char *name, const H5L_info_t *link, void *found) {
    (void)group, (void)link;
    if (!io_names_box(name)) return 0;
    snprintf(found, PATH, "%.100s", name);
    return 1;
}

static herr_t see_attribute(hid_t object, const char *name, const H5A_info_t *about, void *found) {
    (void)object, (void)about;
    if (!io_names_box(name)) return 0;
    snprintf(found, PATH, "%.100s", name);
    return 1;
}

void io_hdf5_warn_of_box(const io_hdf5 *h, const io_hdf5_series *series, io_frame *to) {
    char folder[PATH], found[PATH] = "";
    io_hdf5_folder(series, folder, sizeof folder);
    const char *const places[] = {"/", folder, series->path};
    for (int k = 0; k < 3 && !*found; k++) {
        const hid_t object = H5Oopen(h->file, places[k], H5P_DEFAULT);
        if (object < 0) continue;
        if (H5Iget_type(object) == H5I_GROUP)
            (void)H5Literate(object, H5_INDEX_NAME, H5_ITER_INC, NULL, see_link, found);
        if (!*found) (void)H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, NULL, see_attribute, found);
        (void)H5Oclose(object);
        if (*found)
            io_frame_warn(to, "%s of %s is not read: give --box if it is the periodic box of the points",
                          found, places[k]);
    }
}

/* ---- the note ----------------------------------------------------------------------------------------- */

static int note_time(const io_hdf5 *h, const io_hdf5_series *series, uint64_t frame, io_frame *to) {
    double time = 0;
    int has = 0;
    if (series->has_frames && io_hdf5_clock(h, series->path, "time", frame, &time, &has) != 0)
        return h->problem->code;
    if (has) append(to->note, sizeof to->note, "", "; time %g", time);
    return 0;
}

static int note_unit(const io_hdf5 *h, const char *path, io_frame *to) {
    char unit[IO_HDF5_WORD] = "";
    if (read_unit(h, path, unit) != 0) return h->problem->code;
    if (*unit) append(to->note, sizeof to->note, "", "; in %s", unit);
    return 0;
}

int io_hdf5_frame_box(const io_hdf5 *h, const io_hdf5_series *series, uint64_t frame, int dims,
                      io_frame *to) {
    if (note_unit(h, series->path, to) != 0 || note_time(h, series, frame, to) != 0) return h->problem->code;
    return series->kind == IO_HDF5_H5MD ? read_h5md_box(h, series, frame, dims, to)
                                        : read_mdtraj_box(h, series, frame, to);
}
