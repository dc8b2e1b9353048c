/* Rows of one size, grown with the data that has really been read, whatever a header promises. */
#ifndef NEARFIELD_IO_ROWS_H
#define NEARFIELD_IO_ROWS_H

#include "input.h"
#include "source.h"

typedef struct {
    unsigned char *data;
    size_t row_bytes;
    uint64_t n, capacity;
} nf_rows;

/* Both return 0 or in->problem->code. nf_rows_room makes room for at least one row more. */
int nf_rows_room(nf_rows *rows, nf_input *in);
int nf_rows_add(nf_rows *rows, const void *row, nf_input *in);

/* Hands the rows over to out, or frees them when failed is not 0; returns failed. */
int nf_rows_finish(nf_rows *rows, int failed, int dims, int type, nf_source *out);

#endif
