/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/cell.h"

#include <math.h>
#include <string.h>

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
