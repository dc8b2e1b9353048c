// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The pressure force of smoothed particles, which conserves momentum (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992), equation 3.3):
//   dv_i / dt = -sum of m_j (P_i / rho_i^2 + P_j / rho_j^2) grad_i W
//   W = norm (1 - q)^4 (1 + 4 q), q = r / cutoff; norm = 7 / (pi cutoff^2), 21 / (2 pi cutoff^3) in 2, 3 dimensions; in 1 dimension
//   (5 / (4 cutoff)) (1 - q)^3 (1 + 3 q) (W. Dehnen and H. Aly, Mon. Not. R. Astron. Soc. 425, 1068 (2012))
//   mass, density, pressure   of a point: m, rho, P
//   accelerations  dv_i / dt of each point; two points at one place add nothing
// The cutoff is where W ends.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield field density
#pragma nearfield field pressure
#pragma nearfield sum accelerations vector none
#include "function/sph_wendland.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real own = quotient(i->pressure, i->density * i->density),
               other = quotient(j->pressure, j->density * j->density);
    (void)to;
    return d2 > 0 ? j->mass * (own + other) * wendland_slope(root(d2), p->cutoff) : 0;
}
