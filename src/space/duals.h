/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The dual vectors of the cell vectors, for coordinates in cells. */
#ifndef NF_SPACE_DUALS_H
#define NF_SPACE_DUALS_H

#include "space/space.h"

/*
 * For cell vectors H of a space, which may be scaled by a power of two: the dual vectors, in the span of the periodic ones, so that dual k has the
 * product 1 with vector k and 0 with the others, and the distances of the faces, 1 / |dual k|.  Zeros for axes that are not periodic.
 */
void nf_duals(const nf_space *space, double H[3][3], double dual[3][3], double heights[3]);

double nf_length(const double v[3]);

/* 1 if vector k has components only where no other has. */
int nf_is_square(double H[3][3], int k);

#endif
