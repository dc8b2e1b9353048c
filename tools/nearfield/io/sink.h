/* Writes the arrays of a result to a file, under a temporary name until it is complete. */
#ifndef NEARFIELD_IO_SINK_H
#define NEARFIELD_IO_SINK_H

#include "problem.h"

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

/* The shape of an array: rows of one or more elements, row-major. */
typedef struct io_array {
    const char *name; /* in an .npz; at most 32 characters */
    nf_type type;
    int columns;
    const char *heading; /* in a table: "i,j" */
} io_array;

enum { IO_MOST_ARRAYS = 8 };

typedef struct io_sink io_sink;

typedef struct io_sink_format {
    const char *extension; /* without a dot */
    int streams;           /* can be written to standard output, as nothing is changed later */
    size_t most_arrays;
} io_sink_format;

/* The format of this index, or NULL behind the last. */
const io_sink_format *io_sink_format_at(size_t index);

/* All return 0 or problem->code.
 *
 * Creates a temporary file for these arrays, which must stay valid until commit or abandon.  Call it before the work: it
 * refuses an unknown format, one that has no room for the arrays, and a target that cannot be written.  path "-" is
 * standard output.  format is an extension; NULL means that of path, or csv for standard output. */
int io_sink_open(const char *path, const char *format, const io_array *arrays, size_t count, io_sink **out,
                 io_problem *problem);

/* Begins the next array, which has `rows` rows.  The array before must be complete. */
int io_sink_begin(io_sink *sink, uint64_t rows, io_problem *problem);

/* Writes the next `count` rows of the array. */
int io_sink_write(io_sink *sink, const void *rows, uint64_t count, io_problem *problem);

/* Renames the complete file to the target; every array must be complete.  Frees the sink and sets *sink to NULL, also
 * after a problem. */
int io_sink_commit(io_sink **sink, io_problem *problem);

/* Removes the temporary file and frees the sink; *sink may be NULL. */
void io_sink_abandon(io_sink **sink);

/* Makes signals that end the program remove the temporary file first, until commit or abandon.  For one sink at a time. */
void io_sink_cleanup_on_signal(const io_sink *sink);

#endif
