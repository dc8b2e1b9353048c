// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Lennard-Jones between points of several kinds: U = 4 epsilon ((sigma / r)^12 - (sigma / r)^6), with epsilon and sigma of the two kinds.
//   kind      of a point: a whole number from 0 on, below `kinds`
//   kinds     how many there are, at most 65535
//   epsilons, sigmas   tables of kinds x kinds numbers, energies and lengths: those of kinds a and b are at a kinds + b, and at b kinds + a again
// Pairs of other kinds, and those for which a table has no element, make sums NaN.
//   shifted   1: each U is shifted to 0 at the cutoff; forces are those of U
//   forces    on each point: -grad U
//   energies  half of each pair's U, so that their total is that of the system
//   virials   half of each pair's r . F
// The cutoff is free and the same for all kinds.
#pragma nearfield radial
#pragma nearfield field kind
#pragma nearfield parameter kinds 1
#pragma nearfield parameter shifted 0
#pragma nearfield table epsilons
#pragma nearfield table sigmas
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even
#pragma nearfield sum virials scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real kinds = p->kinds;
    const int are = i->kind >= 0 && i->kind < kinds && j->kind >= 0 && j->kind < kinds && kinds < 65536;
    const uint pair = are ? (uint)i->kind * (uint)kinds + (uint)j->kind : 0xffffffffu;
    const int known = pair < p->epsilons_count && pair < p->sigmas_count;
    const real epsilon = known ? p->epsilons[pair] : (real)NAN, sigma = known ? p->sigmas[pair] : (real)NAN;
    const real over = inverse(d2), s = sigma * sigma * over, s6 = s * s * s,
               far = sigma * sigma * inverse(p->cutoff * p->cutoff), far6 = far * far * far,
               at_cutoff = p->shifted > 0 ? far6 * far6 - far6 : 0,
               factor = -24 * epsilon * over * (2 * s6 * s6 - s6);
    to->energies += 2 * epsilon * ((s6 * s6 - s6) - at_cutoff);
    to->virials += (real)-0.5f * factor * d2;
    return factor;
}
