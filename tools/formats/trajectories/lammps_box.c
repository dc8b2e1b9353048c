/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/trajectories/lammps_box.h"

#include "formats/reader/coordinates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char io_lammps_assumed[] =
    "periodic in all directions, the default of LAMMPS, as the file does not say";

/* Whether the words are these names. */
static int words_are(const span *words, const char *const *names, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (!word_is(words[k], names[k])) return 0;
    return 1;
}

/* A line of the box: its numbers, and the words behind them. */
typedef struct box_line {
    size_t numbers, names;
    const char *name[3];
    void (*set)(const double *v, int d, nf_box *box);
    int d;      /* the axis or the vector */
    int vector; /* the line gives it */
} box_line;

static void set_bounds(const double *v, int d, nf_box *box) {
    box->origin[d] = v[0];
    box->cell[d][d] = v[1] - v[0];
}

static void set_vector(const double *v, int d, nf_box *box) { memcpy(box->cell[d], v, sizeof box->cell[d]); }

static void set_origin(const double *v, int d, nf_box *box) {
    (void)d;
    memcpy(box->origin, v, sizeof box->origin);
}

static void set_tilt(const double *v, int d, nf_box *box) {
    (void)d;
    box->cell[1][0] = v[0];
    box->cell[2][0] = v[1];
    box->cell[2][1] = v[2];
}

static const box_line box_lines[] = {
    {2, 2, {"xlo", "xhi"}, set_bounds, 0, 1}, {2, 2, {"ylo", "yhi"}, set_bounds, 1, 1},
    {2, 2, {"zlo", "zhi"}, set_bounds, 2, 1}, {3, 3, {"xy", "xz", "yz"}, set_tilt, 0, 0},
    {3, 1, {"avec"}, set_vector, 0, 1},       {3, 1, {"bvec"}, set_vector, 1, 1},
    {3, 1, {"cvec"}, set_vector, 2, 1},       {3, 2, {"abc", "origin"}, set_origin, 0, 0},
};

/* Whether the line has a word of this row. */
static int has_name(const box_line *row, const span *words, size_t count) {
    for (size_t k = 0; k < count && k < IO_LAMMPS_HEADER_WORDS; k++)
        for (size_t m = 0; m < row->names; m++)
            if (word_is(words[k], row->name[m])) return 1;
    return 0;
}

/* A line with a word of the box, but not its form: the box cannot be told then. */
static void keep_fault(const io_input *in, const span *words, size_t count, io_lammps_box *of) {
    for (size_t k = 0; k < sizeof box_lines / sizeof *box_lines && !*of->fault; k++)
        if (has_name(&box_lines[k], words, count))
            snprintf(of->fault, sizeof of->fault,
                     "%.240s:%llu: the line of the box is not %d numbers and '%s%s%s%s%s'", in->name,
                     (unsigned long long)in->line_number, (int)box_lines[k].numbers, box_lines[k].name[0],
                     box_lines[k].names > 1 ? " " : "", box_lines[k].names > 1 ? box_lines[k].name[1] : "",
                     box_lines[k].names > 2 ? " " : "", box_lines[k].names > 2 ? box_lines[k].name[2] : "");
}

void io_lammps_box_check(const io_input *in, io_lammps_box *of) {
    static const char *const lines[] = {"xlo xhi", "ylo yhi", "zlo zhi"}, *const vectors[] = {"avec", "bvec",
                                                                                              "cvec"};
    const int general = of->general;
    for (int d = 0; d < 3 && !*of->fault; d++)
        if (io_box_is_periodic(&of->box) && !of->has[d])
            snprintf(of->fault, sizeof of->fault, "%.240s: the box has no '%s' line", in->name,
                     general ? vectors[d] : lines[d]);
}

/* All directions are periodic, which is the default of LAMMPS; the file does not tell. */
int io_lammps_box_line(io_input *in, const span *words, size_t count, io_lammps_box *of) {
    nf_box *box = &of->box;
    double v[3];
    for (size_t k = 0; k < sizeof box_lines / sizeof *box_lines; k++) {
        const box_line *row = &box_lines[k];
        if (count != row->numbers + row->names || !words_are(words + row->numbers, row->name, row->names))
            continue;
        if (io_coordinates(in, words, (int)row->numbers, v) != 0) return in->problem->code;
        if (!isfinite(v[1] - v[0])) return io_input_fail_line(in, "the numbers of the box are too large.");
        row->set(v, row->d, box);
        if (row->vector) of->has[row->d] = 1;
        of->general |= row->set == set_vector;
        for (int d = 0; d < 3; d++) box->periodic[d] = 1;
        return 0;
    }
    keep_fault(in, words, count, of);
    return 0;
}
