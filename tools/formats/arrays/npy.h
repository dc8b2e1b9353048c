/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The header of an .npy file: what its bytes are, and which of them are the points. */
#ifndef NEARFIELD_FORMATS_ARRAYS_NPY_H
#define NEARFIELD_FORMATS_ARRAYS_NPY_H

#include "formats/tables/columns.h"

#include <nearfield/types.h>

typedef enum io_npy_kind { IO_NPY_OTHER, IO_NPY_FLOATING, IO_NPY_SIGNED, IO_NPY_UNSIGNED } io_npy_kind;

/* A number in the file.  IO_NPY_OTHER is no number that can be a coordinate. */
typedef struct io_npy_element {
    io_npy_kind kind;
    size_t bytes;
    int big; /* big-endian */
} io_npy_element;

/* In C order the file has n records, one behind the other; in Fortran order it has `width` columns of n elements. */
typedef struct io_npy {
    uint64_t n;
    size_t record; /* bytes */
    int fortran;
    size_t width;
    int dims;
    nf_type type;                                /* of the points: NF_FLOAT32 if all coordinates are */
    io_npy_element element[IO_MOST_COORDINATES]; /* of the coordinates */
    size_t at[IO_MOST_COORDINATES]; /* their offsets in a record; in Fortran order, their columns */
    char note[160];                 /* which they are, if names or --columns chose them */
} io_npy;

enum { IO_NPY_RECORD = 1 << 18 }; /* the longest record */

/* Reads the header, and chooses the coordinates.  Returns 0 or in->problem->code. */
int io_npy_read_header(io_input *in, io_npy *npy);

/* Parses the type of an element, such as '<f8' with its quotes.  Returns the text behind it, or NULL where it is none. */
const char *io_npy_element_of(const char *text, io_npy_element *element);

/* Chooses the coordinates among the fields of records: [('x', '<f8'), ...].  Returns 0 or in->problem->code. */
int io_npy_choose_fields(io_input *in, const char *list, io_npy *npy);

#endif
