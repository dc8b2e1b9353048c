/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/clouds/boxes.h"

#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/images.h"
#include "support/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is drawn for a box. */
typedef struct draw {
    uint64_t state;
    int dims;
    double H[3][3]; /* with vectors for all axes */
} draw;

static double between(draw *d, double low, double high) {
    return low + (high - low) * support_uniform(&d->state);
}

static int below(draw *d, int n) { return (int)(support_random(&d->state) % (uint64_t)n); }

/* ---- shapes --------------------------------------------------------------------------------------------- */

static void edges(draw *d, double x, double y, double z) {
    memset(d->H, 0, sizeof d->H);
    d->H[0][0] = x;
    d->H[1][1] = y;
    d->H[2][2] = z;
}

/* Edges that floats can represent, and edges that they cannot. */
static void shape_cube(draw *d) {
    static const double sides[] = {1, 2, 0.75, 1.2, 3.3};
    const double side = sides[below(d, 5)];
    edges(d, side, side, side);
}

static void shape_brick(draw *d) { edges(d, between(d, 1, 3), between(d, 1, 3), between(d, 1, 3)); }

static void shape_slab(draw *d) {
    edges(d, between(d, 3, 6), between(d, 3, 6), between(d, 0.2, 0.5));
    if (below(d, 2)) edges(d, d->H[2][2], d->H[0][0], d->H[1][1]);
}

static void shape_wire(draw *d) {
    edges(d, between(d, 0.2, 0.4), between(d, 0.2, 0.4), between(d, 8, 15));
    if (below(d, 2)) edges(d, d->H[2][2], d->H[0][0], d->H[1][1]);
}

static void shape_negative_edges(draw *d) {
    shape_brick(d);
    for (int k = 0; k < 3; k++)
        if (k == 0 || below(d, 2)) d->H[k][k] = -d->H[k][k];
}

/* Edges along the axes, in another order: the vector k along the axis (k + 1) % dims. */
static void shape_exchanged(draw *d) {
    memset(d->H, 0, sizeof d->H);
    for (int k = 0; k < 3; k++) d->H[k][k < d->dims ? (k + 1) % d->dims : k] = between(d, 1, 3);
}

/* A lower triangle, as molecular dynamics codes have it. */
static void shape_skewed(draw *d) {
    shape_brick(d);
    for (int k = 1; k < 3; k++)
        for (int a = 0; a < k; a++) d->H[k][a] = between(d, -0.5, 0.5) * d->H[a][a];
}

/* Turns all vectors within the first `dims` axes. */
static void turn(draw *d) {
    for (int a = 0; a < d->dims; a++)
        for (int b = a + 1; b < d->dims; b++) {
            const double angle = between(d, -3, 3);
            for (int k = 0; k < 3; k++) {
                const double x = d->H[k][a], y = d->H[k][b];
                d->H[k][a] = cos(angle) * x - sin(angle) * y;
                d->H[k][b] = sin(angle) * x + cos(angle) * y;
            }
        }
}

static void shape_turned(draw *d) {
    shape_skewed(d);
    turn(d);
}

static void shape_left_handed(draw *d) {
    shape_turned(d);
    for (int a = 0; a < 3; a++) d->H[0][a] = -d->H[0][a];
}

/* The same lattice as a skewed cell, by vectors that are several times as long: flat cells. */
static void shape_strongly_skewed(draw *d) {
    shape_skewed(d);
    for (int k = 1; k < 3; k++)
        for (int many = below(d, 9) - 4, a = 0; a < 3; a++) d->H[k][a] += many * d->H[k - 1][a];
    if (below(d, 2)) turn(d);
}

static const struct {
    const char *name;
    void (*make)(draw *d);
} shapes[] = {{"a cube", shape_cube},
              {"a brick", shape_brick},
              {"a slab", shape_slab},
              {"a wire", shape_wire},
              {"negative edges", shape_negative_edges},
              {"exchanged edges", shape_exchanged},
              {"skewed", shape_skewed},
              {"turned", shape_turned},
              {"left-handed", shape_left_handed},
              {"strongly skewed", shape_strongly_skewed}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- places of points: fractions along vector k --------------------------------------------------------- */

static double place_inside(draw *d, int periodic) { return (void)periodic, support_uniform(&d->state); }

static double place_outside(draw *d, int periodic) {
    return periodic ? support_uniform(&d->state) + below(d, 9) - 4 : between(d, -1, 2);
}

static double place_on_faces(draw *d, int periodic) {
    (void)periodic;
    return below(d, 2) ? below(d, 3) / 2.0 : support_uniform(&d->state);
}

static double place_on_grid(draw *d, int periodic) { return below(d, periodic ? 9 : 5) / 4.0; }

static const struct {
    const char *name;
    double (*fraction)(draw *d, int periodic);
} places[] = {{"inside", place_inside},
              {"outside", place_outside},
              {"on faces", place_on_faces},
              {"on a grid", place_on_grid}};
enum { PLACES = sizeof places / sizeof *places };

static void place(draw *d, const nf_box *box, int how, double xyz[3]) {
    double fractions[3] = {0, 0, 0};
    for (int k = 0; k < d->dims; k++) fractions[k] = places[how].fraction(d, box->periodic[k]);
    for (int a = 0; a < 3; a++) {
        double sum = 0;
        for (int k = 0; k < d->dims; k++) sum += fractions[k] * d->H[k][a];
        xyz[a] = box->origin[a] + sum;
    }
}

/* ---- cutoffs -------------------------------------------------------------------------------------------- */

static double length(const double *vector, int dims) {
    double square = 0;
    for (int a = 0; a < dims; a++) square += vector[a] * vector[a];
    return sqrt(square);
}

/* A part of the smallest height, 1 / 1 to 1 / 4 of an edge, or (more often) one to three heights. */
static double cutoff_of(draw *d, const nf_box *box, int how) {
    double reach[3], lowest = 1;
    const int axis = below(d, d->dims);
    images_reach(box, d->dims, 1, reach);
    for (int k = 0; k < d->dims; k++)
        if (reach[k] * lowest > 1) lowest = 1 / reach[k];
    if (how == 0) return lowest * between(d, 0.1, 0.9);
    if (how == 1) return length(d->H[axis], d->dims) / (1 + below(d, 4));
    return lowest * between(d, 1, 3);
}

/* As many points as keep the number of images small. */
static uint64_t size_of(draw *d, const nf_box *box, double cutoff) {
    double reach[3], shifts = 1;
    images_reach(box, d->dims, cutoff, reach);
    for (int k = 0; k < d->dims; k++) shifts *= 2 * reach[k] + 1;
    const double most = sqrt(20000 / shifts);
    if (below(d, 8) == 0) return 1;
    return most < 2 ? 1 + (uint64_t)below(d, 2) : 1 + (uint64_t)below(d, most < 80 ? (int)most : 80);
}

/* ---- boxes ---------------------------------------------------------------------------------------------- */

/* The vectors of other axes have no effect: by turns they stay, are zeros, or are those of a periodic axis. */
static void set_cell(const draw *d, nf_box *box, int other) {
    for (int k = 0; k < 3; k++) {
        const int kept = k < d->dims && box->periodic[k];
        for (int a = 0; a < 3; a++)
            box->cell[k][a] = kept || other == 0 ? d->H[k][a] : other == 1 ? 0 : d->H[(k + 1) % 3][a];
    }
}

static void store(support_boxed *boxed, uint64_t p, const double xyz[3]) {
    const int dims = boxed->points.dims;
    for (int a = 0; a < dims; a++) {
        const uint64_t at = p * (uint64_t)dims + (uint64_t)a;
        support_set_number(boxed->data, boxed->points.type, at, xyz[a]);
    }
}

static void make_room(support_boxed *boxed, uint64_t n, int dims, nf_type type) {
    boxed->data = support_allocate(n * (uint64_t)dims * nf_type_bytes(type));
    boxed->points = (nf_points){.n = n, .dims = dims, .type = type, .rows.host = boxed->data};
}

/* Each of the ten shapes has 24 boxes: the 8 sets of axes in 3 dims twice, the 4 in 2 dims, and 4 in 1 dim. */
support_boxed support_boxed_make(int k, nf_type type) {
    support_boxed boxed = {.data = NULL};
    const int shape = k % SHAPES, lap = k / SHAPES, dims = lap < 16 ? 3 : lap < 20 ? 2 : 1;
    draw d = {.state = (uint64_t)k * 7919 + 1, .dims = dims};
    const int how = below(&d, PLACES), range = below(&d, 4), other = below(&d, 3), moved = below(&d, 2);
    shapes[shape].make(&d);
    for (int a = 0; a < dims; a++) {
        boxed.box.periodic[a] = lap >> a & 1;
        boxed.box.origin[a] = moved ? between(&d, -5, 5) : 0;
    }
    set_cell(&d, &boxed.box, other);
    boxed.cutoff = cutoff_of(&d, &boxed.box, range);
    make_room(&boxed, size_of(&d, &boxed.box, boxed.cutoff), dims, type);
    for (uint64_t p = 0; p < boxed.points.n; p++) {
        double xyz[3] = {0, 0, 0};
        place(&d, &boxed.box, how, xyz);
        store(&boxed, p, xyz);
    }
    snprintf(boxed.name, sizeof boxed.name, "box %d: %s, %llu points %s, %dD, type %d, periodic %d%d%d", k,
             shapes[shape].name, (unsigned long long)boxed.points.n, places[how].name, dims, (int)type,
             boxed.box.periodic[0], boxed.box.periodic[1], boxed.box.periodic[2]);
    return boxed;
}

static double volume(double (*H)[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += H[0][k] * (H[1][(k + 1) % 3] * H[2][(k + 2) % 3] - H[1][(k + 2) % 3] * H[2][(k + 1) % 3]);
    return fabs(sum);
}

support_boxed support_boxed_large(int k, uint64_t n, nf_type type) {
    support_boxed boxed = {.box = {.origin = {1.5, -2, 0.1}, .periodic = {1, 1, 1}}};
    draw d = {.state = (uint64_t)k + 991, .dims = 3};
    shapes[k % SHAPES].make(&d);
    memcpy(boxed.box.cell, d.H, sizeof d.H);
    boxed.cutoff = cbrt(30 * volume(d.H) / (double)n * 0.2387); /* 3 / (4 pi) */
    make_room(&boxed, n, 3, type);
    for (uint64_t p = 0; p < n; p++) {
        double xyz[3];
        place(&d, &boxed.box, p % 8 == 0, xyz);
        store(&boxed, p, xyz);
    }
    snprintf(boxed.name, sizeof boxed.name, "%s, %llu points, type %d", shapes[k % SHAPES].name,
             (unsigned long long)n, (int)type);
    return boxed;
}

/* Coordinates are multiples of 1 / 64 below 4, cell vectors multiples of 1 / 8 below 4. */
support_boxed support_boxed_exact(int k, uint64_t n, nf_type type) {
    support_boxed boxed = {.cutoff = 0.4 + 0.35 * (k % 5)};
    draw d = {.state = (uint64_t)k + 77, .dims = 3};
    for (int v = 0; v < 3; v++) {
        boxed.box.periodic[v] = (k % 7 + 1) >> v & 1;
        for (int a = 0; a < 3; a++)
            boxed.box.cell[v][a] = v == a ? 1.5 + below(&d, 16) / 8.0 : k % 2 ? (below(&d, 9) - 4) / 8.0 : 0;
    }
    make_room(&boxed, n, 3, type);
    for (uint64_t p = 0; p < n; p++) {
        double xyz[3];
        for (int a = 0; a < 3; a++) xyz[a] = below(&d, 256) / 64.0;
        store(&boxed, p, xyz);
    }
    snprintf(boxed.name, sizeof boxed.name, "exact box %d, type %d", k, (int)type);
    return boxed;
}

void support_boxed_free(support_boxed *boxed) {
    free(boxed->data);
    boxed->data = NULL;
    boxed->points.rows.host = NULL;
}

void support_boxed_move(support_boxed *boxed, double by) {
    const uint64_t numbers = boxed->points.n * (uint64_t)boxed->points.dims;
    for (uint64_t k = 0; k < numbers; k++) {
        if (boxed->points.type == NF_FLOAT32) ((float *)boxed->data)[k] += (float)by;
        else ((double *)boxed->data)[k] += by;
    }
    for (int a = 0; a < 3; a++) boxed->box.origin[a] += by;
}

double support_boxed_cutoff(const support_boxed *boxed) { return boxed->by_radii ? 0 : boxed->cutoff; }

void support_boxed_stray(support_boxed *boxed, uint64_t p, double boxes) {
    const int dims = boxed->points.dims;
    for (int a = 0; a < dims; a++) {
        const uint64_t at = p * (uint64_t)dims + (uint64_t)a;
        double by = 0;
        for (int k = 0; k < dims; k++)
            if (boxed->box.periodic[k]) by += boxes * boxed->box.cell[k][a];
        if (boxed->points.type == NF_FLOAT32) ((float *)boxed->data)[at] += (float)by;
        else ((double *)boxed->data)[at] += by;
    }
}
