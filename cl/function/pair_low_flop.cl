// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A pair function of 5 operations for measurements, as that of figure 8 of D. Algis et al., arXiv:2406.16091 (2024): springs of stiffness 1,
// U = r^2 / 2 between each two points.
//   forces    on each point: -grad U, which is D
//   energies  half of each pair's U
// The cutoff is free.
#pragma nearfield radial
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->energies += (real)0.25f * d2;
    return 1;
}
