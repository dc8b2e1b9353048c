// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The fast test of margin.cl for pairs whose cutoffs depend on radii (filters.cl).  Radii are in units of the cutoff, too:
//   w   the cutoff that the radii of a pair allow, at most 1
//   t   = |u_i - u_j|^2 - w^2; its sign agrees with the pair rule and the radii unless |t| < MARGIN_RADII E_i
//   j   is far from all points of a box if its squared distance to the box exceeds that of margin.cl by more than w^2 - 1, where w
//       is that of the largest radius of the points: nf_radii_nearer()
// Proof: beside what margin.cl adds up, with e = 2^-24, a radius is off by 3e of itself (conversion, inverse, product) and w by one more e, so
// that w^2 is off by 9e at most; the rule rounds its own by 3e in float, and the difference by e |t|.  That is below the 16 e (s_i + 1) that are
// added to E_i.
//
//   RADII    1: the radius of the point; 2: the sum of both; 3: the larger one
// The cutoff may be smaller than that of a pair, and radii may be anything.
#pragma once
#if !defined(RADII)
#error "margin_radii.cl needs RADII"
#endif
#include "space/margin.cl"
#define MARGIN_RADII 1.5f

// A radius in units of the cutoff, whose inverse is given.
static inline float nf_radius_in(real radius, float inverse) {
    const float in = (float)radius * inverse;
#if RADII == 2
    return in;
#else
    return fmin(fmax(in, 0.0f), 1.0f);
#endif
}

// The cutoff of two radii in such units.
static inline float nf_radii_within(float own, float other) {
    (void)other;
#if RADII == 1
    return own;
#elif RADII == 2
    return fmin(fmax(own + other, 0.0f), 1.0f);
#else
    return fmax(own, other);
#endif
}

// The values of a point with this radius.
static inline nf_margin nf_margin_radii(float ux, float uy, float uz, float own) {
    nf_margin margin = nf_margin_of(ux, uy, uz);
    const float s = nf_margin_square(ux, uy, uz);
    margin.c = RADII == 1 ? MARGIN_FMA(-own, own, s) : s;
    margin.e *= MARGIN_RADII;
    return margin;
}

// As nf_margin_test, for a candidate with the radius `other`.
static inline float nf_margin_test_radii(nf_margin i, float own, float4 j, float other) {
    const float t = nf_margin_test(i, j), within = nf_radii_within(own, other);
    return RADII == 1 ? t : MARGIN_FMA(-within, within, t);
}

// By how much a candidate with the radius `other` must be nearer than one at the cutoff; with rounding, not more.
static inline float nf_radii_nearer(float most, float other) {
    const float within = nf_radii_within(most, other);
    return 1 - MARGIN_K - within * within * (1 + 0x1p-18f);
}
