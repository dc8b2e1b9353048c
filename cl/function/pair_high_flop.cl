// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A pair function of 168 operations for measurements, as that of figure 8 of D. Algis et al., arXiv:2406.16091 (2024): the 18 of Lennard-Jones, and
// 75 steps of a multiplication and an addition, x = gain x + offset, on the force over r.  With the defaults the steps do not change it; a compiler
// cannot know that.
//   epsilon       the depth of the well, an energy
//   sigma         where U is 0, a length
//   gain, offset  of the steps
//   forces        on each point
//   energies      half of each pair's U, that of Lennard-Jones
// The cutoff is free; U is not shifted.
#pragma nearfield radial
#pragma nearfield parameter epsilon 1
#pragma nearfield parameter sigma 1
#pragma nearfield parameter gain 1
#pragma nearfield parameter offset 0
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even

static inline real high_flop_step(real x, const parameters *p) { return p->gain * x + p->offset; }

static inline real high_flop_five_steps(real x, const parameters *p) {
    const real two = high_flop_step(high_flop_step(x, p), p),
               four = high_flop_step(high_flop_step(two, p), p);
    return high_flop_step(four, p);
}

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real over = inverse(d2), s = p->sigma * p->sigma * over, s6 = s * s * s, s12 = s6 * s6;
    real factor = -24 * p->epsilon * over * (2 * s12 - s6);
#pragma unroll
    for (int k = 0; k < 15; k++) factor = high_flop_five_steps(factor, p);
    to->energies += 2 * p->epsilon * (s12 - s6);
    return factor;
}
