/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups of friends and DBSCAN on the host, compared with brute force. */
#include "support/clouds/boxes.h"
#include "support/clouds/clouds.h"
#include "support/counting.h"
#include "support/answers/groups.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "support/reference/zorder.h"
#include "support/numbers.h"

#include <float.h>
#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const nf_points *points, const nf_box *box, double length, const fof_query *options,
                  const char *name) {
    char what[300];
    own_groups wanted = fof_brute(points, box, length, options), got = fof_host(points, box, length, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, length %g, min_points %u", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, length,
                   options ? options->min_points : 0);
    fof_same(&wanted, &got, what);
}

/* A length for which there are many groups: about the distance of neighbours. */
static double length_of(const nf_points *points, double share) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint64_t k = 0; k < points->n * (uint64_t)points->dims; k++) {
        const double x = support_number(points->rows.host, points->type, k);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    const double extent = high / 2 - low / 2, length = extent * pow((double)points->n, -1.0 / points->dims);
    const double least = points->type == NF_FLOAT32 ? (double)FLT_MIN : DBL_MIN;
    return length > 0 ? fmin(fmax(share * length, least), 1e300) : 1;
}

TEST(difficult_points_have_the_groups_of_brute_force) {
    static const uint64_t sizes[] = {1, 2, 17, 250};
    static const double shares[] = {1, 0.3, 2.5, 1e-6, 20};
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int dims = 1; dims <= 3; dims++)
            for (int size = 0; size < 4; size++)
                for (int kind = 0; kind < zorder_kinds; kind++)
                    for (int share = 0; share < 5 - 2 * support_small(); share++) {
                        own_memory void *data = NULL;
                        const nf_points points = zorder_points(kind, sizes[size], dims, (nf_type)type, &data);
                        const fof_query options = {.min_points = (uint32_t)((kind + dims + share) % 4 * 2)};
                        check(&points, NULL, length_of(&points, shares[share]), &options, zorder_name(kind));
                    }
}

TEST(boxes_have_the_groups_of_brute_force) {
    static const double shares[] = {0.4, 1, 0.15, 3};
    for (int b = 0; b < SUPPORT_BOXES; b++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
            for (int share = b % (1 + support_small()); share < 4; share += 1 + support_small()) {
                own_boxed boxed = support_boxed_make(b, (nf_type)type);
                const fof_query options = {.min_points = (uint32_t)((b + share) % 5)};
                if (b % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p10 : 0x1p40);
                if (share < 3 || boxed.points.n < 30)
                    check(&boxed.points, &boxed.box, boxed.cutoff * shares[share], &options, boxed.name);
            }
}

TEST(many_points_in_boxes_have_the_groups_of_brute_force) {
    for (int b = 0; b < 10; b += 1 + support_small()) {
        support_boxed boxed =
            support_boxed_large(b, support_small() ? 150 : 500, b % 2 ? NF_FLOAT32 : NF_FLOAT64);
        for (uint32_t least = 0; least < 12; least += 4) {
            const fof_query options = {.min_points = least, .in_spacings = b % 3 == 0 && least == 0};
            check(&boxed.points, &boxed.box, options.in_spacings ? 0.7 : boxed.cutoff * (least ? 0.6 : 0.4),
                  &options, boxed.name);
        }
        support_boxed_free(&boxed);
        boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : NF_FLOAT64); /* with ties */
        check(&boxed.points, &boxed.box, 0.25, NULL, boxed.name);
        support_boxed_free(&boxed);
    }
}

/* What wrapping rounds away, in float more than the linking length, decides nothing. */
TEST(points_far_outside_of_the_box_keep_their_links) {
    enum { N = 160 };
    for (int power = 2; power <= 17; power += 3) {
        float x[N];
        support_far_outside(power, 0.7, N, x);
        const nf_points points = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
        const nf_box box = {.origin = {0.1}, .cell = {{0.7}}, .periodic = {1}};
        const fof_query options = {.min_points = power % 2 ? 4 : 0};
        check(&points, &box, 0.002, &options, "far outside");
        check(&points, &box, 0.01, &options, "far outside");
    }
}

/* The nearest image is two cells away, along a vector that is not at right angles to the other. */
TEST(slanted_cells_link_images_farther_than_those_around) {
    const double x[] = {0, 0, 2.01, 0.45};
    const nf_points points = {.n = 2, .dims = 2, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1, 0}, {3.4, 1}}, .periodic = {1, 1}};
    fof_answer got = fof_host(&points, &box, 0.451, NULL);
    ck_assert_uint_eq(got.groups, 1);
    fof_free(&got);
    got = fof_host(&points, &box, 0.4501, NULL);
    ck_assert_uint_eq(got.groups, 2);
    fof_free(&got);
}

/* A point that is near in several images is one point. */
TEST(images_of_a_point_count_once) {
    const double x[] = {0, 0.5, 0.75};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    fof_query options = {.min_points = 4};
    for (int turn = 0; turn < 6; turn++) {
        const double length = 0.3 * pow(3, turn);
        fof_answer got = fof_host(&points, &box, length, &options);
        ck_assert_uint_eq(got.groups, 0);
        fof_free(&got);
        check(&points, &box, length, &options, "images");
    }
    options.min_points = 3;
    fof_answer got = fof_host(&points, &box, 0.51, &options);
    ck_assert_uint_eq(got.groups, 1);
    fof_free(&got);
}

TEST(links_are_shorter_than_the_linking_length) {
    const float x[] = {0, 1, 2.5f, 3.5f, 5};
    const nf_points points = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    fof_answer got = fof_host(&points, NULL, 1, NULL);
    ck_assert_uint_eq(got.groups, 5);
    fof_free(&got);
    got = fof_host(&points, NULL, 1.0000001, NULL);
    const int32_t labels[] = {0, 0, 2, 2, 4};
    ck_assert_int_eq(memcmp(got.labels, labels, sizeof labels), 0);
    fof_free(&got);
}

/* 1 is between two groups; it is of the one with the smaller label, whichever is nearer. */
TEST(border_points_take_the_smallest_label) {
    const float x[] = {10, 5, 10.5f, 0, -0.5f, 11, -1, 5.1f};
    const nf_points points = {.n = 8, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    const fof_query options = {.min_points = 3};
    fof_answer got = fof_host(&points, NULL, 5.05, &options);
    const int32_t labels[] = {0, 0, 0, 0, 0, 0, 0, 0};
    ck_assert_int_eq(memcmp(got.labels, labels, sizeof labels), 0);
    fof_free(&got);
    for (int turn = 0; turn < 40; turn++) check(&points, NULL, 0.2 * pow(1.1, turn), &options, "borders");
}

/* Heaps of points whose links are all known without looking at each. */
TEST(large_heaps_take_no_quadratic_time) {
    const uint64_t n = support_small() ? 100000 : 400000;
    own_points cloud = support_cloud_uniform(n, 2, NF_FLOAT32, 1, 3);
    float *x = cloud.data;
    for (uint64_t k = 0; k < n; k++) x[2 * k] = x[2 * k] * 1e-3f + (float)(k % 2);
    fof_query options = {.min_points = 0};
    for (uint32_t least = 0; least <= 50; least += 50) {
        options.min_points = least;
        own_groups got = fof_host(&cloud.points, NULL, 0.9, &options);
        ck_assert_uint_eq(got.groups, 2);
        for (uint64_t p = 0; p < n; p++) ck_assert_int_eq(got.labels[p], (int)(p % 2));
    }
}

static nf_status ask_for_cores(nf_context *host, const void *of) {
    const support_boxed *boxed = of;
    const nf_dbscan_options options = {.arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_ORDER)};
    own_cloud cloud = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(host, &boxed->points, &boxed->box, NULL, &cloud);
    if (status == NF_OK) status = nf_dbscan(cloud, boxed->cutoff, 3, &options, NULL, &result);
    return status;
}

TEST(memory_that_is_refused_leaks_nothing) {
    own_boxed boxed = support_boxed_large(3, 200, NF_FLOAT32);
    support_refuse_memory(ask_for_cores, &boxed);
}
