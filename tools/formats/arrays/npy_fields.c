/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/formats.h"
#include "formats/arrays/npy.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIELDS = 256, DEEPEST = 8 };

/* A field of a record: one element, or `count` of them. */
typedef struct field {
    span name;
    io_npy_element element; /* IO_NPY_OTHER for fields with fields, whose size is in its bytes */
    size_t offset, count;
} field;

static const char *skip(const char *c) { return c + strspn(c, " \n,"); }

/* Parses a text in quotes; returns what is behind it, or NULL. */
static const char *parse_text(const char *c, span *text) {
    const char quote = *c;
    const char *end = quote == '\'' || quote == '"' ? strchr(c + 1, quote) : NULL;
    if (!end) return NULL;
    *text = (span){c + 1, (size_t)(end - c) - 1};
    return end + 1;
}

/* 'name', or ('title', 'name'). */
static const char *parse_name(const char *c, span *name) {
    if (*c != '(') return parse_text(c, name);
    c = parse_text(skip(c + 1), name);
    if (c) c = parse_text(skip(c), name);
    c = c ? skip(c) : NULL;
    return c && *c == ')' ? c + 1 : NULL;
}

/* The number of elements: 3 or (3,) or (2, 2). */
static const char *parse_elements(const char *c, size_t *count) {
    const int several = *c == '(';
    if (several) c = skip(c + 1);
    for (int any = 0; *c != ')'; any = 1) {
        uint64_t size = 0;
        const size_t length = strspn(c, "0123456789");
        if (any && !several) return c;
        if (!parse_count((span){c, length}, &size) || size > IO_NPY_RECORD) return NULL;
        *count *= (size_t)size;
        if (*count > IO_NPY_RECORD) return NULL;
        c = skip(c + length);
    }
    return several ? c + 1 : c;
}

/* Parses a list of fields up to its bracket.  Stores up to MOST_FIELDS of them, unless `fields` is NULL.  Returns what is behind
 * it, or NULL. */
static const char *parse_fields(const char *c, int depth, field *fields, size_t *found, size_t *record) {
    *found = *record = 0;
    for (c = skip(c + 1); *c != ']'; c = skip(c)) {
        field one = {.offset = *record, .count = 1};
        if (*c != '(' || *found == MOST_FIELDS) return NULL;
        c = parse_name(skip(c + 1), &one.name);
        c = c ? skip(c) : NULL;
        if (c && *c == '[' && depth < DEEPEST) { // NOLINTNEXTLINE(misc-no-recursion) as deep as DEEPEST
            size_t inner = 0;
            c = parse_fields(c, depth + 1, NULL, &inner, &one.element.bytes);
        } else if (c) c = io_npy_element_of(c, &one.element);
        c = c ? skip(c) : NULL;
        if (c && *c != ')') c = parse_elements(c, &one.count);
        c = c ? skip(c) : NULL;
        if (!c || *c != ')') return NULL;
        c++;
        *record += one.element.bytes * one.count;
        if (*record > IO_NPY_RECORD) return NULL;
        if (fields) fields[*found] = one;
        ++*found;
    }
    return c + 1;
}

/* The only field that has the name of points and one to three numbers; `count` if there is none or there are several. */
static size_t points_among(const field *fields, size_t count) {
    size_t found = count;
    for (size_t k = 0; k < count; k++) {
        char name[16] = "";
        if (fields[k].name.length < sizeof name) memcpy(name, fields[k].name.text, fields[k].name.length);
        if (!io_names_points(name) && strcmp(name, "pos") != 0) continue;
        if (found < count) return count;
        found = k;
    }
    return found;
}

static int take_field(io_input *in, const field *f, io_npy *npy) {
    const int most = f->count > 1 ? IO_USUAL_COORDINATES
                                  : IO_MOST_COORDINATES; /* of single numbers --columns names each */
    if (f->element.kind == IO_NPY_OTHER || npy->dims + (int)f->count > most || f->count < 1)
        return io_input_fail(in,
                             "the field '%.*s' is not one number a point, or, as the only one, up to three.",
                             shown_length(f->name), f->name.text);
    for (size_t k = 0; k < f->count; k++, npy->dims++) {
        npy->element[npy->dims] = f->element;
        npy->at[npy->dims] = f->offset + k * f->element.bytes;
    }
    return 0;
}

int io_npy_choose_fields(io_input *in, const char *list, io_npy *npy) {
    field fields[MOST_FIELDS];
    io_field names[MOST_FIELDS] = {{{NULL, 0}, 0}};
    io_table_row heading = {names, 0};
    io_wishes wishes;
    io_columns columns = {.dims = 1};
    if (!parse_fields(list, 0, fields, &heading.count, &npy->record) || npy->record == 0)
        return io_input_fail(in,
                             "holds records with fields that cannot be read; points have fields x, y, z of "
                             "type f4, f8 or of integers.");
    for (size_t k = 0; k < heading.count; k++) names[k].word = fields[k].name;
    if (io_parse_wishes(in, in->options ? in->options->columns : NULL, &wishes) != 0)
        return in->problem->code;
    columns.at[0] = points_among(fields, heading.count);
    const int is_whole =
        wishes.count == 0 && !io_names_coordinates(&heading) && columns.at[0] < heading.count;
    if (!is_whole &&
        io_choose_columns(in, &wishes, &heading, heading.count, &columns, npy->note, sizeof npy->note) != 0)
        return in->problem->code;
    if (is_whole)
        snprintf(npy->note, sizeof npy->note, "field %.*s", shown_length(fields[columns.at[0]].name),
                 fields[columns.at[0]].name.text);
    for (int d = 0; d < columns.dims; d++) {
        const field *f = &fields[columns.at[d]];
        if (columns.dims > 1 && f->count != 1)
            return io_input_fail(in, "the field '%.*s' has %llu numbers a point; one is needed.",
                                 shown_length(f->name), f->name.text, (unsigned long long)f->count);
        if (take_field(in, f, npy) != 0) return in->problem->code;
    }
    return 0;
}
