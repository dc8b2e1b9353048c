/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The memory of the k nearest neighbours and of groups: what is said is enough, and budgets. */
#include "support/calls.h"
#include "question/shaped.h"
#include "support/answers/pairs.h"
#include "support/budgets.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/reference/zorder.h"
#include "tree/tree.h"

#include <stdlib.h>

static nf_status count_rows(void *user, const nf_chunk *chunk) {
    *(uint64_t *)user += chunk->rows;
    return NF_OK;
}

/* As nothing is known of the tree, what suffices is said from the number of points alone. */
TEST(a_budget_too_small_for_the_tree_is_refused_before_it_is_built) {
    enum { N = 20000, QUERIES = 9000 };
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 3);
    nf_points few = cloud.points;
    few.n = QUERIES;
    const nf_box box = {.cell = {{0.7}, {0, 0.7}, {0, 0, 0.7}}, .periodic = {1, 1, 1}};
    for (int kind = 0; kind < 3; kind++) { /* the points, query points in z-order, and a box */
        const nf_knn_options options = {.z_order = kind == 1, .queries = kind == 1 ? &few : NULL};
        nf_cloud *on = support_cloud_on(context, &cloud.points, kind == 2 ? &box : NULL);
        uint64_t rows = 0, now = 0, needed = 0, enough = 0;
        nf_chunks chunks = {.memory_budget = 1, .take = count_rows, .user = &rows, .enough = &enough};
        for (int turn = 0; turn < 2; turn++) {
            budget_begin(context);
            nf_context_memory(context, &now, NULL);
            support_fails(context, NF_ERROR_MEMORY, "need", knn_in_chunks(on, 3, &options, &chunks, NULL));
            budget_within(context, now, "a call that is refused");
            needed = enough;
            chunks.memory_budget = (uint64_t)18 * N; /* of the tree, and no row */
        }
        chunks.memory_budget = needed;
        support_ok(context, knn_in_chunks(on, 3, &options, &chunks, NULL));
        budget_within(context, needed, "a call with the least budget");
        ck_assert_uint_eq(enough, 0);
        ck_assert_uint_eq(rows, kind == 1 ? QUERIES : N);
        support_fails(context, NF_ERROR_ARGUMENT, "k is 0", knn_in_chunks(on, 0, &options, &chunks, NULL));
        nf_cloud_free(on);
    }
}

/* A cloud that had more points, with the memory for them, answers with the budget that fewer points need. */
TEST(what_a_cloud_has_left_of_more_points_is_no_part_of_a_budget) {
    enum { MANY = 20000, FEW = 300 };
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.1, 3);
    nf_points few = cloud.points, moved = few;
    few.n = FEW;
    for (int kind = 0; kind < 3; kind++) { /* the points in z-order, query points, and those of no points */
        const nf_knn_options options = {.z_order = kind == 0, .queries = kind == 0 ? NULL : &few};
        moved.n = kind < 2 ? FEW : 0;
        nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
        nf_result *result = NULL;
        uint64_t rows = 0, pairs = 0;
        nf_chunks chunks = {.take = count_rows, .user = &rows};
        support_ok(context, pairs_count(on, 0.05, NULL, NULL, &pairs));
        support_ok(context, nf_knn(on, 3, NULL, NULL, &result));
        support_ok(context, nf_cloud_move(on, &moved, NULL, NULL));
        support_ok(context, knn_cost(context, &moved, 3, &options, &chunks.memory_budget));
        for (int turn = 0; turn < 2; turn++) { /* with the tree of more points, and with its own */
            support_ok(context, knn_in_chunks(on, 3, &options, &chunks, NULL));
            ck_assert_uint_eq(rows, FEW);
            rows = 0;
        }
        nf_result_free(result);
        nf_cloud_free(on);
    }
}

/* Most points are at one place, whose order takes the most memory, outside of the box. */
static void clump(support_cloud *cloud) {
    float *x = cloud->data;
    for (uint64_t k = 0; k < cloud->points.n / 8 * 7; k++)
        for (int a = 0; a < 3; a++) x[3 * k + (uint64_t)a] = 0.9f;
}

TEST(the_memory_of_query_points_and_boxes_is_at_most_what_is_said) {
    const uint64_t n = 4000, counts[] = {0, n / 100, 3 * n};
    const nf_box box = {.cell = {{0.7}, {0, 0.7}, {0, 0, 0.7}}, .periodic = {1, 1, 1}};
    own_points cloud = support_cloud_uniform(n, 3, NF_FLOAT32, 0.1, 3),
               more = support_cloud_uniform(3 * n, 3, NF_FLOAT32, 0.1, 4);
    clump(&cloud);
    clump(&more);
    for (int kind = 0; kind < 6; kind++) { /* in open space, and in z-order in a box */
        nf_points queries = more.points;
        queries.n = counts[kind % 3];
        const nf_knn_options options = {.z_order = kind / 3, .queries = queries.n ? &queries : NULL};
        nf_context *context = support_context(NULL);
        nf_cloud *on = support_cloud_on(context, &cloud.points, kind < 3 ? NULL : &box);
        nf_result *result = NULL;
        uint64_t bytes = 0, peak = 0;
        support_ok(context, knn_cost(context, &cloud.points, 2, &options, &bytes));
        support_ok(context, nf_knn(on, 2, &options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_msg(peak <= bytes, "kind %d: %llu bytes, and %llu were said", kind,
                      (unsigned long long)peak, (unsigned long long)bytes);
        nf_result_free(result);
        nf_cloud_free(on);
        nf_context_free(context);
    }
}

/* What a cloud of this shape keeps of its tree. */
static uint64_t tree_bytes(nf_context *context, const nf_points *shape, const nf_box *box) {
    const nf_points points = nf_shaped_points(shape);
    nf_cost_run cost;
    nf_result *result = NULL;
    nf_cost_begin(&cost, context, NF_COST_MOST);
    nf_cloud *cloud = support_cloud_on(context, &points, box);
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    const uint64_t bytes = nf_tree_stock(cloud).bytes;
    nf_result_free(result);
    nf_cloud_free(cloud);
    ck_assert_uint_gt(nf_cost_end(&cost), bytes);
    return bytes;
}

/* The figures of knn.h, fof.h and README, in bytes a point. */
TEST(the_memory_of_a_point_is_what_the_headers_say) {
    own_context context = support_context(NULL);
    const fof_query options = {.arrays = NF_WANT(NF_ARRAY_LABELS)};
    const nf_box box = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    static const int ks[] = {1, 8, 168, 1024};
    for (uint64_t n = 1; n <= 10000000; n += n / 20 + 1) {
        const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32};
        const uint64_t fixed = 1000000;
        uint64_t knn = 0, fof = 0;
        if (n >= 1000000) {
            ck_assert_uint_le(tree_bytes(context, &points, NULL), 18 * n);
            ck_assert_uint_le(tree_bytes(context, &points, &box), 30 * n);
        }
        for (size_t k = 0; k < sizeof ks / sizeof *ks; k++) {
            support_ok(context, knn_cost(context, &points, ks[k], NULL, &knn));
            ck_assert_uint_le(knn, (12 + 8 * (uint64_t)ks[k] + 136) * n + fixed);
        }
        support_ok(context, fof_cost(context, &points, &options, &fof));
        ck_assert_uint_le(fof, (12 + 4 + 137) * n + fixed);
    }
}

/* It runs the code of the question, and takes and launches nothing. */
TEST(to_ask_for_the_memory_takes_none) {
    const nf_context_options profiled = {.profile = 1};
    own_context context = support_context_with(&profiled);
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.1, 3);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result before = NULL, after = NULL;
    uint64_t now[2], peak[2], bytes = 0;
    support_ok(context, nf_knn(on, 3, NULL, NULL, &before));
    nf_context_memory(context, &now[0], &peak[0]);
    nf_context_reset_stages(context);
    support_ok(context, knn_cost(context, &cloud.points, 300, NULL, &bytes));
    ck_assert_uint_gt(bytes, 500 * 300 * 8);
    const nf_points wrong = {.n = 5, .dims = 9, .type = NF_FLOAT32};
    support_fails(context, NF_ERROR_ARGUMENT, "dims", knn_cost(context, &wrong, 3, NULL, &bytes));
    ck_assert_uint_eq(support_launches(context, NULL), 0);
    nf_context_memory(context, &now[1], &peak[1]);
    ck_assert_uint_eq(now[0], now[1]);
    ck_assert_uint_eq(peak[0], peak[1]);
    support_ok(context, nf_knn(on, 3, NULL, NULL, &after));
    int32_t rows[2][1500];
    support_ok(context, nf_result_read(before, NF_ARRAY_INDICES, 0, 500, NULL, rows[0]));
    support_ok(context, nf_result_read(after, NF_ARRAY_INDICES, 0, 500, NULL, rows[1]));
    ck_assert_mem_eq(rows[0], rows[1], sizeof rows[0]);
}

TEST(the_memory_is_at_most_what_is_said) {
    for (int kind = 0; kind < zorder_kinds; kind += 3) {
        own_memory void *data = NULL;
        uint64_t bytes = 0, now = 0, peak = 0;
        const nf_points points = zorder_points(kind, 4000, 3, NF_FLOAT32, &data);
        const nf_knn_options options = {.z_order = kind % 2};
        own_context context = support_context(NULL);
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        own_result result = NULL;
        support_ok(context, knn_cost(context, &points, 8, &options, &bytes));
        support_ok(context, nf_knn(cloud, 8, &options, NULL, &result));
        nf_context_memory(context, &now, &peak);
        ck_assert_msg(peak <= bytes, "%s: %llu bytes, and %llu were said", zorder_name(kind),
                      (unsigned long long)peak, (unsigned long long)bytes);
    }
}
/* Query points that are used where they are on the device take no memory, however many there are. */
TEST(query_points_that_are_not_copied_are_no_part_of_a_budget) {
    enum { N = 1000, QUERIES = 200000 };
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 3),
               more = support_cloud_uniform(QUERIES, 3, NF_FLOAT32, 0.1, 4);
    own_buffer at = support_buffer_of(context, more.data, 3 * (size_t)QUERIES, 4);
    const nf_points queries = {.n = QUERIES, .dims = 3, .type = NF_FLOAT32, .rows = at.at};
    const nf_knn_options options = {.queries = &queries};
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    uint64_t rows = 0;
    const nf_chunks chunks = {.memory_budget = QUERIES * 6, .take = count_rows, .user = &rows};
    support_ok(context, knn_in_chunks(on, 1, &options, &chunks, NULL));
    ck_assert_uint_eq(rows, QUERIES);
}
