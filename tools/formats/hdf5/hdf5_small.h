/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Small arrays of a frame, and the steps and times of the frames of H5MD. */
#ifndef NEARFIELD_FORMATS_HDF5_HDF5_SMALL_H
#define NEARFIELD_FORMATS_HDF5_HDF5_SMALL_H

#include "formats/hdf5/hdf5_file.h"

/* A dataset of numbers of a frame, or of the file. */
typedef struct io_hdf5_small {
    double of[9];
    uint64_t count;
    uint64_t frames; /* 0 where it is not a series */
} io_hdf5_small;

/* All return 0 or h->problem->code.  With `series` the first axis of the dataset is that of frames. */
int io_hdf5_read_small(const io_hdf5 *h, const char *path, int series, uint64_t frame, io_hdf5_small *n);

/* Reads the "step" or "time" of a frame, which stands beside the dataset `element`: a list has one for each frame, and a single number
 * is that between frames, from its offset on.  *has is 0 where there is none. */
int io_hdf5_clock(const io_hdf5 *h, const char *element, const char *clock, uint64_t frame, double *value,
                  int *has);

/* Refuses a dataset whose frame is of another step than that of the points, where both have steps. */
int io_hdf5_same_step(const io_hdf5 *h, const char *element, const char *points, uint64_t frame);

#endif
