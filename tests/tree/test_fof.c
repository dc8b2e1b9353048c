/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The groups of nf_fof(): those of brute force and of the host. */
#include "support/boxes.h"
#include "support/clouds.h"
#include "support/device.h"
#include "support/fof.h"
#include "support/groups.h"
#include "support/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All arrays of a device. */
static fof_answer ask(nf_context *context, const nf_points *points, const nf_box *box, double length,
                      const nf_fof_options *options) {
    nf_cloud *cloud = groups_cloud(context, points, box);
    nf_fof_options all = options ? *options : (nf_fof_options){0};
    fof_answer got = fof_room(points->n);
    nf_result *result = NULL;
    all.arrays = GROUPS_ARRAYS;
    support_ok(context, nf_fof(cloud, length, &all, NULL, &result));
    groups_read(result, &got);
    nf_result_free(result);
    nf_cloud_free(cloud);
    return got;
}

static void check_with(nf_context *context, const nf_points *points, const nf_box *box, double length,
                       const nf_fof_options *options, const char *name,
                       fof_answer (*of)(const nf_points *, const nf_box *, double, const nf_fof_options *)) {
    char what[400];
    fof_answer wanted = of(points, box, length, options), got = ask(context, points, box, length, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, length %g, min_points %u", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, length,
                   options ? options->min_points : 0);
    fof_same(&wanted, &got, what);
    fof_free(&wanted);
    fof_free(&got);
}

static void check(nf_context *context, const nf_points *points, const nf_box *box, double length,
                  const nf_fof_options *options, const char *name) {
    check_with(context, points, box, length, options, name, fof_brute);
}

/* A length for which there are many groups: about the distance of neighbours. */
static double length_of(const nf_points *points, double share) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint64_t k = 0; k < points->n * (uint64_t)points->dims; k++) {
        const double x = points->type == NF_FLOAT32 ? (double)((const float *)points->host)[k]
                                                    : ((const double *)points->host)[k];
        low = fmin(low, x);
        high = fmax(high, x);
    }
    const double extent = high / 2 - low / 2, length = extent * pow((double)points->n, -1.0 / points->dims);
    const double asked = fmin(share * length, 1e300),
                 least = points->type == NF_FLOAT32 ? 0x1p-149 : 0x1p-1074;
    return asked >= least ? asked : 1; /* smaller ones are 0 in the type of the points */
}

/* ---- brute force ------------------------------------------------------------------------------------------ */

START_TEST(difficult_points_have_the_groups_of_brute_force) {
    static const uint64_t sizes[] = {1, 2, 17, 300};
    static const double shares[] = {1, 0.3, 2.5, 1e-6, 20};
    nf_context *context = support_context(NULL);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int dims = 1; dims <= 3; dims++)
            for (int size = 0; size < 4; size++)
                for (int kind = 0; kind < zorder_kinds; kind++)
                    for (int share = 0; share < 5 - 2 * support_small(); share++) {
                        if (support_small() ? (type + dims) % 2 || (size + kind + share) % 3
                                            : (size + kind + share + type) % 2)
                            continue;
                        void *data = NULL;
                        const nf_points points = zorder_points(kind, sizes[size], dims, (nf_type)type, &data);
                        const nf_fof_options options = {.min_points =
                                                            (uint32_t)((kind + dims + share) % 4 * 2)};
                        check(context, &points, NULL, length_of(&points, shares[share]), &options,
                              zorder_name(kind));
                        free(data);
                    }
    nf_context_free(context);
}
END_TEST

START_TEST(boxes_have_the_groups_of_brute_force) {
    static const double shares[] = {0.4, 1, 0.15, 3};
    nf_context *context = support_context(NULL);
    for (int b = 0; b < SUPPORT_BOXES; b += support_small() ? 29 : 3)
        for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
            for (int share = 0; share < 4; share++) {
                if (!support_is_run(b / 29 + type, 2)) continue;
                support_boxed boxed = support_boxed_make(b, (nf_type)type);
                const nf_fof_options options = {.min_points = (uint32_t)((b + share) % 5)};
                if (b % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p10 : 0x1p40);
                if (share < 3 || boxed.points.n < 30)
                    check(context, &boxed.points, &boxed.box, boxed.cutoff * shares[share], &options,
                          boxed.name);
                support_boxed_free(&boxed);
            }
    nf_context_free(context);
}
END_TEST

START_TEST(many_points_in_boxes_have_the_groups_of_brute_force) {
    nf_context *context = support_context(NULL);
    for (int b = 0; b < 10; b += support_small() ? 3 : 1) {
        const nf_type type = b % 2 ? NF_FLOAT32 : support_double();
        support_boxed boxed = support_boxed_large(b, support_small() ? 150 : 500, type);
        for (uint32_t least = 0; least < 12; least += 4) {
            const nf_fof_options options = {.min_points = least, .in_spacings = b % 3 == 0};
            check(context, &boxed.points, &boxed.box,
                  options.in_spacings ? 0.7 : boxed.cutoff * (least ? 0.6 : 0.4), &options, boxed.name);
        }
        support_boxed_free(&boxed);
        boxed = support_boxed_exact(b, 120, type); /* with ties */
        check(context, &boxed.points, &boxed.box, 0.25, NULL, boxed.name);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}
END_TEST

/* ---- the host --------------------------------------------------------------------------------------------- */

START_TEST(large_clouds_have_the_groups_of_the_host) {
    const nf_box box = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}},
                 small = {.cell = {{0.6}, {0.1, 0.7}, {0, 0.2, 0.5}}, .periodic = {1, 1, 1}},
                 slab = {.cell = {{1}, {0, 0.75}, {0, 0, 1}}, .periodic = {0, 1, 0}};
    const nf_box *const boxes[] = {NULL, &box, &small, &slab};
    nf_context *context = support_context(NULL);
    for (int k = 0; k < 24; k += support_small() ? 11 : 1) {
        const int dims = k % 3 == 0 ? 2 : 3;
        const nf_type type = k % 2 ? NF_FLOAT32 : support_double();
        const nf_box *at = boxes[k % 4];
        nf_box flat = at ? *at : box;
        if (dims == 2) flat.periodic[2] = 0;
        support_cloud cloud = k % 5 == 4 ? support_cloud_uniform(5000, dims, type, 1, (uint64_t)k)
                                         : groups_blobs(5000, dims, type, (uint64_t)k);
        const double mean = pow(5000, -1.0 / dims);
        for (int turn = 0; turn < 3; turn++) {
            const nf_fof_options options = {.min_points = turn == 1 ? 0 : (uint32_t)(3 + k)};
            check_with(context, &cloud.points, at ? &flat : NULL,
                       mean * (turn == 2 ? 0.1 : 0.5 + k % 4 * 0.2), &options, "blobs", fof_host);
        }
        support_cloud_free(&cloud);
    }
    nf_context_free(context);
}
END_TEST

/* Shapes of groups of work-items, as on GPUs, and trees of both widths in turn. */
START_TEST(groups_do_not_depend_on_the_shape_of_work_groups) {
    support_cloud cloud = groups_blobs(3000, 3, NF_FLOAT32, 5);
    const nf_box box = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    for (int shape = 0; shape < SUPPORT_SHAPES; shape += support_shape_step()) {
        const int wide = shape / support_shape_step() % 2;
        char of_groups[128], of_tree[128], tuning[288];
        support_tuning("fof", shape, of_groups);
        support_tuning("tree", shape, of_tree);
        (void)snprintf(tuning, sizeof tuning, "%s %s tree.WIDTH=%d", of_groups, of_tree, wide ? 32 : 16);
        nf_context *context = support_context(tuning);
        for (uint32_t least = 0; least < 8; least += 7) {
            const nf_fof_options options = {.min_points = least};
            check_with(context, &cloud.points, &box, 0.04, &options, tuning, fof_host);
        }
        nf_context_free(context);
    }
    support_cloud_free(&cloud);
}
END_TEST

/* ---- special clouds ---------------------------------------------------------------------------------------- */

/* Point p of a lattice of m^3, in an order that is not that of space. */
static void lattice_point(uint64_t m, uint64_t p, double *at) {
    const uint64_t q = p * 7919 % (m * m * m);
    at[0] = (double)(q % m);
    at[1] = (double)(q / m % m);
    at[2] = (double)(q / m / m);
}

START_TEST(points_of_a_lattice_are_linked_only_beyond_its_spacing) {
    enum { M = 12, N = M * M * M };
    const nf_box box = {.cell = {{M}, {0, M}, {0, 0, M}}, .periodic = {1, 1, 1}};
    nf_context *context = support_context(NULL);
    double *x = support_allocate(N * 3 * sizeof *x);
    for (uint64_t p = 0; p < N; p++) lattice_point(M, p, x + 3 * p);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int periodic = 0; periodic < 2; periodic++) {
            support_cloud cloud = support_cloud_of("lattice", x, N, 3, (nf_type)type, 1);
            fof_answer single = ask(context, &cloud.points, periodic ? &box : NULL, 1, NULL),
                       one = ask(context, &cloud.points, periodic ? &box : NULL, 1.000001, NULL);
            ck_assert_uint_eq(single.groups, N);
            ck_assert_uint_eq(one.groups, 1);
            for (uint64_t p = 0; p < N; p++) {
                ck_assert_int_eq(single.labels[p], (int)p);
                ck_assert_int_eq(one.labels[p], 0);
            }
            fof_free(&single);
            fof_free(&one);
            support_cloud_free(&cloud);
        }
    free(x);
    nf_context_free(context);
}
END_TEST

START_TEST(a_chain_is_one_group_and_two_without_one_link) {
    const uint64_t n = support_small() ? 20011 : 1000003; /* primes: all places are taken */
    nf_context *context = support_context("fof.SURVEY=3");
    double *x = support_allocate(n * 3 * sizeof *x);
    for (int gap = 0; gap < 2; gap++) {
        for (uint64_t p = 0; p < n; p++) {
            const uint64_t place = p * 7919 % n;
            x[3 * p] = (double)place + (gap && place > n / 3 ? 1 : 0);
            x[3 * p + 1] = x[3 * p + 2] = 0.25 * (double)(place % 2);
        }
        support_cloud cloud = support_cloud_of("chain", x, n, 3, NF_FLOAT32, 1);
        fof_answer got = ask(context, &cloud.points, NULL, 1.5, NULL);
        ck_assert_uint_eq(got.groups, (uint64_t)gap + 1);
        int32_t least[2] = {0,
                            -1}; /* of the places up to the gap, among which is that of point 0, and beyond */
        for (uint64_t p = 0; p < n; p++) {
            const int beyond = gap && p * 7919 % n > n / 3;
            if (least[beyond] < 0) least[beyond] = (int32_t)p;
            ck_assert_int_eq(got.labels[p], least[beyond]);
        }
        fof_free(&got);
        support_cloud_free(&cloud);
    }
    free(x);
    nf_context_free(context);
}
END_TEST

START_TEST(large_heaps_take_no_quadratic_time) {
    const uint64_t n = support_small() ? 100000 : 400000;
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(n, 2, NF_FLOAT32, 1, 3);
    float *x = cloud.data;
    for (int equal = 0; equal < 2; equal++) {
        for (uint64_t k = 0; k < n; k++) {
            x[2 * k] = (equal ? 0 : x[2 * k] * 1e-3f) + (float)(k % 2);
            if (equal) x[2 * k + 1] = 0.5f;
        }
        for (uint32_t least = 0; least <= 50; least += 50) {
            const nf_fof_options options = {.min_points = least};
            fof_answer got = ask(context, &cloud.points, NULL, 0.9, &options);
            ck_assert_uint_eq(got.groups, 2);
            for (uint64_t p = 0; p < n; p++) ck_assert_int_eq(got.labels[p], (int)(p % 2));
            fof_free(&got);
        }
    }
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

/* Rounding makes points on the upper faces of a few that are inside, and folds points near them to just below the lower ones. */
START_TEST(points_near_the_faces_of_a_box_have_the_groups_of_the_host) {
    enum { N = 4000 };
    static const double near[] = {1, 1 - 0x1p-24, 1 - 0x1p-23, -0x1p-30, -0x1p-24, 0, 1 + 0x1p-23};
    const nf_box box = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    nf_context *context = support_context("fof.SURVEY=3");
    double *x = support_allocate((uint64_t)N * 3 * sizeof *x);
    uint64_t state = 7;
    for (uint64_t k = 0; k < (uint64_t)N * 3; k++) x[k] = support_uniform(&state);
    for (uint64_t p = 0; p < N; p += 11) x[3 * p + p % 3] = near[p / 11 % (sizeof near / sizeof *near)];
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
        support_cloud cloud = support_cloud_of("faces", x, N, 3, (nf_type)type, 1);
        check_with(context, &cloud.points, &box, 0.04, NULL, "faces", fof_host);
        support_cloud_free(&cloud);
    }
    free(x);
    nf_context_free(context);
}
END_TEST

/* A point that is near in several images is one point. */
START_TEST(images_of_a_point_count_once) {
    static const float x[] = {0, 0.5f, 0.75f};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    nf_context *context = support_context(NULL);
    nf_fof_options options = {.min_points = 4};
    for (int turn = 0; turn < 6; turn++) {
        const double length = 0.3 * pow(3, turn);
        fof_answer got = ask(context, &points, &box, length, &options);
        ck_assert_uint_eq(got.groups, 0);
        fof_free(&got);
        options.min_points = 3;
        check(context, &points, &box, length, &options, "images");
        options.min_points = 4;
    }
    nf_context_free(context);
}
END_TEST

/* In float the coordinates of such points are rounded by more than the linking length. */
static void check_far(nf_context *context, int power) {
    enum { N = 160 };
    float x[N];
    support_far_outside(power, 0.7, N, x);
    const nf_points points = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = x};
    const nf_box box = {.origin = {0.1}, .cell = {{0.7}}, .periodic = {1}};
    for (uint32_t least = 0; least < 8; least += 4) {
        const nf_fof_options options = {.min_points = least};
        check(context, &points, &box, 0.002, &options, "far outside");
        check(context, &points, &box, 0.01, &options, "far outside");
    }
}

START_TEST(points_far_outside_of_the_box_have_the_groups_of_brute_force) {
    static const char *const tunings[] = {NULL, "tree.WIDTH=32 tree.GROUP=32"};
    for (int t = 0; t < 2; t++) {
        nf_context *context = support_context(tunings[t]);
        for (int power = 2; power <= 17; power += 3) check_far(context, power);
        for (int b = t; b < SUPPORT_BOXES; b += support_small() ? 59 : 11)
            for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
                support_boxed boxed = support_boxed_make(b, (nf_type)type);
                const nf_fof_options options = {.min_points = b % 3 ? (uint32_t)(b % 5) : 0};
                for (uint64_t p = (uint64_t)(b % 5); p < boxed.points.n; p += (uint64_t)(b % 2 ? 19 : 4))
                    support_boxed_stray(&boxed, p,
                                        (p % 2 ? 1 : -1) * ldexp(1, 3 + (int)(p + (uint64_t)b) % 15));
                check(context, &boxed.points, &boxed.box, boxed.cutoff * (b % 2 ? 0.4 : 1), &options,
                      boxed.name);
                support_boxed_free(&boxed);
            }
        nf_context_free(context);
    }
}
END_TEST

START_TEST(permuted_points_have_permuted_groups) {
    const uint64_t n = 4000;
    nf_context *context = support_context(NULL);
    support_cloud cloud = groups_blobs(n, 3, NF_FLOAT32, 8), moved = groups_blobs(n, 3, NF_FLOAT32, 8);
    for (uint64_t p = 0; p < n; p++) /* 1,777 has no factor of n */
        memcpy((float *)moved.data + p * 1777 % n * 3, (float *)cloud.data + 3 * p, 12);
    fof_answer one = ask(context, &cloud.points, NULL, 0.05, NULL),
               other = ask(context, &moved.points, NULL, 0.05, NULL);
    int32_t *name = support_allocate(n * sizeof *name);
    ck_assert_uint_eq(one.groups, other.groups);
    ck_assert_uint_gt(one.groups, 10);
    for (uint64_t p = 0; p < n; p++) name[p] = -1;
    for (uint64_t p = 0; p < n; p++) {
        const int32_t label = other.labels[p * 1777 % n];
        if (name[one.labels[p]] < 0) name[one.labels[p]] = label;
        ck_assert_int_eq(name[one.labels[p]], label);
    }
    free(name);
    fof_free(&one);
    fof_free(&other);
    support_cloud_free(&cloud);
    support_cloud_free(&moved);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {difficult_points_have_the_groups_of_brute_force,
                                  boxes_have_the_groups_of_brute_force,
                                  many_points_in_boxes_have_the_groups_of_brute_force,
                                  large_clouds_have_the_groups_of_the_host,
                                  groups_do_not_depend_on_the_shape_of_work_groups,
                                  points_of_a_lattice_are_linked_only_beyond_its_spacing,
                                  a_chain_is_one_group_and_two_without_one_link,
                                  large_heaps_take_no_quadratic_time,
                                  points_near_the_faces_of_a_box_have_the_groups_of_the_host,
                                  images_of_a_point_count_once,
                                  points_far_outside_of_the_box_have_the_groups_of_brute_force,
                                  permuted_points_have_permuted_groups};
    return support_main("tree_fof", tests, sizeof tests / sizeof *tests);
}
