/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Collects the columns that were asked for by name while a reader reads the positions. */
#ifndef NEARFIELD_FORMATS_READER_NAMED_H
#define NEARFIELD_FORMATS_READER_NAMED_H

#include "formats/reader/rows.h"
#include "text/words.h"

enum { IO_NAMED_MOST = 16 };

typedef struct io_named_column {
    char name[IO_COLUMN_NAME];
    nf_type type; /* NF_FLOAT64 unless the reader changes it */
    int width;    /* values per point; 0 until the reader finds the column in the file */
    size_t at;    /* for the reader: the position of its first value in a line */
    io_rows rows;
} io_named_column;

typedef struct io_named {
    size_t count;
    io_named_column of[IO_NAMED_MOST];
} io_named;

/* Reads the names from in->options.  The functions return 0 or in->problem->code. */
int io_named_begin(io_input *in, io_named *named);

/* The column of this name, or NULL when it was not asked for. */
io_named_column *io_named_find(io_named *named, span name);

/* Tells where a column is; refuses a file that has it twice. */
int io_named_place(io_input *in, io_named_column *column, size_t at, int width);

/* Refuses a file without one of the columns. */
int io_named_check(io_input *in, const io_named *named);

/* Add the values of one point; refuse what is not a finite number. */
int io_named_add(io_input *in, io_named_column *column, const double *values);
int io_named_add_words(io_input *in, io_named_column *column, const span *words);

/* Moves the columns to the frame, or frees them when failed is not 0.  Returns failed, or the code of a problem. */
int io_named_finish(io_input *in, io_named *named, int failed, io_frame *frame);

#endif
