/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/arrays/npy.h"

#include "formats/bytes.h"
#include "formats/frame.h"
#include "formats/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The header is a Python dictionary:
 * {'descr': '<f8', 'fortran_order': False, 'shape': (648, 3), } */
enum { LARGEST_HEADER = 1 << 16 };

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

/* Kinds of numbers that can be coordinates, and their sizes in bytes. */
static const struct {
    char letter;
    io_npy_kind kind;
    const char *sizes;
} kinds[] = {{'f', IO_NPY_FLOATING, "48"}, {'i', IO_NPY_SIGNED, "1248"}, {'u', IO_NPY_UNSIGNED, "1248"}};

const char *io_npy_element_of(const char *text, io_npy_element *element) {
    const char quote = *text;
    const char *end = quote == '\'' || quote == '"' ? strchr(text + 1, quote) : NULL;
    uint64_t size = 0;
    memset(element, 0, sizeof *element);
    if (!end) return NULL;
    const char *c = text + 1;
    if (*c && strchr("<>|=", *c)) element->big = *c++ == '>';
    const char letter = *c;
    if (c + 1 < end && !parse_count((span){c + 1, strcspn(c + 1, "'\"[")}, &size)) return NULL;
    if (c >= end || size > IO_NPY_RECORD) return NULL;
    element->bytes = letter == '?' ? 1 : (size_t)size * (letter == 'U' ? 4 : 1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].letter == letter && size < 10 && strchr(kinds[k].sizes, '0' + (int)size))
            element->kind = kinds[k].kind;
    if (letter == 'O' || text[1] == '=')
        return NULL; /* objects have no bytes here; files name their byte order */
    return end + 1;
}

/* The type of the elements of an array without fields. */
static int parse_element(io_input *in, const char *value, io_npy_element *element) {
    /* Integers of an archive are labels of points at least as often as points. */
    const int integers = in->options || in->integers;
    if (io_npy_element_of(value, element) &&
        (element->kind == IO_NPY_FLOATING || (integers && element->kind != IO_NPY_OTHER)))
        return 0;
    const span descr = trim((span){value, strcspn(value, ",}")});
    return io_input_fail(in, "holds elements of type %.*s; points are f4 or f8%s.", shown_length(descr),
                         descr.text, integers ? ", or integers" : "");
}

typedef struct shape {
    uint64_t sizes[2];
    size_t axes;
    char text[64];
} shape;

static int parse_shape(io_input *in, const char *value, shape *s) {
    const size_t whole = strcspn(value, ")") + 1;
    const int shown = whole < 60 ? (int)whole : 60;
    const char *c = value + 1;
    int sound = *value == '(' && strchr(value, ')') != NULL;
    *s = (shape){.sizes = {0, 1}};
    for (; sound && *(c += strspn(c, " ")) != ')'; s->axes++) {
        const size_t length = strcspn(c, ",) ");
        uint64_t size = 0;
        sound = parse_count((span){c, length}, &size);
        if (s->axes < 2) s->sizes[s->axes] = size;
        c += length;
        c += strspn(c, " ");
        if (*c == ',') c++;
    }
    if (!sound) return io_input_fail(in, "the header has no readable shape.");
    if (s->axes < 1 || s->axes > 2)
        return io_input_fail(in, "has the shape %.*s; points are n x 1, n x 2 or n x 3.", shown, value);
    if (s->sizes[0] > IO_MAX_POINTS)
        return io_input_fail(in, "has the shape %.*s; at most %llu points can be read.", shown, value,
                             (unsigned long long)IO_MAX_POINTS);
    snprintf(s->text, sizeof s->text, "%.*s", shown, value);
    return 0;
}

/* The coordinates are columns of a matrix. */
static int choose_of_matrix(io_input *in, const char *descr, const shape *s, io_npy *npy) {
    io_npy_element element;
    io_columns columns;
    if (parse_element(in, descr, &element) != 0 ||
        io_choose_of_array(in, s->text, s->sizes[1], &columns, npy->note, sizeof npy->note) != 0)
        return in->problem->code;
    npy->width = (size_t)s->sizes[1];
    npy->record = npy->width * element.bytes;
    npy->dims = columns.dims;
    for (int d = 0; d < npy->dims; d++) {
        npy->element[d] = element;
        npy->at[d] = columns.at[d] * (npy->fortran ? 1 : element.bytes);
    }
    return 0;
}

static int parse_header(io_input *in, const char *header, io_npy *npy) {
    const char *descr = value_of(header, "descr");
    const char *order = value_of(header, "fortran_order");
    const char *size = value_of(header, "shape");
    shape s;
    if (!descr || !order || !size)
        return io_input_fail(in, "the header lacks descr, fortran_order or shape.");
    const int is_true = strncmp(order, "True", 4) == 0;
    if (!is_true && strncmp(order, "False", 5) != 0)
        return io_input_fail(in, "the header has a fortran_order that is neither True nor False.");
    if (parse_shape(in, size, &s) != 0) return in->problem->code;
    npy->n = s.sizes[0];
    npy->fortran = is_true && s.axes == 2;
    int failed = 0;
    if (*descr != '[') failed = choose_of_matrix(in, descr, &s, npy);
    else if (s.axes != 1)
        failed = io_input_fail(in, "has the shape %s; records with fields are (n,).", s.text);
    else failed = io_npy_choose_fields(in, descr, npy);
    if (failed != 0) return failed;
    npy->type = NF_FLOAT32;
    for (int d = 0; d < npy->dims; d++)
        if (npy->element[d].kind != IO_NPY_FLOATING || npy->element[d].bytes != 4) npy->type = NF_FLOAT64;
    return 0;
}

int io_npy_read_header(io_input *in, io_npy *npy) {
    unsigned char start[12];
    size_t got = 0, length_bytes = 2;
    memset(npy, 0, sizeof *npy);
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
    if (!header) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    int failed = io_input_read(in, header, (size_t)length, &got);
    if (failed == 0 && got < length) failed = io_input_fail(in, "is truncated; it ends in its header.");
    header[got] = '\0';
    if (failed == 0) failed = parse_header(in, header, npy);
    free(header);
    return failed;
}
