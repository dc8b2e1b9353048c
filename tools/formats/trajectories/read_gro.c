/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/reader/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* An atom line is %5d%5s%5s%5d and then x, y, z of one width each, which follows from their points. */
enum {
    RESIDUE = 5,
    NAME = 10,
    NUMBER = 15,
    FIRST_COLUMN = 20,
    USUAL_WIDTH = 8,
    SMALLEST_WIDTH = 3,
    LARGEST_WIDTH = 64
};

static size_t width_of(const char *line) {
    const char *point = strlen(line) > FIRST_COLUMN ? strchr(line + FIRST_COLUMN, '.') : NULL;
    /* nan and inf have no point to measure by; the usual width is enough to name them. */
    if (point && strpbrk(line + FIRST_COLUMN, "nN") != NULL) point = NULL;
    const char *next = point ? strchr(point + 1, '.') : NULL;
    size_t width = next ? (size_t)(next - point) : USUAL_WIDTH;
    return width >= SMALLEST_WIDTH && width <= LARGEST_WIDTH ? width : USUAL_WIDTH;
}

static int read_atom(io_input *in, const char *line, size_t width, double *row, io_named *named) {
    span words[3];
    if (strlen(line) < FIRST_COLUMN + 3 * width)
        return io_input_fail_line(in, "the atom line ends before column %d, where z ends.",
                                  FIRST_COLUMN + 3 * (int)width);
    for (size_t k = 0; k < named->count; k++) {
        const span word = trim((span){line + named->of[k].at, NUMBER - NAME});
        if (io_named_add_words(in, &named->of[k], &word) != 0) return in->problem->code;
    }
    for (size_t d = 0; d < 3; d++) words[d] = trim((span){line + FIRST_COLUMN + d * width, width});
    return io_coordinates(in, words, 3, row);
}

static int read_atoms(io_input *in, uint64_t count, uint64_t count_line, io_rows *rows, io_named *named) {
    char *line = NULL;
    size_t width = 0;
    double row[3];
    for (uint64_t i = 0; i < count; i++) {
        if (io_need_line(in, &line, "%llu of the %llu atoms that line %llu announces", (unsigned long long)i,
                         (unsigned long long)count, (unsigned long long)count_line) != 0)
            return in->problem->code;
        if (width == 0) width = width_of(line);
        if (read_atom(in, line, width, row, named) != 0 || io_rows_add(rows, row, in) != 0)
            return in->problem->code;
    }
    return 0;
}

/* The three cell vectors from their diagonal and, where the box is triclinic, the other components in the file's order. */
static void set_cell(const double sides[9], nf_box *box) {
    static const struct {
        int row, column;
    } place[9] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
    int is_box = 0;
    for (int k = 0; k < 9; k++) {
        box->cell[place[k].row][place[k].column] = sides[k];
        is_box |= sides[k] < 0 || sides[k] > 0;
    }
    for (int d = 0; d < 3; d++) box->periodic[d] = is_box;
}

/* Reads the box behind the atoms; another line there means that the number of atoms is wrong.  Sides of 0 mean no box. */
static int read_box(io_input *in, uint64_t count, uint64_t count_line, nf_box *box) {
    char *line = NULL;
    span words[9];
    double sides[9] = {0};
    if (io_need_line(in, &line, "%llu atoms, without the line of the box", (unsigned long long)count) != 0)
        return in->problem->code;
    size_t found = split_words(line, words, 9);
    int numbers = found == 3 || found == 9;
    for (size_t i = 0; numbers && i < found; i++)
        numbers = parse_double(words[i], &sides[i]) && isfinite(sides[i]);
    if (!numbers)
        return io_input_fail_line(
            in, "expected the 3 or 9 numbers of the box after the %llu atoms that line %llu announces.",
            (unsigned long long)count, (unsigned long long)count_line);
    set_cell(sides, box);
    return 0;
}

/* Another frame is a title, which may be blank, and a count, which the next frame begins with. */
static int look_for_more(io_input *in, int *more) {
    char *line = NULL;
    span word;
    for (int attempt = 0; attempt < 2; attempt++) {
        io_input_state state = io_input_filled_line(in, &line);
        if (state == IO_INPUT_PROBLEM) return in->problem->code;
        if (state == IO_INPUT_END && attempt == 0) return 0;
        *more = state == IO_INPUT_LINE && split_words(line, &word, 1) == 1 && is_integer(word);
        if (!*more) continue;
        io_input_hold(in, line);
        return 0;
    }
    return io_input_fail_line(in, "what follows the box is not another frame.");
}

/* An atom may have the type of its name, or of its residue's. */
static int begin_types(io_input *in, io_named *named) {
    if (io_named_begin(in, named) != 0 || io_named_place_all(in, named, (span){"name", 4}, NAME, 1) != 0 ||
        io_named_place_all(in, named, (span){"residue", 7}, RESIDUE, 1) != 0)
        return in->problem->code;
    return io_named_check(in, named);
}

int io_read_gro(io_input *in, io_frame *frame) {
    io_named named;
    char *line = NULL;
    uint64_t count = 0;
    if (in->frames == 0 && io_need_line(in, &line, "nothing") != 0) return in->problem->code;
    if (io_need_line(in, &line, "the title") != 0) return in->problem->code;
    const uint64_t count_line = in->line_number;
    const span number = trim((span){line, strlen(line)});
    if (io_header_count(in, number, "atoms", &count) != 0 || begin_types(in, &named) != 0)
        return in->problem->code;

    io_rows rows = {.row_bytes = 3 * sizeof(double)};
    int failed = read_atoms(in, count, count_line, &rows, &named);
    if (failed == 0) failed = read_box(in, count, count_line, &frame->box);
    if (failed == 0) failed = look_for_more(in, &frame->more);
    snprintf(frame->note, sizeof frame->note, "nanometres, as in the file");
    failed = io_rows_finish(&rows, in, failed, 3, NF_FLOAT64, frame);
    return io_named_finish(in, &named, failed, frame);
}
