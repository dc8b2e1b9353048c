/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The margin of the GPU search by radii, tested near the cutoff that the radii of two points allow. */
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <math.h>

/* What margin_radii.cl uses of OpenCL. */
typedef struct float4 {
    float x, y, z, w;
} float4;
typedef float real;
#define REAL64 0
#define fma    fmaf
#define fmin   fminf
#define fmax   fmaxf
#define FUSED  0
#define RADII  2
/* radii of any size: the cutoff is a limit of its own */
#include "space/margin_radii.cl"
#include "space/space_open.cl"
#include "space/pair_rule.cl"
#include "space/radii.cl"
#undef fmin
#undef fmax

/* Two points of a tile with its origin, whose radii are together close to their distance. */
typedef struct couple {
    float origin[3], a[3], b[3], own, other, cutoff;
} couple;

static float between(uint64_t *state, double low, double high) {
    return (float)(low + (high - low) * support_uniform(state));
}

static couple choose(uint64_t *state) {
    static const float sizes[] = {0.01f, 0.3f, 1, 8, 50};
    couple c;
    double squares = 0;
    const float size = sizes[support_random(state) % 5],
                far_off = ldexpf(1, (int)(support_random(state) % 20));
    for (int k = 0; k < 3; k++) {
        c.origin[k] = between(state, -far_off, far_off);
        c.a[k] = c.origin[k] + between(state, -size, size);
        c.b[k] = c.a[k] + between(state, -1, 1);
        squares += ((double)c.b[k] - (double)c.a[k]) * ((double)c.b[k] - (double)c.a[k]);
    }
    const float distance = (float)sqrt(squares);
    c.own = between(state, 0, 1) * distance;
    c.other = distance - c.own;
    for (int k = (int)(support_random(state) % 5); k > 0; k--)
        c.other = nextafterf(c.other, k % 2 ? 0 : INFINITY);
    c.cutoff = distance * (support_random(state) % 2 ? 1 : between(state, 0.9, 30));
    return c;
}

static float4 in_frame(const couple *c, const float *x, float inverse) {
    float4 u = {(x[0] - c->origin[0]) * inverse, (x[1] - c->origin[1]) * inverse,
                (x[2] - c->origin[2]) * inverse, 0};
    u.w = nf_margin_square(u.x, u.y, u.z);
    return u;
}

/* |t| relative to the margin if its sign is wrong; negative if it is right.  *lost: the same for what the box of the point a leaves out. */
static double harm(const couple *c, double *lost) {
    const float inverse = 1 / c->cutoff, own = nf_radius_in(c->own, inverse),
                other = nf_radius_in(c->other, inverse), allowed = c->own + c->other;
    const float4 a = in_frame(c, c->a, inverse), b = in_frame(c, c->b, inverse);
    const nf_margin margin = nf_margin_radii(a.x, a.y, a.z, own);
    const float t = nf_margin_test_radii(margin, own, b, other),
                d2 = nf_distance2(c->a[0], c->a[1], c->a[2], c->b[0], c->b[1], c->b[2], NF_VECTOR_NONE, 1),
                beside = nf_margin_square(b.x - a.x, b.y - a.y, b.z - a.z) + nf_radii_nearer(own, other);
    const int is = nf_is_pair(d2, c->cutoff * c->cutoff) && nf_is_pair(d2, allowed * allowed);
    *lost = is ? (double)beside - (double)nf_margin_reach(a.w) : -1;
    return (is ? (double)t : -(double)t) / (double)margin.e;
}

TEST(no_couple_at_the_cutoff_of_its_radii_is_decided_wrongly_beyond_the_margin) {
    uint64_t state = 5;
    double worst = 0;
    for (uint64_t k = 0; k < support_size(2000000); k++) {
        const couple c = choose(&state);
        double lost = 0;
        worst = fmax(worst, harm(&c, &lost));
        ck_assert_msg(lost <= 0, "a partner is left out by %g", lost);
    }
    ck_assert_msg(worst < 1, "a wrong sign at %g of the margin", worst);
    /* A search that never comes close proves nothing. */
    ck_assert_msg(worst > 0.1, "the worst wrong sign is at %g of the margin", worst);
}
