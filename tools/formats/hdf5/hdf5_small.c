/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/hdf5/hdf5_small.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 512, MOST_RANK = 32 };

static int select_frame(hid_t space, int rank, const hsize_t *shape, uint64_t frame) {
    hsize_t start[MOST_RANK] = {0}, count[MOST_RANK] = {0};
    memcpy(count, shape, (size_t)rank * sizeof *count);
    start[0] = frame;
    count[0] = 1;
    return H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0;
}

static int read_selected(const io_hdf5 *h, const char *path, hid_t set, hid_t space, io_hdf5_small *n,
                         int series, uint64_t frame) {
    hsize_t shape[MOST_RANK] = {0}, count = 1;
    const int rank = H5Sget_simple_extent_dims(space, shape, NULL);
    const hid_t type = H5Dget_type(set);
    const H5T_class_t class = H5Tget_class(type);
    (void)H5Tclose(type);
    if ((class != H5T_FLOAT && class != H5T_INTEGER) || rank < 0)
        return io_hdf5_fail(h, "%.200s holds no numbers.", path);
    if (series && rank == 0) return io_hdf5_fail(h, "%.200s has no axis of frames.", path);
    for (int k = series; k < rank; k++) count *= shape[k];
    n->count = count;
    n->frames = series ? shape[0] : 0;
    if (count < 1 || count > 9)
        return io_hdf5_fail(h, "%.200s has %llu numbers a frame.", path, (unsigned long long)count);
    if (series && frame >= shape[0])
        return io_hdf5_fail(h, "%.200s has %llu frames; frame %llu is needed.", path,
                            (unsigned long long)shape[0], (unsigned long long)frame);
    const hid_t memory = H5Screate_simple(1, &count, NULL);
    const int bad = (series && !select_frame(space, rank, shape, frame)) ||
                    H5Dread(set, H5T_NATIVE_DOUBLE, memory, series ? space : H5S_ALL, H5P_DEFAULT, n->of) < 0;
    const int failed = bad ? io_hdf5_broken(h, "numbers of a frame cannot be read") : 0;
    (void)H5Sclose(memory);
    return failed;
}

int io_hdf5_read_small(const io_hdf5 *h, const char *path, int series, uint64_t frame, io_hdf5_small *n) {
    const hid_t set = H5Oopen(h->file, path, H5P_DEFAULT);
    *n = (io_hdf5_small){.count = 0};
    if (set < 0 || H5Iget_type(set) != H5I_DATASET) {
        if (set >= 0) (void)H5Oclose(set);
        return io_hdf5_fail(h, "%.200s is not a dataset.", path);
    }
    const hid_t space = H5Dget_space(set);
    const int failed = read_selected(h, path, set, space, n, series, frame);
    (void)H5Sclose(space);
    (void)H5Oclose(set);
    return failed;
}

/* ---- steps and times ---------------------------------------------------------------------------------- */

int io_hdf5_clock(const io_hdf5 *h, const char *element, const char *clock, uint64_t frame, double *value,
                  int *has) {
    char path[PATH + 8];
    io_hdf5_small read = {.count = 0};
    double offset = 0;
    size_t count = 0;
    snprintf(path, sizeof path, "%.*s%s", (int)(strrchr(element, '/') - element) + 1, element, clock);
    *has = io_hdf5_has(h, path);
    if (!*has) return 0;
    const hid_t set = H5Dopen2(h->file, path, H5P_DEFAULT), space = set < 0 ? -1 : H5Dget_space(set);
    const int is_list = space >= 0 && H5Sget_simple_extent_ndims(space) > 0;
    if (space >= 0) (void)H5Sclose(space);
    if (set >= 0) (void)H5Dclose(set);
    if (io_hdf5_read_small(h, path, is_list, frame, &read) != 0 ||
        io_hdf5_numbers(h, path, "offset", H5T_NATIVE_DOUBLE, &offset, 1, &count) != 0)
        return h->problem->code;
    *value = is_list ? read.of[0] : offset + read.of[0] * (double)frame;
    return 0;
}

int io_hdf5_same_step(const io_hdf5 *h, const char *element, const char *points, uint64_t frame) {
    double step = 0, of_points = 0;
    int has = 0, points_have = 0;
    if (io_hdf5_clock(h, element, "step", frame, &step, &has) != 0 ||
        io_hdf5_clock(h, points, "step", frame, &of_points, &points_have) != 0)
        return h->problem->code;
    if (!has || !points_have || (step <= of_points && step >= of_points)) return 0;
    return io_hdf5_fail(h, "%.200s is of step %.15g in frame %llu, and %.200s of step %.15g.", element, step,
                        (unsigned long long)frame, points, of_points);
}
