/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/rows.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 1024 };

int io_rows_room(io_rows *rows, io_input *in) {
    if (rows->n < rows->capacity) return 0;
    if (rows->n >= IO_MAX_POINTS)
        return io_input_fail(in, "holds more than %llu points.", (unsigned long long)IO_MAX_POINTS);
    uint64_t capacity = rows->capacity == 0 ? FIRST_ROWS : 2 * rows->capacity;
    if (capacity > IO_MAX_POINTS) capacity = IO_MAX_POINTS;
    unsigned char *larger = NULL;
    if (capacity <= SIZE_MAX / rows->row_bytes)
        larger = realloc(rows->data, (size_t)capacity * rows->row_bytes);
    if (!larger)
        return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory for %llu points.", in->name,
                           (unsigned long long)capacity);
    rows->data = larger;
    rows->capacity = capacity;
    return 0;
}

int io_rows_add(io_rows *rows, const void *row, io_input *in) {
    if (rows->n == rows->capacity && io_rows_room(rows, in) != 0) return in->problem->code;
    memcpy(rows->data + (size_t)rows->n * rows->row_bytes, row, rows->row_bytes);
    rows->n++;
    return 0;
}

void *io_rows_take(io_rows *rows, io_input *in) {
    const size_t used = (size_t)rows->n * rows->row_bytes;
    void *exact = realloc(rows->data, used > 0 ? used : 1);
    void *data = exact ? exact : rows->data;
    memset(rows, 0, sizeof *rows);
    if (!data) problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    return data;
}

int io_rows_finish(io_rows *rows, io_input *in, int failed, int dims, nf_type type, io_frame *frame) {
    if (failed != 0) {
        free(rows->data);
        return failed;
    }
    frame->n = rows->n;
    frame->dims = dims;
    frame->type = type;
    frame->positions = io_rows_take(rows, in);
    return frame->positions ? 0 : in->problem->code;
}
