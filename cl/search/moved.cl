// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Whether points have moved too far for what was kept about them (src/search/skin.h).
//   the rest as in cells.cl and pair_rule.cl
#pragma once
#include "search/given.cl"
#if !defined(NF_DIFFERENCE) // walks have it
#include "space/pair_rule.cl"
#endif

// The longest step, scaled as in the rule: half the skin, less what rounding in a large box takes (nf_lattice_measure) and the wider reach of
// what is kept does not pay.  Negative: no step is allowed.
static inline real nf_step_most(__global const nf_grid *grid, real half_skin, real pays, real scale) {
#if SHIFTS
    return (half_skin - max(grid->lattice.error - pays, (real)0)) * scale;
#else
    (void)grid, (void)pays;
    return half_skin * scale;
#endif
}

// A point has moved too far unless it is certain that it has not: NaN and what overflows count as far.
static inline int nf_is_far(const real *was, const real *is, real most, real scale) {
    const nf_vector none = NF_VECTOR_NONE;
    const real d2 = nf_distance2(was[0], was[1], was[2], is[0], is[1], is[2], none, scale);
    return !(most >= 0) || !(d2 <= most * most && d2 <= REAL_MAX);
}
