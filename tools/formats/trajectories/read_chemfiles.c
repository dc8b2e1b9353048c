/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the formats of molecules that chemfiles knows, frame by frame. */
#include "formats/formats.h"
#include "formats/reader/rows.h"
#include "formats/source.h"

#include <chemfiles.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 64 };

typedef struct reading {
    CHFL_TRAJECTORY *trajectory;
    CHFL_FRAME *frame;
    unsigned char *bytes; /* of a file that is not read by its path */
    char format[FORMAT];
    uint64_t steps;
} reading;

static int broken(io_input *in, const char *what) {
    return io_input_fail(in, "%s by chemfiles (%.300s).", what, chfl_last_error());
}

static void close_reading(void *kept) {
    reading *r = kept;
    if (r->trajectory) chfl_trajectory_close(r->trajectory);
    if (r->frame) chfl_free(r->frame);
    free(r->bytes);
    free(r);
}

/* chemfiles warns of names and bonds, which are not read. */
static void ignore_warning(const char *message) { (void)message; }

/* ---- the file ----------------------------------------------------------------------------------------- */

/* The name that chemfiles knows the format by: from --format, if it is an extension, or from the name of the file.  It knows more
 * formats, of which some have no positions, and gives zeros for them. */
static int name_format(io_input *in, char format[FORMAT]) {
    char path[4096];
    const char *wish = in->options->format;
    size_t length = strlen(in->name);
    if (wish && strcmp(wish, "chemfiles") != 0) snprintf(path, sizeof path, "file.%.20s", wish);
    else {
        if (length > 3 && strcmp(in->name + length - 3, ".gz") == 0) length -= 3;
        snprintf(path, sizeof path, "%.*s", (int)length, in->name);
    }
    const io_format *known = io_format_of_path(path, strlen(path));
    if (!known || known->read != io_read_chemfiles)
        return io_input_fail(in, "its name does not tell a format that is read through chemfiles.");
    return chfl_guess_format(path, format, FORMAT) == CHFL_SUCCESS ? 0
                                                                   : broken(in, "the format is not known");
}

static int open_trajectory(io_input *in, reading *r) {
    const char *path = io_input_path(in);
    size_t size = 0;
    (void)chfl_set_warning_callback(ignore_warning);
    if (name_format(in, r->format) != 0) return in->problem->code;
    if (path) r->trajectory = chfl_trajectory_with_format(path, 'r', r->format);
    else if (io_input_load(in, &r->bytes, &size) != 0) return in->problem->code;
    else r->trajectory = chfl_trajectory_memory_reader((const char *)r->bytes, size, r->format);
    r->frame = chfl_frame();
    if (!r->trajectory || !r->frame || chfl_trajectory_nsteps(r->trajectory, &r->steps) != CHFL_SUCCESS)
        return broken(in, "cannot be opened");
    return r->steps > 0 ? 0 : io_input_fail(in, "has no frame.");
}

/* The file, which is opened for the first frame. */
static int take_reading(io_input *in, reading **r) {
    *r = in->kept;
    if (*r) return 0;
    in->kept = *r = calloc(1, sizeof **r);
    if (!*r) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    in->close_kept = close_reading;
    return open_trajectory(in, *r);
}

/* ---- a frame ------------------------------------------------------------------------------------------ */

/* Files of structures without a crystal have a cell of 1 x 1 x 1 in its place. */
static int is_placeholder(const double *lengths, const double *angles) {
    int ones = 1;
    for (int k = 0; k < 3; k++) ones &= !(fabs(lengths[k] - 1) > 0) && !(fabs(angles[k] - 90) > 0);
    return ones;
}

/* Formats of structures have a space group with their cell, which chemfiles does not give: the file may have a part of its atoms. */
static int has_symmetry(const char *format) {
    static const char *const formats[] = {"MMTF", "CML", "MOL2"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (strncmp(format, formats[k], strlen(formats[k])) == 0) return 1;
    return 0;
}

/* The columns of the matrix are the cell vectors; a vector of length 0 is along a direction that is open.  chemfiles computes
 * it from the angles, also from right ones: what is not more than rounding is 0. */
static int take_matrix(io_input *in, const double *lengths, chfl_vector3d *matrix, nf_box *box) {
    for (int k = 0; k < 3; k++) {
        box->periodic[k] = lengths[k] > 0;
        for (int a = 0; a < 3; a++) {
            if (!isfinite(matrix[a][k])) return io_input_fail(in, "the cell is not finite.");
            if (fabs(matrix[a][k]) > DBL_EPSILON * lengths[k]) box->cell[k][a] = matrix[a][k];
        }
    }
    return 0;
}

static int read_box(io_input *in, reading *r, io_frame *frame) {
    chfl_vector3d lengths, angles, matrix[3];
    chfl_cellshape shape = CHFL_CELL_INFINITE;
    CHFL_CELL *cell = chfl_cell_from_frame(r->frame);
    const int read = cell && chfl_cell_shape(cell, &shape) == CHFL_SUCCESS &&
                     chfl_cell_lengths(cell, lengths) == CHFL_SUCCESS &&
                     chfl_cell_angles(cell, angles) == CHFL_SUCCESS &&
                     chfl_cell_matrix(cell, matrix) == CHFL_SUCCESS;
    if (cell) chfl_free(cell);
    if (!read) return broken(in, "the cell cannot be read");
    if (shape == CHFL_CELL_INFINITE) return 0;
    if (!is_placeholder(lengths, angles)) {
        if (has_symmetry(r->format))
            snprintf(frame->box_fault, sizeof frame->box_fault,
                     "%.300s: chemfiles gives its cell without the symmetry, so its atoms may be a part of "
                     "those of "
                     "the cell",
                     in->name);
        return take_matrix(in, lengths, matrix, &frame->box);
    }
    snprintf(frame->warning, sizeof frame->warning, "its cell of 1 x 1 x 1 stands for none: space is open");
    return 0;
}

/* A frame of velocities alone has positions of zero, or those of the frame before. */
static int has_positions(const reading *r) {
    bool has = true;
    CHFL_PROPERTY *property = chfl_frame_get_property(r->frame, "has_positions");
    if (property && chfl_property_get_bool(property, &has) != CHFL_SUCCESS) has = true;
    if (property) chfl_free(property);
    return has;
}

static int read_positions(io_input *in, reading *r, io_rows *rows) {
    chfl_vector3d *positions = NULL;
    uint64_t count = 0;
    if (!has_positions(r))
        return io_input_fail(in, "frame %llu has no positions.", (unsigned long long)in->frames);
    if (chfl_frame_positions(r->frame, &positions, &count) != CHFL_SUCCESS)
        return broken(in, "the positions cannot be read");
    for (uint64_t i = 0; i < count; i++) {
        const double *p = positions[i];
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
            return io_input_fail(in, "point %llu has a coordinate that is not finite.",
                                 (unsigned long long)i);
        if (io_rows_add(rows, p, in) != 0) return in->problem->code;
    }
    return 0;
}

int io_read_chemfiles(io_input *in, io_frame *frame) {
    io_rows rows = {.row_bytes = sizeof(chfl_vector3d)};
    reading *r = NULL;
    if (take_reading(in, &r) != 0) return in->problem->code;
    int failed =
        chfl_trajectory_read(r->trajectory, r->frame) == CHFL_SUCCESS ? 0 : broken(in, "cannot be read");
    if (!failed) failed = read_box(in, r, frame);
    if (!failed) failed = read_positions(in, r, &rows);
    frame->more = in->frames + 1 < r->steps;
    snprintf(frame->note, sizeof frame->note, "angstroms, as chemfiles gives them");
    return io_rows_finish(&rows, in, failed, 3, NF_FLOAT64, frame);
}
