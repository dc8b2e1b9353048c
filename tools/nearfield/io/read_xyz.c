/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "coordinates.h"
#include "formats.h"
#include "named.h"
#include "rows.h"
#include "xyz_comment.h"

#include <stdio.h>
#include <string.h>

enum { MOST_COLUMNS = 256 };

/* The positions of the values among the words of an atom line. */
typedef struct layout {
    size_t first; /* of the coordinates */
    int dims;
    size_t needed; /* words of a line */
    io_named named;
} layout;

static int next_field(const char **cursor, io_word *field) {
    field->text = *cursor;
    field->length = strcspn(*cursor, ": \t\"'");
    *cursor += field->length;
    if (**cursor == ':') (*cursor)++;
    return field->length > 0;
}

static int take_property(io_input *in, layout *l, io_word name, io_word type, size_t at, uint64_t width) {
    io_named_column *column = io_named_find(&l->named, name);
    const int is_position = io_word_is(name, "pos");
    if (is_position && (width < 1 || width > 3 || !io_word_is(type, "R")))
        return io_input_fail_line(in, "pos in Properties= is not R:1, R:2 or R:3.");
    if (column &&
        (width < 1 || at + width > MOST_COLUMNS || !(io_word_is(type, "R") || io_word_is(type, "I"))))
        return io_input_fail_line(in, "%s in Properties= is not numbers in the first %d columns.",
                                  column->name, (int)MOST_COLUMNS);
    if (is_position) l->first = at, l->dims = (int)width;
    if (column) io_named_place(column, at, (int)width);
    if ((is_position || column) && l->needed < at + width) l->needed = at + width;
    return 0;
}

/* Properties is a list of name:type:columns, e.g. species:S:1:pos:R:3. */
static int read_properties(io_input *in, const char *properties, layout *l) {
    io_word name, type, width;
    uint64_t columns_before = 0, count = 0;
    if (*properties == '"' || *properties == '\'') properties++;
    l->dims = 0;
    l->needed = 0;
    while (next_field(&properties, &name)) {
        if (!next_field(&properties, &type) || !next_field(&properties, &width) ||
            !io_parse_count(width, &count) || count > MOST_COLUMNS)
            return io_input_fail_line(in, "Properties= is not a list of name:type:columns.");
        if (take_property(in, l, name, type, (size_t)columns_before, count) != 0) return in->problem->code;
        if (l->dims > 0 && l->named.count == 0) return 0;
        columns_before += count;
        if (columns_before > MOST_COLUMNS - 3)
            return io_input_fail_line(in, "Properties= has more than %d columns.", (int)MOST_COLUMNS);
    }
    return l->dims > 0 ? 0 : io_input_fail_line(in, "Properties= has no pos:R:3.");
}

static int read_atom(io_input *in, const char *line, layout *l, io_rows *rows) {
    io_word words[MOST_COLUMNS];
    double row[3];
    const size_t found = io_split_words(line, words, l->needed);
    if (found < l->needed)
        return io_input_fail_line(in, "an atom line has %llu words, at least %llu are needed.",
                                  (unsigned long long)found, (unsigned long long)l->needed);
    int failed = io_coordinates(in, words + l->first, l->dims, row);
    if (failed == 0) failed = io_rows_add(rows, row, in);
    for (size_t k = 0; k < l->named.count && failed == 0; k++)
        failed = io_named_add_words(in, &l->named.of[k], words + l->named.of[k].at);
    return failed;
}

static int read_atoms(io_input *in, uint64_t count, uint64_t count_line, layout *l, io_rows *rows) {
    char *line = NULL;
    for (uint64_t i = 0; i < count; i++) {
        if (io_need_line(in, &line, "%llu of the %llu atoms that line %llu announces", (unsigned long long)i,
                         (unsigned long long)count, (unsigned long long)count_line) != 0 ||
            read_atom(in, line, l, rows) != 0)
            return in->problem->code;
    }
    return 0;
}

/* Behind the atoms the file ends, or the count of another frame follows.  Another line is an atom too many. */
static int look_for_more(io_input *in, uint64_t count, uint64_t count_line, int *more) {
    char *line = NULL;
    io_word word;
    io_input_state state = io_input_filled_line(in, &line);
    *more = state == IO_INPUT_LINE;
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    if (io_split_words(line, &word, 1) != 1 || !io_is_integer(word))
        return io_input_fail_line(in, "there are more atoms than the %llu that line %llu announces.",
                                  (unsigned long long)count, (unsigned long long)count_line);
    io_input_hold(in, line);
    return 0;
}

/* Reads the count and the comment line. */
static int read_head(io_input *in, uint64_t *count, uint64_t *count_line, layout *l, io_frame *frame) {
    char *line = NULL, fault[IO_XYZ_FAULT];
    io_word key;
    if (io_need_line(in, &line, "nothing") != 0) return in->problem->code;
    const io_word first = io_trim((io_word){line, strlen(line)});
    *count_line = in->line_number;
    if (io_header_count(in, first, "atoms", count) != 0) return in->problem->code;
    if (io_need_line(in, &line, "the number of atoms") != 0) return in->problem->code;
    if (io_xyz_is_unclosed(line, &key))
        return io_input_fail_line(in, "%.*s= begins with a quote that is not closed.", io_shown(key),
                                  key.text);
    const char *properties = io_xyz_value(line, "properties=");
    if (properties && read_properties(in, properties, l) != 0) return in->problem->code;
    io_xyz_box(line, l->dims, &frame->box, fault);
    if (*fault)
        snprintf(frame->box_fault, sizeof frame->box_fault, "%.240s:%llu: %s", in->name,
                 (unsigned long long)in->line_number, fault);
    return io_named_check(in, &l->named);
}

int io_read_xyz(io_input *in, io_frame *frame) {
    uint64_t count = 0, count_line = 0;
    layout l = {.first = 1, .dims = 3, .needed = 4};
    if (io_named_begin(in, &l.named) != 0) return in->problem->code;
    int failed = read_head(in, &count, &count_line, &l, frame);
    io_rows rows = {.row_bytes = (size_t)l.dims * sizeof(double)};
    if (failed == 0) failed = read_atoms(in, count, count_line, &l, &rows);
    if (failed == 0) failed = look_for_more(in, count, count_line, &frame->more);
    snprintf(frame->note, sizeof frame->note, "units as in the file");
    failed = io_rows_finish(&rows, in, failed, l.dims, NF_FLOAT64, frame);
    return io_named_finish(in, &l.named, failed, frame);
}
