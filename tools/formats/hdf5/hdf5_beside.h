/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Datasets of the group of the points that are read with them: the masses, or the MassTable of the header, and the velocities of a snapshot's
 * particles, and those that are asked for by name. */
#ifndef NEARFIELD_FORMATS_HDF5_HDF5_BESIDE_H
#define NEARFIELD_FORMATS_HDF5_HDF5_BESIDE_H

#include "formats/hdf5/hdf5_rows.h"
#include "formats/reader/rows.h"

enum { IO_HDF5_MASSES, IO_HDF5_VELOCITIES, IO_HDF5_BESIDE };

typedef struct io_hdf5_beside {
    io_hdf5_rows of[IO_HDF5_BESIDE + IO_NAMED_MOST];
    io_named named;            /* the names of those behind the first */
    char folder[IO_HDF5_PATH]; /* where they are; it ends with a slash */
} io_hdf5_beside;

/* Takes the names from the options.  Returns 0 or a problem's code, as the others do. */
int io_hdf5_beside_begin(io_hdf5_beside *beside, io_input *in);

/* Adds those of a file whose points have been added.  Masses and velocities that the first file with points does not have are left out. */
int io_hdf5_beside_add(io_hdf5_beside *beside, const io_hdf5_rows *points, const io_hdf5 *h,
                       const io_hdf5_header *header);

/* Moves them to columns of the frame, or frees them when failed is not 0, which is returned then. */
int io_hdf5_beside_finish(io_hdf5_beside *beside, io_input *in, int failed, io_frame *frame);

/* Puts the particles of H5MD, and what is read beside them, in ascending order of their ids, also where each frame has them in an order
 * of its own.  hdf5_ids.c */
int io_hdf5_sort_by_ids(io_hdf5_rows *points, io_hdf5_beside *beside, const io_hdf5 *h);

#endif
