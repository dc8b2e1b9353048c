/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A growing array of rows of one size.  It grows with the rows that are read, as the count in a header may be wrong. */
#ifndef NEARFIELD_FORMATS_READER_ROWS_H
#define NEARFIELD_FORMATS_READER_ROWS_H

#include "formats/reader/input.h"
#include "formats/frame.h"

typedef struct io_rows {
    unsigned char *data;
    size_t row_bytes;
    uint64_t n, capacity;
} io_rows;

/* Both return 0 or in->problem->code.  io_rows_room() makes room for at least one more row. */
int io_rows_room(io_rows *rows, io_input *in);
int io_rows_add(io_rows *rows, const void *row, io_input *in);

/* Moves the rows to a block of their size, which the caller frees.  NULL without memory, which is a problem. */
void *io_rows_take(io_rows *rows, io_input *in);

/* Moves the rows to the positions of the frame, or frees them when failed is not 0.  Returns failed, or the code of a
 * problem. */
int io_rows_finish(io_rows *rows, io_input *in, int failed, int dims, nf_type type, io_frame *frame);

#endif
