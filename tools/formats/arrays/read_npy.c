/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/arrays/npy.h"
#include "formats/reader/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = IO_NPY_RECORD };

static double value_of_integer(uint64_t bits, const io_npy_element *e) {
    const uint64_t sign = (uint64_t)1 << (8 * e->bytes - 1) % 64;
    /* The magnitude of a negative number: 2^(bits of the type) less its bits. */
    return e->kind == IO_NPY_SIGNED && bits & sign ? -(double)(2 * sign - bits) : (double)bits;
}

/* Stores one coordinate in the byte order of this machine and the type of the points; *why is NULL or what is wrong with it. */
static void convert_one(io_npy_element e, nf_type type, const unsigned char *from, unsigned char *to,
                        const char **why) {
    unsigned char turned[8] = {0};
    if (e.big) {
        for (size_t k = 0; k < e.bytes; k++) turned[k] = from[e.bytes - 1 - k];
        from = turned;
    }
    double value = 0;
    if (e.kind != IO_NPY_FLOATING) value = value_of_integer(io_load_le(from, e.bytes), &e);
    else value = e.bytes == 8 ? io_load_float64(from) : (double)io_load_float32(from);
    const float single =
        (float)value; /* exact, as single precision is chosen only if all coordinates have it */
    if (type == NF_FLOAT32) memcpy(to, &single, sizeof single);
    else memcpy(to, &value, sizeof value);
    if (!isfinite(value)) *why = "is not finite";
    /* From 2^53 on a double does not hold every integer. */
    else if (e.kind != IO_NPY_FLOATING && fabs(value) >= 0x1p53) *why = "is an integer of 2^53 or more";
}

static int refuse_point(io_input *in, uint64_t point, const char *why) {
    return io_input_fail(in, "point %llu has %s that %s.", (unsigned long long)point, io_value_name(in), why);
}

static int is_truncated(io_input *in, uint64_t points, const io_npy *npy) {
    return io_input_fail(in, "is truncated; it ends after %llu of the %llu points of its header.",
                         (unsigned long long)points, (unsigned long long)npy->n);
}

/* Appends the chosen columns of the records at `from`. */
static int convert(io_input *in, const io_npy *file, io_rows *rows, const unsigned char *from,
                   uint64_t count) {
    const io_npy npy = *file; /* a copy: a store to the rows could change what the pointer leads to */
    const size_t step = nf_type_bytes(npy.type);
    unsigned char *to = rows->data + (size_t)rows->n * rows->row_bytes;
    const char *why = NULL;
    for (const uint64_t end = rows->n + count; rows->n < end; rows->n++, from += npy.record) {
        for (int d = 0; d < npy.dims; d++, to += step)
            convert_one(npy.element[d], npy.type, from + npy.at[d], to, &why);
        if (why) return refuse_point(in, rows->n, why);
    }
    return 0;
}

static int read_records(io_input *in, const io_npy *npy, io_rows *rows, unsigned char *block) {
    const size_t most = BLOCK / npy->record;
    while (rows->n < npy->n) {
        if (io_rows_room(rows, in) != 0) return in->problem->code;
        uint64_t room = rows->capacity - rows->n;
        uint64_t count = room < npy->n - rows->n ? room : npy->n - rows->n;
        if (count > most) count = most;
        size_t wanted = (size_t)count * npy->record, got = 0;
        if (io_input_read(in, block, wanted, &got) != 0 ||
            convert(in, npy, rows, block, got / npy->record) != 0)
            return in->problem->code;
        if (got < wanted) return is_truncated(in, rows->n, npy);
    }
    return 0;
}

/* Reads one column as coordinate d of all points.  The first column that is read makes the rows. */
static int read_column(io_input *in, const io_npy *npy, int d, int first, io_rows *rows,
                       unsigned char *block) {
    const io_npy_element e = npy->element[d];
    const size_t step = nf_type_bytes(npy->type);
    uint64_t done = 0;
    while (done < npy->n) {
        if (first && io_rows_room(rows, in) != 0) return in->problem->code;
        const uint64_t room = first ? rows->capacity - done : npy->n - done, most = BLOCK / e.bytes;
        uint64_t count = room < npy->n - done ? room : npy->n - done;
        if (count > most) count = most;
        const size_t wanted = (size_t)count * e.bytes;
        size_t got = 0;
        if (io_input_read(in, block, wanted, &got) != 0) return in->problem->code;
        for (uint64_t k = 0; k < got / e.bytes; k++, done++) {
            const char *why = NULL;
            convert_one(e, npy->type, block + k * e.bytes,
                        rows->data + (size_t)done * rows->row_bytes + (size_t)d * step, &why);
            if (why) return refuse_point(in, done, why);
        }
        if (first) rows->n = done;
        if (got < wanted) return is_truncated(in, done, npy);
    }
    return 0;
}

static int read_columns(io_input *in, const io_npy *npy, io_rows *rows, unsigned char *block) {
    const uint64_t bytes = npy->n * npy->element[0].bytes;
    int first = 1;
    for (size_t column = 0; column < npy->width; column++) {
        uint64_t got = 0;
        int d = 0;
        while (d < npy->dims && npy->at[d] != column) d++;
        if (d < npy->dims) {
            if (read_column(in, npy, d, first, rows, block) != 0) return in->problem->code;
            first = 0;
            continue;
        }
        if (io_input_skip(in, bytes, &got) != 0) return in->problem->code;
        if (got < bytes) return is_truncated(in, got / npy->element[0].bytes, npy);
    }
    return 0;
}

static int check_end(io_input *in, const io_npy *npy) {
    int at_end = 0;
    if (io_input_at_end(in, &at_end) != 0) return in->problem->code;
    if (at_end) return 0;
    return io_input_fail(in, "goes on after the %llu points of its header.", (unsigned long long)npy->n);
}

int io_read_npy(io_input *in, io_frame *frame) {
    io_npy npy;
    if (io_npy_read_header(in, &npy) != 0 || npy.dims == 0) return in->problem->code;
    io_rows rows = {.row_bytes = (size_t)npy.dims * nf_type_bytes(npy.type)};
    unsigned char *block = malloc(BLOCK);
    if (!block) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    int failed = npy.fortran ? read_columns(in, &npy, &rows, block) : read_records(in, &npy, &rows, block);
    if (failed == 0) failed = check_end(in, &npy);
    free(block);
    memcpy(frame->note, npy.note, sizeof npy.note);
    return io_rows_finish(&rows, in, failed, npy.dims, npy.type, frame);
}
