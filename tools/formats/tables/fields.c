/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Splits the lines of a table into fields. */
#include "formats/source.h"
#include "formats/tables/columns.h"

#include <string.h>

/* The closing quote of a field that begins with a quote, or NULL; two quotes in a row are an escaped one. */
static const char *closing_quote(const char *c) {
    for (c = strchr(c + 1, '"'); c && c[1] == '"'; c = strchr(c + 2, '"')) {}
    return c;
}

static const char *skip_blanks(const char *c) { return c + strspn(c, " \t\r\v\f"); }

char io_separator_of(const char *line, int *mixed) {
    char found = ' ';
    *mixed = 0;
    for (const char *c = line; *c != '\0' && *c != '#'; c++) {
        const char *close = *c == '"' ? closing_quote(c) : NULL;
        if (close) c = close;
        if (*c != ',' && *c != ';') continue;
        *mixed |= found != ' ' && found != *c;
        found = *c;
    }
    return found;
}

/* The end of the field that begins at c: its separator, a comment or the end of the line. */
static const char *end_of_field(const char *c, char separator) {
    return c + (separator == ' ' ? strcspn(c, " \t\r\v\f#") : strcspn(c, (char[]){separator, '#', '\0'}));
}

void io_split_fields(const char *line, char separator, io_table_row *row) {
    const char *c = line;
    row->count = 0;
    for (;;) {
        /* Between tabs, blanks belong to the fields. */
        const char *begin = separator == '\t' ? c + strspn(c, " ") : skip_blanks(c);
        if (separator == ' ' && (*begin == '\0' || *begin == '#')) return;
        const char *close = *begin == '"' ? closing_quote(begin) : NULL;
        const char *end = end_of_field(close ? close + 1 : begin, separator);
        io_field field = {trim((span){begin, (size_t)(end - begin)}), 0};
        if (close && field.word.text + field.word.length == close + 1) {
            field.word = trim((span){begin + 1, (size_t)(close - begin) - 1});
            field.quoted = 1;
        }
        if (row->count < IO_MOST_FIELDS) row->fields[row->count] = field;
        row->count++;
        c = end;
        if (separator != ' ' && *c++ != separator) return;
    }
}

int io_field_is_number(io_field field) {
    double value;
    return parse_double(field.word, &value);
}

int io_choose_of_array(io_input *in, const char *shape, uint64_t width, io_columns *columns, char *note,
                       size_t size) {
    io_wishes wishes;
    if (io_parse_wishes(in, in->options ? in->options->columns : NULL, &wishes) != 0)
        return in->problem->code;
    if (wishes.names)
        return problem_set(
            in->problem, EXIT_USAGE,
            "%.100s: columns of an array are asked for by position from 1, as they have no names.", in->name);
    if (width < 1 || width > IO_MOST_FIELDS || (width > IO_USUAL_COORDINATES && wishes.count == 0))
        return io_input_fail(in, "has the shape %.60s; points are n x 1, n x 2 or n x 3%s.", shape,
                             in->options && width > 0
                                 ? ": give a row for each point, or choose columns, as by --columns 1,2,3"
                                 : "");
    const int failed = io_choose_columns(in, &wishes, NULL, (size_t)width, columns, note, size);
    if (wishes.count == 0) note[0] = '\0';
    return failed;
}
