/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/tables/columns.h"

#include "formats/source.h"
#include "text/phrase.h"

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

/* Names of coordinates, in any case. */
static const char *const families[][IO_USUAL_COORDINATES] = {
    {"x", "y", "z"}, {"pos_x", "pos_y", "pos_z"}, {"x1", "x2", "x3"}, {"x0", "x1", "x2"}};

/* The ways to compare a column's name with a given name; the first way that finds a column is used. */
typedef enum way { AS_WRITTEN, IN_ANY_CASE, WITHOUT_MARKS, WAYS } way;

/* The name before a unit in brackets: z of "z (nm)" and of "z[A]". */
static span without_unit(span word) {
    const char last = word.length > 0 ? word.text[word.length - 1] : '\0';
    const char open = (char)(last == ')' ? '(' : last == ']' ? '[' : '\0');
    const char *found = open != '\0' ? memchr(word.text, open, word.length) : NULL;
    return found ? trim((span){word.text, (size_t)(found - word.text)}) : word;
}

/* The name behind the number of its column: x of "2:x" and of "[2]=x". */
static span without_number(span word) {
    const size_t open = word.length > 0 && strchr("[(", *word.text) != NULL;
    size_t at = open;
    while (at < word.length && word.text[at] >= '0' && word.text[at] <= '9') at++;
    if (at == open || at == word.length) return word;
    const size_t digits = at;
    while (at < word.length && strchr("]):=", word.text[at])) at++;
    return at > digits && at < word.length ? (span){word.text + at, word.length - at} : word;
}

/* A name without the blanks around it that are not ASCII: those that do not break, or have no width, and the mark of UTF-8. */
static span without_wide_blanks(span word) {
    static const char *const blanks[] = {"\xC2\xA0", "\xE2\x80\x8B", "\xE2\x80\xAF", "\xEF\xBB\xBF"};
    for (size_t k = 0; k < sizeof blanks / sizeof *blanks;) {
        const size_t length = strlen(blanks[k]), before = word.length;
        if (word.length >= length && memcmp(word.text, blanks[k], length) == 0)
            word.text += length, word.length -= length;
        if (word.length >= length && memcmp(word.text + word.length - length, blanks[k], length) == 0)
            word.length -= length;
        word = trim(word);
        k = word.length < before ? 0 : k + 1;
    }
    return word;
}

static int is_called(span word, span name, way how) {
    if (how == WITHOUT_MARKS) word = without_unit(without_number(without_wide_blanks(word)));
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

/* The first way that finds columns of this name; WAYS if there is none. */
static way way_of(const io_table_row *heading, span name) {
    size_t at = 0;
    way how = AS_WRITTEN;
    while (how < WAYS && named_by(heading, name, how, &at) == 0) how++;
    return how;
}

/* Counts the columns of this name by the first way that finds any; *at is the first of them. */
static size_t named(const io_table_row *heading, span name, size_t *at) {
    const way how = way_of(heading, name);
    return how < WAYS ? named_by(heading, name, how, at) : 0;
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

static int is_unit(io_field field) {
    const span word = field.word;
    if (field.quoted || word.length < 2) return 0;
    const char open = word.text[0], close = word.text[word.length - 1];
    return (open == '(' && close == ')') || (open == '[' && close == ']');
}

void io_join_units(io_table_row *heading) {
    size_t kept = 0;
    for (size_t k = 0; k < heading->count; k++) {
        const io_field field = heading->fields[k];
        io_field *before = kept > 0 ? &heading->fields[kept - 1] : NULL;
        if (before && !before->quoted && is_unit(field))
            before->word.length = (size_t)(field.word.text + field.word.length - before->word.text);
        else heading->fields[kept++] = field;
    }
    heading->count = kept;
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

static size_t known_of(const io_table_row *heading, const char *const *family) {
    size_t known = 0, at = 0;
    for (size_t d = 0; d < IO_USUAL_COORDINATES; d++)
        known += named(heading, (span){family[d], strlen(family[d])}, &at) > 0;
    return known;
}

int io_names_coordinates(const io_table_row *heading) {
    size_t most = 0;
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        const size_t known = known_of(heading, families[f]);
        if (known > most) most = known;
    }
    return (int)most;
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

/* Whether names of a family are found by several ways, and one of them by a second way in another column: those of two points, such as X,
 * Y, Z and x, y. */
static int is_mixed(const io_table_row *heading, const char *const *family) {
    way first = WAYS;
    int differ = 0, several = 0;
    for (size_t d = 0; d < IO_USUAL_COORDINATES; d++) {
        const span name = {family[d], strlen(family[d])};
        const way how = way_of(heading, name);
        size_t at = 0;
        if (how == WAYS) continue;
        if (first == WAYS) first = how;
        differ |= how != first;
        several |= named_by(heading, name, WITHOUT_MARKS, &at) > 1;
    }
    return differ && several;
}

/* Takes the family of names that the heading has most of.  Without any, a single column is the coordinate, and several are
 * refused, as a column may be an index or a mass. */
static int add_family(io_input *in, const io_table_row *heading, io_columns *columns) {
    const char *const *family = families[0], *missing = NULL;
    int gap = 0, two = 0;
    for (size_t f = 1; f < sizeof families / sizeof families[0]; f++) {
        const size_t most = known_of(heading, family), known = known_of(heading, families[f]);
        if (known > most) family = families[f], two = 0;
        else two |= known == most && known == IO_USUAL_COORDINATES && family != families[0];
    }
    if (two)
        return fail_heading(in, "the heading has the names of more than three coordinates; choose them with "
                                "--columns, by name or by position from 1.");
    for (size_t d = 0; d < IO_USUAL_COORDINATES; d++) {
        const span name = {family[d], strlen(family[d])};
        size_t at = 0;
        if (named(heading, name, &at) == 0) {
            if (!missing) missing = family[d];
            continue;
        }
        if (io_find_column(in, heading, name, &at) != 0) return in->problem->code;
        gap |= missing != NULL;
        columns->at[columns->dims++] = at;
    }
    if (gap) return refuse_gap(in, columns, heading, missing);
    if (is_mixed(heading, family))
        return fail_heading(
            in, "the heading has several columns for a coordinate, in letters of another case or with "
                "units; choose the coordinates with --columns, by name or by position from 1.");
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
    else if (heading) failed = add_family(in, heading, columns);
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
