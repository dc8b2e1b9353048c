/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where the conventions for HDF5 files of particles put the points, and H5MD and MDTraj the box and the time of each frame. */
#ifndef NEARFIELD_FORMATS_HDF5_HDF5_CONVENTIONS_H
#define NEARFIELD_FORMATS_HDF5_HDF5_CONVENTIONS_H

#include "formats/frame.h"
#include "formats/hdf5/hdf5_file.h"

typedef enum io_hdf5_kind {
    IO_HDF5_OTHER,
    IO_HDF5_NAMED,    /* a dataset that is called points, positions, coordinates or xyz */
    IO_HDF5_SNAPSHOT, /* of GADGET, AREPO, SWIFT and others: /PartTypeN/Coordinates */
    IO_HDF5_H5MD,     /* /particles/GROUP/position/value of frames, or /particles/GROUP/position of one */
    IO_HDF5_MDTRAJ    /* /coordinates of frames */
} io_hdf5_kind;

/* The convention that a dataset with this path and number of axes follows. */
io_hdf5_kind io_hdf5_kind_of(const char *path, int rank);

/* How a dataset is stored. */
typedef struct io_hdf5_series {
    io_hdf5_kind kind;
    const char *path;
    int rank;        /* axes of the dataset */
    int has_frames;  /* the first axis is that of frames */
    uint64_t frames; /* 1 without */
} io_hdf5_series;

/* Looks up the dataset of this path, which must stay valid.  All return 0 or h->problem->code. */
int io_hdf5_look(const io_hdf5 *h, const char *path, io_hdf5_series *series);

/* Sets the box of a frame, whose points have this many dimensions, and adds units and time to its note.  For H5MD and MDTraj. */
int io_hdf5_frame_box(const io_hdf5 *h, const io_hdf5_series *series, uint64_t frame, int dims, io_frame *to);

/* Warns of what may be a box in a file that follows no convention: a dataset, a group or an attribute with the name of one at the
 * root, beside the points or on them. */
void io_hdf5_warn_of_box(const io_hdf5 *h, const io_hdf5_series *series, io_frame *to);

/* The folder of further datasets of the points, which ends with a slash. */
void io_hdf5_folder(const io_hdf5_series *series, char *folder, size_t size);

#endif
