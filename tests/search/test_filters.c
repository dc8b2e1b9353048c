/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points and filters of nf_pairs and nf_lists: the bytes of the host, and what is refused.  The random comparison draws their products. */
#include "support/answers/box_checks.h"
#include "support/clouds/box_more.h"
#include "support/device.h"

#include <math.h>

/* Every filter at once: pairs of the points, which are all inside of the box, and rows of query points, which are not. */
TEST(query_points_and_filters_have_the_bytes_of_the_host) {
    own_context context = support_context(NULL);
    support_boxed boxed = support_boxed_large(1, 300, NF_FLOAT32);
    box_more more;
    float *x = boxed.data;
    for (uint64_t p = 0; p < boxed.points.n; p += 8) /* of each eight points one is outside */
        for (uint64_t a = 0; a < 3; a++) x[3 * p + a] = x[3 * (p + 1 + a) + a];
    box_add_filters(&boxed, &more, 7, NF_RADII_LARGER);
    box_check_same(context, &boxed, BOX_PAIRS, 0);
    box_more_free(&boxed, &more);
    box_add_queries(&boxed, &more, 200, 3);
    box_add_filters(&boxed, &more, 7, NF_RADII_LARGER);
    box_check_same(context, &boxed, BOX_FULL_LISTS, 0);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
}

static uint64_t count(nf_context *context, nf_cloud *cloud, double cutoff, const nf_lists_options *options) {
    own_result result = NULL;
    support_ok(context, nf_lists(cloud, cutoff, options, NULL, &result));
    const uint64_t total = nf_result_total(result);
    return total;
}

/* Few query points have a row of lanes each, more share tiles. */
TEST(query_points_have_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    own_context context = support_context("search.GROUP=32 bounds.GROUP=32 order.GROUP=32");
    const uint64_t many = 64 * nf_context_device(context)->compute_units + 1;
    for (int k = 0; k < 2; k++) {
        support_boxed boxed =
            k ? support_boxed_large(1, 1000, NF_FLOAT32) : support_boxed_make(1, NF_FLOAT32);
        box_more more;
        box_add_queries(&boxed, &more, k ? many : 70, k ? 3 : 1);
        box_check_same(context, &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
}

/* Query points hundreds of boxes away from a cloud inside of the box.  With u the last place of the first one's coordinate, they are 1/2 + 5/8 u and
   1/2 + 7/8 u from the points, and the cutoff is 1/2 + 3/4 u; the rule rounds to multiples of u for the first, which is near none, and of 2 u for
   the second, which is near both.  Folded positions would decide otherwise for one point of each. */
TEST(far_query_points_are_compared_as_given) {
    static const char *const shapes[] = {NULL, "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"};
    float near[2][3] = {{1 - 0x5p-16f, 2, 2}, {1 - 0x7p-16f, 2, 2}},
          far[2][3] = {{2001.5f, 2, 2}, {4001.5f, 2, 2}};
    const nf_points queries = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = far};
    const support_boxed boxed = {.name = "a cube",
                                 .points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = near},
                                 .box = {.cell = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, .periodic = {1, 1, 1}},
                                 .cutoff = 0.5 + 0x3p-15,
                                 .queries = &queries};
    box_answer wanted = box_ask(support_host(), &boxed, BOX_FULL_LISTS, 0);
    ck_assert_uint_eq(wanted.count, 2);
    for (int k = 0; k < 2; k++) ck_assert_int_eq(wanted.rows[k].i, 1);
    box_answer_free(&wanted);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        own_context context = support_context(shapes[k]);
        box_check_same(context, &boxed, BOX_FULL_LISTS, 0);
    }
}

TEST(bad_query_points_are_named) {
    own_context context = support_context(NULL);
    float points[3] = {0, 1, 2}, bad[3] = {0, NAN, 1}, far[2] = {0, 1e30f};
    const nf_box box = {.cell = {{4}}, .periodic = {1}};
    const nf_points cloud_points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = points},
                    not_finite = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = bad},
                    too_far = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = far};
    nf_lists_options options = {.queries = &not_finite};
    nf_result *result = NULL;
    own_cloud cloud = support_cloud_on(context, &cloud_points, &box);
    support_fails(context, NF_ERROR_POINTS, "query point 1 has a coordinate that is not finite",
                  nf_lists(cloud, 1, &options, NULL, &result));
    options.queries = &too_far;
    support_fails(context, NF_ERROR_POINTS, "query point 1 is too far from the box",
                  nf_lists(cloud, 1, &options, NULL, &result));
    ck_assert_ptr_null(result);
    options.queries = NULL;
    ck_assert_uint_eq(count(context, cloud, 1.5, &options), 4);
}

static void check_bad_filters(nf_context *context) {
    static const float line[4] = {0, 1, 2, 3.5f};
    const nf_points points = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = line};
    static const float bad[4] = {1, -1, 1, 1}, undefined[4] = {1, 1, NAN, 1}, large[4] = {1, 3e37f, 1, 1};
    static const uint64_t descending[5] = {0, 2, 1, 1, 1}, late[5] = {1, 1, 1, 1, 1},
                          some[5] = {0, 1, 1, 1, 1};
    static const int32_t four[1] = {4};
    const nf_slice nowhere_at = nf_at((cl_mem)(void *)context, 0); /* no buffer, but nobody looks */
    const nf_points radii = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = line},
                    few = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = line},
                    wide = {.n = 4, .dims = 1, .type = NF_FLOAT64, .rows.host = line},
                    negative = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = bad},
                    no_number = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = undefined},
                    huge = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = large},
                    nowhere = {.n = 4, .dims = 1, .type = NF_FLOAT32};
    const nf_csr fall = {.offsets.host = descending}, begin = {.offsets.host = late},
                 no_indices = {.offsets.host = some}, no_rows = {.offsets.host = NULL},
                 beyond = {.offsets.host = some, .indices.host = four},
                 two_places = {.offsets.host = some,
                               .indices.host = four,
                               .indices.buffer = nowhere_at.buffer},
                 apart = {.offsets.host = some, .indices = nowhere_at}, half = {.offsets = nowhere_at};
    const struct {
        const char *word;
        double cutoff;
        nf_filters filters;
        const nf_points *queries;
        int half;
    } rows[] = {
        {"min_distance is -1", 1, {.min_distance = -1}, NULL, 0},
        {"0 or at least", 1, {.min_distance = 1e-12}, NULL, 0},
        {"3 x 1 float32", 1, {.radii = &few}, NULL, 0},
        {"4 x 1 float64: they must be 4 x 1 float32", 1, {.radii = &wide}, NULL, 0},
        {"radius 1 is -1", 0, {.radii = &negative}, NULL, 0},
        {"radius 2 is nan", 1, {.radii = &no_number}, NULL, 0},
        {"no cutoff is given, so it is that of the radii: the cutoff 3e+37 is outside",
         0,
         {.radii = &huge},
         NULL,
         0},
        {"that of the radii: min_distance is 1e-12", 0, {.radii = &radii, .min_distance = 1e-12}, NULL, 0},
        {"radii are in no one place", 1, {.radii = &nowhere}, NULL, 0},
        {"radii_rule 3", 1, {.radii = &radii, .radii_rule = (nf_radii_rule)3}, NULL, 0},
        {"no query points", 1, {.radii = &radii, .query_radii = &radii}, NULL, 0},
        {"query points have no radii", 1, {.radii = &radii}, &few, 0},
        {"cloud have no radii", 1, {.query_radii = &few, .radii_rule = NF_RADII_SUM}, &few, 0},
        {"each pair", 1, {.radii = &radii}, NULL, 1},
        {"begin with 1", 1, {.exclusions = &begin}, NULL, 0},
        {"descend: offset 1 is 2, and offset 2 is 1", 1, {.exclusions = &fall}, NULL, 0},
        {"no indices", 1, {.exclusions = &no_indices}, NULL, 0},
        {"index 0 of the exclusions is 4: there are 4 points", 1, {.exclusions = &beyond}, NULL, 0},
        {"offsets of the exclusions: neither host nor buffer is set", 1, {.exclusions = &no_rows}, NULL, 0},
        {"indices of the exclusions: both host and buffer are set", 1, {.exclusions = &two_places}, NULL, 0},
        {"are in host memory, and the indices are not: give both", 1, {.exclusions = &apart}, NULL, 0},
        {"are in a buffer, and the indices are not: give both", 1, {.exclusions = &half}, NULL, 0},
        {"query points have 1 dims", 1, {.min_distance = 0}, &wide, 0},
        {"query points are in no one place", 1, {.min_distance = 0}, &nowhere, 0},
        {"full lists only", 1, {.min_distance = 0}, &few, 1},
        {"the cutoff is 0", 0, {.min_distance = 0.5}, NULL, 0},
    };
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    nf_result *result = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_lists_options options = {
            .half = rows[k].half, .queries = rows[k].queries, .filters = &rows[k].filters};
        support_fails(context, NF_ERROR_ARGUMENT, rows[k].word,
                      nf_lists(cloud, rows[k].cutoff, &options, NULL, &result));
        ck_assert_ptr_null(result);
    }
}

TEST(bad_query_points_and_filters_are_refused) {
    own_context context = support_context(NULL);
    check_bad_filters(context);
    check_bad_filters(support_host());
}

/* The caller gave no cutoff: one that is refused is from the radii. */
TEST(a_cutoff_of_radii_is_called_that_of_radii) {
    own_context context = support_context(NULL);
    float points[3] = {0, 1, 2}, large[3] = {1, 3e37f, 1}, long_[3] = {1, 1e10f, 1};
    const nf_box box = {.cell = {{4}}, .periodic = {1}};
    const nf_points three = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = points};
    nf_points radii = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = large};
    const nf_filters filters = {.radii = &radii};
    const nf_lists_options options = {.filters = &filters};
    nf_result *result = NULL;
    own_cloud cloud = support_cloud_on(context, &three, &box);
    support_fails(context, NF_ERROR_ARGUMENT,
                  "no cutoff is given, so it is that of the radii: the cutoff 3e+37 is outside",
                  nf_lists(cloud, 0, &options, NULL, &result));
    radii.rows.host = long_;
    support_fails(context, NF_ERROR_ARGUMENT, "that of the radii: the cutoff 1e+10 reaches more than 10^9",
                  nf_lists(cloud, 0, &options, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the cutoff 1e+10 reaches more than 10^9",
                  nf_lists(cloud, 1e10, &options, NULL, &result));
    ck_assert_int_eq(strncmp(nf_context_error(context), "the cutoff", 10), 0);
    ck_assert_ptr_null(result);
}

TEST(an_empty_cloud_or_no_query_points_give_empty_rows) {
    own_context context = support_context(NULL);
    float points[3] = {0, 1, 2};
    const nf_points three = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = points},
                    none = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    for (int k = 0; k < 2; k++) {
        const nf_lists_options options = {.queries = k ? &none : &three};
        uint64_t offsets[4] = {9, 9, 9, 9};
        own_result result = NULL;
        own_cloud cloud = support_cloud_on(context, k ? &three : &none, NULL);
        support_ok(context, nf_lists(cloud, 1, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_OFFSETS)->rows, k ? 1 : 4);
        support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, k ? 1 : 4, NULL, offsets));
        for (int i = 0; i < (k ? 1 : 4); i++) ck_assert_uint_eq(offsets[i], 0);
    }
}
