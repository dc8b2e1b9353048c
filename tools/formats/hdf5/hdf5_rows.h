/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The rows of a dataset, of one file or of the files of a snapshot together. */
#ifndef NEARFIELD_FORMATS_HDF5_HDF5_ROWS_H
#define NEARFIELD_FORMATS_HDF5_HDF5_ROWS_H

#include "formats/tables/columns.h"
#include "formats/hdf5/hdf5_file.h"
#include "formats/reader/rows.h"

enum { IO_HDF5_PATH = 256 };

typedef struct io_hdf5_rows {
    io_input *in;
    const char *value;       /* what the numbers are, for messages: "a coordinate" */
    char path[IO_HDF5_PATH]; /* of the dataset */
    int has_frames;          /* the first axis of the dataset is that of frames, of which this one is read: */
    uint64_t frame;
    int integers;       /* integers are read, too: the name of the dataset is that of points */
    int beside;         /* 1: numbers of any type beside the points, all columns of which are read */
    nf_type type;       /* NF_TYPE_NONE until a file has had the dataset */
    uint64_t width;     /* columns of the dataset */
    io_columns columns; /* those that are read.  Those of the options are chosen if dims is 0 */
    io_rows rows;
    char note[80];
} io_hdf5_rows;

/* Adds the rows of the dataset in a file.  Returns 0 or h->problem->code. */
int io_hdf5_read_rows(io_hdf5_rows *p, const io_hdf5 *h);

#endif
