/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the atom sites of CIF and mmCIF files: each data block with atoms, or each model of it, is a frame. */
#include "formats/cell.h"
#include "formats/molecules/cif_symmetry.h"
#include "formats/formats.h"
#include "formats/molecules/molecules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Images of an atom that are closer are the atom itself, in angstroms; up to the second length that is told. */
static const double one_atom = 0.1, two_atoms = 0.5;

/* The atoms that are compared with the images of others. */
enum { COMPARED = 64 };

typedef struct cif {
    cif_reader reader;
    uint64_t row, rows; /* the next atom of the block, and the number of its atoms */
    int loaded;         /* a block is in the reader */
} cif;

/* What is read of a frame. */
typedef struct atoms {
    cif_reader *r;
    uint64_t from, to; /* rows of the block */
    int item;          /* of x */
    int has_cell;
    double numbers[6], cell[3][3];
    cif_symmetry symmetry;
    io_rows fractions, rows; /* in cell vectors; the points */
    uint64_t close;          /* atoms with images near to them */
} atoms;

/* ---- the cell ----------------------------------------------------------------------------------------- */

static int read_cell(atoms *a) {
    const cif_block *block = &a->r->block;
    int given = 0;
    for (int k = 0; k < 6; k++) {
        const int item = CIF_CELL + k;
        const uint64_t count = cif_count(block, item);
        if (count == 0 || !*cif_value(block, item, 0)) continue;
        given++;
        if (count > 1 || !cif_number(block, item, 0, &a->numbers[k]))
            return cif_fail(a->r, item, 0, "'%.60s' is not a length or an angle of the cell.",
                            cif_value(block, item, 0));
    }
    if (given > 0 && given < 6)
        return io_input_fail(
            a->r->in, "has %d of the 6 numbers of a cell (_cell_length_a to _cell_angle_gamma).", given);
    a->has_cell = given == 6;
    return 0;
}

/* ---- the atoms ---------------------------------------------------------------------------------------- */

/* Which coordinates are read: those in cell vectors, if there is a cell, as those in angstroms may be along other directions; in
 * angstroms where the images of the atoms cannot be told. */
static int choose_coordinates(atoms *a) {
    const cif_block *block = &a->r->block;
    const int fractions = cif_count(block, CIF_FRACTION) > 0,
              cartesians = cif_count(block, CIF_CARTESIAN) > 0;
    const int told =
        fractions && *cif_value(block, CIF_FRACTION, 0) && (a->symmetry.is_p1 || a->symmetry.count > 0);
    a->item = fractions && a->has_cell && (!cartesians || told) ? CIF_FRACTION : CIF_CARTESIAN;
    if (fractions && !cartesians && !a->has_cell)
        return cif_fail(a->r, CIF_FRACTION, 0,
                        "the coordinates are fractions of a cell, whose lengths and angles are missing "
                        "(_cell_length_a to _cell_angle_gamma).");
    if (fractions && cartesians && cif_count(block, CIF_FRACTION) != cif_count(block, CIF_CARTESIAN))
        return cif_fail(a->r, CIF_CARTESIAN, 0,
                        "there are %llu atoms by _atom_site_fract_x, but %llu by _atom_site_Cartn_x.",
                        (unsigned long long)cif_count(block, CIF_FRACTION),
                        (unsigned long long)cif_count(block, CIF_CARTESIAN));
    for (int k = 0; k < 3; k++)
        if (cif_count(block, a->item + k) != cif_count(block, a->item) || cif_count(block, a->item) == 0)
            return io_input_fail(a->r->in, "the atoms have no x, y and z (_atom_site_%s_x to z).",
                                 a->item == CIF_FRACTION ? "fract" : "Cartn");
    return 0;
}

static int read_atoms(atoms *a) {
    const cif_block *block = &a->r->block;
    io_rows *rows = a->item == CIF_FRACTION ? &a->fractions : &a->rows;
    double row[3];
    for (uint64_t i = a->from; i < a->to; i++) {
        for (int k = 0; k < 3; k++) {
            const char *value = cif_value(block, a->item + k, i);
            if (!*value)
                return cif_fail(a->r, a->item + k, i, "the atom has no %c ('?' or '.'); leave it out.",
                                "xyz"[k]);
            if (!cif_number(block, a->item + k, i, &row[k]))
                return cif_fail(a->r, a->item + k, i, "'%.60s' is not a coordinate.", value);
        }
        if (io_rows_add(rows, row, a->r->in) != 0) return a->r->in->problem->code;
    }
    return 0;
}

/* The length of a difference of fractions through the sides of the cell. */
static double distance(const atoms *a, const double *p, const double *q) {
    double sum = 0, f[3];
    for (int k = 0; k < 3; k++) f[k] = p[k] - q[k] - floor(p[k] - q[k] + 0.5);
    for (int c = 0; c < 3; c++) {
        const double d = f[0] * a->cell[0][c] + f[1] * a->cell[1][c] + f[2] * a->cell[2][c];
        sum += d * d;
    }
    return sqrt(sum);
}

static const double *fraction(const atoms *a, uint64_t i) {
    return (const double *)(const void *)(a->fractions.data + i * 3 * sizeof(double));
}

static void image_of(const cif_operation *operation, const double *p, double image[3]) {
    for (int k = 0; k < 3; k++) {
        image[k] = operation->shift[k];
        for (int m = 0; m < 3; m++) image[k] += operation->rotation[k][m] * p[m];
        image[k] -= floor(image[k]);
    }
}

/* An atom of the file that is an image of another: all atoms of the cell are in the file. */
static int refuse_image(atoms *a, uint64_t n, uint64_t of, const double image[3]) {
    for (uint64_t i = 0; i < n; i++)
        if (i != of && distance(a, fraction(a, i), image) < one_atom)
            return cif_fail(
                a->r, a->item, a->from + i,
                "the atom is an image of that in line %llu: the operations of symmetry are for a file "
                "without such images.",
                (unsigned long long)cif_line(&a->r->block, a->item, a->from + of));
    return 0;
}

/* Adds the images of an atom of the file that are not there yet.  The atom itself is the first of them. */
static int add_images(atoms *a, uint64_t n, uint64_t of) {
    const uint64_t begin = a->fractions.n;
    int close = 0;
    for (int k = 0; k < a->symmetry.count; k++) {
        double image[3], atom[3];
        memcpy(atom, fraction(a, of), sizeof atom);
        image_of(&a->symmetry.of[k], atom, image);
        double nearest = distance(a, atom, image);
        for (uint64_t i = begin; i < a->fractions.n; i++)
            nearest = fmin(nearest, distance(a, fraction(a, i), image));
        close |= nearest >= one_atom && nearest < two_atoms;
        if (nearest < one_atom) continue;
        if (of < COMPARED && refuse_image(a, n, of, image) != 0) return a->r->in->problem->code;
        if (io_rows_add(&a->fractions, image, a->r->in) != 0) return a->r->in->problem->code;
    }
    a->close += (uint64_t)close;
    return 0;
}

/* The atoms of the file come first, in its order. */
static int add_all_images(atoms *a) {
    const uint64_t n = a->fractions.n;
    for (uint64_t i = 0; i < n && a->symmetry.count > 1; i++)
        if (add_images(a, n, i) != 0) return a->r->in->problem->code;
    for (uint64_t i = 0; i < a->fractions.n; i++) {
        const double *f = fraction(a, i);
        double row[3];
        for (int c = 0; c < 3; c++)
            row[c] = (f[0] * a->cell[0][c] + f[1] * a->cell[1][c]) + f[2] * a->cell[2][c];
        if (!isfinite(row[0]) || !isfinite(row[1]) || !isfinite(row[2]))
            return io_input_fail(a->r->in, "the coordinates are too large.");
        if (io_rows_add(&a->rows, row, a->r->in) != 0) return a->r->in->problem->code;
    }
    return 0;
}

/* ---- what the report says ----------------------------------------------------------------------------- */

/* Atoms that are not in every cell, or no atoms. */
static uint64_t count_parts(const atoms *a) {
    const cif_block *block = &a->r->block;
    const uint64_t count = cif_count(block, a->item);
    uint64_t parts = 0;
    for (uint64_t i = a->from; i < a->to; i++) {
        double occupancy = 1;
        const int has =
            cif_count(block, CIF_OCCUPANCY) == count && cif_number(block, CIF_OCCUPANCY, i, &occupancy);
        parts += (has && occupancy < 1) ||
                 (cif_count(block, CIF_DISORDER) == count && *cif_value(block, CIF_DISORDER, i)) ||
                 (cif_count(block, CIF_DUMMY) == count && strcmp(cif_value(block, CIF_DUMMY, i), "dum") == 0);
    }
    return parts;
}

/* Whether operations make further atoms of the cell that are not in the file. */
static int makes_more(const cif_block *block) {
    for (uint64_t k = 0; k < cif_count(block, CIF_NCS); k++)
        if (strcmp(cif_value(block, CIF_NCS, k), "generate") == 0) return 1;
    return 0;
}

/* Coordinates in angstroms may be along other directions than the cell vectors are taken to be. */
static void check_matrix(const atoms *a, io_frame *frame) {
    const cif_block *block = &a->r->block;
    double matrix[9];
    for (int k = 0; k < 9; k++)
        if (a->item != CIF_CARTESIAN || cif_count(block, CIF_MATRIX + k) != 1 ||
            !cif_number(block, CIF_MATRIX + k, 0, &matrix[k]))
            return;
    io_molecule_check_scale(a->r->in, matrix, cif_line(block, CIF_MATRIX, 0),
                            "the matrix to fractions (_atom_sites.fract_transf_matrix) is of",
                            "the lengths and angles", frame);
}

static void warn(const atoms *a, io_frame *frame) {
    const cif_block *block = &a->r->block;
    const uint64_t parts = count_parts(a);
    if (!a->symmetry.is_named && a->symmetry.count == 0 && a->has_cell)
        io_frame_warn(frame,
                      "the file names no space group: its atoms are taken for all atoms of the cell (P 1)");
    if (cif_count(block, CIF_ASSEMBLY) > 1 || makes_more(block))
        io_frame_warn(frame, "operations make copies that are not in the file: its atoms alone are read");
    if (parts)
        io_frame_warn(
            frame,
            "alternate or dummy sites or an occupancy below 1: %llu of the atoms, all of which are points",
            (unsigned long long)parts);
    if (a->close)
        io_frame_warn(frame, "%llu atoms have images closer than %g angstroms to them, which are points, too",
                      (unsigned long long)a->close, two_atoms);
}

/* ---- the frame ---------------------------------------------------------------------------------------- */

/* The rows of the next model.  Models are numbered in ascending order; a smaller number behind a larger one continues an earlier
 * model. */
static int choose_rows(const cif *s, atoms *a) {
    const cif_block *block = &a->r->block;
    const uint64_t count = cif_count(block, a->item);
    a->from = s->row;
    a->to = count;
    if (cif_count(block, CIF_MODEL) != count) return 0;
    const char *model = cif_value(block, CIF_MODEL, a->from);
    uint64_t before = 0, number = 0;
    if (a->from > 0 && io_parse_count((io_word){model, strlen(model)}, &number) &&
        io_parse_count((io_word){cif_value(block, CIF_MODEL, a->from - 1),
                                 strlen(cif_value(block, CIF_MODEL, a->from - 1))},
                       &before) &&
        number < before)
        return cif_fail(a->r, CIF_MODEL, a->from,
                        "an atom of model %.20s stands behind those of model %.20s: the atoms of a model "
                        "stand together, in ascending order of the models.",
                        model, cif_value(block, CIF_MODEL, a->from - 1));
    for (a->to = a->from; a->to < count; a->to++)
        if (strcmp(cif_value(block, CIF_MODEL, a->to), model) != 0) break;
    return 0;
}

/* Symmetry that is named, but not given: the atoms of the cell cannot be told. */
static int check_symmetry(const atoms *a) {
    const cif_symmetry *s = &a->symmetry;
    if (s->is_p1 || s->count > 0 || a->item != CIF_FRACTION) return 0;
    return io_problem_set(
        a->r->in->problem, NF_EXIT_INPUT,
        "%.300s:%llu: the space group is %s, but its operations "
        "(_space_group_symop_operation_xyz) are missing: give them, or all atoms of the cell in P 1.",
        a->r->in->name, (unsigned long long)s->line, s->group);
}

static int read_frame(cif *s, atoms *a, io_frame *frame) {
    if (read_cell(a) != 0 || cif_read_symmetry(a->r, &a->symmetry) != 0 || choose_coordinates(a) != 0 ||
        choose_rows(s, a) != 0 || check_symmetry(a) != 0 || read_atoms(a) != 0)
        return a->r->in->problem->code;
    const cif_symmetry *symmetry = &a->symmetry;
    const io_molecule_cell cell = {.line = a->has_cell ? cif_line(&a->r->block, CIF_CELL, 0) : 0,
                                   .group = symmetry->group,
                                   .part = a->item == CIF_CARTESIAN && !symmetry->is_p1,
                                   .more = makes_more(&a->r->block) ? "_struct_ncs_oper.code" : NULL,
                                   .of = "the cell"};
    const uint64_t given = a->to - a->from;
    if (a->has_cell) io_molecule_box(a->r->in, a->numbers, &cell, frame);
    if (a->item == CIF_FRACTION) {
        const char *wrong = io_cell_from_angles(a->numbers, a->cell);
        if (wrong) return cif_fail(a->r, CIF_CELL, 0, "the lengths and angles are those of no cell.");
        if (add_all_images(a) != 0) return a->r->in->problem->code;
    }
    snprintf(frame->note, sizeof frame->note, "angstroms");
    if (a->rows.n > given)
        snprintf(frame->note, sizeof frame->note,
                 "angstroms; %llu atom%s of the file and their images by %d operations of symmetry",
                 (unsigned long long)given, given == 1 ? "" : "s", symmetry->count);
    check_matrix(a, frame);
    warn(a, frame);
    return 0;
}

static void close_cif(void *kept) { cif_free(kept); }

/* Moves to the next block where all atoms of this one have been read. */
static int load(io_input *in, cif *s, int *found) {
    *found = s->loaded && s->row < s->rows;
    if (*found) return 0;
    s->row = 0;
    s->reader.in = in;
    const int failed = cif_next_block(&s->reader, found);
    s->loaded = !failed && *found;
    return failed;
}

int io_read_cif(io_input *in, io_frame *frame) {
    int found = 0;
    if (!in->kept) {
        in->kept = calloc(1, sizeof(cif));
        in->close_kept = close_cif;
    }
    cif *s = in->kept;
    if (!s) return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    atoms *a = calloc(1, sizeof *a);
    if (!a) return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    a->r = &s->reader;
    a->fractions.row_bytes = a->rows.row_bytes = 3 * sizeof(double);
    int failed = load(in, s, &found);
    if (!failed && !found)
        failed = io_input_fail(in, "has no atom sites (_atom_site_fract_x or _atom_site_Cartn_x).");
    if (!failed) failed = read_frame(s, a, frame);
    s->row = a->to;
    s->rows = cif_count(&s->reader.block, a->item);
    if (!failed) failed = load(in, s, &frame->more);
    failed = io_rows_finish(&a->rows, in, failed, 3, NF_FLOAT64, frame);
    free(a->fractions.data);
    free(a);
    return failed;
}
