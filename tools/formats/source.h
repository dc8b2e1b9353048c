/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads point clouds frame by frame: from a file, from standard input or from a generator. */
#ifndef NEARFIELD_FORMATS_SOURCE_H
#define NEARFIELD_FORMATS_SOURCE_H

#include "formats/frame.h"
#include "text/problem.h"

/* With all zeros the format follows from the name of the file, and the columns from the heading of a table.  The texts must
 * stay valid until the source is closed. */
typedef struct io_source_options {
    const char *format;  /* name or extension of a format */
    const char *columns; /* of a table: the coordinates, "x,y" or "2,3" */
    const char *array;   /* of an archive: the array of points; not for "FILE:ARRAY" */
    const char *named;   /* "mass,radius": columns to read as well; a file without one of them is refused */
    const char
        *types; /* the column of the types, which are words; "": the usual one of the format; NULL: none */
    int every_array;   /* of an archive: each array that can be points is a frame, in the order of the file */
    const char *usual; /* of a table, .npy or HDF5: all its columns, if no others are chosen */
    int integers;      /* of an archive or HDF5: arrays of integers are read, too */
    int empty;         /* of a table: it may have no line of numbers */
    int beside;        /* of a snapshot: also masses and velocities, where it has them (IO_COLUMN_...) */
    int lines;         /* of a table: the line of each point is kept */
    int most; /* of a table, .npy or HDF5: the most columns that --columns may choose; 0: 3, and 8 at most */
    const char *value; /* what the numbers are, for messages: "a radius"; NULL: a coordinate */
} io_source_options;

typedef struct io_source io_source;

/* The length of FILE in a name that may be "FILE:ARRAY" or "FILE:COLUMNS"; *part is NULL or what follows the colon.  A file of the
 * whole name has none. */
size_t io_source_file(const char *name, const char **part);

/* `name` is the path of a file, "FILE:ARRAY" for an array of an archive, "FILE:COLUMNS" for columns of a table, or for
 * columns beside the positions of an xyz, dump, LAMMPS data or PLY file in their place, "-" for standard input (which
 * needs a format), or a cloud that is computed, such as "random:N[:SEED]" (generated.h).  It must stay valid until the
 * source is closed; options may be NULL.  All functions return 0 or problem->code; after a problem *out is NULL and a
 * frame holds nothing to free. */
int io_source_open(const char *name, const io_source_options *options, io_source **out,
                   text_problem *problem);

/* The same for a file that is already in memory. */
int io_source_open_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                          io_source **out, text_problem *problem);

/* Reads the next frame, which io_frame_free() frees.  Behind the last one *found is 0 and the frame all zeros.  After a
 * problem only io_source_close() may be called. */
int io_source_next(io_source *source, io_frame *frame, int *found, text_problem *problem);

/* The share of the file that has been read, from 0 to 1; below 0 where it is not known, as of a pipe. */
double io_source_share(const io_source *source);

/* Reads the rest of a gzipped file, so that damage behind the last frame that was read is found too.  After it only
 * io_source_close() may be called. */
int io_source_finish(io_source *source, text_problem *problem);

/* NULL is fine. */
void io_source_close(io_source *source);

/* Reads the first frame: opens, reads, finishes and closes.  The note of the frame tells when more frames follow. */
int io_read_first(const char *name, const io_source_options *options, io_frame *frame, text_problem *problem);
int io_read_first_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                         io_frame *frame, text_problem *problem);

#endif
