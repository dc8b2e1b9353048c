/* Writes pairs of int32 indices to a file that appears under its name only when it is complete. */
#ifndef NEARFIELD_IO_SINK_H
#define NEARFIELD_IO_SINK_H

#include "problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nf_sink nf_sink;

typedef struct {
    const char *extension; /* without a dot */
    const char *description;
    bool streams; /* can go to standard output: what has been written is final */
} nf_sink_format;

/* The formats one after the other; NULL behind the last. */
const nf_sink_format *nf_sink_format_at(size_t index);

/* All return 0 or problem->code. Open comes before the work: it finds an unknown extension or a place that
 * cannot be written, and creates a temporary file beside the target. path "-" is standard output; format is an extension, or NULL for
 * that of path, and csv on standard output. */
int nf_sink_open(const char *path, const char *format, nf_sink **out, nf_problem *problem);
int nf_sink_begin(nf_sink *sink, uint64_t pairs, nf_problem *problem);
/* May come in as many calls as wanted; count is in pairs. */
int nf_sink_write(nf_sink *sink, const int32_t *pairs, uint64_t count, nf_problem *problem);
/* Puts the file under its name. Frees the sink and sets *sink to NULL, after a problem too. */
int nf_sink_commit(nf_sink **sink, nf_problem *problem);

/* Removes the temporary file and frees the sink; *sink may be NULL. */
void nf_sink_abandon(nf_sink **sink);

/* From now on signals that end the program remove the temporary file of this sink before; for one sink at a
 * time, until commit or abandon. */
void nf_sink_cleanup_on_signal(const nf_sink *sink);

#endif
