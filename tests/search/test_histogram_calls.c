/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram: what is refused, and the memory that is needed. */
#include "support/calls.h"
#include "support/answers/pairs.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <nearfield/nearfield.h>

TEST(wrong_arguments_are_refused) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(50, 3, NF_FLOAT32, 0.2, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_buffer counts = support_buffer_of(context, NULL, 4, 8);
    nf_result *result = NULL;
    uint64_t bytes = 0;
    const nf_slice at = counts.at;
    support_fails(context, NF_ERROR_ARGUMENT, "bins", nf_histogram(on, 1, 0, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "bins", nf_histogram(on, 1, 65537, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "cutoff", nf_histogram(on, -1, 4, NULL, NULL, &result));
    ck_assert_ptr_null(result);
    ck_assert_int_eq(nf_histogram(NULL, 1, 4, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(histogram_into(NULL, 1, 4, NULL, at, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "counts", histogram_into(on, 1, 65536, NULL, at, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bins", histogram_into(on, 1, 0, NULL, at, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bins",
                  histogram_cost(context, &cloud.points, 0, NULL, &bytes));
    const nf_points flat = {.n = 1, .dims = 9, .type = NF_FLOAT32, .rows.host = cloud.data};
    const nf_filters below_none = {.min_distance = -1};
    const nf_histogram_options from_flat = {.queries = &flat}, filters = {.filters = &below_none};
    support_fails(context, NF_ERROR_ARGUMENT, "query points have",
                  histogram_cost(context, &cloud.points, 1, &from_flat, &bytes));
    support_fails(context, NF_ERROR_ARGUMENT, "min_distance is -1",
                  histogram_cost(context, &cloud.points, 1, &filters, &bytes));
}

TEST(its_cost_is_that_of_edges_of_the_caller_too) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.1, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    const double edges[] = {0, 0.1, 0.25};
    const nf_histogram_options options = {.edges = edges};
    static const double cutoffs[] = {0, 0.25};
    for (int k = 0; k < 2; k++) {
        nf_cost cost = {0};
        nf_histogram_options asks = options;
        asks.cost = &cost;
        support_ok(context, nf_histogram(on, cutoffs[k], 2, &asks, NULL, NULL));
        ck_assert_uint_gt(cost.bytes, 0);
    }
    nf_cost cost = {0};
    nf_histogram_options asks = options;
    asks.cost = &cost;
    support_fails(context, NF_ERROR_ARGUMENT, "the last edge is 0.25",
                  nf_histogram(on, 0.5, 2, &asks, NULL, NULL));
}

TEST(it_takes_no_more_memory_than_it_says) {
    static const char *const tunings[] = {NULL,
                                          "search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64"};
    static const uint32_t bins[] = {1, 200, NF_HISTOGRAM_BINS_MOST};
    for (int s = 0; s < 2; s++)
        for (size_t b = 0; b < sizeof bins / sizeof *bins; b++) {
            own_context context = support_context(tunings[s]);
            own_points cloud = support_cloud_uniform(support_size(30000), 3, NF_FLOAT32, 0.1, 2);
            own_result result = NULL;
            uint64_t peak = 0, said = 0;
            support_ok(context, histogram_cost(context, &cloud.points, bins[b], NULL, &said));
            own_cloud on = support_cloud_on(context, &cloud.points, NULL);
            support_ok(context, nf_histogram(on, cloud.cutoff, bins[b], NULL, NULL, &result));
            nf_context_memory(context, NULL, &peak);
            ck_assert_uint_le(peak, said);
        }
}
