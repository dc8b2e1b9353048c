/* Writes the arrays of a result to a file that appears under its name only when it is complete. */
#ifndef NEARFIELD_IO_SINK_H
#define NEARFIELD_IO_SINK_H

#include "problem.h"

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

/* What one array is: rows of one or more elements, row-major. */
typedef struct io_array {
    const char *name; /* as an .npz has it, at most 32 characters */
    nf_type type;
    int columns;
    const char *heading; /* as a table has it: "i,j" */
} io_array;

enum { IO_MOST_ARRAYS = 8 };

typedef struct io_sink io_sink;

typedef struct io_sink_format {
    const char *extension; /* without a dot */
    int streams;           /* can go to standard output: what has been written is final */
    size_t most_arrays;
} io_sink_format;

/* The formats one after the other; NULL behind the last. */
const io_sink_format *io_sink_format_at(size_t index);

/* All return 0 or problem->code.
 *
 * Opens a file for these arrays, which must stay valid until the end, and creates a temporary file beside the target.  It
 * is called before the work, as it finds an unknown format, one that has no room for the arrays, and a target that cannot
 * be written.  path "-" is standard output; format is an extension, or NULL for that of path, and csv on standard
 * output. */
int io_sink_open(const char *path, const char *format, const io_array *arrays, size_t count, io_sink **out,
                 io_problem *problem);

/* Begins the next array, which has so many rows.  The one before must be complete. */
int io_sink_begin(io_sink *sink, uint64_t rows, io_problem *problem);

/* Writes the next `count` rows of the array; any number of calls may give them. */
int io_sink_write(io_sink *sink, const void *rows, uint64_t count, io_problem *problem);

/* Puts the file under its name; every array must be complete.  Frees the sink and sets *sink to NULL, after a problem
 * too. */
int io_sink_commit(io_sink **sink, io_problem *problem);

/* Removes the temporary file and frees the sink; *sink may be NULL. */
void io_sink_abandon(io_sink **sink);

/* From now on signals that end the program remove the temporary file of this sink before; for one sink at a
 * time, until commit or abandon. */
void io_sink_cleanup_on_signal(const io_sink *sink);

#endif
