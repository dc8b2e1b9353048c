/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the rows of a dataset. */
#include "formats/hdf5/hdf5_rows.h"

#include "formats/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 22, LARGEST_BLOCK = 1 << 28, MOST_RANK = 32 };

/* A dataset, or a frame of it: n rows of `width` numbers. */
typedef struct dataset {
    const io_hdf5 *h;
    hid_t id, space;
    hsize_t shape[MOST_RANK];
    int rank, lead; /* lead: 1 where the first axis is that of frames */
    uint64_t frame, n, width;
    nf_type type;
    int integers;
} dataset;

/* ---- a dataset ---------------------------------------------------------------------------------------- */

static int check_type(dataset *d, const char *path, int integers) {
    const hid_t type = H5Dget_type(d->id);
    const H5T_class_t class = H5Tget_class(type);
    const size_t bytes = H5Tget_size(type);
    (void)H5Tclose(type);
    d->integers = class == H5T_INTEGER;
    d->type = bytes <= 4 && !d->integers ? NF_FLOAT32 : NF_FLOAT64;
    if ((class == H5T_FLOAT || (d->integers && integers)) && bytes <= 8) return 0;
    return io_hdf5_fail(d->h, "%s holds %s; points are floats of 32 or 64 bits.", path,
                        class == H5T_FLOAT      ? "floats of more than 64 bits"
                        : class == H5T_INTEGER  ? "integers"
                        : class == H5T_COMPOUND ? "records with fields"
                                                : "elements that are no numbers");
}

static int check_dataset(dataset *d, const io_hdf5_rows *p, int integers) {
    const char *path = p->path;
    if (H5Iget_type(d->id) != H5I_DATASET)
        return io_hdf5_fail(d->h, "%s is a group, not a dataset; choose one of its datasets.", path);
    d->space = H5Dget_space(d->id);
    d->rank = H5Sget_simple_extent_dims(d->space, d->shape, NULL);
    d->lead = p->has_frames;
    d->frame = p->frame;
    if (d->rank < 1 + d->lead || d->rank > 2 + d->lead)
        return io_hdf5_fail(d->h, "%s has %d axes; points are n x 1, n x 2 or n x 3.", path, d->rank);
    if (d->lead && d->frame >= d->shape[0])
        return io_hdf5_fail(d->h, "%s has %llu frames; frame %llu is needed.", path,
                            (unsigned long long)d->shape[0], (unsigned long long)d->frame);
    d->n = d->shape[d->lead];
    d->width = d->rank > 1 + d->lead ? d->shape[1 + d->lead] : 1;
    if (d->n > IO_MAX_POINTS)
        return io_hdf5_fail(d->h, "%s has %llu points; at most %llu can be read.", path,
                            (unsigned long long)d->n, (unsigned long long)IO_MAX_POINTS);
    return check_type(d, path, integers);
}

/* The shape of the dataset's chunks; 0 where its rows are stored one behind the other. */
static H5D_layout_t layout_of(const dataset *d, hsize_t chunk[MOST_RANK]) {
    const hid_t made = H5Dget_create_plist(d->id);
    const H5D_layout_t layout = H5Pget_layout(made);
    if (layout == H5D_CHUNKED) (void)H5Pget_chunk(made, MOST_RANK, chunk);
    (void)H5Pclose(made);
    return layout;
}

static int has_all_chunks(const dataset *d, const hsize_t chunk[MOST_RANK]) {
#if H5_VERSION_GE(1, 10, 5)
    hsize_t stored = 0, needed = 1;
    for (int k = 0; k < d->rank; k++) {
        if (chunk[k] == 0 || d->shape[k] == 0) return 0;
        needed *= (d->shape[k] - 1) / chunk[k] + 1;
    }
    if (H5Dget_num_chunks(d->id, d->space, &stored) < 0) return 0;
    return stored == needed;
#else
    return chunk[0] > 0 && H5Dget_storage_size(d->id) > 0;
#endif
}

/* Whether all values are in the file.  libhdf5 makes up those that are not, of any number that a header claims, and those of a
 * virtual dataset whose files are missing. */
static int check_layout(const dataset *d, const char *path, uint64_t *chunk_rows) {
    hsize_t chunk[MOST_RANK] = {0};
    H5D_space_status_t status = H5D_SPACE_STATUS_ERROR;
    const H5D_layout_t layout = layout_of(d, chunk);
    *chunk_rows = chunk[d->lead] > 0 ? chunk[d->lead] : 1;
    if (d->n == 0 || d->frame > 0) return 0; /* all frames were looked at with the first */
    if (layout == H5D_VIRTUAL)
        return io_hdf5_fail(d->h, "%s is virtual: its points are in other files; read those.", path);
    if (layout == H5D_CHUNKED
            ? has_all_chunks(d, chunk)
            : H5Dget_space_status(d->id, &status) >= 0 && status == H5D_SPACE_STATUS_ALLOCATED)
        return 0;
    return io_hdf5_fail(d->h, "%s has %llu points, but not all of them are in the file.", path,
                        (unsigned long long)d->n);
}

/* Whole chunks are read, as each is unpacked as a whole. */
static uint64_t rows_at_once(const dataset *d, uint64_t chunk_rows) {
    const uint64_t width = d->width ? d->width : 1;
    const uint64_t row_bytes = width * nf_type_bytes(d->type), target = BLOCK / row_bytes + 1;
    uint64_t rows = chunk_rows >= target ? chunk_rows : target / chunk_rows * chunk_rows;
    if (rows > LARGEST_BLOCK / row_bytes + 1) rows = LARGEST_BLOCK / row_bytes + 1;
    return rows < d->n ? rows : d->n;
}

static int read_block(const dataset *d, uint64_t first, uint64_t count, void *block) {
    const hsize_t begin[2] = {first, 0}, length[2] = {count, d->width};
    hsize_t start[MOST_RANK] = {d->frame}, shape[MOST_RANK] = {1};
    for (int k = d->lead; k < d->rank; k++) start[k] = begin[k - d->lead], shape[k] = length[k - d->lead];
    const hid_t memory = H5Screate_simple(2, length, NULL);
    const hid_t type = d->type == NF_FLOAT32 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
    const int bad = H5Sselect_hyperslab(d->space, H5S_SELECT_SET, start, NULL, shape, NULL) < 0 ||
                    H5Dread(d->id, type, memory, d->space, H5P_DEFAULT, block) < 0;
    const int failed = bad ? io_hdf5_broken(d->h, "its points cannot be read") : 0;
    (void)H5Sclose(memory);
    return failed;
}

/* Adds the chosen columns of `count` rows from `first` on. */
static int add_rows(io_hdf5_rows *p, const dataset *d, const unsigned char *from, uint64_t first,
                    uint64_t count) {
    const size_t bytes = nf_type_bytes(d->type);
    double doubles[IO_MOST_COORDINATES] = {0};
    float floats[IO_MOST_COORDINATES] = {0};
    void *row = d->type == NF_FLOAT32 ? (void *)floats : (void *)doubles;
    for (uint64_t i = 0; i < count; i++, from += d->width * bytes) {
        const char *why = NULL;
        for (int k = 0; k < p->columns.dims; k++) {
            memcpy((char *)row + (size_t)k * bytes, from + p->columns.at[k] * bytes, bytes);
            if (!isfinite(d->type == NF_FLOAT32 ? (double)floats[k] : doubles[k])) why = "is not finite";
            /* From 2^53 on a double does not hold every integer. */
            else if (d->integers && fabs(doubles[k]) >= 0x1p53) why = "is an integer of 2^53 or more";
        }
        if (why)
            return io_hdf5_fail(d->h, "row %llu (from 0) of %s has %s that %s.",
                                (unsigned long long)first + i, p->path, p->value, why);
        if (io_rows_add(&p->rows, row, p->in) != 0) return p->in->problem->code;
    }
    return 0;
}

static int read_rows(io_hdf5_rows *p, const dataset *d) {
    uint64_t chunk_rows = 1;
    if (check_layout(d, p->path, &chunk_rows) != 0) return d->h->problem->code;
    const uint64_t most = rows_at_once(d, chunk_rows);
    unsigned char *block = malloc((size_t)(most * d->width) * nf_type_bytes(d->type) + 1);
    if (!block) return problem_set(p->in->problem, EXIT_MEMORY, "%s: not enough memory.", d->h->name);
    int failed = 0;
    for (uint64_t first = 0; first < d->n && !failed; first += most) {
        const uint64_t count = d->n - first < most ? d->n - first : most;
        failed = read_block(d, first, count, block);
        if (!failed) failed = add_rows(p, d, block, first, count);
    }
    free(block);
    return failed;
}

/* The first dataset says what the points are; those of the other files of a snapshot must be alike. */
static int take_shape(io_hdf5_rows *p, const dataset *d) {
    char shape[60];
    if (p->type != NF_TYPE_NONE) {
        if (p->type == d->type && p->width == d->width) return 0;
        return io_hdf5_fail(d->h, "%s has another type or number of columns than in the files before.",
                            p->path);
    }
    p->type = d->type;
    if (p->columns.dims > 0 && p->width != d->width)
        return io_hdf5_fail(d->h, "%s has %llu column%s; %llu are expected beside the points.", p->path,
                            (unsigned long long)d->width, d->width == 1 ? "" : "s",
                            (unsigned long long)p->width);
    p->width = d->width;
    if (p->beside && d->width > IO_USUAL_COORDINATES)
        return io_hdf5_fail(d->h, "%s has %llu columns; at most 3 can be read beside the points.", p->path,
                            (unsigned long long)d->width);
    for (int k = 0; p->beside && k < (int)d->width; k++) p->columns.at[p->columns.dims++] = (size_t)k;
    snprintf(shape, sizeof shape, "%llu x %llu", (unsigned long long)d->n, (unsigned long long)d->width);
    if (p->columns.dims == 0 &&
        io_choose_of_array(p->in, shape, d->width, &p->columns, p->note, sizeof p->note) != 0)
        return p->in->problem->code;
    p->rows.row_bytes = (size_t)p->columns.dims * nf_type_bytes(p->type);
    return 0;
}

int io_hdf5_read_rows(io_hdf5_rows *p, const io_hdf5 *h) {
    dataset d = {.h = h, .space = -1, .id = H5Oopen(h->file, p->path, H5P_DEFAULT)};
    if (d.id < 0) return io_hdf5_broken(h, "the dataset cannot be opened");
    int failed = check_dataset(&d, p, p->in->options->integers || p->beside || p->integers);
    if (!failed) failed = take_shape(p, &d);
    if (!failed) failed = read_rows(p, &d);
    if (d.space >= 0) (void)H5Sclose(d.space);
    (void)H5Oclose(d.id);
    return failed;
}
