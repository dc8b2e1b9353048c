/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What readers collect of a frame: positions, columns that were asked for by name, and the ids of atoms. */
#ifndef NEARFIELD_FORMATS_READER_ROWS_H
#define NEARFIELD_FORMATS_READER_ROWS_H

#include "formats/frame.h"
#include "formats/reader/input.h"
#include "text/words.h"

/* A growing array of rows of one size.  It grows with the rows that are read, as the count in a header may be wrong. */
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

/* ---- columns by name ---------------------------------------------------------------------------------- */

enum { IO_NAMED_MOST = 16 };

typedef struct io_named_column {
    char name[IO_COLUMN_NAME];
    nf_type type; /* NF_FLOAT64 unless the reader changes it; NF_INT32 of the types */
    int width;    /* values per point; 0 until the reader finds the column in the file */
    size_t at;    /* for the reader: the position of its first value in a line */
    io_rows rows;
    /* Of the types, which are words: those that were found, whose numbers are the values; of other columns NULL and 0. */
    char (*words)[IO_TYPE_NAME];
    uint32_t word_count;
} io_named_column;

/* The types, if they are asked for, stand behind the others, of which one may have the same name. */
typedef struct io_named {
    size_t count;
    io_named_column of[IO_NAMED_MOST + 1];
} io_named;

/* Reads the names from in->options.  The functions return 0 or in->problem->code. */
int io_named_begin(io_input *in, io_named *named);

/* The column of this name, or NULL when it was not asked for. */
io_named_column *io_named_find(io_named *named, span name);

/* Whether a column is that of the types. */
static inline int io_named_is_types(const io_named_column *column) { return column->type == NF_INT32; }

/* Tell where a column is, or all that have this name; refuse a file that has it twice. */
int io_named_place(io_input *in, io_named_column *column, size_t at, int width);
int io_named_place_all(io_input *in, io_named *named, span name, size_t at, int width);

/* Refuses a file without one of the columns. */
int io_named_check(io_input *in, const io_named *named);

/* Add the values of one point; refuse what is not a finite number, and types that have no name. */
int io_named_add(io_input *in, io_named_column *column, const double *values);
int io_named_add_words(io_input *in, io_named_column *column, const span *words);

/* Moves the column of the types to the frame. */
int io_named_give_types(io_input *in, io_named_column *from, io_frame *frame);

/* Moves the columns to the frame, or frees them when failed is not 0.  Returns failed, or the code of a problem. */
int io_named_finish(io_input *in, io_named *named, int failed, io_frame *frame);

/* ---- atoms in ascending order of their ids, so that a number means the same atom in every frame --------- */

/* The ids of the atoms in the order of the file, each in a line behind the one before.  Begins with .ids.row_bytes = 8 and
 * zeros. */
typedef struct io_ids {
    io_rows ids;         /* int64_t */
    uint64_t first_line; /* of the first atom */
    int unsorted;        /* an id is not above the one before */
} io_ids;

/* Both return 0 or in->problem->code.  io_ids_add() takes the id of the atom in the last line that was read. */
int io_ids_add(io_ids *ids, span word, io_input *in);

/* The same for ids that do not stand in lines. */
int io_ids_add_number(io_ids *ids, int64_t id, io_input *in);

/* Sorts positions and columns, which have a row for each id, or for none: no ids were added.  Does nothing where the ids
 * ascend.  Refuses an id that two atoms have.  Frees the ids, also when failed is not 0, which it returns then. */
int io_ids_sort(io_ids *ids, io_input *in, int failed, io_rows *positions, io_named *named);

#endif
