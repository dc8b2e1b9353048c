/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/reader/rows.h"
#include "formats/trajectories/lammps_box.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The positions of the type and of x in an atom line, from 0, and the number of columns without the three optional image flags; a type at 0
 * is not known, and 0 columns are those of styles whose number of columns varies. */
typedef struct atom_style {
    const char *style;
    int type, first, columns;
} atom_style;

static const atom_style styles[] = {
    {"amoeba", 2, 4, 7},    {"angle", 2, 3, 6},      {"atomic", 1, 2, 5},  {"body", 1, 4, 7},
    {"bond", 2, 3, 6},      {"bpm/sphere", 2, 5, 8}, {"charge", 1, 3, 6},  {"dielectric", 0, 4, 0},
    {"dipole", 1, 3, 9},    {"dpd", 1, 3, 6},        {"edpd", 1, 4, 7},    {"electron", 1, 5, 8},
    {"ellipsoid", 1, 4, 7}, {"full", 2, 4, 7},       {"hybrid", 1, 2, 0},  {"line", 2, 5, 8},
    {"mdpd", 1, 3, 6},      {"meso", 1, 5, 8},       {"mesont", 2, 9, 12}, {"molecular", 2, 3, 6},
    {"oxdna", 1, 2, 5},     {"peri", 1, 4, 7},       {"rheo", 1, 4, 7},    {"rheo/thermal", 1, 5, 8},
    {"smd", 1, 10, 13},     {"sph", 1, 5, 8},        {"sphere", 1, 4, 7},  {"spin", 1, 2, 9},
    {"tdpd", 1, 2, 0},      {"template", 0, 5, 8},   {"tri", 2, 5, 8},     {"wavepacket", 1, 8, 11},
};

/* Without a style, the number of columns decides.  In nearly all styles of 5 to 8 and 11 to 13 columns x, y and z are the last
 * ones.  Of the styles with 9 columns dipole is assumed, as spin is always written with its name. */
static const atom_style guesses[] = {
    {"with 5 columns", 1, 2, 5},   {"with 6 columns", 0, 3, 6},
    {"with 7 columns", 0, 4, 7},   {"with 8 columns", 0, 5, 8},
    {"dipole", 1, 3, 9},           {"with 11 columns", 0, 8, 11},
    {"with 12 columns", 0, 9, 12}, {"with 13 columns", 0, 10, 13},
};

enum { IMAGE_FLAGS = 3, MOST_COLUMNS = 64 };

typedef struct header {
    uint64_t count;
    int counted;
    io_lammps_box box;
    const atom_style *style;   /* NULL when the file does not name one */
    const atom_style *guessed; /* the one that is assumed then, if any */
} header;

static const atom_style *style_named(const char *comment) {
    span word;
    if (!next_word(&comment, &word)) return NULL;
    while (word.length > 0 && strchr(":,;", word.text[word.length - 1]) != NULL) word.length--;
    if (word.length > 3 && memcmp(word.text + word.length - 3, "/kk", 3) == 0) word.length -= 3;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (word_is(word, styles[i].style)) return &styles[i];
    return NULL;
}

/* Reads up to the line "Atoms"; *found is 0 when the file ends without it. */
static int read_header(io_input *in, header *head, int *found) {
    char *line = NULL;
    span words[IO_LAMMPS_HEADER_WORDS];
    int failed = io_need_line(in, &line, "nothing"); /* the title */
    *found = 0;
    while (failed == 0) {
        io_input_state state = io_input_line(in, &line);
        if (state == IO_INPUT_END) return 0;
        if (state == IO_INPUT_PROBLEM) return in->problem->code;
        char *comment = strchr(line, '#');
        if (comment) *comment++ = '\0';
        size_t count = split_words(line, words, IO_LAMMPS_HEADER_WORDS);
        if (io_lammps_box_line(in, words, count, &head->box) != 0) return in->problem->code;
        if (count == 2 && word_is(words[1], "atoms") && !head->counted) {
            failed = io_header_count(in, words[0], "atoms", &head->count);
            head->counted = 1;
        } else if (count == 1 && word_is(words[0], "Atoms")) {
            head->style = comment ? style_named(comment) : NULL;
            *found = 1;
            return 0;
        }
    }
    return failed;
}

static int are_flags(const span *words) {
    return is_integer(words[0]) && is_integer(words[1]) && is_integer(words[2]);
}

/* Three fractions before an integer may be x, y, z of a hybrid style, which has them before its other columns, or a charge
 * and x, y, 0.  No style is assumed then. */
static int is_ambiguous(const span *x) {
    return !is_integer(x[-1]) && !is_integer(x[0]) && !is_integer(x[1]) && is_integer(x[2]);
}

/* The style of a file that names none, from the columns of its first atom.  Three integers at the end are image flags when
 * the line without them has a known length. */
static const atom_style *guess_style(const span *words, size_t count) {
    const atom_style *whole = NULL;
    const atom_style *flagged = NULL;
    if (count < 5 || count > MOST_COLUMNS) return NULL;
    for (size_t i = 0; i < sizeof guesses / sizeof guesses[0]; i++) {
        if ((size_t)guesses[i].columns == count) whole = &guesses[i];
        if ((size_t)guesses[i].columns + IMAGE_FLAGS == count) flagged = &guesses[i];
    }
    const atom_style *likely = flagged && are_flags(words + count - IMAGE_FLAGS) ? flagged : whole;
    return likely && is_ambiguous(words + likely->first) ? NULL : likely;
}

static int check_columns(io_input *in, const atom_style *style, size_t count, size_t columns) {
    size_t usual = (size_t)style->columns;
    size_t least = (size_t)style->first + 3;
    if (count < least || (usual > 0 && count != usual && count != usual + IMAGE_FLAGS))
        return io_input_fail_line(in, "the atom line has %llu column%s, but atom style %s has %s%llu.",
                                  (unsigned long long)count, count == 1 ? "" : "s", style->style,
                                  usual > 0 ? "" : "at least ",
                                  (unsigned long long)(usual > 0 ? usual : least));
    if (count != columns)
        return io_input_fail_line(in, "the atom line has %llu column%s, but the first atom has %llu.",
                                  (unsigned long long)count, count == 1 ? "" : "s",
                                  (unsigned long long)columns);
    return 0;
}

/* LAMMPS skips the line behind the keyword, which is usually blank.  A line that begins with an integer is an atom all the
 * same. */
static int skip_line_behind_keyword(io_input *in) {
    char *line = NULL;
    span word;
    io_input_state state = io_input_line(in, &line);
    if (state == IO_INPUT_PROBLEM) return in->problem->code;
    if (state == IO_INPUT_LINE && split_words(line, &word, 1) > 0 && is_integer(word))
        io_input_hold(in, line);
    return 0;
}

/* Reads the next line of the section and removes its comment.  Blank lines are allowed before the first atom. */
static int next_atom(io_input *in, uint64_t i, const header *head, span *words, size_t *count) {
    char *line = NULL;
    do {
        if (io_need_line(in, &line, "%llu of the %llu atoms that the header announces", (unsigned long long)i,
                         (unsigned long long)head->count) != 0)
            return in->problem->code;
        line[strcspn(line, "#")] = '\0';
        *count = split_words(line, words, MOST_COLUMNS);
    } while (*count == 0 && i == 0);
    if (*count > 0 && is_integer(words[0])) return 0;
    return io_input_fail_line(
        in, "the Atoms section ends after %llu of the %llu atoms that the header announces.",
        (unsigned long long)i, (unsigned long long)head->count);
}

/* The style says where the type is. */
static int place_type(io_input *in, const atom_style *style, io_named *named) {
    const span name = {"type", 4};
    if (!io_named_find(named, name)) return 0;
    if (style->type == 0)
        return io_input_fail_line(
            in,
            "the column of the types cannot be told from the atom style %s; name the style "
            "in the line of the section, as in 'Atoms # full'.",
            style->style);
    return io_named_place_all(in, named, name, (size_t)style->type, 1);
}

static int read_atoms(io_input *in, header *head, io_ids *ids, io_rows *rows, io_named *named) {
    const atom_style *style = head->style;
    span words[MOST_COLUMNS] = {{NULL, 0}};
    size_t columns = 0, count = 0;
    double row[3];
    if (skip_line_behind_keyword(in) != 0) return in->problem->code;
    for (uint64_t i = 0; i < head->count; i++) {
        if (next_atom(in, i, head, words, &count) != 0) return in->problem->code;
        if (count > MOST_COLUMNS)
            return io_input_fail_line(in, "the atom line has more than %d columns.", (int)MOST_COLUMNS);
        if (!style) head->guessed = style = guess_style(words, count);
        if (!style)
            return io_input_fail_line(in,
                                      "the atom style cannot be told from these %llu columns; name it in the "
                                      "line of the section, as in 'Atoms # full'.",
                                      (unsigned long long)count);
        if (i == 0) columns = count;
        if (i == 0 && place_type(in, style, named) != 0) return in->problem->code;
        if (check_columns(in, style, count, columns) != 0 || io_ids_add(ids, words[0], in) != 0 ||
            io_coordinates(in, words + style->first, 3, row) != 0 || io_rows_add(rows, row, in) != 0)
            return in->problem->code;
        for (size_t k = 0; k < named->count; k++)
            if (io_named_add_words(in, &named->of[k], words + named->of[k].at) != 0) return in->problem->code;
    }
    return 0;
}

static int check_end(io_input *in, uint64_t count) {
    char *line = NULL;
    span word;
    io_input_state state = io_input_filled_line(in, &line);
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    if (split_words(line, &word, 1) < 2 || !is_integer(word)) return 0;
    return io_input_fail_line(in, "there are more atoms than the %llu that the header announces.",
                              (unsigned long long)count);
}

/* Every atom style has the id in the first column, and a type, whose place is known with the first atom; other columns cannot be asked
 * for. */
static int begin_named(io_input *in, io_named *named) {
    if (io_named_begin(in, named) != 0 || io_named_place_all(in, named, (span){"id", 2}, 0, 1) != 0)
        return in->problem->code;
    for (size_t k = 0; k < named->count; k++)
        if (strcmp(named->of[k].name, "id") != 0 && strcmp(named->of[k].name, "type") != 0)
            return io_input_fail(in,
                                 "has no column named '%s' beside the positions: those of a data file are "
                                 "id and type.",
                                 named->of[k].name);
    return 0;
}

int io_read_lammps(io_input *in, io_frame *frame) {
    header head = {0};
    io_named named;
    int found = 0;
    if (begin_named(in, &named) != 0 || read_header(in, &head, &found) != 0) return in->problem->code;
    if (!head.counted)
        return found ? io_input_fail_line(in, "the Atoms section has no 'N atoms' line before it.")
                     : io_input_fail(in, "has no 'N atoms' line; it is not a LAMMPS data file.");
    if (!found && head.count > 0)
        return io_input_fail_line(in, "the file ends here without an Atoms section for its %llu atoms.",
                                  (unsigned long long)head.count);
    io_rows rows = {.row_bytes = 3 * sizeof(double)};
    io_ids ids = {.ids = {.row_bytes = sizeof(int64_t)}};
    int failed = found ? read_atoms(in, &head, &ids, &rows, &named) : 0;
    if (failed == 0 && found) failed = check_end(in, head.count);
    failed = io_ids_sort(&ids, in, failed, &rows, &named);
    io_lammps_box_check(in, &head.box);
    frame->box = head.box.box;
    memcpy(frame->box_fault, head.box.fault, sizeof frame->box_fault);
    snprintf(frame->note, sizeof frame->note, "units as in the file");
    if (io_box_is_periodic(&frame->box))
        append(frame->note, sizeof frame->note, "; ", "%s", io_lammps_assumed);
    if (head.guessed)
        io_frame_warn(
            frame,
            "it names no known atom style, so x, y, z are read from columns %d to %d; name the style "
            "in the line of the section, as in 'Atoms # full'",
            head.guessed->first + 1, head.guessed->first + 3);
    failed = io_rows_finish(&rows, in, failed, 3, NF_FLOAT64, frame);
    return io_named_finish(in, &named, failed, frame);
}
