/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/tables/columns.h"
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/reader/rows.h"
#include "formats/source.h"
#include "text/append.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that is being read.  The first line is kept until the second has been read, as both decide whether it is a
 * heading. */
typedef struct table {
    io_input *in;
    int tabs;
    char separator;
    io_wishes wishes, types; /* types: the column of the types, if it is asked for */
    io_table_row first, now, comment;
    char *first_line,
        *comment_line; /* the comment: the last one above the first line, without its mark; or NULL */
    uint64_t first_number, comment_number;
    io_columns columns;
    io_named named;
    int names; /* a column is asked for by name */
    int headed;
    int row_names; /* the first column has no name in the heading, as R writes tables */
    io_rows rows;
    io_rows lines; /* of the points, if they are asked for */
} table;

/* What stands behind the mark of a line that is a comment; NULL for another line. */
static const char *behind_mark(const char *line) {
    line += strspn(line, " \t\r\v\f");
    if (*line == '#' || *line == '%') return line + 1;
    return line[0] == '/' && line[1] == '/' ? line + 2 : NULL;
}

static int no_memory(io_input *in) {
    return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
}

/* Reads the next line that is not blank or only a comment. */
static io_input_state next_line(table *t, char **line) {
    io_input_state state;
    while ((state = io_input_filled_line(t->in, line)) == IO_INPUT_LINE) {
        const char *comment = behind_mark(*line);
        if (!comment) break;
        if (t->first_line || comment[strspn(comment, "#%/ \t\r\v\f")] == '\0') continue;
        free(t->comment_line);
        t->comment_line = strdup(comment);
        t->comment_number = t->in->line_number;
        if (!t->comment_line) return no_memory(t->in), IO_INPUT_PROBLEM;
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
    if (t->names) return 1;
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

/* ---- points ------------------------------------------------------------------------------------------- */

static int check_row(table *t, const io_table_row *row) {
    if (row->count != t->first.count)
        return io_input_fail_line(t->in, "the line has %llu column%s, the lines before it have %llu.",
                                  (unsigned long long)row->count, row->count == 1 ? "" : "s",
                                  (unsigned long long)t->first.count);
    for (int d = 0; d < t->columns.dims; d++)
        if (row->fields[t->columns.at[d]].word.length == 0)
            return io_input_fail_line(t->in, "column %d is empty.", (int)t->columns.at[d] + 1);
    const io_field name = row->fields[0];
    if (t->row_names && !name.quoted && io_field_is_number(name) && !is_integer(name.word))
        return io_input_fail_line(t->in,
                                  "the heading in line %llu has one name less than there are columns, and "
                                  "'%.*s' in the first column names no row; choose the coordinates with "
                                  "--columns, by position from 1.",
                                  (unsigned long long)t->first_number, shown_length(name.word),
                                  name.word.text);
    return 0;
}

static int add_point(table *t, const io_table_row *row) {
    span words[IO_MOST_COORDINATES];
    double point[IO_MOST_COORDINATES];
    if (check_row(t, row) != 0) return t->in->problem->code;
    for (int d = 0; d < t->columns.dims; d++) words[d] = row->fields[t->columns.at[d]].word;
    if (io_coordinates(t->in, words, t->columns.dims, point) != 0) return t->in->problem->code;
    if (io_rows_add(&t->rows, point, t->in) != 0 ||
        (t->in->options->lines && io_rows_add(&t->lines, &t->in->line_number, t->in) != 0))
        return t->in->problem->code;
    for (size_t k = 0; k < t->named.count; k++)
        if (io_named_add_words(t->in, &t->named.of[k], &row->fields[t->named.of[k].at].word) != 0)
            return t->in->problem->code;
    return 0;
}

/* The types may be asked for by position, as the coordinates are. */
static int parse_types(table *t) {
    for (size_t k = 0; k < t->named.count; k++) {
        const io_named_column *column = &t->named.of[k];
        if (io_named_is_types(column) && io_parse_wishes(t->in, column->name, &t->types) != 0)
            return t->in->problem->code;
        t->names |= !io_named_is_types(column) || t->types.names;
    }
    if (t->types.count <= 1) return 0;
    return problem_set(t->in->problem, EXIT_USAGE, "%.100s: the types are one column.", t->in->name);
}

/* Finds the columns that are asked for beside the coordinates. */
static int place_named(table *t, const io_table_row *heading) {
    for (size_t k = 0; k < t->named.count; k++) {
        io_named_column *column = &t->named.of[k];
        const io_wish *types = io_named_is_types(column) ? &t->types.of[0] : NULL;
        const span name = types ? types->name : (span){column->name, strlen(column->name)};
        size_t at = types ? types->position : 0;
        if (name.length > 0 && io_find_column(t->in, heading, name, &at) != 0) return t->in->problem->code;
        if (at >= t->first.count)
            return io_input_fail(t->in, "has %llu columns, and types are asked for in column %llu.",
                                 (unsigned long long)t->first.count, (unsigned long long)at + 1);
        if (io_named_place(t->in, column, at, 1) != 0) return t->in->problem->code;
    }
    return 0;
}

/* Fits the heading to the columns of the next line.  A heading with one name less has none for the names of rows, as R writes them.
 * Returns 0 or the code of a problem. */
static int fit_heading(table *t, const io_table_row *next) {
    const int names = t->names || io_names_coordinates(&t->first);
    const size_t last = next ? next->count - 1 : 0;
    if (!next || t->first.count == next->count) return 0;
    if (names && t->first.count == last && last < IO_MOST_FIELDS && next->fields[last].word.length > 0) {
        memmove(t->first.fields + 1, t->first.fields, last * sizeof *t->first.fields);
        t->first.fields[0] = (io_field){{"", 0}, 0};
        t->first.count++;
        t->row_names = 1;
        return 0;
    }
    return io_input_fail_line(t->in,
                              "the heading has %llu name%s, and the lines below it have %llu column%s; "
                              "mend it, or begin its line with # and choose the coordinates with --columns, "
                              "by position from 1.",
                              (unsigned long long)t->first.count, t->first.count == 1 ? "" : "s",
                              (unsigned long long)next->count, next->count == 1 ? "" : "s");
}

/* The comment above a first line of numbers, if it names as many columns and the coordinates among them, or those that are asked
 * for. */
static const io_table_row *heading_in_comment(table *t) {
    int mixed = 0;
    if (!t->comment_line || (t->wishes.count > 0 && !t->wishes.names)) return NULL;
    for (size_t k = 0; k < t->first.count; k++)
        if (!io_field_is_number(t->first.fields[k])) return NULL;
    const char separator = t->tabs ? '\t' : io_separator_of(t->comment_line, &mixed);
    io_split_fields(t->comment_line, separator, &t->comment);
    if (t->comment.count > IO_MOST_FIELDS) return NULL;
    const int names = io_names_coordinates(&t->comment);
    return t->comment.count == t->first.count && (names || t->names) ? &t->comment : NULL;
}

/* Adds to the note what was taken for what. */
static void describe_heading(const table *t, const io_table_row *heading, io_frame *frame) {
    char *note = frame->note;
    const size_t size = sizeof frame->note;
    if (t->row_names)
        append(note, size, "; ", "the first column, which the heading does not name, names the rows");
    else if (heading == &t->comment)
        append(note, size, "; ", "named by the comment in line %llu", (unsigned long long)t->comment_number);
}

/* Decides what the first line is, with the second one beside it or NULL at the end of the file. */
static int take_first(table *t, const io_table_row *next, io_frame *frame) {
    const uint64_t number = t->in->line_number;
    const io_table_row *heading = heading_in_comment(t);
    int failed = 0;
    t->headed = !heading && is_heading(t, next);
    t->in->line_number = heading ? t->comment_number : t->first_number;
    if (t->headed) {
        heading = &t->first;
        failed = fit_heading(t, next);
    }
    if (failed == 0)
        failed = io_choose_columns(t->in, &t->wishes, heading, t->first.count, &t->columns, frame->note,
                                   sizeof frame->note);
    if (failed == 0 && t->named.count > 0) failed = place_named(t, heading);
    if (failed != 0) return failed;
    t->rows.row_bytes = (size_t)t->columns.dims * sizeof(double);
    t->in->line_number = t->first_number;
    if (!t->headed && add_point(t, &t->first) != 0) return t->in->problem->code;
    t->in->line_number = number;
    describe_heading(t, heading, frame);
    return 0;
}

static int read_table(table *t, io_frame *frame) {
    char *line = NULL;
    io_input_state state = next_line(t, &line);
    if (state == IO_INPUT_PROBLEM) return t->in->problem->code;
    if (state == IO_INPUT_END) return 0;
    t->first_line = strdup(line);
    t->first_number = t->in->line_number;
    if (!t->first_line) return no_memory(t->in);
    if (split(t, t->first_line, &t->first) != 0) return t->in->problem->code;
    int begun = 0; // NOLINT(clang-analyzer-unix.Malloc) read_separated frees the line
    while ((state = next_line(t, &line)) == IO_INPUT_LINE) {
        if (split(t, line, &t->now) != 0) return t->in->problem->code;
        if (!begun && take_first(t, &t->now, frame) != 0) return t->in->problem->code;
        begun = 1;
        if (add_point(t, &t->now) != 0) return t->in->problem->code;
    }
    if (state == IO_INPUT_PROBLEM) return t->in->problem->code;
    return begun ? 0 : take_first(t, NULL, frame);
}

static int read_separated(io_input *in, io_frame *frame, int tabs) {
    io_field *fields = malloc((size_t)3 * IO_MOST_FIELDS * sizeof *fields);
    table t = {.in = in, .tabs = tabs, .separator = '\t', .first = {fields, 0}, .lines = {.row_bytes = 8}};
    if (!fields) return no_memory(in);
    t.now.fields = fields + IO_MOST_FIELDS;
    t.comment.fields = t.now.fields + IO_MOST_FIELDS;
    int failed = io_parse_wishes(in, in->options->columns, &t.wishes);
    t.names = t.wishes.names;
    if (failed == 0) failed = io_named_begin(in, &t.named);
    if (failed == 0) failed = parse_types(&t);
    if (failed == 0) failed = io_input_refuse_binary(in);
    if (failed == 0) failed = read_table(&t, frame);
    if (failed == 0 && t.rows.n == 0 && !in->options->empty)
        failed =
            io_input_fail(in, t.headed ? "has a heading and no points." : "has no line of 1 to 3 numbers.");
    free(fields);
    free(t.first_line);
    free(t.comment_line);
    frame->lines = (uint64_t *)(void *)t.lines.data; /* freed with the frame, also after a text_problem */
    failed = io_rows_finish(&t.rows, in, failed, t.columns.dims, NF_FLOAT64, frame);
    return io_named_finish(in, &t.named, failed, frame);
}

int io_read_columns(io_input *in, io_frame *frame) { return read_separated(in, frame, 0); }

int io_read_tabs(io_input *in, io_frame *frame) { return read_separated(in, frame, 1); }
