/* Rows of one size, grown with the data that has really been read, whatever a header promises. */
#ifndef NEARFIELD_IO_ROWS_H
#define NEARFIELD_IO_ROWS_H

#include "input.h"
#include "frame.h"

typedef struct io_rows {
    unsigned char *data;
    size_t row_bytes;
    uint64_t n, capacity;
} io_rows;

/* Both return 0 or in->problem->code. io_rows_room makes room for at least one row more. */
int io_rows_room(io_rows *rows, io_input *in);
int io_rows_add(io_rows *rows, const void *row, io_input *in);

/* The rows in a block of their size, which is the caller's; rows are empty from then on.  NULL, and a problem, without
 * memory. */
void *io_rows_take(io_rows *rows, io_input *in);

/* Hands the rows over to the frame as its positions, or frees them when failed is not 0.  Returns failed or a problem's
 * code. */
int io_rows_finish(io_rows *rows, io_input *in, int failed, int dims, nf_type type, io_frame *frame);

#endif
