/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The kinds of clouds. */
#include "random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a kind draws with: parts of the unit cube, in cell vectors of a box or in edges. */
typedef struct kind_draw {
    uint64_t *state;
    uint64_t n, p; /* the point */
    int dims;
    double a[3], b[3], unit; /* places and a length of the cloud */
} kind_draw;

static double uniform(kind_draw *d) { return rnd_uniform(d->state); }
static double normal(kind_draw *d) {
    double sum = -6;
    for (int k = 0; k < 12; k++) sum += uniform(d);
    return sum;
}

#define EACH_COORDINATE for (int k = 0; k < d->dims; k++)

static void uniform_points(kind_draw *d, double *f) { EACH_COORDINATE f[k] = uniform(d); }
static void lattice(kind_draw *d, double *f) {
    const double side = ceil(pow((double)d->n, 1.0 / d->dims));
    double left = (double)d->p;
    EACH_COORDINATE {
        f[k] = fmod(left, side) / side;
        left = floor(left / side);
    }
}
static void plane(kind_draw *d, double *f) {
    uniform_points(d, f);
    if (d->dims > 1) f[d->dims - 1] = d->a[0]; /* in 1 dim all points would be at one place */
}
static void line(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = d->a[k];
    f[0] = uniform(d);
}
static void one_place(kind_draw *d, double *f) { EACH_COORDINATE f[k] = d->a[k]; }
static void duplicates(kind_draw *d, double *f) {
    uint64_t place = rnd_below(d->state, d->n / 2 + 1);
    EACH_COORDINATE f[k] = (double)(rnd_next(&place) >> 40) * 0x1p-24;
}
static void few_places(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = (double)rnd_below(d->state, 3) * 0.25;
}
static void outliers(kind_draw *d, double *f) {
    const double far = rnd_below(d->state, 20) == 0 ? 1e4 : 1;
    EACH_COORDINATE f[k] = far * (uniform(d) - (far > 1 ? 0.5 : 0));
}
static void blobs(kind_draw *d, double *f) {
    uint64_t blob = rnd_below(d->state, 5) + 77;
    EACH_COORDINATE f[k] = (double)(rnd_next(&blob) >> 11) * 0x1p-53;
    const double width = pow(10, -1 - (double)(blob % 4));
    EACH_COORDINATE f[k] += width * normal(d);
}
static void faces(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = rnd_below(d->state, 2) ? (double)rnd_below(d->state, 2) : uniform(d);
}
static void outside(kind_draw *d, double *f) { EACH_COORDINATE f[k] = 5 * uniform(d) - 2; }
static void subnormal(kind_draw *d, double *f) {
    const double tiny = d->unit;
    EACH_COORDINATE f[k] = rnd_below(d->state, 3) ? uniform(d) : tiny * (double)rnd_below(d->state, 100);
}
static void negative_zero(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = rnd_below(d->state, 2) ? -0.0 : rnd_below(d->state, 2) ? 0.0 : uniform(d) - 0.5;
}
static void two_clumps(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = (d->p & 1 ? d->a[k] : d->b[k]) + 1e-3 * normal(d);
}
static void shell(kind_draw *d, double *f) {
    double square = 0;
    if (d->dims == 1) { /* a shell in 1 dim has two places */
        uniform_points(d, f);
        return;
    }
    EACH_COORDINATE {
        f[k] = normal(d);
        square += f[k] * f[k];
    }
    EACH_COORDINATE f[k] = 0.5 + 0.4 * f[k] / sqrt(square + 1e-30);
}
static void diagonal(kind_draw *d, double *f) {
    const double t = (double)d->p / (double)(d->n + 1);
    EACH_COORDINATE f[k] = t;
}
static void next_floats(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = d->a[k] * (1 + d->unit * (double)rnd_below(d->state, 40));
}
static void integers(kind_draw *d, double *f) {
    EACH_COORDINATE f[k] = (double)rnd_below(d->state, 8) * 0.125;
}
static void decades(kind_draw *d, double *f) { EACH_COORDINATE f[k] = pow(10, -6 * uniform(d)); }
static void far_away(kind_draw *d, double *f) { EACH_COORDINATE f[k] = 1000 + uniform(d); }
static void not_finite(kind_draw *d, double *f) {
    uniform_points(d, f);
    if (d->p == d->n / 2) f[0] = d->n % 2 ? NAN : INFINITY;
}

static const struct {
    const char *name;
    void (*draw)(kind_draw *d, double *f);
    int as_given; /* 1: coordinates are not mapped to the cell of a box */
} kinds[] = {{"uniform", uniform_points, 0},
             {"lattice", lattice, 0},
             {"plane", plane, 0},
             {"line", line, 0},
             {"one place", one_place, 0},
             {"duplicates", duplicates, 0},
             {"few places", few_places, 0},
             {"outliers", outliers, 0},
             {"blobs", blobs, 0},
             {"small scale", uniform_points, 0},
             {"large scale", uniform_points, 0},
             {"faces", faces, 0},
             {"outside", outside, 0},
             {"subnormal", subnormal, 1},
             {"negative zero", negative_zero, 1},
             {"two clumps", two_clumps, 0},
             {"shell", shell, 0},
             {"diagonal", diagonal, 0},
             {"next floats", next_floats, 1},
             {"integers", integers, 0},
             {"decades", decades, 0},
             {"far away", far_away, 1},
             {"not finite", not_finite, 0}};

/* The corner of the box plus f of its vectors; vectors that are zeros count as the axes of the edge. */
static void place(const nf_box *in, double edge, int dims, const double *f, double *x) {
    for (int a = 0; a < dims; a++) {
        x[a] = in ? in->origin[a] : 0;
        for (int k = 0; k < dims; k++) {
            const double *v = in ? in->cell[k] : NULL;
            const int is_vector = in && in->periodic[k];
            x[a] += f[k] * (is_vector ? v[a] : a == k ? edge : 0);
        }
    }
}

void rnd_points(uint64_t *state, const char *kind, uint64_t n, int dims, nf_type type, const nf_box *in,
                double edge, void *to) {
    size_t row = 0;
    kind_draw d = {.state = state, .n = n, .dims = dims > 3 ? 3 : dims};
    while (strcmp(kinds[row].name, kind) != 0)
        if (++row == sizeof kinds / sizeof *kinds) abort();
    for (int k = 0; k < 3; k++) {
        d.a[k] = 0.1 + 0.8 * rnd_uniform(state);
        d.b[k] = 0.1 + 0.8 * rnd_uniform(state);
    }
    if (strcmp(kind, "subnormal") == 0) d.unit = type == NF_FLOAT32 ? 0x1p-149 / edge : 0x1p-1074 / edge;
    if (strcmp(kind, "next floats") == 0) d.unit = type == NF_FLOAT32 ? 0x1p-23 : 0x1p-52;
    for (d.p = 0; d.p < n; d.p++) {
        double f[3] = {0, 0, 0}, x[3] = {0, 0, 0};
        kinds[row].draw(&d, f);
        if (kinds[row].as_given)
            for (int a = 0; a < 3; a++) x[a] = f[a] * edge;
        else place(in, edge, d.dims, f, x);
        for (int a = 0; a < dims; a++)
            support_set_number(to, type, d.p * (uint64_t)dims + (uint64_t)a,
                               a < 3 ? x[a] : edge * rnd_uniform(state));
    }
}

double rnd_edge(uint64_t *state, const char *kind, nf_type type, int boxed) {
    static const double edges[] = {1, 1, 10, 0.37, 100};
    const double any = edges[rnd_below(state, sizeof edges / sizeof *edges)];
    if (strcmp(kind, "small scale") == 0) return any * (type == NF_FLOAT32 ? 1e-26 : 1e-270);
    if (strcmp(kind, "large scale") == 0)
        return any * (type == NF_FLOAT32 ? (boxed ? 1e15 : 1e30) : boxed ? 1e140 : 1e280);
    return any;
}
