/* The columns that were asked for by name, as a reader collects them beside the positions. */
#ifndef NEARFIELD_IO_NAMED_H
#define NEARFIELD_IO_NAMED_H

#include "rows.h"
#include "text.h"

enum { IO_NAMED_MOST = 16 };

typedef struct io_named_column {
    char name[IO_COLUMN_NAME];
    nf_type type; /* NF_FLOAT64 unless the reader says otherwise */
    int width;    /* values a point; 0 until the reader has found the column in the file */
    size_t at;    /* for the reader: where its first value stands in a line */
    io_rows rows;
} io_named_column;

typedef struct io_named {
    size_t count;
    io_named_column of[IO_NAMED_MOST];
} io_named;

/* Takes the names from in->options.  The functions return 0 or in->problem->code. */
int io_named_begin(io_input *in, io_named *named);

/* The column of this name, or NULL where it was not asked for. */
io_named_column *io_named_find(io_named *named, io_word name);

void io_named_place(io_named_column *column, size_t at, int width);

/* Refuses the file where a column that was asked for has no place in it. */
int io_named_check(io_input *in, const io_named *named);

/* Adds one point's values; refuses what is no number or not finite. */
int io_named_add(io_input *in, io_named_column *column, const double *values);
int io_named_add_words(io_input *in, io_named_column *column, const io_word *words);

/* Hands the columns over to the frame, or frees them when failed is not 0; returns failed or a problem's code. */
int io_named_finish(io_input *in, io_named *named, int failed, io_frame *frame);

#endif
