// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The pressure force of smoothed particles, which conserves momentum (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992), equation 3.3):
//   dv_i / dt = -sum of m_j (P_i / rho_i^2 + P_j / rho_j^2) grad_i W
//   W = norm ((2 - q)^3 / 4 - (1 - q)^3), h = cutoff / 2, q = r / h, where a bracket below 0 counts as 0; norm = 2 / (3 h), 10 / (7 pi h^2), 1 / (pi h^3) in 1, 2, 3
//   dimensions (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992))
//   mass, density, pressure   of a point: m, rho, P
//   accelerations  dv_i / dt of each point; two points at one place add nothing
// The cutoff is where W ends, so that the smoothing length h is half of it.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield field density
#pragma nearfield field pressure
#pragma nearfield sum accelerations vector none
#include "function/sph_cubic.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real own = quotient(i->pressure, i->density * i->density),
               other = quotient(j->pressure, j->density * j->density);
    (void)to;
    return d2 > 0 ? j->mass * (own + other) * cubic_slope(root(d2), p->cutoff / 2) : 0;
}
