// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Lennard-Jones: U = 4 epsilon ((sigma / r)^12 - (sigma / r)^6) between each two points.
//   epsilon   the depth of the well, an energy
//   sigma     where U is 0, a length
//   shifted   1: U is shifted to 0 at the cutoff; forces are those of U
//   forces    on each point: -grad U
//   energies  half of each pair's U, so that their total is that of the system
//   virials   half of each pair's r . F
// The cutoff is free, usually 2.5 sigma or more.
#pragma nearfield radial
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even
#pragma nearfield sum virials scalar even
#pragma nearfield parameter epsilon 1
#pragma nearfield parameter sigma 1
#pragma nearfield parameter shifted 0

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real over = inverse(d2), s2 = p->sigma * p->sigma, s = s2 * over, s6 = s * s * s,
               once = 24 * p->epsilon, twice = 48 * p->epsilon, factor = over * s6 * (once - twice * s6),
               far = s2 * inverse(p->cutoff * p->cutoff), far6 = far * far * far,
               at_cutoff = p->shifted > 0 ? far6 * far6 - far6 : 0;
    to->energies += 2 * p->epsilon * (s6 * s6 - s6) - 2 * p->epsilon * at_cutoff;
    to->virials -= factor * d2 / 2;
    return factor;
}
