/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/named.h"

#include "formats/reader/coordinates.h"
#include "formats/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 64 };

int io_named_begin(io_input *in, io_named *named) {
    const char *at = in->options ? in->options->named : NULL;
    memset(named, 0, sizeof *named);
    while (at) {
        const span name = trim((span){at, strcspn(at, ",")});
        io_named_column *column = &named->of[named->count];
        if (name.length == 0 || name.length >= IO_COLUMN_NAME || io_named_find(named, name))
            return problem_set(in->problem, EXIT_USAGE, "'%.100s' is not a list of distinct column names.",
                               in->options->named);
        if (named->count == IO_NAMED_MOST)
            return problem_set(in->problem, EXIT_USAGE, "'%.100s' names more than %d columns.",
                               in->options->named, (int)IO_NAMED_MOST);
        memcpy(column->name, name.text, name.length);
        column->type = NF_FLOAT64;
        named->count++;
        at = strchr(at, ',');
        if (at) at++;
    }
    return 0;
}

io_named_column *io_named_find(io_named *named, span name) {
    for (size_t k = 0; k < named->count; k++)
        if (word_is(name, named->of[k].name)) return &named->of[k];
    return NULL;
}

int io_named_place(io_input *in, io_named_column *column, size_t at, int width) {
    static const char twice[] = "has two columns named '%s'.";
    if (column->width > 0)
        return in->line_number > 0 ? io_input_fail_line(in, twice, column->name)
                                   : io_input_fail(in, twice, column->name);
    column->at = at;
    column->width = width;
    column->rows.row_bytes = (size_t)width * nf_type_bytes(column->type);
    return 0;
}

int io_named_check(io_input *in, const io_named *named) {
    for (size_t k = 0; k < named->count; k++) {
        if (named->of[k].width == 0)
            return io_input_fail(in, "has no column named '%s' beside the positions.", named->of[k].name);
        if (named->of[k].width > WIDEST)
            return io_input_fail(in, "the column '%s' has more than %d values per point.", named->of[k].name,
                                 (int)WIDEST);
    }
    return 0;
}

int io_named_add(io_input *in, io_named_column *column, const double *values) {
    for (int k = 0; k < column->width; k++)
        if (!isfinite(values[k]))
            return io_input_fail(in, "point %llu has a value of '%s' that is not finite.",
                                 (unsigned long long)column->rows.n, column->name);
    return io_rows_add(&column->rows, values, in);
}

int io_named_add_words(io_input *in, io_named_column *column, const span *words) {
    double values[WIDEST];
    if (io_numbers(in, words, column->width, values) != 0) return in->problem->code;
    return io_named_add(in, column, values);
}

/* Moves one column to the frame. */
static int give(io_input *in, io_named_column *from, io_frame *frame) {
    io_column *to = &frame->columns[frame->column_count];
    if (from->rows.n != frame->n)
        return io_input_fail(in, "'%s' has %llu rows, but there are %llu points.", from->name,
                             (unsigned long long)from->rows.n, (unsigned long long)frame->n);
    memcpy(to->name, from->name, sizeof to->name);
    to->type = from->type;
    to->width = from->width;
    to->data = io_rows_take(&from->rows, in);
    if (!to->data) return in->problem->code;
    frame->column_count++;
    return 0;
}

static int give_all(io_input *in, io_named *named, io_frame *frame) {
    frame->columns = calloc(named->count, sizeof *frame->columns);
    if (!frame->columns) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    for (size_t k = 0; k < named->count; k++)
        if (give(in, &named->of[k], frame) != 0) return in->problem->code;
    return 0;
}

int io_named_finish(io_input *in, io_named *named, int failed, io_frame *frame) {
    if (failed == 0 && named->count > 0) failed = give_all(in, named, frame);
    for (size_t k = 0; k < named->count; k++) free(named->of[k].rows.data);
    named->count = 0;
    return failed;
}
