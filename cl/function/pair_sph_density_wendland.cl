// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The density of smoothed particles: the sum of mass W over the neighbours.
//   W = norm (1 - q)^4 (1 + 4 q), q = r / reach; norm = 7 / (pi reach^2), 21 / (2 pi reach^3) in 2, 3 dimensions; in 1 dimension
//   (5 / (4 reach)) (1 - q)^3 (1 + 3 q) (W. Dehnen and H. Aly, Mon. Not. R. Astron. Soc. 425, 1068 (2012))
//   mass           of a point
//   reach          where W ends, a length, one for all points
//   densities      the sum, not halved; the point's own mass W(0), which is not a neighbour's, is not in it
// The cutoff must be `reach`, where W ends: with a shorter one neighbours are missing, and a longer one only costs time.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield parameter reach 1
#pragma nearfield sum densities scalar none
#include "function/sph_wendland.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->densities += j->mass * wendland_value(root(d2), p->reach);
    return 0;
}
