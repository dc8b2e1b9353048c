// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Gravity, softened as of Plummer spheres: U / m_i = -G m_j / sqrt(r^2 + softening^2).
//   mass           of a point
//   G              the constant of gravity in the units of the points and masses: 4.30092e-6 for kpc, solar masses and km/s
//   softening      a length; with 0, points at one place have sums that are not finite
//   accelerations  of each point: -grad U / m_i
//   potentials     U / m_i of all neighbours, not halved
// The cutoff is free: what is beyond it is left out.
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield parameter G 1
#pragma nearfield parameter softening 0
#pragma nearfield sum accelerations vector none
#pragma nearfield sum potentials scalar none

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real near = inverse_root(d2 + p->softening * p->softening), u = p->G * j->mass * near;
    to->potentials -= u;
    return u * near * near;
}
