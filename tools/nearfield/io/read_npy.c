/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "columns.h"
#include "coordinates.h"
#include "formats.h"
#include "rows.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The header is a Python dictionary:
 * {'descr': '<f8', 'fortran_order': False, 'shape': (648, 3), } */
enum { LARGEST_HEADER = 1 << 16, BLOCK = 1 << 18 };

typedef enum kind { FLOATING, SIGNED, UNSIGNED } kind;

typedef struct element {
    const char *descr;
    nf_type type; /* of the points */
    size_t bytes; /* in the file */
    kind kind;
} element;

static const element elements[] = {{"'<f8'", NF_FLOAT64, 8, FLOATING}, {"'<f4'", NF_FLOAT32, 4, FLOATING},
                                   {"'<i8'", NF_FLOAT64, 8, SIGNED},   {"'<i4'", NF_FLOAT64, 4, SIGNED},
                                   {"'<i2'", NF_FLOAT64, 2, SIGNED},   {"'|i1'", NF_FLOAT64, 1, SIGNED},
                                   {"'<u8'", NF_FLOAT64, 8, UNSIGNED}, {"'<u4'", NF_FLOAT64, 4, UNSIGNED},
                                   {"'<u2'", NF_FLOAT64, 2, UNSIGNED}, {"'|u1'", NF_FLOAT64, 1, UNSIGNED}};

typedef struct array {
    const element *element;
    uint64_t n;
    size_t width;       /* columns in the file */
    io_columns columns; /* those that are coordinates */
    char note[160];     /* which they are, if --columns chose them */
} array;

/* The value of the key in the dictionary, or NULL. */
static const char *value_of(const char *header, const char *key) {
    size_t length = strlen(key);
    for (const char *c = header; (c = strpbrk(c, "'\"")) != NULL; c++) {
        if (strncmp(c + 1, key, length) != 0 || c[length + 1] != *c) continue;
        c += length + 2;
        c += strspn(c, " ");
        if (*c == ':') return c + 1 + strspn(c + 1, " ");
        c--;
    }
    return NULL;
}

static int parse_descr(io_input *in, const char *value, array *shape) {
    if (*value == '[') return io_input_fail(in, "holds records with fields; points are '<f4' or '<f8'.");
    io_word descr = {value, strcspn(value, ",}")};
    descr = io_trim(descr);
    char quoted[8] = "";
    if (descr.length < sizeof quoted) memcpy(quoted, descr.text, descr.length);
    for (char *c = quoted; *c != '\0'; c++)
        if (*c == '"') *c = '\'';
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (strcmp(quoted, elements[i].descr) == 0) shape->element = &elements[i];
    /* Integers of an archive are labels of points at least as often as points. */
    const int integers = in->options || in->integers;
    if (shape->element && (shape->element->kind == FLOATING || integers)) return 0;
    return io_input_fail(in, "holds elements of type %.*s; points are '<f4' or '<f8'%s.", io_shown(descr),
                         descr.text, integers ? ", or integers" : "");
}

static int parse_shape(io_input *in, const char *value, array *shape) {
    uint64_t sizes[2] = {0, 1};
    size_t axes = 0, length = 0;
    const size_t whole = strcspn(value, ")") + 1;
    const int shown = whole < 60 ? (int)whole : 60;
    const char *c = value + 1;
    int sound = *value == '(' && strchr(value, ')') != NULL;
    for (; sound && *(c += strspn(c, " ")) != ')'; axes++) {
        length = strcspn(c, ",) ");
        uint64_t size = 0;
        sound = io_parse_count((io_word){c, length}, &size);
        if (axes < 2) sizes[axes] = size;
        c += length;
        c += strspn(c, " ");
        if (*c == ',') c++;
    }
    if (!sound) return io_input_fail(in, "the header has no readable shape.");
    if (axes < 1 || axes > 2)
        return io_input_fail(in, "has the shape %.*s; points are n x 1, n x 2 or n x 3.", shown, value);
    if (sizes[0] > IO_MAX_POINTS)
        return io_input_fail(in, "has the shape %.*s; at most %llu points can be read.", shown, value,
                             (unsigned long long)IO_MAX_POINTS);
    char text[64];
    snprintf(text, sizeof text, "%.*s", shown, value);
    shape->n = sizes[0];
    shape->width = (size_t)sizes[1];
    return io_choose_of_array(in, text, sizes[1], &shape->columns, shape->note, sizeof shape->note);
}

static int parse_header(io_input *in, const char *header, array *shape) {
    const char *descr = value_of(header, "descr");
    const char *order = value_of(header, "fortran_order");
    const char *size = value_of(header, "shape");
    if (!descr || !order || !size)
        return io_input_fail(in, "the header lacks descr, fortran_order or shape.");
    if (parse_descr(in, descr, shape) != 0) return in->problem->code;
    if (strncmp(order, "False", 5) != 0)
        return io_input_fail(in, "is in Fortran order; points must be in C order (numpy.ascontiguousarray).");
    return parse_shape(in, size, shape);
}

static int read_header(io_input *in, array *shape) {
    unsigned char start[12];
    size_t got = 0, length_bytes = 2;
    if (io_input_read(in, start, 8, &got) != 0) return in->problem->code;
    if (got < 8 || memcmp(start, "\x93NUMPY", 6) != 0) return io_input_fail(in, "is not an .npy file.");
    if (start[6] < 1 || start[6] > 3)
        return io_input_fail(in, "has the .npy version %d.%d; known are 1.0, 2.0 and 3.0.", start[6],
                             start[7]);
    if (start[6] > 1) length_bytes = 4;
    if (io_input_read(in, start + 8, length_bytes, &got) != 0) return in->problem->code;
    uint64_t length = got == length_bytes ? io_load_le(start + 8, length_bytes) : 0;
    if (got < length_bytes) return io_input_fail(in, "is truncated; it ends in its header.");
    if (length > LARGEST_HEADER)
        return io_input_fail(in, "has a header of %llu bytes, which is too long.",
                             (unsigned long long)length);
    char *header = malloc((size_t)length + 1);
    if (!header) return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    int failed = io_input_read(in, header, (size_t)length, &got);
    if (failed == 0 && got < length) failed = io_input_fail(in, "is truncated; it ends in its header.");
    header[got] = '\0';
    if (failed == 0) failed = parse_header(in, header, shape);
    free(header);
    return failed;
}

static double value_of_integer(uint64_t bits, const element *e) {
    const uint64_t sign = (uint64_t)1 << (8 * e->bytes - 1);
    /* The magnitude of a negative number: 2^(bits of the type) less its bits. */
    return e->kind == SIGNED && bits & sign ? -(double)(2 * sign - bits) : (double)bits;
}

/* Appends one coordinate in the byte order and type of this machine; *why is NULL or what is wrong with it. */
static void convert_one(const element *e, const unsigned char *from, unsigned char *to, const char **why) {
    double value;
    if (e->type == NF_FLOAT32) {
        const float single = io_load_float32(from);
        memcpy(to, &single, sizeof single);
        value = (double)single;
    } else {
        value = e->kind == FLOATING ? io_load_float64(from) : value_of_integer(io_load_le(from, e->bytes), e);
        memcpy(to, &value, sizeof value);
    }
    if (!isfinite(value)) *why = "is not finite";
    /* From 2^53 on a double does not hold every integer. */
    else if (e->kind != FLOATING && fabs(value) >= 0x1p53) *why = "is an integer of 2^53 or more";
}

/* Appends the chosen columns of the rows at `from`. */
static int convert(io_input *in, const array *shape, io_rows *rows, const unsigned char *from,
                   uint64_t count) {
    /* Copies: a store to the rows could change what the pointers lead to. */
    const element e = *shape->element;
    const io_columns columns = shape->columns;
    const size_t from_step = shape->width * e.bytes, to_step = rows->row_bytes / (size_t)columns.dims;
    unsigned char *to = rows->data + (size_t)rows->n * rows->row_bytes;
    const char *why = NULL;
    for (const uint64_t end = rows->n + count; rows->n < end; rows->n++, from += from_step) {
        for (int d = 0; d < columns.dims; d++, to += to_step)
            convert_one(&e, from + columns.at[d] * e.bytes, to, &why);
        if (why)
            return io_input_fail(in, "point %llu has %s that %s.", (unsigned long long)rows->n,
                                 io_value_name(in), why);
    }
    return 0;
}

static int read_rows(io_input *in, const array *shape, io_rows *rows, unsigned char *block) {
    const size_t row_bytes = shape->width * shape->element->bytes, most = BLOCK / row_bytes;
    while (rows->n < shape->n) {
        if (io_rows_room(rows, in) != 0) return in->problem->code;
        uint64_t room = rows->capacity - rows->n;
        uint64_t count = room < shape->n - rows->n ? room : shape->n - rows->n;
        if (count > most) count = most;
        size_t wanted = (size_t)count * row_bytes, got = 0;
        if (io_input_read(in, block, wanted, &got) != 0 ||
            convert(in, shape, rows, block, got / row_bytes) != 0)
            return in->problem->code;
        if (got < wanted)
            return io_input_fail(in, "is truncated; it ends after %llu of the %llu points of its header.",
                                 (unsigned long long)rows->n, (unsigned long long)shape->n);
    }
    int at_end = 0;
    if (io_input_at_end(in, &at_end) != 0) return in->problem->code;
    if (!at_end)
        return io_input_fail(in, "goes on after the %llu points of its header.",
                             (unsigned long long)shape->n);
    return 0;
}

int io_read_npy(io_input *in, io_frame *frame) {
    array shape = {0};
    if (read_header(in, &shape) != 0 || !shape.element) return in->problem->code;
    io_rows rows = {.row_bytes = (size_t)shape.columns.dims * nf_type_bytes(shape.element->type)};
    unsigned char *block = malloc(BLOCK);
    if (!block) return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    const int failed = read_rows(in, &shape, &rows, block);
    free(block);
    memcpy(frame->note, shape.note, sizeof shape.note);
    return io_rows_finish(&rows, in, failed, shape.columns.dims, shape.element->type, frame);
}
