/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points and filters of pairs and lists on the host, compared with brute force. */
#include "support/answers/box_checks.h"
#include "support/clouds/box_more.h"
#include "support/device.h"

/* From one box to the next: random_comparison draws boxes, types and filters, too. */
enum { STEP = 11 };

TEST(query_points_have_the_images_of_brute_force) {
    static const uint64_t sizes[] = {1, 31, 70};
    for (int k = 0; k < SUPPORT_BOXES; k += STEP)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            support_boxed boxed = support_boxed_make(k, (nf_type)type);
            box_more more;
            if (k % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p15 : 0x1p44);
            box_add_queries(&boxed, &more, sizes[k % 3], k % 2 ? 20 : 1);
            box_check(support_host(), &boxed, BOX_PAIRS, k % 5 == 0);
            box_check(support_host(), &boxed, BOX_FULL_LISTS, k % 5 == 1);
            box_more_free(&boxed, &more);
            support_boxed_free(&boxed);
        }
}

/* As folds_far_from_zero_lose_no_pair in test_boxes.c, for a query point that the grid of the cloud does not pay for. */
TEST(query_points_far_from_zero_lose_no_pair) {
    const struct {
        float x, query;
        double cutoff;
    } rows[] = {{1000001.5f, 1000011.125f, 0.49},
                {1000001.0625f, 1000011.125f, 0.05},
                {1000001.5f, 1000031.375f, 0.49}};
    for (int k = 0; k < 3; k++) {
        const nf_points query = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = &rows[k].query};
        const support_boxed boxed = {
            .name = "far from zero",
            .points = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = &rows[k].x},
            .box = {.origin = {1e6}, .cell = {{10.1}}, .periodic = {1}},
            .cutoff = rows[k].cutoff,
            .queries = &query};
        box_check(support_host(), &boxed, BOX_PAIRS, 0);
    }
}

TEST(radii_that_differ_much_have_the_images_of_brute_force) {
    for (int k = 0; k < SUPPORT_BOXES; k += STEP) {
        const nf_radii_rule rule = (nf_radii_rule)(k % 3);
        support_boxed boxed = support_boxed_make(k, k / 3 % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_more more;
        if (k % 4 == 1) support_boxed_move(&boxed, k / 3 % 2 ? 0x1p15 : 0x1p44);
        box_add_filters(&boxed, &more, 8 | (k % 5 == 2 ? 5 : 0), rule);
        for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
            if (question == BOX_FULL_LISTS || rule != NF_RADII_QUERY)
                box_check(support_host(), &boxed, question, k % 7 == 0);
        box_more_free(&boxed, &more);
        box_add_queries(&boxed, &more, 20, 2);
        box_add_filters(&boxed, &more, 8, rule);
        box_check(support_host(), &boxed, BOX_PAIRS, 1);
        box_check(support_host(), &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    for (int k = 0; k < 4; k++) { /* many points and small radii */
        support_boxed boxed = support_boxed_large(k, 1500, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_more more;
        boxed.cutoff *= 3;
        box_add_filters(&boxed, &more, 8, k % 2 ? NF_RADII_SUM : NF_RADII_LARGER);
        box_check(support_host(), &boxed, BOX_PAIRS, 0);
        box_more_free(&boxed, &more);
        box_add_filters(&boxed, &more, 8, NF_RADII_QUERY);
        box_check(support_host(), &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
}

TEST(filters_keep_the_images_of_brute_force) {
    for (int k = 0; k < SUPPORT_BOXES; k += STEP) {
        const nf_radii_rule rule = (nf_radii_rule)(k % 3);
        const int which = 1 + k % 7;
        support_boxed boxed = support_boxed_make(k, (k + which) % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_more more;
        box_add_filters(&boxed, &more, which, rule);
        for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
            if (question == BOX_FULL_LISTS || !(which & 2) || rule != NF_RADII_QUERY)
                box_check(support_host(), &boxed, question, 0);
        box_more_free(&boxed, &more);
        box_add_queries(&boxed, &more, 20, 2);
        box_add_filters(&boxed, &more, which, rule);
        box_check(support_host(), &boxed, BOX_PAIRS, 1);
        box_check(support_host(), &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
}

/* ---- arguments ------------------------------------------------------------------------------------------ */

static const float line[4] = {0, 1, 2, 3.5f};
static const nf_points points = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = line};

/* The offsets of the lists in `result`. */
static nf_status ask(const nf_points *of, double cutoff, const nf_lists_options *options,
                     nf_result **result) {
    own_cloud cloud = support_cloud_on(support_host(), of, NULL);
    nf_lists_options own = *options;
    own.arrays = NF_WANT(NF_ARRAY_OFFSETS);
    const nf_status status = nf_lists(cloud, cutoff, &own, NULL, result);
    return status;
}

static uint64_t count(double cutoff, const nf_lists_options *options) {
    own_result result = NULL;
    support_ok(support_host(), ask(&points, cutoff, options, &result));
    const uint64_t total = nf_result_total(result);
    return total;
}

TEST(a_cutoff_of_0_is_the_largest_that_the_radii_allow) {
    static const float r[4] = {1.25f, 0.5f, 0.25f, 1};
    const nf_points radii = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = r};
    nf_filters filters = {.radii = &radii};
    const nf_lists_options options = {.filters = &filters};
    ck_assert_uint_eq(count(0, &options), 1); /* 0: 1 */
    filters.radii_rule = NF_RADII_SUM;
    ck_assert_uint_eq(count(0, &options), 2); /* 0 - 1; 2 - 3 are 1.5 apart */
    filters.radii_rule = NF_RADII_LARGER;
    ck_assert_uint_eq(count(0, &options), 2);
    ck_assert_uint_eq(count(1, &options), 0); /* a cutoff bounds the radii */
    static const float none[4] = {0, 0, 0, 0};
    const nf_points no_radii = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = none};
    filters.radii = &no_radii;
    ck_assert_uint_eq(count(0, &options), 0);
}

/* Squares of radii that are small against the largest one stay in range. */
TEST(radii_of_any_size_are_compared) {
    static const float r[4] = {0x1p-30f, 0x1.4p-42f, 0x1.4p-42f, 0x1p-90f};
    static const float x[4] = {1, 0, 0x1p-42f, 0x1p-41f};
    const nf_points spread = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    radii = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = r};
    const nf_filters filters = {.radii = &radii};
    const nf_lists_options options = {.filters = &filters};
    own_result result = NULL;
    support_ok(support_host(), ask(&spread, 0, &options, &result));
    const uint64_t *offsets = nf_result_array(result, NF_ARRAY_OFFSETS)->host;
    ck_assert_uint_eq(offsets[1], 0);
    ck_assert_uint_eq(offsets[2], 1);
    ck_assert_uint_eq(offsets[3], 3);
    ck_assert_uint_eq(offsets[4], 3);
}

TEST(no_query_points_give_no_rows) {
    const nf_points none = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    const nf_lists_options options = {.queries = &none};
    ck_assert_uint_eq(count(2, &options), 0);
}
