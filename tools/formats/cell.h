/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A cell that is given by lengths and angles. */
#ifndef NEARFIELD_FORMATS_CELL_H
#define NEARFIELD_FORMATS_CELL_H

/* Sets the vectors, the rows of cell, from the lengths a, b, c and the angles in degrees between b and c, a and c, a and b: a is
 * along x, b in the plane of x and y.  Right angles are exact.  Returns NULL, or what is wrong with the numbers. */
const char *io_cell_from_angles(const double numbers[6], double cell[3][3]);

#endif
