/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The device memory of nf_pairs(), compared with its cost. */
#include "support/calls.h"
#include "order/order.h"
#include "support/answers/pairs.h"
#include "tune/capability.h"

#include <nearfield/experimental/tuning.h>
#include <math.h>

static uint64_t peak_of(nf_context *context) {
    uint64_t now = 0, peak = 0;
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_le(now, peak);
    return peak;
}

/* Starts with no memory, so that the peak is that of the search. */
static void check_bound(nf_context *context, uint64_t n, int dims, nf_type type, double cutoff,
                        const nf_pairs_options *options) {
    nf_context_trim(context);
    nf_context_memory(context, &context->arena.peak, NULL);
    ck_assert_uint_eq(context->arena.peak, 0);
    own_points cloud = support_cloud_uniform(n, dims, type, cutoff, n);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    uint64_t bound = 0;
    support_ok(context, nf_pairs(on, cutoff, options, NULL, &result));
    support_ok(context, pairs_cost(context, &(nf_points){.n = n, .dims = dims, .type = type}, options,
                                   nf_result_total(result), &bound));
    const uint64_t peak = peak_of(context);
    ck_assert_msg(peak <= bound, "n %llu, %dD, type %d, sorted %d: took %llu, said %llu",
                  (unsigned long long)n, dims, (int)type, options->sorted, (unsigned long long)peak,
                  (unsigned long long)bound);
    /* The bound must also be tight.  Not known in advance are the number of cells (16 bytes for each point, and 256 KB), and the
       width of keys (20 or, in double, as many); blocks are rounded, and some may be left over. */
    ck_assert_msg(bound <= peak + 36 * n + peak / 16 + (640u << 10),
                  "n %llu, %dD, type %d, sorted %d: took %llu, said %llu", (unsigned long long)n, dims,
                  (int)type, options->sorted, (unsigned long long)peak, (unsigned long long)bound);
}

TEST(what_is_said_in_advance_bounds_what_is_taken) {
    static const uint64_t sizes[] = {1, 33, 1000, 20000};
    static const double cutoffs[] = {0.5, 0.3, 0.1, 0.03};
    own_context context = support_context(NULL);
    for (size_t k = 0; k < 4 - (size_t)support_small(); k++)
        for (int sorted = 0; sorted < 2; sorted++) {
            const nf_pairs_options options = {.sorted = sorted};
            check_bound(context, sizes[k], 3, NF_FLOAT32, cutoffs[k], &options);
            check_bound(context, sizes[k], 3, support_double(), cutoffs[k], &options);
            check_bound(context, sizes[k], 2, NF_FLOAT32, cutoffs[k] / 4, &options);
        }
}

/* An odd number of passes needs a second scratch of the result's size. */
TEST(the_bound_holds_for_any_number_of_passes) {
    const nf_pairs_options sorted = {.sorted = 1};
    own_context context = support_context(NULL);
    if (!support_small())
        check_bound(context, (UINT64_C(1) << 22) + 1, 3, NF_FLOAT32, 0.005, &sorted); /* 3 passes on CPUs */
    if (nf_can(context, NF_CAN_GROUPS)) { /* without groups, few points take the CPU's scratch for many */
        support_ok(context, nf_context_tune(context, "search.GROUP=64 sort.GROUP=64"));
        check_bound(context, 500, 3, NF_FLOAT32, 2, &sorted);       /* 2 passes */
        check_bound(context, 66000, 3, NF_FLOAT32, 0.005, &sorted); /* 3 */
    }
}

TEST(the_bound_holds_for_sparse_grids_and_outliers) {
    static const char *const names[] = {"clusters", "outliers on all sides", "3 x 50 x 700 cells",
                                        "dense cell"};
    for (int k = 0; k < 4; k++) {
        own_context context = support_context(NULL);
        own_points cloud = support_cloud_make(support_cloud_named(names[k]), 3, NF_FLOAT32);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        own_result result = NULL;
        uint64_t bound = 0;
        support_ok(context, nf_pairs(on, cloud.cutoff, NULL, NULL, &result));
        support_ok(context,
                   pairs_cost(context, &(nf_points){.n = cloud.points.n, .dims = 3, .type = NF_FLOAT32}, NULL,
                              nf_result_total(result), &bound));
        ck_assert_uint_le(peak_of(context), bound);
    }
}

/* The tables of few points in a batch may have many more cells than points. */
TEST(the_bound_holds_for_a_batch_of_few_points) {
    enum { N = 1000, SYSTEMS = 10 };
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.05, 8);
    uint64_t offsets[SYSTEMS + 1], largest = 0;
    for (uint64_t s = 0; s <= SYSTEMS; s++) offsets[s] = s * N / SYSTEMS;
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets};
    nf_points points = cloud.points;
    points.batch = &systems;
    for (int step = 0; step < 32; step++) {
        const double cutoff = 0.05 * pow(1.1, step);
        own_context context = support_context(NULL);
        if (nf_can(context, NF_CAN_GROUPS)) /* the CPU's scratch would hide it */
            support_ok(context, nf_context_tune(context, "search.GROUP=64 sort.GROUP=64 order.GROUP=64"));
        own_cloud on = support_cloud_on(context, &points, NULL);
        own_result result = NULL;
        uint64_t bound = 0;
        support_ok(context, nf_pairs(on, cutoff, NULL, NULL, &result));
        const uint64_t total = nf_result_total(result);
        if (on->order.places.bytes > largest) largest = on->order.places.bytes;
        support_ok(context, pairs_cost(context, &points, NULL, total, &bound));
        ck_assert_uint_le(peak_of(context), bound);
    }
    ck_assert_uint_gt(largest, 20 * 4 * N); /* a table of many cells */
}

TEST(memory_is_that_of_points_order_and_result_and_little_more) {
    const uint64_t n = support_small() ? 5000 : 100000;
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(n, 3, support_double(), 0.03, 8);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.03, NULL, NULL, &result));
    const uint64_t points = n * 24, order = n * 24 + n * 4 + n * 8 + 16 * n,
                   pairs = nf_result_total(result) * 8;
    ck_assert_uint_gt(pairs, n);
    ck_assert_uint_le(peak_of(context), points + order + pairs + (64u << 20));
}

TEST(a_second_question_takes_no_more_memory_and_all_of_it_comes_back) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(5000, 3, NF_FLOAT32, 0.1, 8);
    nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
    nf_result *result = NULL;
    support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    uint64_t first = 0, later = 0, trimmed = 0, none = 1;
    /* The second search uses another path: it finds and writes at once. */
    support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    nf_context_memory(context, &first, NULL);
    for (int k = 0; k < 5; k++) {
        support_ok(context, nf_cloud_move(on, &cloud.points, NULL, NULL));
        support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    }
    nf_context_memory(context, &later, NULL);
    ck_assert_uint_eq(first, later);
    nf_context_trim(context);
    nf_context_memory(context, &trimmed, NULL);
    ck_assert_uint_lt(trimmed, later);
    support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(on);
    nf_context_trim(context);
    nf_context_memory(context, &none, NULL);
    ck_assert_uint_eq(none, 0);
}

TEST(more_pairs_points_and_precision_need_more_memory) {
    own_context context = support_context(NULL);
    uint64_t least = 0, more = 0;
    const nf_pairs_options sorted = {.sorted = 1};
    support_ok(context, pairs_cost(context, &(nf_points){.n = 1000, .dims = 3, .type = NF_FLOAT32}, NULL,
                                   1000, &least));
    support_ok(context, pairs_cost(context, &(nf_points){.n = 1000, .dims = 3, .type = NF_FLOAT32}, NULL,
                                   2000, &more));
    ck_assert_uint_eq(more, least + 8000);
    support_ok(context, pairs_cost(context, &(nf_points){.n = 100000, .dims = 3, .type = NF_FLOAT32}, NULL,
                                   1000, &more));
    ck_assert_uint_gt(more, least + 99000 * 28);
    support_ok(context, pairs_cost(context, &(nf_points){.n = 1000, .dims = 3, .type = NF_FLOAT64}, NULL,
                                   1000, &more));
    ck_assert_uint_gt(more, least);
    support_ok(context, pairs_cost(context, &(nf_points){.n = 1000, .dims = 3, .type = NF_FLOAT32}, &sorted,
                                   1000, &more));
    ck_assert_uint_ge(more, least); /* where sorting takes more than the search */
    support_ok(context,
               pairs_cost(context, &(nf_points){.n = 0, .dims = 3, .type = NF_FLOAT32}, NULL, 0, &least));
    support_fails(context, NF_ERROR_ARGUMENT, "dims",
                  pairs_cost(context, &(nf_points){.n = 1, .dims = 0, .type = NF_FLOAT32}, NULL, 0, &more));
    support_fails(
        context, NF_ERROR_ARGUMENT, "bytes",
        pairs_cost(context, &(nf_points){.n = 1, .dims = 3, .type = NF_FLOAT32}, NULL, UINT64_MAX, &more));
}

TEST(the_memory_of_searches_of_any_scale_is_known) {
    own_context context = support_context(NULL);
    static const double scales[] = {1e-28, 1e-12, 1, 1e30};
    const nf_points points = {.n = 1000, .dims = 3, .type = NF_FLOAT32};
    uint64_t bytes = 0;
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        const nf_filters filters = {.min_distance = scales[k] / 2};
        const nf_pairs_options pairs = {.filters = &filters};
        const nf_histogram_options histogram = {.filters = &filters};
        const nf_lists_options lists = {.filters = &filters}, skin = {.skin = scales[k] / 2};
        support_ok(context, pairs_cost(context, &points, &pairs, 1000, &bytes));
        support_ok(context, lists_cost(context, &points, &lists, 1000, &bytes));
        support_ok(context, lists_cost(context, &points, &skin, 1000, &bytes));
        support_ok(context, histogram_cost(context, &points, 10, &histogram, &bytes));
    }
}

TEST(points_that_grow_in_number_do_not_pile_up_memory) {
    own_context context = support_context(NULL);
    const uint64_t step = support_small() ? 500 : 4000, most = 15 * step;
    own_points cloud = support_cloud_uniform(most, 3, NF_FLOAT32, 0.02, 4);
    nf_points points = cloud.points;
    own_cloud on = support_cloud_on(context, &points, NULL);
    own_result result = NULL;
    uint64_t bound = 0;
    points.n = step;
    support_ok(context, nf_cloud_move(on, &points, NULL, NULL));
    support_ok(context, nf_pairs(on, 0.02, NULL, NULL, &result));
    for (points.n = step; points.n <= most; points.n += step) {
        support_ok(context, nf_cloud_move(on, &points, NULL, NULL));
        support_ok(context, nf_pairs(on, 0.02, NULL, NULL, &result));
    }
    support_ok(context, pairs_cost(context, &(nf_points){.n = most, .dims = 3, .type = NF_FLOAT32}, NULL,
                                   nf_result_total(result), &bound));
    ck_assert_uint_le(peak_of(context), bound);
}
