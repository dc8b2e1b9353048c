/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Batches on the host: the answers about their systems one by one. */
#include "support/clouds/clouds.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/answers/batch.h"
#include "support/calls.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers -------------------------------------------------------------------------------------------- */

static void check(const support_systems *batch, box_question question, int sorted) {
    if (!systems_may_ask(batch, question)) return;
    own_systems_answer wanted = systems_ask_each(batch, question, sorted),
                       got = systems_ask_host(batch, question, sorted);
    systems_same(batch, &wanted, &got, question);
}

TEST(a_batch_has_the_answers_of_its_systems_one_by_one) {
    for (int ways = 0; ways < SYSTEMS_WAYS; ways++)
        for (int turn = 0; turn < (support_small() ? 3 : 12); turn++) {
            support_systems batch;
            support_systems_random(&batch, (uint64_t)turn, 1 + (ways + turn) % 3,
                                   (ways + turn) % 2 ? NF_FLOAT64 : NF_FLOAT32, ways,
                                   (nf_radii_rule)(turn % 3));
            for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
                check(&batch, question, (turn + (int)question) % 2);
            support_systems_free(&batch);
        }
}

/* The arrays that are not asked for need no more than the totals. */
TEST(counting_gives_the_totals_of_all_systems) {
    for (int ways = 0; ways < SYSTEMS_WAYS; ways += 7) {
        support_systems batch;
        support_systems_random(&batch, 3, 3, NF_FLOAT32, ways, NF_RADII_SUM);
        const nf_pairs_options options = {.queries = batch.queries, .filters = batch.filters};
        const nf_lists_options list_options = {
            .queries = batch.queries, .filters = batch.filters, .arrays = NF_WANT(NF_ARRAY_OFFSETS)};
        systems_answer pairs = systems_ask_each(&batch, BOX_PAIRS, 0),
                       lists = systems_ask_each(&batch, BOX_FULL_LISTS, 0);
        nf_cloud *cloud = support_cloud_on(support_host(), &batch.points, batch.box);
        nf_result *result = NULL;
        uint64_t total = 0;
        support_ok(support_host(), pairs_count(cloud, batch.cutoff, &options, NULL, &total));
        ck_assert_uint_eq(total, pairs.total);
        support_ok(support_host(), nf_lists(cloud, batch.cutoff, &list_options, NULL, &result));
        ck_assert_mem_eq(nf_result_array(result, NF_ARRAY_OFFSETS)->host, lists.offsets,
                         (lists.rows + 1) * sizeof *lists.offsets);
        nf_result_free(result);
        nf_cloud_free(cloud);
        systems_answer_free(&pairs);
        systems_answer_free(&lists);
        support_systems_free(&batch);
    }
}

/* The pairs are those of one system after the other. */
static void check_order(const support_systems *batch) {
    own_cloud cloud = support_cloud_on(support_host(), &batch->points, batch->box);
    own_result result = NULL;
    support_ok(support_host(), nf_pairs(cloud, batch->cutoff, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    const int32_t *got = nf_result_array(result, NF_ARRAY_PAIRS)->host;
    uint64_t sum = 0;
    for (uint64_t s = 0; s < batch->systems.count; s++) {
        support_system one;
        nf_result *own = NULL;
        support_system_take(&one, batch, s);
        nf_cloud *on = support_cloud_on(support_host(), &one.points, one.box);
        support_ok(support_host(), nf_pairs(on, one.cutoff, NULL, NULL, &own));
        const uint64_t count = nf_result_total(own);
        const int32_t *wanted = nf_result_array(own, NF_ARRAY_PAIRS)->host;
        ck_assert_uint_le(sum + count, total);
        for (uint64_t k = 0; k < 2 * count; k++)
            if (got[2 * sum + k] != (int32_t)batch->systems.offsets[s] + wanted[k])
                ck_abort_msg("%s: a pair of system %llu differs", batch->name, (unsigned long long)s);
        sum += count;
        nf_result_free(own);
        nf_cloud_free(on);
        support_system_free(&one);
    }
    ck_assert_uint_eq(sum, total);
}

TEST(each_system_has_its_own_order) {
    for (uint64_t seed = 0; seed < 10; seed++) {
        support_systems batch;
        support_systems_random(&batch, seed, 1 + (int)seed % 3, NF_FLOAT64, SYSTEMS_CUTOFFS, NF_RADII_SUM);
        check_order(&batch);
        support_systems_free(&batch);
    }
}

enum { BINS = 17 };

/* Adds the counts and the number of pairs. */
static void add_histogram(const nf_points *points, const nf_box *box, double cutoff, const nf_points *queries,
                          const nf_filters *filters, uint64_t sum[BINS], uint64_t *total) {
    const nf_histogram_options options = {.queries = queries, .filters = filters};
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    own_result result = NULL;
    support_ok(support_host(), nf_histogram(cloud, cutoff, BINS, &options, NULL, &result));
    const uint64_t *counts = nf_result_array(result, NF_ARRAY_COUNTS)->host;
    for (int k = 0; k < BINS; k++) sum[k] += counts[k];
    *total += nf_result_total(result);
}

TEST(the_histogram_of_a_batch_is_the_sum_of_its_systems) {
    for (int ways = 0; ways < SYSTEMS_WAYS; ways++) {
        if (ways & SYSTEMS_CUTOFFS) continue;
        support_systems batch;
        uint64_t sum[BINS] = {0}, counts[BINS] = {0}, total = 0, sum_of_all = 0;
        support_systems_random(&batch, (uint64_t)ways, 1 + ways % 3, ways % 2 ? NF_FLOAT64 : NF_FLOAT32, ways,
                               ways % 5 ? NF_RADII_SUM : NF_RADII_LARGER);
        for (uint64_t s = 0; s < batch.systems.count; s++) {
            support_system one;
            support_system_take(&one, &batch, s);
            add_histogram(&one.points, one.box, one.cutoff, one.queries, one.filters, sum, &sum_of_all);
            support_system_free(&one);
        }
        add_histogram(&batch.points, batch.box, batch.cutoff, batch.queries, batch.filters, counts, &total);
        ck_assert_msg(memcmp(sum, counts, sizeof sum) == 0, "%s: the counts differ", batch.name);
        ck_assert_uint_eq(total, sum_of_all);
        support_systems_free(&batch);
    }
}

/* ---- many small systems --------------------------------------------------------------------------------- */

/* The bytes that lists of `count` systems of ten points request. */
static size_t bytes_of(uint64_t count) {
    enum { EACH = 10 };
    own_points cloud = support_cloud_uniform(count * EACH, 3, NF_FLOAT32, 0.6, 4);
    own_memory uint64_t *at = support_allocate((count + 1) * sizeof *at);
    support_counting counting = {.left = 1000000000};
    const nf_context_options context_options = {
        .device = "host", .tuning = "host.PLAIN=1", .allocator = support_counting_allocator(&counting)};
    for (uint64_t s = 0; s <= count; s++) at[s] = s * EACH;
    const nf_batch systems = {.count = count, .offsets = at};
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_DISTANCES), .sorted = 1};
    cloud.points.batch = &systems;
    nf_context *context = support_context_with(&context_options);
    nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
    nf_result *result = NULL;
    support_ok(context, nf_lists(on, cloud.cutoff, &options, NULL, &result));
    ck_assert_uint_gt(nf_result_total(result), 0);
    nf_result_free(result);
    nf_cloud_free(on);
    nf_context_free(context);
    ck_assert_int_eq(counting.out, 0);
    return counting.bytes;
}

TEST(memory_of_small_systems_is_proportional_to_their_number) {
    const size_t few = bytes_of(500), many = bytes_of(8000);
    ck_assert_uint_lt(many, 32 * few); /* 16 and what arrays double */
}

/* ---- allocator ------------------------------------------------------------------------------------------ */

enum { ALL = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

/* A batch, and whether lists or pairs of it are asked for. */
typedef struct batch_question {
    support_systems batch;
    int lists;
} batch_question;

static nf_status ask(nf_context *host, const void *of) {
    const batch_question *q = of;
    const support_systems *batch = &q->batch;
    const nf_pairs_options pairs = {
        .sorted = 1, .arrays = ALL, .queries = batch->queries, .filters = batch->filters};
    const nf_lists_options lists = {
        .sorted = 1, .arrays = ALL, .queries = batch->queries, .filters = batch->filters};
    own_cloud cloud = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(host, &batch->points, batch->box, NULL, &cloud);
    if (status == NF_OK)
        status = q->lists ? nf_lists(cloud, batch->cutoff, &lists, NULL, &result)
                          : nf_pairs(cloud, batch->cutoff, &pairs, NULL, &result);
    ck_assert((result != NULL) == (status == NF_OK));
    return status;
}

TEST(nothing_is_kept_when_an_allocation_fails) {
    static const int ways[] = {SYSTEMS_BOXES | SYSTEMS_CUTOFFS | SYSTEMS_RADII,
                               SYSTEMS_ONE_BOX | SYSTEMS_QUERIES | SYSTEMS_EXCLUSIONS};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (int lists = 0; lists < 2; lists++) {
            batch_question q = {.lists = lists};
            support_systems_random(&q.batch, 1, 2, NF_FLOAT64, ways[w], NF_RADII_SUM);
            support_refuse_memory(ask, &q);
            support_systems_free(&q.batch);
        }
}
