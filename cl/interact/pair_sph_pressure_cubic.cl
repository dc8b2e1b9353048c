// The pressure force of smoothed particles, which conserves momentum (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992), equation 3.3):
//   dv_i / dt = -sum of m_j (P_i / rho_i^2 + P_j / rho_j^2) grad_i W,  W that of sph_cubic.cl
//   h         the smoothing length: the cutoff is 2 h
// Two points at one place add nothing.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield field density
#pragma nearfield field pressure
#pragma nearfield parameter h 1
#pragma nearfield sum accelerations vector none
#include "interact/sph_cubic.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real own = quotient(i->pressure, i->density * i->density),
               other = quotient(j->pressure, j->density * j->density);
    (void)to;
    return d2 > 0 ? j->mass * (own + other) * cubic_slope(root(d2), p->h) : 0;
}
