/* Writes pairs of int32 indices to a file that appears under its name only when it is complete. */
#ifndef NEARFIELD_IO_SINK_H
#define NEARFIELD_IO_SINK_H

#include "problem.h"

#include <stddef.h>
#include <stdint.h>

typedef struct io_sink io_sink;

typedef struct io_sink_format {
    const char *extension; /* without a dot */
    const char *description;
    int streams; /* can go to standard output: what has been written is final */
} io_sink_format;

/* The formats one after the other; NULL behind the last. */
const io_sink_format *io_sink_format_at(size_t index);

/* All return 0 or problem->code. Open comes before the work: it finds an unknown extension or a place that
 * cannot be written, and creates a temporary file beside the target. path "-" is standard output; format is an extension, or NULL for
 * that of path, and csv on standard output. */
int io_sink_open(const char *path, const char *format, io_sink **out, io_problem *problem);
int io_sink_begin(io_sink *sink, uint64_t pairs, io_problem *problem);
/* May come in as many calls as wanted; count is in pairs. */
int io_sink_write(io_sink *sink, const int32_t *pairs, uint64_t count, io_problem *problem);
/* Puts the file under its name. Frees the sink and sets *sink to NULL, after a problem too. */
int io_sink_commit(io_sink **sink, io_problem *problem);

/* Removes the temporary file and frees the sink; *sink may be NULL. */
void io_sink_abandon(io_sink **sink);

/* From now on signals that end the program remove the temporary file of this sink before; for one sink at a
 * time, until commit or abandon. */
void io_sink_cleanup_on_signal(const io_sink *sink);

#endif
