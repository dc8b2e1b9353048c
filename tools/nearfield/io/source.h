/* Reads a point cloud from a file, from standard input or from a seeded random generator. */
#ifndef NEARFIELD_IO_SOURCE_H
#define NEARFIELD_IO_SOURCE_H

#include "problem.h"

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

#define IO_MAX_POINTS UINT64_C(2147483647) /* an index of a point is an int32 */

typedef struct io_source {
    uint64_t n;
    int dims;          /* 1 to 3 */
    nf_type type;      /* NF_FLOAT64 or NF_FLOAT32 */
    void *data;        /* n x dims, row-major, from malloc, never NULL */
    int box;           /* 1: the file has a periodic box, which nothing here makes use of */
    char note[160];    /* what the reader of the result should know, e.g. the unit of length; may be "" */
    char warning[320]; /* what may have been read otherwise than it was meant; or "" */
    char format[32];   /* name of the format that was read */
} io_source;

/* All NULL: the name of the file tells the format, and a table's heading its columns. */
typedef struct io_source_options {
    const char *format;  /* a name or an extension of io_formats() */
    const char *columns; /* of a table, "x,y" or "2,3" */
    const char *array;   /* of an archive */
} io_source_options;

/* SOURCE is the path of a file, "-" for standard input (which needs a format), or "random:N[:SEED]"; options may be
 * NULL.
 * Returns 0, or problem->code; out holds nothing to free after a problem. */
int io_source_read(const char *source, const io_source_options *options, io_source *out, io_problem *problem);

/* The same for a file that is already in memory; name stands in the sentences. */
int io_source_read_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                          io_source *out, io_problem *problem);

void io_source_free(io_source *source);

#endif
