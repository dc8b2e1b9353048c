// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The density of smoothed particles: the sum of mass W over the neighbours.
//   W = norm ((2 - q)^3 / 4 - (1 - q)^3), h = cutoff / 2, q = r / h, where a bracket below 0 counts as 0; norm = 2 / (3 h), 10 / (7 pi h^2), 1 / (pi h^3) in 1, 2, 3
//   dimensions (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992))
//   mass           of a point
//   densities      the sum, not halved; the point's own mass W(0), which is not a neighbour's, is not in it
// The cutoff is where W ends, so that the smoothing length h is half of it.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield sum densities scalar none
#include "function/sph_cubic.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->densities += j->mass * cubic_value(root(d2), p->cutoff / 2);
    return 0;
}
