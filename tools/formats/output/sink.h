/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes the arrays of a result to a file, under a temporary name until it is complete. */
#ifndef NEARFIELD_FORMATS_OUTPUT_SINK_H
#define NEARFIELD_FORMATS_OUTPUT_SINK_H

#include "text/problem.h"

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

/* IO_OWN_ROWS: the number of rows is not that of the other arrays.  IO_MATRIX: rows are rows of a matrix, also those of one column. */
enum { IO_OWN_ROWS = 1, IO_MATRIX = 2 };

/* The shape of an array: rows of one or more elements, row-major. */
typedef struct io_array {
    const char *name; /* in an .npz; at most 32 characters */
    nf_type type;
    int columns;
    const char *
        heading; /* in a table: "i,j"; only the names of its columns are used.  One name of several columns, or of a matrix, is numbered */
    int flags;   /* IO_... */
} io_array;

enum { IO_MOST_ARRAYS = 17 };

/* What is true of all arrays: numbers, or a text.  A .npz has an array for each, HDF5 an attribute of the root group,
 * .json a member; .csv and .npy have no place for them that all readers skip. */
typedef struct io_attribute {
    const char *name; /* at most 32 characters; it and the text stay valid until commit or abandon */
    const char *text; /* at most IO_LONGEST_TEXT characters; NULL: there are numbers */
    nf_type type;     /* of the numbers in the file: NF_FLOAT64 or NF_UINT32 */
    int rank, size;   /* rank 0: one number, 1: `size` of them, 2: a matrix of size x size */
    double numbers[9];
} io_attribute;

enum { IO_MOST_ATTRIBUTES = 8, IO_LONGEST_TEXT = 1000 };

typedef struct io_sink io_sink;

typedef struct io_sink_format {
    const char *extension; /* without a dot */
    int streams; /* is written from its start to its end; another goes through a file to standard output */
    size_t most_arrays;
    int table; /* rows of all arrays stand side by side */
} io_sink_format;

/* Whether each row is a list of values, and not one value. */
int io_array_has_lists(const io_array *array);

/* The format of this index, or NULL behind the last. */
const io_sink_format *io_sink_format_at(size_t index);

/* Whether a format has room for these arrays. */
int io_sink_fits(const io_sink_format *format, const io_array *arrays, size_t count);

/* All return 0 or problem->code.
 *
 * Creates a temporary file for these arrays, which must stay valid until commit or abandon; types, columns and headings may
 * be set until io_sink_begin().  Call it before the work: it
 * refuses an unknown format, one that has no room for the arrays, and a target that cannot be written.  path "-" is
 * standard output.  format is an extension; NULL means that of path, or csv for standard output, or json
 * where the arrays do not fit into a table. */
int io_sink_open(const char *path, const char *format, const io_array *arrays, size_t count, io_sink **out,
                 text_problem *problem);

/* Before the first io_sink_begin(): only the first `count` arrays are written. */
void io_sink_narrow(io_sink *sink, size_t count);

/* Adds an attribute; before commit, which refuses more than IO_MOST_ATTRIBUTES. */
void io_sink_describe(io_sink *sink, const io_attribute *attribute);

/* How many arrays are written together, each io_sink_begin() being for so many: all of them in a table, otherwise one. */
size_t io_sink_together(const io_sink *sink);

/* Begins the next array or arrays, which have `rows` rows.  Those before must be complete. */
int io_sink_begin(io_sink *sink, uint64_t rows, text_problem *problem);

/* Writes the next `count` rows; `rows` has a pointer for each of the arrays that are written together. */
int io_sink_write(io_sink *sink, const void *const *rows, uint64_t count, text_problem *problem);

/* Renames the complete file to the target; every array must be complete.  Frees the sink and sets *sink to NULL, also
 * after a problem. */
int io_sink_commit(io_sink **sink, text_problem *problem);

/* Removes the temporary file and frees the sink; *sink may be NULL. */
void io_sink_abandon(io_sink **sink);

/* Makes signals that end the program remove the temporary file first, until commit or abandon. */
void io_sink_cleanup_on_signal(const io_sink *sink);

#endif
