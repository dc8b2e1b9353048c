/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The memory that nf_pairs() and nf_lists() take in chunks: no more than the budget, and no more than one result. */
#include "support/calls.h"
#include "support/budgets.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <string.h>

/* Counts results, and takes nothing. */
static nf_status count_chunk(void *user, const nf_chunk *chunk) {
    *(uint64_t *)user += chunk->count;
    return NF_OK;
}

/* Half lists or pairs in a cloud of which nothing is known yet. */
static nf_status chunks_of_new(nf_context *context, const nf_points *points, double cutoff, int lists,
                               uint64_t budget, uint64_t *total, uint64_t *enough) {
    const nf_lists_options half = {.half = 1};
    uint64_t counted = 0;
    const nf_chunks chunks = {
        .memory_budget = budget, .take = count_chunk, .user = &counted, .enough = enough};
    own_cloud cloud = support_cloud_on(context, points, NULL);
    nf_status status = lists ? lists_in_chunks(cloud, cutoff, &half, &chunks, NULL, total)
                             : pairs_in_chunks(cloud, cutoff, NULL, &chunks, NULL, total);
    if (status == NF_OK) ck_assert_uint_eq(counted, *total);
    return status;
}

/* The budget that is enough where `budget` is not. */
static uint64_t least_of_new(nf_context *context, const nf_points *points, double cutoff, int lists,
                             uint64_t budget) {
    uint64_t total = 0, enough = 0;
    char named[64];
    support_fails(context, NF_ERROR_MEMORY, "give a larger budget",
                  chunks_of_new(context, points, cutoff, lists, budget, &total, &enough));
    snprintf(named, sizeof named, "need %llu bytes", (unsigned long long)enough);
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), named));
    return enough;
}

static uint64_t memory_of(nf_context *context, const nf_points *points, int lists, uint64_t total) {
    const nf_points shape = {.n = points->n, .dims = points->dims, .type = points->type};
    const nf_lists_options half = {.half = 1};
    uint64_t bytes = 0;
    support_ok(context, lists ? lists_cost(context, &shape, &half, total, &bytes)
                              : pairs_cost(context, &shape, NULL, total, &bytes));
    return bytes;
}

/* What is said of one result is enough, and the least that is needed is less than without results. */
static void check_least(nf_context *context, uint64_t n, nf_type type, int lists) {
    own_points cloud = support_cloud_uniform(n, 3, type, 0.05, 5);
    const char *name = lists ? "lists" : "pairs";
    uint64_t total = 0, again = 0;
    support_ok(context, chunks_of_new(context, &cloud.points, 0.05, lists, 0, &total, NULL));
    const uint64_t whole = memory_of(context, &cloud.points, lists, total);
    budget_begin(context);
    support_ok(context, chunks_of_new(context, &cloud.points, 0.05, lists, whole, &again, NULL));
    ck_assert_uint_eq(again, total);
    budget_within(context, whole, name);
    const uint64_t least = least_of_new(context, &cloud.points, 0.05, lists, 1);
    ck_assert_uint_le(least, whole);
    if (n > 1000) ck_assert_uint_lt(least, memory_of(context, &cloud.points, lists, 0));
    budget_begin(context);
    support_ok(context, chunks_of_new(context, &cloud.points, 0.05, lists, least, &again, NULL));
    ck_assert_uint_eq(again, total);
    budget_within(context, least, name);
}

TEST(an_answer_in_chunks_needs_no_more_memory_than_one_result) {
    static const char *const tunings[] = {NULL, "search.GROUP=64"};
    const uint64_t sizes[] = {1, 33, 1000, support_small() ? 20000 : 100000};
    for (int t = 0; t < 2; t++) {
        own_context context = support_context(tunings[t]);
        for (size_t k = 0; k < (t ? 3 : 4); k++)
            for (int lists = 0; lists < 2; lists++) {
                if (support_is_run(t + lists, 2)) check_least(context, sizes[k], NF_FLOAT32, lists);
                if (support_is_run(t + lists + 1, 2)) check_least(context, sizes[k], support_double(), lists);
            }
    }
}

/* The last of the points have the most neighbours. */
TEST(the_budget_that_an_error_names_is_enough_for_all_chunks) {
    enum { N = 3000, DENSE = 1500 };
    own_context context = support_context(NULL);
    for (int lists = 0; lists < 2; lists++) {
        own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 6);
        float *at = cloud.data;
        uint64_t total = 0;
        for (int k = 3 * (N - DENSE); k < 3 * N; k++) at[k] = 2 + at[k] / 100;
        const uint64_t least = least_of_new(context, &cloud.points, 0.1, lists, 1);
        ck_assert_uint_eq(least_of_new(context, &cloud.points, 0.1, lists, least - 1), least);
        for (uint64_t budget = least; budget < 2 * least; budget += least / 4) {
            budget_begin(context);
            support_ok(context, chunks_of_new(context, &cloud.points, 0.1, lists, budget, &total, NULL));
            budget_within(context, budget, lists ? "lists" : "pairs");
        }
    }
}
