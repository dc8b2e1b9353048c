/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The margin of the GPU search, tested near the cutoff, where the pair rule changes. */
#include "space/rule.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <math.h>
#include <stdlib.h>

/* Two points at the cutoff: `a` is in a tile that also has its origin and another point; `b` is the candidate.  All numbers
   are representable in the points' type. */
typedef struct couple {
    double origin[3], a[3], other[3], b[3], cutoff;
} couple;

typedef struct verdict {
    int is_short; /* the tile is not too long for the margin */
    int is_pair;  /* by the rule */
    float t, e, out, reach;
} verdict;

/* The extent of a tile along one axis: 0 and two points. */
typedef struct span {
    float lo, hi;
} span;

static span span_of(float u, float v) { return (span){fminf(0, fminf(u, v)), fmaxf(0, fmaxf(u, v))}; }
static float span_end(span s) { return fmaxf(-s.lo, s.hi); }
static float span_outside(span s, float u) { return fmaxf(fmaxf(s.lo - u, u - s.hi), 0); }

/* Functions of OpenCL that margin.cl uses. */
typedef struct float4 {
    float x, y, z, w;
} float4;
#define fma fmaf
#include "space/space_open.cl"

#define real       float
#define FUSED      0
#define NAME(name) name##_f32
#include "margin_body.h"
#define real       float
#define FUSED      1
#define NAME(name) name##_f32_fused
#include "margin_body.h"
#define real       double
#define FUSED      0
#define NAME(name) name##_f64
#include "margin_body.h"
#define real       double
#define FUSED      1
#define NAME(name) name##_f64_fused
#include "margin_body.h"

typedef struct attack {
    const char *name;
    nf_type type;
    verdict (*judge)(const couple *, const nf_rule *);
    int lowest, highest; /* exponents of cutoffs for which src/space/rule.c allows the margin */
    int farthest;        /* the exponent of the distance to 0, in cutoffs */
} attack;

static const attack attacks[] = {
    {"float", NF_FLOAT32, judge_f32, -36, 59, 22},
    {"float, fused", NF_FLOAT32, judge_f32_fused, -36, 59, 22},
    {"double", NF_FLOAT64, judge_f64, -80, 79, 50},
    {"double, fused", NF_FLOAT64, judge_f64_fused, -80, 79, 50},
};

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * support_uniform(state);
}

static double typed(const attack *with, double x) { return with->type == NF_FLOAT32 ? (double)(float)x : x; }

/* The nearest number of the points' type, above or below. */
static double beside(const attack *with, double x, double towards) {
    return with->type == NF_FLOAT32 ? (double)nextafterf((float)x, (float)towards) : nextafter(x, towards);
}

/* Sets the cutoff to the distance, up to a few units in the last place. */
static void cut_at_distance(couple *c, const attack *with, uint64_t *state) {
    double squares = 0;
    for (int k = 0; k < 3; k++) squares += (c->b[k] - c->a[k]) * (c->b[k] - c->a[k]);
    c->cutoff = typed(with, sqrt(squares));
    const int ulps = (int)(support_random(state) % 9) - 4;
    for (int k = 0; k < abs(ulps); k++) c->cutoff = beside(with, c->cutoff, ulps < 0 ? 0 : 2 * c->cutoff);
}

static void choose_direction(double *direction, uint64_t *state) {
    static const double exact[][3] = {{1, 0, 0},     {0, 1, 0},     {0, 0, 1},      {0.6, 0.8, 0},
                                      {0, 0.6, 0.8}, {0.8, 0, 0.6}, {1e-4, 1, 1e-7}};
    const uint64_t kinds = sizeof exact / sizeof *exact, kind = support_random(state) % (2 * kinds);
    double length = 0;
    for (int k = 0; k < 3; k++) {
        direction[k] = kind < kinds ? exact[kind][k] : between(state, 0, 1);
        length += direction[k] * direction[k];
    }
    for (int k = 0; k < 3; k++) direction[k] /= sqrt(length);
}

/* The tile's points are on corners, on faces or within; the candidate is mostly beyond the corner or face. */
static couple choose(const attack *with, uint64_t *state) {
    /* Of the tile, in units of the cutoff; 57 sqrt(3) is below 100. */
    static const double sizes[] = {0, 0.01, 0.3, 1, 8, 57, 99};
    couple c = {.cutoff = ldexp(between(state, 1, 2), (int)between(state, with->lowest, with->highest + 1))};
    const int farthest = support_random(state) % 2 ? 2 : with->farthest;
    const double size = sizes[support_random(state) % 7],
                 far_off = ldexp(c.cutoff, (int)between(state, -4, farthest));
    const uint64_t is_long = size > 57 ? support_random(state) % 3 : 3; /* along one axis only */
    double direction[3];
    choose_direction(direction, state);
    for (int k = 0; k < 3; k++) {
        const double half = is_long == 3 || is_long == (uint64_t)k ? size : 0,
                     sign = support_random(state) % 2 ? 1 : -1;
        const uint64_t place = support_random(state) % 4, turned = support_random(state) % 8 == 0;
        c.origin[k] = typed(with, between(state, -far_off, far_off));
        const double at = place ? sign * half : between(state, -half, half);
        c.a[k] = typed(with, c.origin[k] + at * c.cutoff);
        c.other[k] = typed(with, c.origin[k] + between(state, -fabs(at), fabs(at)) * c.cutoff);
        c.b[k] = typed(with, c.a[k] + (turned ? -sign : sign) * direction[k] * c.cutoff);
    }
    cut_at_distance(&c, with, state);
    return c;
}

/* A small step: moves some coordinates, sometimes the whole tile. */
static couple step(const couple *from, const attack *with, uint64_t *state) {
    couple c = *from;
    const double reach = ldexp(c.cutoff, -2 - (int)(support_random(state) % 28));
    const uint64_t what = 1 + support_random(state) % 15;
    double *const moved[] = {c.a, c.b, c.origin, c.other};
    for (int p = 0; p < 4; p++)
        for (int k = 0; k < 3; k++)
            if (what >> p & 1 && support_random(state) % 3 == 0)
                moved[p][k] = typed(with, moved[p][k] + between(state, -reach, reach));
    cut_at_distance(&c, with, state);
    return c;
}

enum { STEPS = 200 }; /* of a local search */

/* A value of 1 would be a wrong result: |t| relative to e if its sign is wrong; or how far a pair is outside the box beyond
   the cutoff, relative to what the reach allows. */
enum { SIGN, CULL };

static double harm(const couple *c, const attack *with, int which, uint64_t *judged) {
    if (!(c->cutoff > 0)) return -INFINITY;
    const nf_rule rule = nf_rule_for(c->cutoff, with->type);
    if (!rule.margin) return -INFINITY; /* the distance has left the range */
    const verdict v = with->judge(c, &rule);
    if (!v.is_short) return -INFINITY;
    ++*judged;
    if (which == SIGN) return (double)(v.is_pair ? v.t : -v.t) / (double)v.e;
    if (!v.is_pair) return -INFINITY;
    if (v.out > v.reach) return INFINITY;
    return (double)(v.out - 1) / (double)(v.reach - 1);
}

/* The worst violation found by small steps from a random pair. */
static double climb(const attack *with, int which, uint64_t *state, uint64_t *judged) {
    couple best = choose(with, state);
    double worst = harm(&best, with, which, judged);
    for (int k = 0; k < STEPS; k++) {
        const couple next = step(&best, with, state);
        const double found = harm(&next, with, which, judged);
        if (found < worst) continue;
        worst = found;
        best = next;
    }
    return worst;
}

static void attack_all(int which, double near, const char *what) {
    const uint64_t climbs = support_size(6000);
    for (size_t k = 0; k < sizeof attacks / sizeof *attacks; k++) {
        uint64_t state = 1 + k, judged = 0;
        double worst = -INFINITY;
        for (uint64_t n = 0; n < climbs; n++) worst = fmax(worst, climb(&attacks[k], which, &state, &judged));
        ck_assert_msg(worst < 1, "%s: %s at %g of the margin", attacks[k].name, what, worst);
        /* A search that never comes close proves nothing. */
        ck_assert_msg(worst > near, "%s: the worst is %s at %g of the margin", attacks[k].name, what, worst);
        ck_assert_uint_gt(judged, STEPS / 2 * climbs);
    }
}

TEST(no_sign_is_wrong_beyond_the_margin) { attack_all(SIGN, 0.2, "a wrong sign"); }

TEST(no_pair_is_beyond_the_reach_of_the_box) { attack_all(CULL, 0.15, "a pair outside the box"); }

TEST(cutoffs_beyond_the_proof_are_left_to_the_rule) {
    for (size_t k = 0; k < sizeof attacks / sizeof *attacks; k++) {
        const attack *a = &attacks[k];
        const int least = a->type == NF_FLOAT32 ? -100 : -960, most = a->type == NF_FLOAT32 ? 120 : 1000;
        for (int exponent = least; exponent < most; exponent++) {
            const nf_rule rule = nf_rule_for(ldexp(1.5, exponent), a->type);
            ck_assert_msg(rule.margin == (exponent >= a->lowest && exponent <= a->highest), "%s: 2^%d",
                          a->name, exponent);
        }
    }
}

/* The bound of the error of t from the proof in margin.cl, in units of the squared cutoff; random searches reach only a part
   of it. */
static double proved(double s) { return 0x1p-24 * (22 * s + 8 * sqrt(s) + 27); }

TEST(margin_and_reach_pay_for_what_the_proof_adds_up) {
    double s = 0;
    while (s <= 1e4) {
        const float u = (float)sqrt(s);
        const double square = (double)u * (double)u;
        ck_assert_double_ge((double)nf_margin_of_f32(u, 0, 0).e, proved(square));
        ck_assert_double_ge((double)nf_margin_of_f32_fused(0, 0, u).e, proved(square));
        ck_assert_double_ge((double)nf_margin_reach_f32((float)square) - 1, proved(square));
        ck_assert_double_ge((double)nf_margin_reach_f32_fused((float)square) - 1, proved(square));
        s = s * 1.01 + 1e-3;
    }
}
