/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The points of one frame of a file, its box, and the columns that were asked for by name. */
#ifndef NEARFIELD_FORMATS_FRAME_H
#define NEARFIELD_FORMATS_FRAME_H

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

#define IO_MAX_POINTS UINT64_C(2147483647) /* an index of a point is an int32 */

enum { IO_COLUMN_NAME = 64, IO_TYPE_NAME = 64, IO_FAULT = 400 };

/* Values that belong to the points, such as masses or radii: n x width, row-major. */
typedef struct io_column {
    char name[IO_COLUMN_NAME]; /* as it was asked for */
    nf_type type;              /* NF_FLOAT64, or NF_FLOAT32 from an .npz */
    int width;                 /* values per point, 1 or more */
    void *data;                /* from malloc, never NULL */
} io_column;

/* Columns that a snapshot has without being asked for them by name: one value, and as many as the points have dimensions. */
#define IO_COLUMN_MASSES     "masses"
#define IO_COLUMN_VELOCITIES "velocities"

/* The types of the points, such as species: for each point the number of a name. */
typedef struct io_types {
    int32_t *of;                 /* n, from malloc; NULL: they were not asked for */
    char (*names)[IO_TYPE_NAME]; /* in the order in which the file has them first */
    uint32_t count;              /* at most NF_TYPES_MOST */
} io_types;

typedef struct io_frame {
    uint64_t n;
    int dims;        /* 1 to 3, or up to 8 where they were asked for by --columns */
    nf_type type;    /* NF_FLOAT64 or NF_FLOAT32 */
    void *positions; /* n x dims, row-major, from malloc; never NULL in a frame that has been read */
    /* All zeros where the file has no box.  A periodic direction with a cell vector of zeros: the file says that it is
     * periodic, but its vector is missing or cannot be read. */
    nf_box box;
    char box_fault
        [IO_FAULT]; /* "NAME:LINE: ..." where what the file says about a periodic box cannot be read; or "" */
    uint64_t *lines;    /* of a table, if they were asked for: the line of each point; or NULL */
    io_column *columns; /* in the order in which they were asked for */
    size_t column_count;
    io_types types;
    char *others;   /* paths of further files that were read, each ended by a 0, the last by two; or NULL */
    int more;       /* 1: another frame follows in the file (with every_array: may follow) */
    int series;     /* 1: the file is a series of frames, or of a format that may have several */
    char note[240]; /* for the report, such as the unit of length; may be "" */
    char warning[800];  /* about a choice that may not be the intended one; or "" */
    const char *format; /* name of the format that was read */
} io_frame;

/* A value of an array of NF_FLOAT64 or NF_FLOAT32. */
static inline double io_value(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}

/* The coordinate of point i along axis a. */
static inline double io_coordinate_of(const io_frame *points, uint64_t i, int a) {
    return io_value(points->positions, i * (uint64_t)points->dims + (uint64_t)a, points->type);
}

/* Whether the box has a periodic direction. */
int io_box_is_periodic(const nf_box *box);

/* The column of this name, or NULL. */
const io_column *io_frame_column(const io_frame *frame, const char *name);

/* Adds a further file that was read.  Returns 0 where there is no memory. */
int io_frame_add_other(io_frame *frame, const char *path);

/* Adds a sentence to the warning of the frame. */
void io_frame_warn(io_frame *frame, const char *format, ...);

/* Frees the arrays of the frame and sets it to zeros.  A frame of zeros is fine. */
void io_frame_free(io_frame *frame);

/* Sets the vectors, the rows of cell, from the lengths a, b, c and the angles in degrees between b and c, a and c, a and b: a is
 * along x, b in the plane of x and y.  Right angles are exact.  Returns NULL, or what is wrong with the numbers. */
const char *io_cell_from_angles(const double numbers[6], double cell[3][3]);

#endif
