/* Reads point clouds, frame by frame, from a file, from standard input or from a seeded random generator. */
#ifndef NEARFIELD_IO_SOURCE_H
#define NEARFIELD_IO_SOURCE_H

#include "frame.h"
#include "problem.h"

/* All zeros: the name of the file tells the format, and a table's heading its columns.  The texts must stay valid until
 * the source is closed. */
typedef struct io_source_options {
    const char *format;  /* a name or an extension of io_formats() */
    const char *columns; /* of a table: which are coordinates, "x,y" or "2,3" */
    const char *array;   /* of an archive: which array holds the points */
    const char *named;   /* "mass,radius": columns to read beside the positions; each must be there */
    int every_array; /* of an archive: every array that can hold points is a frame, in the order of the file */
} io_source_options;

typedef struct io_source io_source;

/* `name` is the path of a file, "-" for standard input (which needs a format), or "random:N[:SEED]".  It must stay valid
 * until the source is closed; options may be NULL.  All functions return 0 or problem->code; after a problem *out is NULL
 * and a frame holds nothing to free. */
int io_source_open(const char *name, const io_source_options *options, io_source **out, io_problem *problem);

/* The same for a file that is already in memory. */
int io_source_open_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                          io_source **out, io_problem *problem);

/* Reads the next frame; *found is 0, and the frame all zeros, behind the last one.  After a problem only
 * io_source_close() may follow. */
int io_source_next(io_source *source, io_frame *frame, int *found, io_problem *problem);

/* Reads a gzipped file to its end, so that damage behind the last frame that was read is found too.  Only
 * io_source_close() may follow. */
int io_source_finish(io_source *source, io_problem *problem);

/* NULL is fine. */
void io_source_close(io_source *source);

/* Opens, reads the first frame, finishes and closes.  The note says where more frames follow. */
int io_read_first(const char *name, const io_source_options *options, io_frame *frame, io_problem *problem);
int io_read_first_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                         io_frame *frame, io_problem *problem);

#endif
