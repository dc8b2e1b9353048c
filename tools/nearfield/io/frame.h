/* The points of one frame of a file, with its box and the columns that were asked for by name. */
#ifndef NEARFIELD_IO_FRAME_H
#define NEARFIELD_IO_FRAME_H

#include <nearfield/types.h>
#include <stddef.h>
#include <stdint.h>

#define IO_MAX_POINTS UINT64_C(2147483647) /* an index of a point is an int32 */

enum { IO_COLUMN_NAME = 64 };

/* Values that stand beside the positions, such as masses or radii: n x width, row-major. */
typedef struct io_column {
    char name[IO_COLUMN_NAME]; /* as it was asked for */
    nf_type type;              /* NF_FLOAT64, or NF_FLOAT32 where an .npz has that */
    int width;                 /* values a point, 1 or more */
    void *data;                /* from malloc, never NULL */
} io_column;

typedef struct io_frame {
    uint64_t n;
    int dims;        /* 1 to 3 */
    nf_type type;    /* NF_FLOAT64 or NF_FLOAT32 */
    void *positions; /* n x dims, row-major, from malloc; never NULL in a frame that has been read */
    /* All zeros: the file has no box.  A periodic direction whose cell vector is zero: the file says that it is
     * periodic, but gives no vector that can be read. */
    nf_box box;
    io_column *columns; /* in the order in which they were asked for */
    size_t column_count;
    int more;           /* 1: another frame follows in the file (with every_array: may follow) */
    char note[160];     /* what the reader of the result should know, e.g. the unit of length; may be "" */
    char warning[320];  /* what may have been read otherwise than it was meant; or "" */
    const char *format; /* name of the format that was read */
} io_frame;

/* Whether the box has a periodic direction. */
int io_frame_is_periodic(const io_frame *frame);

/* Frees what the frame holds and sets all of it to zero; a frame of zeros is fine. */
void io_frame_free(io_frame *frame);

#endif
