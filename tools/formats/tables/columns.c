/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/tables/columns.h"

#include "formats/source.h"
#include "text/append.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the value of --columns ---------------------------------------------------------------------------- */

static size_t most_of(const io_input *in) {
    return in->options && in->options->most ? (size_t)in->options->most : IO_USUAL_COORDINATES;
}

static int bad_wish(io_input *in, span item) {
    return problem_set(in->problem, EXIT_USAGE,
                       "%.100s: columns are one to %s, by position from 1 or by name, not '%.*s'.", in->name,
                       most_of(in) > IO_USUAL_COORDINATES ? "eight" : "three (of nearfield knn one to eight)",
                       shown_length(item), item.text);
}

/* 2 is a position; x, "2" and name:2 are names. */
static int parse_wish(io_input *in, io_field item, io_wish *wish) {
    static const char prefix[] = "name:";
    const size_t length = sizeof prefix - 1;
    uint64_t position = 0;
    *wish = (io_wish){item.word, 0};
    if (item.word.length == 0) return bad_wish(in, item.word);
    if (!item.quoted && item.word.length > length && strncmp(item.word.text, prefix, length) == 0) {
        wish->name = (span){item.word.text + length, item.word.length - length};
        return 0;
    }
    if (item.quoted || !parse_count(item.word, &position)) return 0;
    if (position < 1 || position > IO_MOST_FIELDS) return bad_wish(in, item.word);
    *wish = (io_wish){{NULL, 0}, (size_t)position - 1};
    return 0;
}

int io_parse_wishes(io_input *in, const char *text, io_wishes *wishes) {
    io_field fields[IO_MOST_FIELDS];
    io_table_row items = {fields, 0};
    memset(wishes, 0, sizeof *wishes);
    if (!text) return 0;
    io_split_fields(text, ',', &items);
    if (items.count > most_of(in)) return bad_wish(in, (span){text, strlen(text)});
    for (; wishes->count < (int)items.count; wishes->count++) {
        io_wish *wish = &wishes->of[wishes->count];
        if (parse_wish(in, fields[wishes->count], wish) != 0) return in->problem->code;
        wishes->names |= wish->name.length > 0;
    }
    return 0;
}

/* ---- choosing ----------------------------------------------------------------------------------------- */

/* The ways to compare a column's name with a given name; the first way that finds a column is used. */
typedef enum way { AS_WRITTEN, IN_ANY_CASE, WITHOUT_UNIT, WAYS } way;

/* The name before a unit in brackets: z of "z (nm)" and of "z[A]". */
static span without_unit(span word) {
    const char last = word.length > 0 ? word.text[word.length - 1] : '\0';
    const char open = (char)(last == ')' ? '(' : last == ']' ? '[' : '\0');
    const char *found = open != '\0' ? memchr(word.text, open, word.length) : NULL;
    return found ? trim((span){word.text, (size_t)(found - word.text)}) : word;
}

static int is_called(span word, span name, way how) {
    if (how == WITHOUT_UNIT) word = without_unit(word);
    return word.length == name.length &&
           (how == AS_WRITTEN ? memcmp(word.text, name.text, name.length)
                              : strncasecmp(word.text, name.text, name.length)) == 0;
}

/* Counts the columns of this name by one way; *at is the first of them. */
static size_t named_by(const io_table_row *heading, span name, way how, size_t *at) {
    size_t found = 0;
    for (size_t k = heading->count; k-- > 0;)
        if (is_called(heading->fields[k].word, name, how)) *at = k, found++;
    return found;
}

/* Counts the columns of this name by the first way that finds any; *at is the first of them. */
static size_t named(const io_table_row *heading, span name, size_t *at) {
    size_t found = 0;
    for (way how = AS_WRITTEN; how < WAYS && found == 0; how++) found = named_by(heading, name, how, at);
    return found;
}

/* Refuses a heading: of a text with its line. */
static int fail_heading(io_input *in, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return in->line_number > 0 ? io_input_fail_line(in, "%s", what) : io_input_fail(in, "%s", what);
}

int io_find_column(io_input *in, const io_table_row *heading, span name, size_t *at) {
    const size_t found = named(heading, name, at);
    if (found == 1) return 0;
    return found > 1 ? fail_heading(in, "has %llu columns named '%.*s'; choose one by its position.",
                                    (unsigned long long)found, shown_length(name), name.text)
                     : fail_heading(in, "has no column named '%.*s' in its heading.", shown_length(name),
                                    name.text);
}

static int add(io_input *in, io_columns *columns, size_t at, size_t count) {
    if (at >= count)
        return io_input_fail(in, "has %llu column%s, and column %llu is asked for.",
                             (unsigned long long)count, count == 1 ? "" : "s", (unsigned long long)at + 1);
    for (int d = 0; d < columns->dims; d++)
        if (columns->at[d] == at)
            return problem_set(in->problem, EXIT_USAGE, "%.100s: column %llu is asked for twice.", in->name,
                               (unsigned long long)at + 1);
    columns->at[columns->dims++] = at;
    return 0;
}

static int add_wishes(io_input *in, const io_wishes *wishes, const io_table_row *heading, size_t count,
                      io_columns *columns) {
    for (int k = 0; k < wishes->count; k++) {
        size_t at = wishes->of[k].position;
        const span name = wishes->of[k].name;
        if (name.length > 0 && io_find_column(in, heading, name, &at) != 0) return in->problem->code;
        if (add(in, columns, at, count) != 0) return in->problem->code;
    }
    return 0;
}

static void describe(const io_columns *columns, const io_table_row *heading, size_t count, char *note,
                     size_t size) {
    snprintf(note, size, "column%s", columns->dims > 1 ? "s" : "");
    for (int d = 0; d < columns->dims; d++) {
        const char *between = d > 0 ? ", " : " ";
        const unsigned long long position = (unsigned long long)columns->at[d] + 1;
        const span name = heading ? heading->fields[columns->at[d]].word : (span){"", 0};
        const int shown = name.length < 20 ? (int)name.length : 20;
        if (shown > 0) append(note, size, between, "%.*s (%llu)", shown, name.text, position);
        else append(note, size, between, "%llu", position);
    }
    append(note, size, " ", "of %llu", (unsigned long long)count);
}

static const span coordinates[IO_USUAL_COORDINATES] = {{"x", 1}, {"y", 1}, {"z", 1}};

int io_names_coordinates(const io_table_row *heading) {
    size_t at = 0;
    int known = 0;
    for (size_t d = 0; d < IO_USUAL_COORDINATES; d++) known += named(heading, coordinates[d], &at) > 0;
    return known;
}

/* Refuses a heading that names a coordinate but not the one before it, which probably has another name. */
static int refuse_gap(io_input *in, const io_columns *columns, const io_table_row *heading,
                      const char *missing) {
    char found[128];
    describe(columns, heading, heading->count, found, sizeof found);
    return fail_heading(in,
                        "the heading names %s, but no column %s; choose the coordinates with --columns, by "
                        "name or by position from 1.",
                        found, missing);
}

/* Takes x, y and z.  Where the heading has none of them, a single column is the coordinate, and several are refused, as a column may be an
 * index or a mass. */
static int add_coordinates(io_input *in, const io_table_row *heading, io_columns *columns) {
    const char *missing = NULL;
    int gap = 0;
    for (size_t d = 0; d < IO_USUAL_COORDINATES; d++) {
        size_t at = 0;
        if (named(heading, coordinates[d], &at) == 0) {
            if (!missing) missing = coordinates[d].text;
            continue;
        }
        if (io_find_column(in, heading, coordinates[d], &at) != 0) return in->problem->code;
        gap |= missing != NULL;
        columns->at[columns->dims++] = at;
    }
    if (gap) return refuse_gap(in, columns, heading, missing);
    if (columns->dims == 0 && heading->count == 1) columns->dims = 1;
    if (columns->dims > 0) return 0;
    return fail_heading(in, "the heading names no x, y or z; choose the coordinates with --columns, by name "
                            "or by position from 1.");
}

/* Columns that nobody has chosen are all that there are. */
static int check_usual(io_input *in, const io_wishes *wishes, size_t count) {
    if (!in->options || !in->options->usual || in->options->columns != in->options->usual ||
        (size_t)wishes->count == count)
        return 0;
    return io_input_fail(in, "has %llu column%s, and %d are needed: choose them, as in FILE:2,3.",
                         (unsigned long long)count, count == 1 ? "" : "s", wishes->count);
}

int io_choose_columns(io_input *in, const io_wishes *wishes, const io_table_row *heading, size_t count,
                      io_columns *columns, char *note, size_t size) {
    int failed = 0;
    memset(columns, 0, sizeof *columns);
    if (check_usual(in, wishes, count) != 0) return in->problem->code;
    if (wishes->count > 0) failed = add_wishes(in, wishes, heading, count, columns);
    else if (heading) failed = add_coordinates(in, heading, columns);
    else if (count > IO_USUAL_COORDINATES)
        failed = io_input_fail_line(
            in, "the line has %llu columns; points have 1 to 3%s: choose them with --columns.",
            (unsigned long long)count,
            most_of(in) > IO_USUAL_COORDINATES ? ", or up to 8 that are named" : "");
    else
        for (size_t k = 0; k < count; k++) columns->at[columns->dims++] = k;
    if (failed == 0) describe(columns, heading, count, note, size);
    return failed;
}
