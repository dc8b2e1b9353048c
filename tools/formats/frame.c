/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/frame.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int io_box_is_periodic(const nf_box *box) { return box->periodic[0] || box->periodic[1] || box->periodic[2]; }

int io_frame_add_other(io_frame *frame, const char *path) {
    size_t used = 0;
    while (frame->others && frame->others[used]) used += strlen(frame->others + used) + 1;
    const size_t length = strlen(path);
    char *larger = realloc(frame->others, used + length + 2);
    if (!larger) return 0;
    memcpy(larger + used, path, length + 1);
    larger[used + length + 1] = 0;
    frame->others = larger;
    return 1;
}

void io_frame_warn(io_frame *frame, const char *format, ...) {
    const size_t used = strlen(frame->warning), joint = used ? 2 : 0;
    va_list list;
    if (used + joint >= sizeof frame->warning) return;
    if (used) memcpy(frame->warning + used, "; ", joint + 1);
    va_start(list, format);
    vsnprintf(frame->warning + used + joint, sizeof frame->warning - used - joint, format, list);
    va_end(list);
}

void io_frame_free(io_frame *frame) {
    for (size_t k = 0; k < frame->column_count; k++) free(frame->columns[k].data);
    free(frame->columns);
    free(frame->types.of);
    free(frame->types.names);
    free(frame->positions);
    free(frame->lines);
    free(frame->others);
    memset(frame, 0, sizeof *frame);
}

const io_column *io_frame_column(const io_frame *frame, const char *name) {
    for (size_t k = 0; k < frame->column_count; k++)
        if (strcmp(frame->columns[k].name, name) == 0) return &frame->columns[k];
    return NULL;
}

/* The cosine of an angle in degrees; exactly 0 for a right angle. */
static double cosine(double degrees) { return fabs(degrees - 90) > 0 ? cos(degrees * acos(-1.0) / 180) : 0; }

const char *io_cell_from_angles(const double numbers[6], double cell[3][3]) {
    const double *v = numbers;
    const double bc = cosine(v[3]), ac = cosine(v[4]), ab = cosine(v[5]), sine = sqrt(1 - ab * ab);
    const double y = (bc - ac * ab) / sine, rest = 1 - ac * ac - y * y;
    const char *angles = "no cell has these angles";
    for (int k = 0; k < 3; k++)
        if (!(v[k] > 0) || !isfinite(v[k]))
            return "lengths must be positive (a left-handed cell is given by its vectors: nine numbers)";
    for (int k = 3; k < 6; k++)
        if (!(v[k] > 0 && v[k] < 180)) return angles;
    if (!(rest > 0)) return angles;
    const double vectors[3][3] = {
        {v[0], 0, 0}, {v[1] * ab, v[1] * sine, 0}, {v[2] * ac, v[2] * y, v[2] * sqrt(rest)}};
    memcpy(cell, vectors, sizeof vectors);
    return NULL;
}
