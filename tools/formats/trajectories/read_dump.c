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

enum { MOST_COLUMNS = 256 };

typedef struct dump {
    uint64_t count;
    int counted, has_box, complete; /* what has been read */
    nf_box box;
    int assumed;             /* the box does not say which directions are periodic */
    size_t at[3];            /* the columns of x, y and z */
    const char *const *name; /* of these columns */
    int scaled;              /* they are fractions of the cell vectors */
    size_t needed;
    int has_ids;
    size_t id_at;
    io_ids ids;
    io_named named;
    io_rows rows;
} dump;

/* ---- the box ------------------------------------------------------------------------------------------ */

/* The numbers of the lines of a box. */
typedef struct box_lines {
    double of[3][4];
} box_lines;

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

/* Each line has the bounds of an axis; with a tilt those of the box around the cell, and xy, xz or yz. */
static void set_bounds(const box_lines *v, int tilted, nf_box *box) {
    const double xy = tilted ? v->of[0][2] : 0, xz = tilted ? v->of[1][2] : 0, yz = tilted ? v->of[2][2] : 0;
    const double below[3] = {least(least(0, xy), least(xz, xy + xz)), least(0, yz), 0};
    const double above[3] = {most(most(0, xy), most(xz, xy + xz)), most(0, yz), 0};
    for (int d = 0; d < 3; d++) {
        box->origin[d] = v->of[d][0] - below[d];
        box->cell[d][d] = v->of[d][1] - above[d] - box->origin[d];
    }
    box->cell[1][0] = xy;
    box->cell[2][0] = xz;
    box->cell[2][1] = yz;
}

/* Each line has a cell vector and a component of the origin. */
static void set_vectors(const box_lines *v, nf_box *box) {
    for (int d = 0; d < 3; d++) {
        memcpy(box->cell[d], v->of[d], sizeof box->cell[d]);
        box->origin[d] = v->of[d][3];
    }
}

static int is_finite(const nf_box *box) {
    for (int k = 0; k < 9; k++)
        if (!isfinite(box->cell[k / 3][k % 3]) || !isfinite(box->origin[k / 3])) return 0;
    return 1;
}

/* Reads what a direction is at both of its sides: pp for periodic, otherwise two of f, s and m.  Returns 0 for another word. */
static int read_sides(span word, int *periodic) {
    *periodic = word_is(word, "pp");
    return *periodic || (word.length == 2 && strchr("fsm", word.text[0]) && strchr("fsm", word.text[1]));
}

/* The words behind BOX BOUNDS: "xy xz yz" or "abc origin" of a triclinic box, then the sides of the three directions.  Older files
 * have none of the latter; then all directions are periodic, the default of LAMMPS. */
static int read_box(io_input *in, const char *words, dump *d) {
    span word[6], number[4];
    char *line = NULL;
    box_lines v;
    const size_t count = split_words(words, word, 6);
    const int tilted = count >= 3 && word_is(word[0], "xy"), general = count >= 2 && word_is(word[0], "abc");
    const size_t form = tilted ? 3 : general ? 2 : 0;
    const int numbers = tilted ? 3 : general ? 4 : 2;
    int sound = count == form || count == form + 3;
    d->assumed = count == form;
    for (size_t k = 0; k < 3; k++) {
        d->box.periodic[k] = 1;
        if (sound && !d->assumed) sound = read_sides(word[form + k], &d->box.periodic[k]);
    }
    if (!sound) return io_input_fail_line(in, "'BOX BOUNDS%.60s' is not a box of LAMMPS.", words);
    for (int k = 0; k < 3; k++) {
        if (io_need_line(in, &line, "%d of the 3 lines of the box", k) != 0) return in->problem->code;
        if (split_words(line, number, 4) != (size_t)numbers)
            return io_input_fail_line(in, "the line of the box has not %d numbers.", numbers);
        if (io_coordinates(in, number, numbers, v.of[k]) != 0) return in->problem->code;
    }
    if (general) set_vectors(&v, &d->box);
    else set_bounds(&v, tilted, &d->box);
    if (!is_finite(&d->box)) return io_input_fail_line(in, "the numbers of the box are too large.");
    d->has_box = 1;
    return 0;
}

/* ---- the atoms ---------------------------------------------------------------------------------------- */

/* The names of coordinates, the wanted ones first. */
static const struct {
    const char *name[3];
    int scaled;
} triples[] = {
    {{"x", "y", "z"}, 0}, {{"xu", "yu", "zu"}, 0}, {{"xs", "ys", "zs"}, 1}, {{"xsu", "ysu", "zsu"}, 1}};

static size_t place_of(const char *name, const span *columns, size_t count) {
    size_t k = 0;
    while (k < count && !word_is(columns[k], name)) k++;
    return k;
}

/* Refuses a name that another column has, too. */
static int check_single(io_input *in, const span *columns, size_t count, const char *name) {
    const size_t first = place_of(name, columns, count);
    if (first >= count || place_of(name, columns + first + 1, count - first - 1) == count - first - 1)
        return 0;
    return io_input_fail_line(in, "ITEM: ATOMS names the column '%s' twice.", name);
}

static int choose_columns(io_input *in, const span *columns, size_t count, dump *d) {
    for (size_t t = 0; t < sizeof triples / sizeof *triples; t++) {
        int found = 0;
        for (int a = 0; a < 3; a++) {
            d->at[a] = place_of(triples[t].name[a], columns, count);
            found += d->at[a] < count;
        }
        d->scaled = triples[t].scaled;
        d->name = triples[t].name;
        if (found == 3) return 0;
    }
    return io_input_fail_line(in, "ITEM: ATOMS names no columns x y z, xu yu zu, xs ys zs or xsu ysu zsu.");
}

static int read_atom(io_input *in, const char *line, dump *d) {
    span words[MOST_COLUMNS];
    double v[3], row[3];
    const size_t found = split_words(line, words, MOST_COLUMNS);
    if (found != d->needed)
        return io_input_fail_line(in, "the atom line has %llu words, but ITEM: ATOMS names %llu.",
                                  (unsigned long long)found, (unsigned long long)d->needed);
    for (int a = 0; a < 3; a++)
        if (io_coordinates(in, &words[d->at[a]], 1, &v[a]) != 0) return in->problem->code;
    for (int a = 0; a < 3; a++)
        row[a] = !d->scaled ? v[a]
                            : d->box.origin[a] + ((v[0] * d->box.cell[0][a] + v[1] * d->box.cell[1][a]) +
                                                  v[2] * d->box.cell[2][a]);
    if (!isfinite(row[0]) || !isfinite(row[1]) || !isfinite(row[2]))
        return io_input_fail_line(in, "the scaled coordinates are too large.");
    int failed = io_rows_add(&d->rows, row, in);
    if (failed == 0 && d->has_ids) failed = io_ids_add(&d->ids, words[d->id_at], in);
    for (size_t k = 0; k < d->named.count && failed == 0; k++)
        failed = io_named_add_words(in, &d->named.of[k], words + d->named.of[k].at);
    return failed;
}

/* The words behind ATOMS are the names of the columns. */
static int read_atoms(io_input *in, const char *names, dump *d) {
    span columns[MOST_COLUMNS];
    char *line = NULL;
    d->needed = split_words(names, columns, MOST_COLUMNS);
    if (d->needed > MOST_COLUMNS)
        return io_input_fail_line(in, "ITEM: ATOMS names more than %d columns.", (int)MOST_COLUMNS);
    if (choose_columns(in, columns, d->needed, d) != 0) return in->problem->code;
    if (!d->counted || (d->scaled && !d->has_box))
        return io_input_fail_line(in, "ITEM: ATOMS stands before ITEM: %s.",
                                  d->counted ? "BOX BOUNDS, which scaled coordinates need"
                                             : "NUMBER OF ATOMS");
    for (size_t k = 0; k < d->needed; k++)
        if (io_named_place_all(in, &d->named, columns[k], k, 1) != 0) return in->problem->code;
    if (io_named_check(in, &d->named) != 0 || check_single(in, columns, d->needed, "id") != 0)
        return in->problem->code;
    for (int a = 0; a < 3; a++)
        if (check_single(in, columns, d->needed, d->name[a]) != 0) return in->problem->code;
    d->id_at = place_of("id", columns, d->needed);
    d->has_ids = d->id_at < d->needed;
    for (uint64_t i = 0; i < d->count; i++)
        if (io_need_line(in, &line, "%llu of the %llu atoms", (unsigned long long)i,
                         (unsigned long long)d->count) != 0 ||
            read_atom(in, line, d) != 0)
            return in->problem->code;
    d->complete = 1;
    return 0;
}

/* ---- the items ---------------------------------------------------------------------------------------- */

static int skip_line(io_input *in, const char *words, dump *d) {
    char *line = NULL;
    (void)words;
    (void)d;
    return io_need_line(in, &line, "the name of an item");
}

static int read_count(io_input *in, const char *words, dump *d) {
    char *line = NULL;
    (void)words;
    if (io_need_line(in, &line, "ITEM: NUMBER OF ATOMS") != 0) return in->problem->code;
    d->counted = 1;
    return io_header_count(in, trim((span){line, strlen(line)}), "atoms", &d->count);
}

static const struct {
    const char *name;
    int (*read)(io_input *in, const char *words, dump *d); /* words: those behind the name */
} items[] = {{"ITEM: TIMESTEP", skip_line},  {"ITEM: UNITS", skip_line},
             {"ITEM: TIME", skip_line},      {"ITEM: NUMBER OF ATOMS", read_count},
             {"ITEM: BOX BOUNDS", read_box}, {"ITEM: ATOMS", read_atoms}};

static int read_item(io_input *in, const char *line, dump *d) {
    for (size_t k = 0; k < sizeof items / sizeof *items; k++) {
        const size_t length = strlen(items[k].name);
        if (strncmp(line, items[k].name, length) != 0 || (line[length] != '\0' && line[length] != ' '))
            continue;
        return items[k].read(in, line + length, d);
    }
    return io_input_fail_line(in, "'%.60s' is no item of a LAMMPS dump of atoms.", line);
}

/* Behind the atoms the file ends, or another frame follows.  Another line is an atom too many. */
static int look_for_more(io_input *in, uint64_t count, int *more) {
    char *line = NULL;
    const io_input_state state = io_input_filled_line(in, &line);
    *more = state == IO_INPUT_LINE;
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    if (strncmp(line, "ITEM:", 5) != 0)
        return io_input_fail_line(in, "there are more atoms than the %llu of ITEM: NUMBER OF ATOMS.",
                                  (unsigned long long)count);
    io_input_hold(in, line);
    return 0;
}

/* Names columns other than x, y, z, and says what the file does not. */
static void describe(const dump *d, io_frame *frame) {
    snprintf(frame->note, sizeof frame->note, "units as in the file");
    if (d->name && d->name != triples[0].name)
        append(frame->note, sizeof frame->note, "; ", "columns %s, %s, %s%s", d->name[0], d->name[1],
               d->name[2], d->scaled ? ", which are fractions of the cell" : "");
    if (d->has_box && d->assumed) append(frame->note, sizeof frame->note, "; ", "%s", io_lammps_assumed);
}

int io_read_dump(io_input *in, io_frame *frame) {
    dump d = {.rows = {.row_bytes = 3 * sizeof(double)}, .ids = {.ids = {.row_bytes = sizeof(int64_t)}}};
    int failed = io_named_begin(in, &d.named);
    while (failed == 0 && !d.complete) {
        char *line = NULL;
        failed = io_need_line(in, &line, "the items before ITEM: ATOMS");
        if (failed == 0) failed = read_item(in, line, &d);
    }
    if (failed == 0) failed = look_for_more(in, d.count, &frame->more);
    failed = io_ids_sort(&d.ids, in, failed, &d.rows, &d.named);
    frame->box = d.box;
    describe(&d, frame);
    failed = io_rows_finish(&d.rows, in, failed, 3, NF_FLOAT64, frame);
    return io_named_finish(in, &d.named, failed, frame);
}
