/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the atoms of PDB files, model by model.  What stands before the atoms holds for all models that follow: the cell of
 * CRYST1 until another one. */
#include "formats/frame.h"
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/reader/rows.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of an atom line, from 0: x, y and z have 8 characters each. */
enum {
    ALTERNATE = 16,
    X = 30,
    WIDTH = 8,
    OCCUPANCY = 54,
    OCCUPANCY_END = 60,
    NAME = 6,
    GROUP = 55,
    GROUP_END = 66
};

/* What may be the type of an atom, in the columns [from, to). */
static const struct {
    const char *name;
    size_t from, to;
} of_types[] = {{"element", 76, 78}, {"name", 12, 16}, {"residue", 17, 20}};

/* What the file has said up to here. */
typedef struct pdb {
    double cell[6];     /* lengths and angles of CRYST1 */
    uint64_t cell_line; /* 0: there was none */
    char group[16];     /* its space group */
    int symmetry;       /* REMARK 290 has an operation besides the identity */
    double scale[9];    /* SCALE1 to 3: from coordinates to cell vectors */
    unsigned scales;    /* which of them were read since CRYST1, a bit each */
    int assembly;       /* REMARK 350 makes copies for an assembly, which are not in the file */
    int matrices;       /* MTRIX makes copies in the same cell, which are not in the file */
    int closes;         /* a frame ended with ENDMDL or END, as the others then do */
    int inside;         /* atoms of a frame have been read */
    uint64_t parts;     /* of its atoms: alternate locations, or with an occupancy below 1 */
} pdb;

/* ---- lines -------------------------------------------------------------------------------------------- */

static int is_record(const char *line, const char *name) {
    const size_t length = strlen(name);
    if (strncmp(line, name, length) != 0) return 0;
    return length == NAME || line[length] == '\0' || line[length] == ' ';
}

/* The columns [from, to) of a line, without the blanks around. */
static span columns(const char *line, size_t from, size_t to) {
    const size_t length = strlen(line);
    if (from >= length) return (span){line + length, 0};
    return trim((span){line + from, (to < length ? to : length) - from});
}

/* Whether a row of a matrix and a vector, "M1 1  1.0 0.0 0.0  0.0", is that of the identity. */
static int is_identity(const char *row) {
    span words[6];
    double value = 0;
    const size_t count = split_words(row, words, 6);
    const int axis = count ? words[0].text[words[0].length - 1] - '1' : 0;
    for (size_t k = 2; k < 6; k++)
        if (k >= count || !parse_double(words[k], &value) || fabs(value - ((int)k - 2 == axis)) > 1e-5)
            return 0;
    return 1;
}

static void read_remark(pdb *s, const char *line) {
    const char *what = strlen(line) > 13 ? line + 13 : "";
    if (strncmp(line, "REMARK 290", 10) == 0 && strncmp(what, "SMTRY", 5) == 0)
        s->symmetry |= !is_identity(what);
    if (strncmp(line, "REMARK 350", 10) == 0 && strncmp(what, "BIOMT", 5) == 0)
        s->assembly |= !is_identity(what);
}

/* Copies by MTRIX are in the file where column 60 has a 1. */
static void read_matrix(pdb *s, const char *line) {
    s->matrices |= !is_identity(line) && columns(line, 59, 60).length == 0;
}

static void read_scale(pdb *s, const char *line) {
    const int row = line[5] - '1';
    int numbers = row >= 0 && row < 3;
    for (size_t k = 0; k < 3 && numbers; k++)
        numbers = parse_double(columns(line, 10 + 10 * k, 20 + 10 * k), &s->scale[3 * (size_t)row + k]);
    if (numbers) s->scales |= 1U << row;
}

/* The numbers stand in columns; other programs write them with blanks between.  Both ways must not differ. */
static int read_cell(io_input *in, pdb *s, const char *line) {
    static const size_t ends[] = {6, 15, 24, 33, 40, 47, 54};
    span words[7];
    double columned[6] = {0}, worded[6] = {0};
    const size_t count = split_words(line + NAME, words, 7);
    int by_columns = 1, by_words = count >= 6, same = 1;
    if (s->inside)
        return io_input_fail_line(in,
                                  "CRYST1 stands behind atoms: a model ends with ENDMDL or END before it.");
    for (size_t k = 0; k < 6; k++) {
        by_columns = by_columns && parse_double(columns(line, ends[k], ends[k + 1]), &columned[k]) &&
                     isfinite(columned[k]);
        by_words = by_words && parse_double(words[k], &worded[k]) && isfinite(worded[k]);
        same = same && !(fabs(columned[k] - worded[k]) > 0);
    }
    if (!(by_columns || by_words) || (by_columns && by_words && !same))
        return io_input_fail_line(in, "CRYST1 is not three lengths and three angles in columns 7 to 54.");
    memcpy(s->cell, by_columns ? columned : worded, sizeof s->cell);
    const span group = by_columns  ? columns(line, GROUP, GROUP_END)
                       : count > 6 ? trim((span){words[6].text, strlen(words[6].text)})
                                   : (span){"", 0};
    snprintf(s->group, sizeof s->group, "%.*s", (int)group.length, group.text);
    s->cell_line = in->line_number;
    s->scales = 0;
    return 0;
}

/* A line that looks like one of these records and is none would be missed. */
static int refuse_similar(io_input *in, const char *line) {
    static const char *const names[] = {"ATOM", "HETATM", "CRYST1", "MODEL", "ENDMDL"};
    span word;
    if (split_words(line, &word, 1) == 0) return 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t at = 0;
        while (names[k][at] && at < word.length && toupper((unsigned char)word.text[at]) == names[k][at])
            at++;
        if (!names[k][at] && (at == word.length || isdigit((unsigned char)word.text[at])))
            return io_input_fail_line(in, "the line is not %s in the first columns, as PDB has it.",
                                      names[k]);
    }
    return 0;
}

/* ---- records ------------------------------------------------------------------------------------------ */

typedef enum record { END_OF_FILE, AN_ATOM, A_MODEL, AN_END, A_PROBLEM } record;

/* Reads up to the next record that belongs to a frame. */
static record next_record(io_input *in, pdb *s, char **line) {
    for (;;) {
        const io_input_state state = io_input_filled_line(in, line);
        int failed = 0;
        if (state != IO_INPUT_LINE) return state == IO_INPUT_END ? END_OF_FILE : A_PROBLEM;
        if (is_record(*line, "ATOM") || is_record(*line, "HETATM")) return AN_ATOM;
        if (is_record(*line, "MODEL")) return A_MODEL;
        if (is_record(*line, "ENDMDL") || is_record(*line, "END")) return AN_END;
        if (is_record(*line, "CRYST1")) failed = read_cell(in, s, *line);
        else if (is_record(*line, "REMARK")) read_remark(s, *line);
        else if (strncmp(*line, "MTRIX", 5) == 0) read_matrix(s, *line);
        else if (strncmp(*line, "SCALE", 5) == 0) read_scale(s, *line);
        else failed = refuse_similar(in, *line);
        if (failed) return A_PROBLEM;
    }
}

static int add_types(io_input *in, const char *line, io_named *named) {
    for (size_t k = 0; k < named->count; k++) {
        const size_t row = named->of[k].at;
        const span word = columns(line, of_types[row].from, of_types[row].to);
        if (word.length == 0)
            return io_input_fail_line(in, "the %s of the atom, in columns %d to %d, is blank%s.",
                                      of_types[row].name, (int)of_types[row].from + 1, (int)of_types[row].to,
                                      row == 0 ? ": --types name takes the names of the atoms" : "");
        if (io_named_add_words(in, &named->of[k], &word) != 0) return in->problem->code;
    }
    return 0;
}

static int read_atom(io_input *in, pdb *s, const char *line, io_rows *rows, io_named *named) {
    span words[3];
    double row[3], occupancy = 1;
    if (strlen(line) < X + 3 * WIDTH)
        return io_input_fail_line(in, "the atom line ends before column %d, where z ends.", X + 3 * WIDTH);
    if (line[X - 1] != ' ')
        return io_input_fail_line(in, "column %d is not blank: x, y, z are not in columns %d to %d.", (int)X,
                                  X + 1, X + 3 * WIDTH);
    for (size_t k = 0; k < 3; k++) words[k] = columns(line, X + k * WIDTH, X + (k + 1) * WIDTH);
    const span share = columns(line, OCCUPANCY, OCCUPANCY_END);
    if (share.length && !parse_double(share, &occupancy)) occupancy = 1;
    s->parts += line[ALTERNATE] != ' ' || (occupancy > 0 && occupancy < 1);
    s->inside = 1;
    if (io_coordinates(in, words, 3, row) != 0 || io_rows_add(rows, row, in) != 0) return in->problem->code;
    return add_types(in, line, named);
}

/* Reads the atoms of a frame, which ends with ENDMDL, END, another MODEL or the file. */
static int read_atoms(io_input *in, pdb *s, io_rows *rows, io_named *named) {
    int begun = 0;
    char *line = NULL;
    for (;;) {
        const record r = next_record(in, s, &line);
        if (r == A_PROBLEM) return in->problem->code;
        if (r == END_OF_FILE && !begun) return io_input_fail(in, "has no ATOM or HETATM record.");
        if (r == END_OF_FILE && s->closes)
            return io_input_fail_line(
                in, "the file ends here within a model: those before end with ENDMDL or END.");
        if (r == A_MODEL && begun) io_input_hold(in, line);
        s->closes |= begun && r == AN_END;
        if (r == END_OF_FILE || (begun && r != AN_ATOM)) return 0;
        begun |= r == A_MODEL || r == AN_ATOM;
        if (r == AN_ATOM && read_atom(in, s, line, rows, named) != 0) return in->problem->code;
    }
}

/* Skips what stands between frames. */
static int look_for_more(io_input *in, pdb *s, int *more) {
    char *line = NULL;
    record r = AN_END;
    while (r == AN_END) r = next_record(in, s, &line);
    *more = r == AN_ATOM || r == A_MODEL;
    if (*more) io_input_hold(in, line);
    return r == A_PROBLEM ? in->problem->code : 0;
}

/* ---- the frame ---------------------------------------------------------------------------------------- */

/* Whether a space group is P 1, all atoms of which are in the file: "P 1", "P1", also with a number behind, or "". */
static int is_p1(const char *group) {
    span words[3];
    const size_t count = split_words(group, words, 3);
    if (count == 0) return 1;
    if (word_is(words[0], "P1") || word_is(words[0], "p1"))
        return count == 1 || (count == 2 && is_integer(words[1]));
    return count >= 2 && (word_is(words[0], "P") || word_is(words[0], "p")) && word_is(words[1], "1") &&
           (count == 2 || (count == 3 && is_integer(words[2])));
}

/* Files of structures without a crystal have a cell of 1 x 1 x 1 in its place. */
static int is_placeholder(const double cell[6]) {
    int is = 1;
    for (int k = 0; k < 6; k++) is &= !(fabs(cell[k] - (k < 3 ? 1 : 90)) > 0);
    return is;
}

/* Whether SCALE1 to SCALE3 are the inverse of the cell, whose first vector is along x. */
static int scale_agrees(const pdb *s, const double cell[3][3]) {
    int agrees = 1;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) {
            double sum = 0;
            for (int c = 0; c < 3; c++) sum += s->scale[3 * a + c] * cell[k][c];
            agrees &= fabs(sum - (a == k)) <= 0.01;
        }
    return agrees;
}

/* What is wrong with the cell of the file, or "". */
static void find_fault(const pdb *s, const io_frame *frame, const char *wrong, char *fault, size_t size) {
    static const char more[] =
        "so the cell has more atoms than the file, whose periodic neighbours would be wrong";
    fault[0] = '\0';
    if (wrong) snprintf(fault, size, "the numbers of CRYST1 are no cell");
    else if (s->symmetry || !is_p1(s->group))
        snprintf(fault, size, "the space group is %s, %s", *s->group ? s->group : "not P 1", more);
    else if (s->matrices) snprintf(fault, size, "MTRIX makes copies that are not in the file, %s", more);
    else if (s->scales == 7 && io_box_is_periodic(&frame->box) && !scale_agrees(s, frame->box.cell))
        snprintf(fault, size,
                 "SCALE1 to SCALE3 are another cell than that of CRYST1 with its first vector along x");
}

/* A length of 0 is a direction that is open; 1 x 1 x 1 stands for no cell. */
static void give_cell(const io_input *in, const pdb *s, io_frame *frame) {
    double cell[6];
    char fault[200];
    int open = 0;
    memcpy(cell, s->cell, sizeof cell);
    for (int k = 0; k < 3; k++)
        if (!(cell[k] < 0) && !(cell[k] > 0)) cell[k] = 1, open++;
    if (open == 3 || is_placeholder(s->cell)) {
        io_frame_warn(frame, "its cell of %d x %d x %d stands for none: space is open", open < 3, open < 3,
                      open < 3);
        return;
    }
    const char *wrong = io_cell_from_angles(cell, frame->box.cell);
    for (int k = 0; k < 3; k++) {
        frame->box.periodic[k] = !(s->cell[k] < 0) && s->cell[k] > 0;
        if (!frame->box.periodic[k]) memset(frame->box.cell[k], 0, sizeof frame->box.cell[k]);
    }
    find_fault(s, frame, wrong, fault, sizeof fault);
    if (*fault)
        snprintf(frame->box_fault, sizeof frame->box_fault, "%.150s:%llu: %s", in->name,
                 (unsigned long long)s->cell_line, fault);
}

static void give_box(const io_input *in, const pdb *s, io_frame *frame) {
    if (s->cell_line) give_cell(in, s, frame);
    if (s->assembly || s->matrices)
        io_frame_warn(frame,
                      "REMARK 350 or MTRIX make copies that are not in the file: its atoms alone are read");
    if (s->parts)
        io_frame_warn(
            frame, "alternate locations or an occupancy below 1: %llu of the atoms, all of which are points",
            (unsigned long long)s->parts);
    snprintf(frame->note, sizeof frame->note, "angstroms");
}

static int begin_types(io_input *in, io_named *named) {
    if (io_named_begin(in, named) != 0) return in->problem->code;
    for (size_t k = 0; k < sizeof of_types / sizeof *of_types; k++)
        if (io_named_place_all(in, named, (span){of_types[k].name, strlen(of_types[k].name)}, k, 1) != 0)
            return in->problem->code;
    return io_named_check(in, named);
}

int io_read_pdb(io_input *in, io_frame *frame) {
    io_rows rows = {.row_bytes = 3 * sizeof(double)};
    io_named named;
    if (!in->kept) {
        in->kept = calloc(1, sizeof(pdb));
        in->close_kept = free;
    }
    pdb *s = in->kept;
    if (!s) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    s->inside = 0;
    s->parts = 0;
    int failed = begin_types(in, &named);
    if (!failed) failed = read_atoms(in, s, &rows, &named);
    if (!failed) give_box(in, s, frame);
    s->inside = 0;
    if (!failed) failed = look_for_more(in, s, &frame->more);
    failed = io_rows_finish(&rows, in, failed, 3, NF_FLOAT64, frame);
    return io_named_finish(in, &named, failed, frame);
}
