// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The density of smoothed particles: the sum of mass W over the neighbours.
//   W = norm (1 - q)^4 (1 + 4 q), q = r / cutoff; norm = 7 / (pi cutoff^2), 21 / (2 pi cutoff^3) in 2, 3 dimensions; in 1 dimension
//   (5 / (4 cutoff)) (1 - q)^3 (1 + 3 q) (W. Dehnen and H. Aly, Mon. Not. R. Astron. Soc. 425, 1068 (2012))
//   mass           of a point
//   densities      the sum, not halved; the point's own mass W(0), which is not a neighbour's, is not in it
// The cutoff is where W ends.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield sum densities scalar none
#include "function/sph_wendland.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->densities += j->mass * wendland_value(root(d2), p->cutoff);
    return 0;
}
