/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/reader/rows.h"
#include "formats/trajectories/xyz_comment.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_COLUMNS = 256 };

/* The positions of the values among the words of an atom line. */
typedef struct layout {
    size_t first; /* of the coordinates */
    int dims;
    size_t needed; /* words of a line */
    int named_all; /* Properties names every column: a line has no more words */
    io_named named;
} layout;

/* Takes a word up to a colon, and the colon. */
static int next_field(span *list, span *field) {
    const char *colon = list->length > 0 ? memchr(list->text, ':', list->length) : NULL;
    *field = trim((span){list->text, colon ? (size_t)(colon - list->text) : list->length});
    const size_t taken = colon ? (size_t)(colon - list->text) + 1 : list->length;
    *list = (span){list->text + taken, list->length - taken};
    return field->length > 0;
}

static int is_position(span name) {
    return name.length == 3 && strncasecmp(name.text, "pos", name.length) == 0;
}

static int take_property(io_input *in, layout *l, span name, span type, size_t at, uint64_t width) {
    if (is_position(name) && (width < 1 || width > 3 || !word_is(type, "R")))
        return io_input_fail_line(in, "pos in Properties= is not R:1, R:2 or R:3.");
    if (is_position(name) && l->dims > 0) return io_input_fail_line(in, "Properties= names pos twice.");
    for (size_t k = 0; k < l->named.count; k++) {
        const io_named_column *column = &l->named.of[k];
        const int types = io_named_is_types(column);
        if (word_is(name, column->name) && (width < 1 || at + width > MOST_COLUMNS ||
                                            !(word_is(type, types ? "S" : "R") || word_is(type, "I"))))
            return io_input_fail_line(in, "%s in Properties= is not %s in the first %d columns.",
                                      column->name, types ? "words (S) or whole numbers (I)" : "numbers",
                                      (int)MOST_COLUMNS);
    }
    if (is_position(name)) l->first = at, l->dims = (int)width;
    return io_named_place_all(in, &l->named, name, at, (int)width);
}

/* Properties is a list of name:type:columns, e.g. species:S:1:pos:R:3. */
static int read_properties(io_input *in, span properties, layout *l) {
    const span whole = properties;
    span name, type, width;
    uint64_t columns = 0, count = 0;
    l->dims = 0;
    while (properties.length > 0) {
        if (!next_field(&properties, &name) || !next_field(&properties, &type) ||
            !next_field(&properties, &width) || type.length != 1 || !strchr("SIRL", *type.text) ||
            !parse_count(width, &count) || count < 1 || count > MOST_COLUMNS)
            return io_input_fail_line(in, "Properties= is not a list of name:type:columns, as in "
                                          "species:S:1:pos:R:3, with types S, I, R and L.");
        if (take_property(in, l, name, type, (size_t)columns, count) != 0) return in->problem->code;
        columns += count;
        if (columns > MOST_COLUMNS)
            return io_input_fail_line(in, "Properties= has more than %d columns.", (int)MOST_COLUMNS);
    }
    l->needed = (size_t)columns;
    l->named_all = 1;
    if (l->dims > 0) return 0;
    return io_input_fail_line(in, "Properties=%.*s has no pos:R:3, which are the positions.",
                              shown_length(whole), whole.text);
}

/* Without Properties an atom is a species and x, y, z; a number with a decimal point is no species, and neither is the name of a
 * cell vector, which some programs write behind the atoms. */
static int check_species(io_input *in, const layout *l, span word) {
    static const char *const vectors[] = {"Tv", "VEC1", "VEC2", "VEC3"};
    double number = 0;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (!l->named_all && word.length == strlen(vectors[k]) &&
            strncasecmp(word.text, vectors[k], word.length) == 0)
            return io_input_fail_line(
                in,
                "'%.*s' is a cell vector, no atom; cell vectors are read from Lattice= in "
                "the comment line.",
                shown_length(word), word.text);
    if (l->named_all || is_integer(word) || !parse_double(word, &number)) return 0;
    return io_input_fail_line(in,
                              "'%.*s' is no species; an atom line is species x y z, unless Properties= "
                              "says otherwise.",
                              shown_length(word), word.text);
}

static int read_atom(io_input *in, const char *line, layout *l, io_rows *rows) {
    span words[MOST_COLUMNS];
    double row[3];
    const size_t found = split_words(line, words, l->needed);
    if (found < l->needed || (l->named_all && found > l->needed))
        return io_input_fail_line(
            in, "an atom line has %llu words, %s%llu are needed.", (unsigned long long)found,
            l->named_all ? "and by Properties= " : "at least ", (unsigned long long)l->needed);
    int failed = check_species(in, l, words[0]);
    if (failed == 0) failed = io_coordinates(in, words + l->first, l->dims, row);
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
    span word;
    io_input_state state = io_input_filled_line(in, &line);
    *more = state == IO_INPUT_LINE;
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    if (split_words(line, &word, 1) != 1 || !is_integer(word))
        return io_input_fail_line(in, "there are more atoms than the %llu that line %llu announces.",
                                  (unsigned long long)count, (unsigned long long)count_line);
    io_input_hold(in, line);
    return 0;
}

/* Refuses a first line that is no count: it may be one of a table of points, which surveys write with the same extension. */
static int refuse_count(io_input *in, span line) {
    span words[4];
    const size_t count = split_words(line.text, words, 4);
    return io_input_fail_line(in,
                              "expected the number of atoms, not '%.*s'; lines of x y z without a count are "
                              "read by --format columns%s.",
                              shown_length(line), line.text, count > 3 ? " --columns 1,2,3" : "");
}

static int read_count(io_input *in, uint64_t *count) {
    char *line = NULL;
    if (io_need_line(in, &line, "nothing") != 0) return in->problem->code;
    const span first = trim((span){line, strlen(line)});
    if (in->frames == 0 && first.length > 0 && !parse_count(first, count)) return refuse_count(in, first);
    return io_header_count(in, first, "atoms", count);
}

/* Reads the count and the comment line. */
static int read_head(io_input *in, uint64_t *count, uint64_t *count_line, layout *l, io_frame *frame) {
    char *line = NULL, fault[IO_XYZ_FAULT], doubt[IO_XYZ_FAULT], box_fault[IO_XYZ_FAULT];
    io_xyz_keys keys;
    if (read_count(in, count) != 0) return in->problem->code;
    *count_line = in->line_number;
    if (io_need_line(in, &line, "the number of atoms") != 0) return in->problem->code;
    if (!io_xyz_find(line, &keys, fault, doubt)) return io_input_fail_line(in, "%s.", fault);
    if ((keys.properties.text ? read_properties(in, keys.properties, l)
                              : io_named_place_all(in, &l->named, (span){"species", 7}, 0, 1)) != 0)
        return in->problem->code;
    io_xyz_box(&keys, l->dims, &frame->box, box_fault);
    const int is_open = keys.pbc.text && !*box_fault && !io_box_is_periodic(&frame->box);
    const char *why = *doubt && !is_open ? doubt : box_fault;
    if (*why)
        snprintf(frame->box_fault, sizeof frame->box_fault, "%.180s:%llu: %s", in->name,
                 (unsigned long long)in->line_number, why);
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
