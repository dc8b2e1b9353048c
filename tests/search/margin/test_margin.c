/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The margin of the decision in float, tested near the cutoff, where the pair rule changes. */
#include "support/answers/pairs.h"

#include <math.h>
#include <stdio.h>

#define REAL64 1
typedef double real;
#include "space/margin_direct.cl"
#include "space/space_open.cl"
#include "space/pair_rule.cl"

/* A pair of points at the cutoff, in the frame of a tile at `origin`. */
typedef struct couple {
    double origin[3], a[3], direction[3], cutoff, stretch;
    int dims, fused;
} couple;

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * support_uniform(state);
}

static float square(float x, float plus, int fused) { return fused ? fmaf(x, x, plus) : x * x + plus; }

/* |t| relative to the margin if its sign is wrong; negative if it is right. */
static double harm(const couple *c) {
    double b[3], reach = 0;
    float t = -1;
    for (int k = 0; k < 3; k++) b[k] = c->a[k] + c->direction[k] * c->cutoff * c->stretch;
    const double inverse = 1 / sqrt(c->cutoff * c->cutoff);
    for (int k = 0; k < c->dims; k++) {
        const float u = (float)((c->a[k] - c->origin[k]) * inverse),
                    v = (float)((b[k] - c->origin[k]) * inverse);
        reach += (double)u * (double)u;
        t = square(v - u, t, c->fused);
    }
    const int is_pair = nf_is_pair(
        nf_distance2(c->a[0], c->a[1], c->a[2], b[0], b[1], b[2], NF_VECTOR_NONE, 1), c->cutoff * c->cutoff);
    return (is_pair ? (double)t : -(double)t) / (double)NF_MARGIN((float)reach);
}

static void choose_direction(couple *c, uint64_t *state) {
    static const double threes[][3] = {{1, 0, 0}, {0.6, 0.8, 0}, {0.6, 0, 0.8}, {1. / 3, 2. / 3, 2. / 3}};
    double length = 0;
    const uint64_t kind = support_random(state) % 8;
    for (int k = 0; k < 3; k++) {
        c->direction[k] = kind < 4 ? threes[kind][k] : between(state, -1, 1);
        if (k >= c->dims) c->direction[k] = 0;
        length += c->direction[k] * c->direction[k];
    }
    for (int k = 0; k < 3; k++) c->direction[k] /= sqrt(length);
}

static couple choose(uint64_t *state) {
    static const double sizes[] = {0.01, 1, 3, 15, 36}; /* tiles, in cutoffs; 36 sqrt(3) is below 64 */
    couple c = {.dims = 1 + (int)(support_random(state) % 3), .fused = (int)(support_random(state) % 2)};
    c.cutoff = ldexp(between(state, 1, 2), (int)between(state, -499, 499));
    const double size = sizes[support_random(state) % 5], far_off = pow(10, between(state, -2, 8));
    for (int k = 0; k < c.dims; k++) {
        c.origin[k] = between(state, -far_off, far_off) * c.cutoff;
        c.a[k] = c.origin[k] + between(state, -size, size) * c.cutoff;
    }
    choose_direction(&c, state);
    c.stretch = 1 + (between(state, -4, 4)) * 0x1p-53;
    return c;
}

/* The worst violation found by small steps from a random pair. */
static double climb(uint64_t *state) {
    couple best = choose(state);
    double worst = harm(&best);
    for (int step = 0; step < 60; step++) {
        couple next = best;
        const double reach = ldexp(next.cutoff, -18 - (int)(support_random(state) % 8));
        for (int k = 0; k < next.dims; k++) next.a[k] += between(state, -reach, reach);
        next.stretch = 1 + between(state, -4, 4) * (step % 2 ? 0x1p-53 : 0x1p-26);
        const double found = harm(&next);
        if (found <= worst) continue;
        worst = found;
        best = next;
    }
    return worst;
}

TEST(no_couple_at_the_cutoff_is_decided_wrongly_beyond_the_margin) {
    uint64_t state = 1;
    double worst = 0;
    const uint64_t attacks = support_size(100000);
    for (uint64_t k = 0; k < attacks; k++) worst = fmax(worst, climb(&state));
    ck_assert_msg(worst < 1, "a wrong sign at %g of the margin", worst);
    /* A search that never comes close proves nothing. */
    ck_assert_msg(worst > 0.15, "the worst wrong sign is at %g of the margin", worst);
}

TEST(the_margin_pays_for_what_the_proof_adds_up) {
    /* The error of t is at most e (8 |u| + 12), the margin e (4 A + 16) + 8 e: random searches reach a part of it. */
    double a = 0;
    while (a < (double)NF_MARGIN_REACH) {
        ck_assert_double_ge((double)NF_MARGIN((float)a), 0x1p-24 * (8 * sqrt(a) + 12));
        ck_assert_double_ge((double)NF_MARGIN((float)a) * (1 + 0x1p-20), 0x1p-24 * (4 * a + 16 + 8));
        a = a * 1.01 + 1e-3;
    }
}

/* Points in clusters of a few cutoffs, so that tiles have frames; half of them are at the cutoff from another point, up to a
   few units in the last place. */
static support_cloud clumps(double cutoff, double origin) {
    enum { N = 4000 };
    static double xyz[3 * N];
    uint64_t state = 3;
    couple c = {.dims = 3};
    for (int p = 0; p < N; p++) {
        choose_direction(&c, &state);
        const double stretch = cutoff * (1 + (double)(support_random(&state) % 9) * 0x1p-53 - 0x1p-51);
        for (int k = 0; k < 3; k++)
            xyz[3 * p + k] = p % 2 ? xyz[3 * (p - 1) + k] + c.direction[k] * stretch
                                   : (origin + between(&state, 0, 6)) * cutoff;
    }
    return support_cloud_of("clumps", xyz, N, 3, NF_FLOAT64, cutoff);
}

TEST(tiles_full_of_couples_at_the_cutoff_have_the_bytes_of_the_host) {
    static const double cutoffs[] = {0x1p-499, 0.03, 1, 0x1.8p499}, origins[] = {0, 1e6};
    if (support_double() != NF_FLOAT64) return;
    own_context context = support_context(NULL);
    for (size_t r = 0; r < sizeof cutoffs / sizeof *cutoffs; r++)
        for (size_t o = 0; o < 2; o++) {
            char what[100];
            snprintf(what, sizeof what, "cutoff %g, origin %g", cutoffs[r], origins[o]);
            own_points cloud = clumps(cutoffs[r], origins[o]);
            own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL),
                      got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
            ck_assert_uint_gt(host.count, 4000);
            support_same_bytes(&host, &got, what);
        }
}
