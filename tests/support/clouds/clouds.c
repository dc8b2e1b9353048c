/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/clouds/clouds.h"

#include "support/device.h"
#include "support/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void support_far_outside(int power, double edge, size_t n, float *x) {
    uint64_t state = (uint64_t)power;
    for (size_t p = 0; p < n; p++)
        x[p] = (float)(edge * (support_uniform(&state) +
                               floor((support_uniform(&state) * 2 - 1) * (ldexp(1, power) - 1))));
}

/* The points that a row's function fills: n x 3, for any dims. */
typedef struct maker {
    double (*xyz)[3];
    uint64_t n;
    double cutoff, a, b, c; /* the parameters of the row */
    nf_type type;
    uint64_t state;
} maker;

static double between(maker *m, double low, double high) {
    return low + (high - low) * support_uniform(&m->state);
}

static uint64_t below(maker *m, uint64_t n) { return support_random(&m->state) % n; }

/* ---- shapes: each function sets all points ------------------------------------------------------------- */

/* Uniform in [a, b) along every axis. */
static void place_uniform(maker *m) {
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) m->xyz[p][k] = between(m, m->a, m->b);
}

static void place_equal(maker *m) {
    for (uint64_t p = 0; p < m->n; p++) {
        m->xyz[p][0] = 1.25;
        m->xyz[p][1] = -3.5;
        m->xyz[p][2] = 7;
    }
}

static void place_line(maker *m) {
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) m->xyz[p][k] = (double)(p * 7 % m->n) * m->a * (k + 1) - 1;
}

/* Coordinates 0, a, 2 a, ... b a along every axis. */
static void place_multiples(maker *m) {
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) m->xyz[p][k] = (double)below(m, (uint64_t)m->b + 1) * m->a;
}

/* The unit cube, including its corners and points on its faces. */
static void place_to_the_walls(maker *m) {
    place_uniform(m);
    for (uint64_t p = 0; p < m->n; p += 3) m->xyz[p][below(m, 3)] = below(m, 2) ? 1 : 0;
    for (uint64_t p = 0; p < 8 && p < m->n; p++)
        for (int k = 0; k < 3; k++) m->xyz[p][k] = (double)(p >> k & 1);
}

/* The unit cube and one point at a. */
static void place_outlier(maker *m) {
    const double far_away = m->a;
    m->a = 0;
    m->b = 1;
    place_uniform(m);
    for (int k = 0; k < 3; k++) m->xyz[m->n / 3][k] = far_away;
}

/* The unit cube and outliers on all sides, some of them close to each other. */
static void place_outliers(maker *m) {
    static const double sizes[] = {1e4, 1e9, 1e9, 1e20, 1e30, 1e30};
    m->a = 0;
    m->b = 1;
    place_uniform(m);
    for (uint64_t p = 0, k = 0; p < m->n; p += 11, k++)
        m->xyz[p][k % 3] = (k / 3 % 2 ? -1 : 1) * sizes[k / 6 % 6] + (k % 5 == 0 ? m->cutoff / 3 : 0);
}

/* A domain of a x b x c cutoffs. */
static void place_box(maker *m) {
    const double sides[] = {m->a, m->b, m->c};
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) m->xyz[p][k] = between(m, 0, sides[k] * m->cutoff);
    for (int k = 0; k < 3; k++) {
        m->xyz[0][k] = 0;
        m->xyz[m->n - 1][k] = sides[k] * m->cutoff;
    }
}

/* A cube of points at multiples of a, each coordinate rounded by itself. */
static void place_lattice(maker *m) {
    const uint64_t side = (uint64_t)lround(cbrt((double)m->n));
    for (uint64_t p = 0; p < m->n; p++) {
        m->xyz[p][0] = (double)(p % side) * m->a;
        m->xyz[p][1] = (double)(p / side % side) * m->a;
        m->xyz[p][2] = (double)(p / side / side) * m->a;
    }
}

/* The unit cube; c of the points are in a tiny part of it, mixed with the others. */
static void place_dense(maker *m) {
    m->a = 0;
    m->b = 1;
    place_uniform(m);
    for (uint64_t p = 0; p < (uint64_t)m->c; p++) {
        const uint64_t at = p * m->n / (uint64_t)m->c;
        for (int k = 0; k < 3; k++) m->xyz[at][k] = 0.5 + m->cutoff * between(m, -0.1, 0.1);
    }
}

/* Clusters of 30 points, far apart: a grid with more cells than points. */
static void place_clusters(maker *m) {
    double centre[3] = {0, 0, 0};
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) {
            if (p % 30 == 0) centre[k] = between(m, 0, m->a);
            m->xyz[p][k] = centre[k] + between(m, -1, 1) * m->cutoff;
        }
}

/* Pairs of points at the distance cutoff * (1 + k ulps), k = -4 .. 4, along an axis or a diagonal; the pairs are far apart. */
static void place_couples(maker *m) {
    const double ulp = m->type == NF_FLOAT32 ? (double)FLT_EPSILON : DBL_EPSILON;
    const double cutoff = m->type == NF_FLOAT32 ? (double)(float)m->cutoff : m->cutoff;
    for (uint64_t p = 0; p < m->n; p++) {
        const uint64_t couple = p / 2, direction = couple % 7 + 1;
        const double r = cutoff * (1 + ((double)(couple / 7 % 9) - 4) * ulp);
        const double many = (double)((direction & 1) + (direction >> 1 & 1) + (direction >> 2 & 1));
        for (int k = 0; k < 3; k++)
            m->xyz[p][k] = p % 2 == 0 ? (k == 0 ? (double)couple * m->a : between(m, -1, 1) * m->b)
                                      : m->xyz[p - 1][k] + (direction >> k & 1 ? r / sqrt(many) : 0);
    }
}

/* Corners at the largest values of the type. */
static void place_limits(maker *m) {
    const double most = m->type == NF_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    for (uint64_t p = 0; p < m->n; p++)
        for (int k = 0; k < 3; k++) {
            const uint64_t kind = below(m, 4);
            m->xyz[p][k] = kind == 0 ? most : kind == 1 ? -most : between(m, -2, 2) * m->cutoff;
        }
}

/* ---- the table ---------------------------------------------------------------------------------------- */

enum { F32 = 1, F64 = 2, BOTH = 3 };

static const struct {
    const char *name;
    uint64_t n;
    double cutoff;
    void (*place)(maker *m);
    double a, b, c;
    int types;
} rows[] = {
    {"one point", 1, 0.5, place_uniform, 0, 1, 0, BOTH},
    {"two points", 2, 4, place_uniform, 0, 1, 0, BOTH},
    {"two points at one place", 2, 0.1, place_equal, 0, 0, 0, BOTH},
    {"31 points", 31, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"32 points", 32, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"33 points", 33, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"63 points", 63, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"64 points", 64, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"65 points", 65, 0.4, place_uniform, 0, 1, 0, BOTH},
    {"uniform", 1500, 0.11, place_uniform, 0, 1, 0, BOTH},
    {"all points equal", 200, 0.1, place_equal, 0, 0, 0, BOTH},
    {"on a line", 300, 0.05, place_line, 0.01, 0, 0, BOTH},
    {"on the faces of cells", 400, 0.1, place_multiples, 0.1, 6, 0, BOTH},
    {"on the faces of quarter cells", 500, 0.1, place_multiples, 0.025, 24, 0, BOTH},
    {"on the faces of third cells", 400, 0.3, place_multiples, 0.1, 12, 0, BOTH},
    {"cutoff divides the domain", 600, 0.125, place_to_the_walls, 0, 1, 0, BOTH},
    {"cutoff a tenth of the domain", 600, 0.1, place_to_the_walls, 0, 1, 0, BOTH},
    {"cutoff larger than the domain", 150, 5, place_uniform, 0, 1, 0, BOTH},
    {"cutoff like the domain", 150, 1, place_to_the_walls, 0, 1, 0, BOTH},
    {"outlier at 1e9", 500, 0.1, place_outlier, 1e9, 0, 0, BOTH},
    {"outlier at 1e30", 500, 0.1, place_outlier, 1e30, 0, 0, BOTH},
    {"outlier at -1e30", 500, 0.1, place_outlier, -1e30, 0, 0, BOTH},
    {"outliers on all sides", 500, 0.1, place_outliers, 0, 0, 0, BOTH},
    {"negative coordinates", 300, 0.07, place_uniform, -1, -0.5, 0, BOTH},
    {"around the origin", 300, 0.2, place_uniform, -1, 1, 0, BOTH},
    {"around a million", 300, 0.1, place_uniform, 1e6 - 0.5, 1e6 + 0.5, 0, BOTH},
    {"around 1e30", 300, 1e29, place_uniform, 5e29, 1.5e30, 0, BOTH},
    {"around 1e30, cutoff of 4 ulps", 300, 3e23, place_uniform, 1e30, 1.00001e30, 0, BOTH},
    {"around 1e-30", 300, 1e-30, place_uniform, -5e-30, 5e-30, 0, BOTH},
    {"around 1e-30 with a tenth", 300, 1e-31, place_uniform, 5e-31, 1.5e-30, 0, F64},
    {"around 1e-280", 300, 1e-281, place_uniform, 5e-281, 1.5e-280, 0, F64},
    {"around 1e300", 300, 1e299, place_uniform, 5e299, 1.5e300, 0, F64},
    {"least cutoff of float", 200, 0x1p-100, place_uniform, -0x1p-98, 0x1p-98, 0, F32},
    {"greatest cutoff of float", 200, 0x1p120, place_limits, 0, 0, 0, F32},
    {"least cutoff of double", 200, 0x1p-960, place_uniform, -0x1p-958, 0x1p-958, 0, F64},
    {"greatest cutoff of double", 200, 0x1p1000, place_limits, 0, 0, 0, F64},
    {"least cutoff among units", 200, 1e-30, place_multiples, 1, 3, 0, BOTH},
    {"limits of the type", 200, 1, place_limits, 0, 0, 0, BOTH},
    {"3 x 50 x 700 cells", 500, 0.1, place_box, 3, 50, 700, BOTH},
    {"3 x 700 x 50 cells", 500, 0.1, place_box, 3, 700, 50, BOTH},
    {"50 x 3 x 700 cells", 500, 0.1, place_box, 50, 3, 700, BOTH},
    {"50 x 700 x 3 cells", 500, 0.1, place_box, 50, 700, 3, BOTH},
    {"700 x 3 x 50 cells", 500, 0.1, place_box, 700, 3, 50, BOTH},
    {"700 x 50 x 3 cells", 500, 0.1, place_box, 700, 50, 3, BOTH},
    {"lattice at the cutoff", 216, 0.1, place_lattice, 0.1, 0, 0, BOTH},
    {"lattice at half the cutoff", 216, 0.2, place_lattice, 0.1, 0, 0, BOTH},
    {"lattice at a third of the cutoff", 216, 0.3, place_lattice, 0.1, 0, 0, BOTH},
    {"exact lattice at the cutoff", 216, 0.25, place_lattice, 0.25, 0, 0, BOTH},
    {"exact lattice at half the cutoff", 216, 0.5, place_lattice, 0.25, 0, 0, BOTH},
    {"dense cell", 1200, 0.05, place_dense, 0, 0, 1000, BOTH},
    {"clusters", 600, 0.5, place_clusters, 1000, 0, 0, BOTH},
    {"couples at the cutoff", 500, 0.1, place_couples, 1, 1, 0, BOTH},
    {"couples at the cutoff in a row", 500, 0.3, place_couples, 0.7, 0, 0, BOTH},
};

const int support_cloud_count = (int)(sizeof rows / sizeof *rows);

support_cloud support_cloud_of(const char *name, const double *xyz, uint64_t n, int dims, nf_type type,
                               double cutoff) {
    support_cloud cloud = {.name = name, .cutoff = cutoff};
    cloud.data = support_allocate(n * (uint64_t)dims * nf_type_bytes(type));
    for (uint64_t p = 0; p < n; p++)
        support_set_numbers((char *)cloud.data + p * (uint64_t)dims * nf_type_bytes(type), type, xyz + 3 * p,
                            (uint64_t)dims);
    const nf_points points = {.n = n, .dims = dims, .type = type, .rows.host = cloud.data};
    cloud.points = points;
    return cloud;
}

support_cloud support_cloud_make(int k, int dims, nf_type type) {
    maker m = {.n = rows[k].n,
               .cutoff = rows[k].cutoff,
               .a = rows[k].a,
               .b = rows[k].b,
               .c = rows[k].c,
               .type = type,
               .state = (uint64_t)k * 1000 + 1};
    support_cloud cloud = {.name = rows[k].name};
    if (!(rows[k].types & (type == NF_FLOAT32 ? F32 : F64))) return cloud;
    m.xyz = support_allocate(m.n * sizeof *m.xyz);
    rows[k].place(&m);
    cloud = support_cloud_of(rows[k].name, &m.xyz[0][0], m.n, dims, type, m.cutoff);
    free(m.xyz);
    return cloud;
}

int support_cloud_is_run(int k, int dims, nf_type type) {
    if (!(rows[k].types & (type == NF_FLOAT32 ? F32 : F64))) return 0;
    if (!support_small() || (dims == 3 && type == NF_FLOAT32)) return 1;
    return (k + dims + (type == NF_FLOAT64)) % 3 == 0;
}

int support_cloud_named(const char *name) {
    for (int k = 0; k < support_cloud_count; k++)
        if (strcmp(rows[k].name, name) == 0) return k;
    ck_abort_msg("there is no cloud \"%s\"", name);
    return 0;
}

support_cloud support_cloud_uniform(uint64_t n, int dims, nf_type type, double cutoff, uint64_t seed) {
    own_memory double *xyz = support_allocate(n * 3 * sizeof *xyz);
    for (uint64_t k = 0; k < 3 * n; k++) xyz[k] = support_uniform(&seed);
    support_cloud cloud = support_cloud_of("uniform", xyz, n, dims, type, cutoff);
    return cloud;
}

void support_cloud_free(support_cloud *cloud) {
    free(cloud->data);
    cloud->data = NULL;
    cloud->points.rows.host = NULL;
}
