/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/zorder.h"

#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the definition -------------------------------------------------------------------------------------- */

static double coordinate(const nf_points *points, uint64_t p, int a) {
    return support_number(points->rows.host, points->type, p * (uint64_t)points->dims + (uint64_t)a);
}

enum { BEYOND = 5000, NONE = -BEYOND };

/* Equation 2: the power of two of the highest bit in which a and b differ; BEYOND for different signs, NONE for equal numbers. */
static int msb(double a, double b) {
    int ea, eb, bit = 63;
    const double fa = frexp(fabs(a), &ea), fb = frexp(fabs(b), &eb);
    if (a == b) return NONE;
    if ((a < 0) != (b < 0)) return BEYOND;
    if (a == 0) return eb - 1;
    if (b == 0) return ea - 1;
    if (ea != eb) return (ea > eb ? ea : eb) - 1;
    const uint64_t differ = (uint64_t)ldexp(fa, 53) ^ (uint64_t)ldexp(fb, 53);
    while (!(differ >> bit & 1)) bit--;
    return ea - 53 + bit;
}

static const nf_points *compared;

/* Equations 3 and 4, and then the index. */
static int compare(const void *a, const void *b) {
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    int highest = NONE, axis = 0;
    for (int k = 0; k < compared->dims; k++) {
        const int at = msb(coordinate(compared, p, k), coordinate(compared, q, k));
        if (at > highest) {
            highest = at;
            axis = k;
        }
    }
    if (highest == NONE) return p < q ? -1 : p > q;
    return coordinate(compared, p, axis) < coordinate(compared, q, axis) ? -1 : 1;
}

uint32_t *zorder_of(const nf_points *points) {
    uint32_t *order = support_allocate(points->n * sizeof *order);
    for (uint64_t p = 0; p < points->n; p++) order[p] = (uint32_t)p;
    compared = points;
    qsort(order, points->n, sizeof *order, compare);
    return order;
}

void zorder_same(const nf_points *points, const uint32_t *order, const char *what) {
    own_memory uint32_t *wanted = zorder_of(points);
    for (uint64_t k = 0; k < points->n; k++)
        ck_assert_msg(order[k] == wanted[k], "%s: %llu points in %dD, type %d: place %llu has %u and not %u",
                      what, (unsigned long long)points->n, points->dims, (int)points->type,
                      (unsigned long long)k, order[k], wanted[k]);
}

/* ---- points ---------------------------------------------------------------------------------------------- */

/* A coordinate is drawn with the number of its point. */
typedef struct draw {
    uint64_t *state, n, p;
    nf_type type;
    int a;
    double scale; /* of the point */
} draw;

static double smallest(const draw *d) { return d->type == NF_FLOAT64 ? ldexp(1, -1074) : ldexp(1, -149); }
static double ulp(const draw *d) { return d->type == NF_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON; }
static double sign(const draw *d) { return support_random(d->state) % 2 ? 1 : -1; }

static double from_bits(const draw *d) {
    for (;;) {
        const uint64_t bits = support_random(d->state);
        double x = 0;
        if (d->type == NF_FLOAT64) memcpy(&x, &bits, sizeof x);
        else {
            const uint32_t low = (uint32_t)bits;
            float f;
            memcpy(&f, &low, sizeof f);
            x = (double)f;
        }
        if (x >= -DBL_MAX && x <= DBL_MAX) return x;
    }
}
static double uniform(const draw *d) { return support_uniform(d->state); }
static double around(const draw *d) { return support_uniform(d->state) - 0.5; }
static double equal(const draw *d) { return d->a % 2 ? -2.5 : 0.3; }
/* The number of a point decides, so that whole points are repeated. */
static double repeated(const draw *d) {
    uint64_t state = d->p * 7919 % 23 * 100 + (uint64_t)d->a;
    return support_uniform(&state) - 0.5;
}
static double signs(const draw *d) {
    const double values[] = {-1, -0.0, 0.0, 1, -smallest(d), smallest(d)};
    return values[support_random(d->state) % 6];
}
static double subnormal(const draw *d) {
    return sign(d) * smallest(d) * (double)(support_random(d->state) % 3000);
}
static double lattice(const draw *d) { return (double)(support_random(d->state) % 9) - 4; }
static double distant(const draw *d) { return 1000 + support_uniform(d->state); }
static double outlier(const draw *d) { return d->p == d->n / 2 ? -1e30 : support_uniform(d->state); }
static double powers(const draw *d) {
    const double power = ldexp(1, (int)(support_random(d->state) % 200) - 100);
    return sign(d) * power * (1 - (double)(support_random(d->state) % 2) * ulp(d) / 2);
}
static double near_one(const draw *d) { return 1 + (double)(support_random(d->state) % 4) * ulp(d); }
static double decades(const draw *d) { return d->scale * (support_uniform(d->state) - 0.5); }
/* Half of the points are at one place, the others in clusters. */
static double heaps(const draw *d) { return d->p % 2 ? 1e-12 : decades(d); }
/* Groups of points that agree in all but a few of the last bits, among points that are far apart. */
static double clumps(const draw *d) {
    uint64_t state = d->p % 19 * 100 + (uint64_t)d->a;
    return support_uniform(&state) * (1 + (double)(support_random(d->state) % 5) * ulp(d));
}

static const struct {
    const char *name;
    double (*draw)(const draw *d);
} kinds[] = {
    {"random bits", from_bits}, {"uniform", uniform},      {"around the origin", around},
    {"equal", equal},           {"repeated", repeated},    {"signs", signs},
    {"subnormal", subnormal},   {"lattice", lattice},      {"distant", distant},
    {"outlier", outlier},       {"powers of two", powers}, {"near one", near_one},
    {"decades", decades},       {"heaps", heaps},          {"clumps", clumps},
};
const int zorder_kinds = sizeof kinds / sizeof kinds[0];
const char *zorder_name(int kind) { return kinds[kind].name; }

nf_points zorder_points(int kind, uint64_t n, int dims, nf_type type, void **out) {
    uint64_t state = (uint64_t)kind * 1000 + (uint64_t)dims;
    void *data = support_allocate(n * (uint64_t)dims * nf_type_bytes(type));
    for (uint64_t p = 0; p < n; p++) {
        const double scale = pow(10, -30 * support_uniform(&state));
        for (int a = 0; a < dims; a++) {
            const draw d = {&state, n, p, type, a, scale};
            const double x = kinds[kind].draw(&d);
            if (type == NF_FLOAT64) ((double *)data)[p * (uint64_t)dims + (uint64_t)a] = x;
            else ((float *)data)[p * (uint64_t)dims + (uint64_t)a] = (float)x;
        }
    }
    *out = data;
    return (nf_points){.n = n, .dims = dims, .type = type, .rows.host = data};
}
