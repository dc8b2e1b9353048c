/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "columns.h"
#include "coordinates.h"
#include "formats.h"
#include "named.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that is being read.  The first line is kept until the second has been read, as both decide whether it is a
 * heading. */
typedef struct table {
    io_input *in;
    int tabs;
    char separator, first_separator;
    io_wishes wishes;
    io_table_row first, now;
    char *first_line;
    uint64_t first_number;
    io_columns columns;
    io_named named;
    int headed;
    double
        counted; /* the first coordinate of the first point while the first column counts the points; or -1 */
    io_rows rows;
    io_rows lines; /* of the points, if they are asked for */
} table;

/* Reads the next line that is not blank or only a comment. */
static io_input_state next_line(io_input *in, char **line) {
    io_input_state state;
    while ((state = io_input_line(in, line)) == IO_INPUT_LINE) {
        const char first = (*line)[strspn(*line, " \t\r\v\f")];
        if (first != '\0' && first != '#') break;
    }
    return state;
}

static int split(table *t, const char *line, io_table_row *row) {
    int mixed = 0;
    if (!t->tabs) t->separator = io_separator_of(line, &mixed);
    if (mixed)
        return io_input_fail_line(
            t->in, "the line has both commas and semicolons; the decimal separator must be a point.");
    io_split_fields(line, t->separator, row);
    if (row->count <= IO_MOST_FIELDS) return 0;
    return io_input_fail_line(t->in, "the line has more than %d columns.", (int)IO_MOST_FIELDS);
}

/* ---- the heading -------------------------------------------------------------------------------------- */

static size_t quoted(const io_table_row *row) {
    size_t count = 0;
    for (size_t k = 0; k < row->count; k++) count += row->fields[k].quoted != 0;
    return count;
}

/* The first line is a heading when a column is asked for by name; when its first field is empty, as in tables of pandas with
 * an index; when all its fields are quoted and none of the next line; or when none of the relevant fields is a number. */
static int is_heading(const table *t, const io_table_row *next) {
    const io_table_row *row = &t->first;
    if (t->wishes.names || t->named.count > 0) return 1;
    if (row->count > 1 && row->fields[0].word.length == 0) return 1;
    if (next && quoted(row) == row->count && quoted(next) == 0) return 1;
    for (int k = 0; k < t->wishes.count; k++) {
        const size_t at = t->wishes.of[k].position;
        if (at < row->count && io_field_is_number(row->fields[at])) return 0;
    }
    for (size_t k = 0; t->wishes.count == 0 && k < row->count; k++)
        if (io_field_is_number(row->fields[k])) return 0;
    return 1;
}

/* 0,1,2: the heading that pandas writes for columns without names. */
static int counts_columns(const io_table_row *row) {
    uint64_t value = 0;
    size_t k = 0;
    while (k < row->count && io_parse_count(row->fields[k].word, &value) && value == k) k++;
    return row->count > 1 && k == row->count;
}

/* ---- points ------------------------------------------------------------------------------------------- */

static int check_row(table *t, const io_table_row *row) {
    if (row->count != t->first.count)
        return io_input_fail_line(t->in, "the line has %llu column%s, the lines before it have %llu.",
                                  (unsigned long long)row->count, row->count == 1 ? "" : "s",
                                  (unsigned long long)t->first.count);
    for (int d = 0; d < t->columns.dims; d++)
        if (row->fields[t->columns.at[d]].word.length == 0)
            return io_input_fail_line(t->in, "column %d is empty.", (int)t->columns.at[d] + 1);
    return 0;
}

static int add_point(table *t, const io_table_row *row) {
    io_word words[IO_MOST_COORDINATES];
    double point[IO_MOST_COORDINATES];
    if (check_row(t, row) != 0) return t->in->problem->code;
    for (int d = 0; d < t->columns.dims; d++) words[d] = row->fields[t->columns.at[d]].word;
    if (io_coordinates(t->in, words, t->columns.dims, point) != 0) return t->in->problem->code;
    if (t->rows.n == 0) t->counted = point[0];
    if (point[0] - (double)t->rows.n < t->counted || point[0] - (double)t->rows.n > t->counted)
        t->counted = -1;
    if (io_rows_add(&t->rows, point, t->in) != 0 ||
        (t->in->options->lines && io_rows_add(&t->lines, &t->in->line_number, t->in) != 0))
        return t->in->problem->code;
    for (size_t k = 0; k < t->named.count; k++)
        if (io_named_add_words(t->in, &t->named.of[k], &row->fields[t->named.of[k].at].word) != 0)
            return t->in->problem->code;
    return 0;
}

/* Warns when other columns have numbers too, as a coordinate may have another name.  A column without a name is an index. */
static void warn_of_others(const table *t, const io_table_row *next, io_frame *frame) {
    size_t others = 0;
    if (t->wishes.count > 0 || t->columns.dims >= IO_USUAL_COORDINATES || next->count != t->first.count)
        return;
    for (size_t k = 0; k < next->count; k++) {
        int passed = t->first.fields[k].word.length == 0;
        for (int d = 0; d < t->columns.dims; d++) passed |= t->columns.at[d] == k;
        for (size_t m = 0; m < t->named.count; m++) passed |= t->named.of[m].at == k;
        others += !passed && io_field_is_number(next->fields[k]);
    }
    if (others > 0)
        snprintf(frame->warning, sizeof frame->warning,
                 "the heading makes only %s coordinates, and other columns have numbers, too; choose with "
                 "--columns",
                 frame->note);
}

/* Finds the columns that are asked for by name. */
static int place_named(table *t) {
    for (size_t k = 0; k < t->named.count; k++) {
        io_named_column *column = &t->named.of[k];
        size_t at = 0;
        const io_word name = {column->name, strlen(column->name)};
        if (io_find_column(t->in, &t->first, name, &at) != 0) return t->in->problem->code;
        io_named_place(column, at, 1);
    }
    return 0;
}

/* Decides what the first line is, with the second one beside it or NULL at the end of the file. */
static int take_first(table *t, const io_table_row *next, io_frame *frame) {
    const uint64_t number = t->in->line_number;
    t->in->line_number = t->first_number;
    t->headed = is_heading(t, next);
    /* A first line of words between blanks above other columns is a title: it names none of them. */
    const int title = t->headed && !t->wishes.names && t->named.count == 0 && t->first_separator == ' ' &&
                      next && next->count != t->first.count;
    if (title) t->first.count = next->count;
    int failed = io_choose_columns(t->in, &t->wishes, t->headed && !title ? &t->first : NULL, t->first.count,
                                   &t->columns, frame->note, sizeof frame->note);
    t->rows.row_bytes = (size_t)t->columns.dims * sizeof(double);
    if (failed == 0) failed = place_named(t);
    if (failed == 0 && !t->headed) failed = add_point(t, &t->first);
    if (failed == 0 && t->headed && !title && next) warn_of_others(t, next, frame);
    if (failed == 0 && !t->headed && t->wishes.count == 0 && counts_columns(&t->first))
        snprintf(frame->warning, sizeof frame->warning,
                 "line %llu, which counts the columns from 0, is read as a point; if it is a heading, use "
                 "--columns name:0,...",
                 (unsigned long long)t->first_number);
    t->in->line_number = number;
    return failed;
}

static int read_table(table *t, io_frame *frame) {
    char *line = NULL;
    io_input_state state = next_line(t->in, &line);
    if (state == IO_INPUT_PROBLEM) return t->in->problem->code;
    if (state == IO_INPUT_END) return 0;
    t->first_line = strdup(line);
    t->first_number = t->in->line_number;
    if (!t->first_line)
        return io_problem_set(t->in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", t->in->name);
    if (split(t, t->first_line, &t->first) != 0) return t->in->problem->code;
    t->first_separator = t->separator; // NOLINT(clang-analyzer-unix.Malloc) read_separated frees the line
    int begun = 0;
    while ((state = next_line(t->in, &line)) == IO_INPUT_LINE) {
        if (split(t, line, &t->now) != 0) return t->in->problem->code;
        if (!begun && take_first(t, &t->now, frame) != 0) return t->in->problem->code;
        begun = 1;
        if (add_point(t, &t->now) != 0) return t->in->problem->code;
    }
    if (state == IO_INPUT_PROBLEM) return t->in->problem->code;
    return begun ? 0 : take_first(t, NULL, frame);
}

static void warn_of_index(const table *t, io_frame *frame) {
    enum { FEW = 3 };
    if (t->headed || t->wishes.count > 0 || t->columns.dims < 2 || t->rows.n < FEW) return;
    if (t->counted < 0 || t->counted > 1 || *frame->warning) return;
    snprintf(frame->warning, sizeof frame->warning,
             "column 1 counts the lines, as an index does, and is read as a coordinate; choose with "
             "--columns");
}

static int read_separated(io_input *in, io_frame *frame, int tabs) {
    io_field *fields = malloc((size_t)2 * IO_MOST_FIELDS * sizeof *fields);
    table t = {.in = in, .tabs = tabs, .separator = '\t', .first = {fields, 0}, .lines = {.row_bytes = 8}};
    if (!fields) return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    t.now.fields = fields + IO_MOST_FIELDS;
    int failed = io_parse_wishes(in, in->options->columns, &t.wishes);
    if (failed == 0) failed = io_named_begin(in, &t.named);
    if (failed == 0) failed = io_input_refuse_binary(in);
    if (failed == 0) failed = read_table(&t, frame);
    if (failed == 0 && t.rows.n == 0 && !in->options->empty)
        failed =
            io_input_fail(in, t.headed ? "has a heading and no points." : "has no line of 1 to 3 numbers.");
    if (failed == 0) warn_of_index(&t, frame);
    free(fields);
    free(t.first_line);
    frame->lines = (uint64_t *)(void *)t.lines.data; /* freed with the frame, also after a problem */
    failed = io_rows_finish(&t.rows, in, failed, t.columns.dims, NF_FLOAT64, frame);
    return io_named_finish(in, &t.named, failed, frame);
}

int io_read_columns(io_input *in, io_frame *frame) { return read_separated(in, frame, 0); }

int io_read_tabs(io_input *in, io_frame *frame) { return read_separated(in, frame, 1); }
