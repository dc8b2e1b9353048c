/* Reads a point cloud from a file, from standard input or from a seeded random generator. */
#ifndef NEARFIELD_IO_SOURCE_H
#define NEARFIELD_IO_SOURCE_H

#include "problem.h"

#include <stddef.h>
#include <stdint.h>

#define NF_MAX_POINTS UINT64_C(2147483647) /* an index of a point is an int32 */

enum { NF_SOURCE_FLOAT64 = 0, NF_SOURCE_FLOAT32 = 1 };

typedef struct {
    uint64_t n;
    int dims;          /* 1 to 3 */
    int type;          /* NF_SOURCE_FLOAT64 or NF_SOURCE_FLOAT32 */
    void *data;        /* n x dims, row-major, from malloc, never NULL */
    int box;           /* 1: the file has a periodic box, which nothing here makes use of */
    char note[160];    /* what the reader of the result should know, e.g. the unit of length; may be "" */
    char warning[320]; /* what may have been read otherwise than it was meant; or "" */
    char format[32];   /* name of the format that was read */
} nf_source;

/* All NULL: the name of the file tells the format, and a table's heading its columns. */
typedef struct {
    const char *format;  /* a name or an extension of nf_formats() */
    const char *columns; /* of a table, "x,y" or "2,3" */
    const char *array;   /* of an archive */
} nf_source_options;

/* SOURCE is the path of a file, "-" for standard input (which needs a format), or "random:N[:SEED]"; options may be
 * NULL.
 * Returns 0, or problem->code; out holds nothing to free after a problem. */
int nf_source_read(const char *source, const nf_source_options *options, nf_source *out, nf_problem *problem);

/* The same for a file that is already in memory; name stands in the sentences. */
int nf_source_read_memory(const char *name, const void *bytes, size_t size, const nf_source_options *options,
                          nf_source *out, nf_problem *problem);

void nf_source_free(nf_source *source);

#endif
