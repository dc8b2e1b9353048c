/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The groups of nf_fof(), of clouds and shapes that the random comparison does not draw: those of brute force and of the host. */
#include "support/calls.h"
#include "support/clouds/boxes.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "support/answers/groups.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>

/* All arrays of a device. */
static fof_answer ask(nf_context *context, const nf_points *points, const nf_box *box, double length,
                      const fof_query *options) {
    own_cloud cloud = support_cloud_on(context, points, box);
    fof_query all = options ? *options : (fof_query){0};
    fof_answer got = fof_room(points->n);
    own_result result = NULL;
    all.arrays = GROUPS_ARRAYS;
    support_ok(context, fof_or_dbscan(cloud, length, &all, NULL, &result));
    groups_read(result, &got);
    return got;
}

static void check_with(nf_context *context, const nf_points *points, const nf_box *box, double length,
                       const fof_query *options, const char *name,
                       fof_answer (*of)(const nf_points *, const nf_box *, double, const fof_query *)) {
    char what[400];
    own_groups wanted = of(points, box, length, options), got = ask(context, points, box, length, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, length %g, min_points %u", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, length,
                   options ? options->min_points : 0);
    fof_same(&wanted, &got, what);
}

static void check(nf_context *context, const nf_points *points, const nf_box *box, double length,
                  const fof_query *options, const char *name) {
    check_with(context, points, box, length, options, name, fof_brute);
}

/* ---- trees of both widths ---------------------------------------------------------------------------------- */

static const nf_box cube = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}},
                    along_x = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 0, 0}};

/* Narrow trees of CPUs, and the lanes of GPUs, which look around nodes of few levels. */
static const char *const tunings[] = {NULL, "fof.GROUP=32 fof.SURVEY=3 tree.GROUP=32 tree.WIDTH=32"};
enum { TUNINGS = 2 };

TEST(large_clouds_have_the_groups_of_the_host) {
    own_points cloud = groups_blobs(3000, 3, NF_FLOAT32, 5);
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        for (uint32_t least = 0; least < 8; least += 7) {
            const fof_query options = {.min_points = least};
            check_with(context, &cloud.points, &cube, 0.04, &options, "blobs", fof_host);
        }
    }
}

TEST(boxes_have_the_groups_of_brute_force) {
    own_context context = support_context(NULL);
    own_boxed boxed = support_boxed_large(3, 150, NF_FLOAT32);
    for (uint32_t least = 0; least < 8; least += 4) {
        const fof_query options = {.min_points = least};
        check(context, &boxed.points, &boxed.box, boxed.cutoff * (least ? 0.6 : 0.4), &options, boxed.name);
    }
}

/* ---- special clouds ---------------------------------------------------------------------------------------- */

/* Point p of a lattice of m^3, in an order that is not that of space. */
static void lattice_point(uint64_t m, uint64_t p, double *at) {
    const uint64_t q = p * 7919 % (m * m * m);
    at[0] = (double)(q % m);
    at[1] = (double)(q / m % m);
    at[2] = (double)(q / m / m);
}

TEST(points_of_a_lattice_are_linked_only_beyond_its_spacing) {
    enum { M = 12, N = M * M * M };
    const nf_box box = {.cell = {{M}, {0, M}, {0, 0, M}}, .periodic = {1, 1, 1}};
    own_context context = support_context(NULL);
    own_memory double *x = support_allocate(N * 3 * sizeof *x);
    for (uint64_t p = 0; p < N; p++) lattice_point(M, p, x + 3 * p);
    own_points cloud = support_cloud_of("lattice", x, N, 3, NF_FLOAT32, 1);
    for (int periodic = 0; periodic < 2; periodic++) {
        own_groups single = ask(context, &cloud.points, periodic ? &box : NULL, 1, NULL),
                   one = ask(context, &cloud.points, periodic ? &box : NULL, 1.000001, NULL);
        ck_assert_uint_eq(single.groups, N);
        ck_assert_uint_eq(one.groups, 1);
        for (uint64_t p = 0; p < N; p++) {
            ck_assert_int_eq(single.labels[p], (int)p);
            ck_assert_int_eq(one.labels[p], 0);
        }
    }
}

TEST(a_chain_is_one_group_and_two_without_one_link) {
    const uint64_t n = support_small() ? 20011 : 200003; /* primes: all places are taken */
    own_context context = support_context(NULL);
    own_memory double *x = support_allocate(n * 3 * sizeof *x);
    for (int gap = 0; gap < 2; gap++) {
        for (uint64_t p = 0; p < n; p++) {
            const uint64_t place = p * 7919 % n;
            x[3 * p] = (double)place + (gap && place > n / 3 ? 1 : 0);
            x[3 * p + 1] = x[3 * p + 2] = 0.25 * (double)(place % 2);
        }
        own_points cloud = support_cloud_of("chain", x, n, 3, NF_FLOAT32, 1);
        own_groups got = ask(context, &cloud.points, NULL, 1.5, NULL);
        ck_assert_uint_eq(got.groups, (uint64_t)gap + 1);
        int32_t least[2] = {0,
                            -1}; /* of the places up to the gap, among which is that of point 0, and beyond */
        for (uint64_t p = 0; p < n; p++) {
            const int beyond = gap && p * 7919 % n > n / 3;
            if (least[beyond] < 0) least[beyond] = (int32_t)p;
            ck_assert_int_eq(got.labels[p], least[beyond]);
        }
    }
}

TEST(large_heaps_take_no_quadratic_time) {
    const uint64_t n = support_small() ? 100000 : 400000;
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(n, 3, NF_FLOAT32, 1, 3);
    float *x = cloud.data;
    for (int equal = 0; equal < 2; equal++) {
        for (uint64_t k = 0; k < n; k++) {
            x[3 * k] = (equal ? 0 : x[3 * k] * 1e-3f) + (float)(k % 2);
            if (equal) x[3 * k + 1] = 0.5f;
            x[3 * k + 2] = 0;
        }
        for (uint32_t least = 0; least <= 50; least += 50) {
            const fof_query options = {.min_points = least};
            own_groups got = ask(context, &cloud.points, NULL, 0.9, &options);
            ck_assert_uint_eq(got.groups, 2);
            for (uint64_t p = 0; p < n; p++) ck_assert_int_eq(got.labels[p], (int)(p % 2));
        }
    }
}

/* Rounding makes points on the upper faces of a few that are inside, and folds points near them to just below the lower ones. */
TEST(points_near_the_faces_of_a_box_have_the_groups_of_the_host) {
    enum { N = 4000 };
    static const double near[] = {1, 1 - 0x1p-24, 1 - 0x1p-23, -0x1p-30, -0x1p-24, 0, 1 + 0x1p-23};
    own_memory double *x = support_allocate((uint64_t)N * 3 * sizeof *x);
    uint64_t state = 7;
    for (uint64_t k = 0; k < (uint64_t)N * 3; k++) x[k] = support_uniform(&state);
    for (uint64_t p = 0; p < N; p += 11) x[3 * p + p % 3] = near[p / 11 % (sizeof near / sizeof *near)];
    own_points cloud = support_cloud_of("faces", x, N, 3, NF_FLOAT32, 1);
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        check_with(context, &cloud.points, &cube, 0.04, NULL, "faces", fof_host);
    }
}

/* A point that is near in several images is one point. */
TEST(images_of_a_point_count_once) {
    static const float x[] = {0, 0, 0, 0.5f, 0, 0, 0.75f, 0, 0};
    const nf_points points = {.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    own_context context = support_context(NULL);
    fof_query options = {.min_points = 4};
    for (int turn = 0; turn < 6; turn++) {
        const double length = 0.3 * pow(3, turn);
        fof_answer got = ask(context, &points, &along_x, length, &options);
        ck_assert_uint_eq(got.groups, 0);
        fof_free(&got);
        options.min_points = 3;
        check(context, &points, &along_x, length, &options, "images");
        options.min_points = 4;
    }
}

/* In float the coordinates of such points are rounded by more than the linking length. */
static void check_far(nf_context *context, int power) {
    enum { N = 160 };
    float along[N], x[3 * N] = {0};
    support_far_outside(power, 0.7, N, along);
    for (int p = 0; p < N; p++) x[3 * p] = along[p];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    const nf_box box = {.origin = {0.1}, .cell = {{0.7}, {0, 1}, {0, 0, 1}}, .periodic = {1, 0, 0}};
    for (uint32_t least = 0; least < 8; least += 4) {
        const fof_query options = {.min_points = least};
        check(context, &points, &box, 0.002, &options, "far outside");
        check(context, &points, &box, 0.01, &options, "far outside");
    }
}

TEST(points_far_outside_of_the_box_have_the_groups_of_brute_force) {
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        for (int power = 2; power <= 17; power += 3) check_far(context, power);
    }
}
