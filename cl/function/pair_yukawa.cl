// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Yukawa's potential of screened charges: U = strength exp(-kappa r) / r.
//   strength  an energy times a length
//   kappa     one over the length of screening
//   forces    on each point: -grad U
//   energies  half of each pair's U, so that their total is that of the system
//   virials   half of each pair's r . F
// The cutoff is free: what is beyond it is left out, and U is not shifted.
#pragma nearfield radial
#pragma nearfield parameter strength 1
#pragma nearfield parameter kappa 1
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even
#pragma nearfield sum virials scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real near = inverse_root(d2), r = d2 * near, u = p->strength * exponential(-p->kappa * r) * near,
               factor = -u * (p->kappa * r + 1) * near * near;
    to->energies += (real)0.5f * u;
    to->virials += (real)-0.5f * factor * d2;
    return factor;
}
