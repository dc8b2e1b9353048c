/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours in buffers and chunks, what is refused, and the memory that is needed. */
#include "order/shaped.h"
#include "support/answers.h"
#include "support/budgets.h"
#include "support/clouds.h"
#include "support/device.h"
#include "support/knn_device.h"
#include "support/run.h"
#include "support/zorder.h"
#include "tree/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(buffers_are_written_where_they_are_asked_for) {
    nf_context *context = support_context(NULL);
    void *data = NULL;
    const int k = 5;
    const nf_points points = zorder_points(1, 300, 3, NF_FLOAT32, &data);
    nf_cloud *cloud = knn_cloud(context, &points, NULL);
    for (int z_order = 0; z_order < 2; z_order++) {
        const nf_knn_options options = {.z_order = z_order};
        knn_answer wanted = knn_host(&points, NULL, k, &options);
        support_buffer indices = support_buffer_of(context, NULL, 300 * 5, 4),
                       distances = support_buffer_of(context, NULL, 300 * 5, 4),
                       order = support_buffer_of(context, NULL, 300, 4);
        const nf_knn_places places = {
            .indices = indices.at, .distances = distances.at, .order = z_order ? order.at : nf_at(NULL, 0)};
        int32_t got[1500];
        cl_event event = NULL;
        const nf_sync sync = {.event = &event};
        support_ok(context, nf_knn_into(cloud, k, &options, &places, &sync));
        ck_assert_ptr_nonnull(event);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        support_read(&indices, got);
        ck_assert_int_eq(memcmp(got, wanted.indices, sizeof got), 0);
        support_read(&distances, got);
        ck_assert_int_eq(memcmp(got, wanted.distances, sizeof got), 0);
        support_read(&order, got);
        if (z_order) ck_assert_int_eq(memcmp(got, wanted.order, 1200), 0);
        support_release(&indices);
        support_release(&distances);
        support_release(&order);
        knn_free(&wanted);
    }
    nf_cloud_free(cloud);
    free(data);
    nf_context_free(context);
}
END_TEST

START_TEST(bad_calls_are_refused) {
    nf_context *context = support_context(NULL);
    void *data = NULL;
    const nf_points points = zorder_points(1, 100, 3, NF_FLOAT32, &data);
    nf_cloud *cloud = knn_cloud(context, &points, NULL);
    nf_result *result = NULL;
    uint64_t bytes = 0;
    support_buffer own = support_buffer_of(context, NULL, 100 * 8, 4);
    const nf_knn_places apart = {.indices = own.at},
                        over = {.indices = own.at, .distances = nf_at(own.at.buffer, own.at.offset + 1)},
                        small = {.indices = nf_at(own.at.buffer, own.at.offset + 1000000)};
    const nf_knn_options ordered = {.z_order = 1}, labels = {.arrays = NF_WANT(NF_ARRAY_LABELS)};
    support_fails(context, NF_ERROR_ARGUMENT, "k is 0", nf_knn(cloud, 0, NULL, NULL, &result));
    ck_assert_ptr_null(result);
    support_fails(context, NF_ERROR_ARGUMENT, "k is 1025", nf_knn(cloud, 1025, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "more than", nf_knn(cloud, 1, &labels, NULL, &result));
    ck_assert_int_eq(nf_knn(NULL, 1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "result is NULL", nf_knn(cloud, 1, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "places is NULL", nf_knn_into(cloud, 8, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "places->order", nf_knn_into(cloud, 8, &ordered, &apart, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", nf_knn_into(cloud, 4, NULL, &over, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "indices", nf_knn_into(cloud, 8, NULL, &small, NULL));
    support_ok(context, nf_knn_into(cloud, 8, NULL, &apart, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes is NULL",
                  nf_knn_memory(context, &points, 1, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "k is 0", nf_knn_memory(context, &points, 0, NULL, &bytes));
    support_release(&own);
    free(data);
    float bad[] = {1, 2, INFINITY, 4}, four[16] = {0};
    const nf_points infinite = {.n = 2, .dims = 2, .type = NF_FLOAT32, .host = bad},
                    in_four = {.n = 4, .dims = 4, .type = NF_FLOAT32, .host = four},
                    far = {.n = 1, .dims = 1, .type = NF_FLOAT32, .host = (const float[]){0x1p22f}};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    support_ok(context, nf_cloud_move(cloud, &infinite, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 1 ", nf_knn(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "only in open space",
                  nf_cloud_move(cloud, &in_four, &box, NULL));
    support_ok(context, nf_cloud_move(cloud, &in_four, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_pairs(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_cloud_prepare(cloud, 1, 0, NULL));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    support_ok(context, nf_cloud_move(cloud, &far, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 0 is too far", nf_knn(cloud, 1, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    const nf_points near = {.n = 1, .dims = 1, .type = NF_FLOAT32, .host = four};
    const nf_knn_options from_far = {.queries = &far};
    support_ok(context, nf_cloud_move(cloud, &near, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "query point 0 is too far",
                  nf_knn(cloud, 1, &from_far, NULL, &result));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

typedef struct taken {
    nf_context *context;
    int32_t *indices;
    uint32_t *order;
    uint64_t rows, chunks;
    int k, stop;
} taken;

static nf_status take(void *user, const nf_chunk *chunk) {
    taken *to = user;
    ck_assert_uint_eq(chunk->first_row, to->rows);
    ck_assert_uint_eq(chunk->first, to->rows * (uint64_t)to->k);
    ck_assert_uint_eq(chunk->count, chunk->rows * (uint64_t)to->k);
    support_ok(to->context, nf_result_read(chunk->result, NF_ARRAY_INDICES, 0, chunk->rows, NULL,
                                           to->indices + chunk->first));
    if (to->order)
        support_ok(to->context, nf_result_read(chunk->result, NF_ARRAY_ORDER, 0, chunk->rows, NULL,
                                               to->order + chunk->first_row));
    to->rows += chunk->rows;
    to->chunks++;
    return to->stop ? NF_ERROR_CAPACITY : NF_OK;
}

static nf_status count_rows(void *user, const nf_chunk *chunk) {
    *(uint64_t *)user += chunk->rows;
    return NF_OK;
}

static void check_chunks(const char *tuning) {
    nf_context *context = support_context(tuning);
    void *data = NULL, *asked = NULL;
    enum { K = 8 };
    const nf_points points = zorder_points(1, 2000, 3, NF_FLOAT32, &data),
                    queries = zorder_points(2, 1500, 3, NF_FLOAT32, &asked);
    nf_cloud *cloud = knn_cloud(context, &points, NULL);
    for (int apart = 0; apart < 2; apart++) { /* in z-order, of query points */
        const nf_knn_options options = {.z_order = apart, .queries = apart ? &queries : NULL};
        knn_answer wanted = knn_host(&points, NULL, K, &options);
        uint64_t least = 0, peak = 0, rows = 0;
        nf_stream stream = {.memory_budget = 1, .take = take};
        const nf_stream all = {.take = count_rows, .user = &rows};
        unsigned long long needed = 0;
        support_ok(context, nf_knn_stream(cloud, K, &options, &all, NULL)); /* it leaves the tree */
        support_fails(context, NF_ERROR_MEMORY, "need", nf_knn_stream(cloud, K, &options, &stream, NULL));
        ck_assert_int_eq(sscanf(strstr(nf_context_error(context), "which need at most "),
                                "which need at most %llu", &needed),
                         1);
        support_ok(context, nf_knn_memory(context, &points, K, &options, &least));
        for (int budget = 0; budget < 2; budget++) {
            taken to = {.context = context, .k = K, .indices = malloc(4 * K * wanted.n)};
            to.order = apart ? malloc(4 * wanted.n) : NULL;
            stream.user = &to;
            stream.memory_budget = budget ? least : needed;
            nf_context_trim(context);
            nf_context_memory(context, &context->arena.peak, NULL);
            support_ok(context, nf_knn_stream(cloud, K, &options, &stream, NULL));
            nf_context_memory(context, NULL, &peak);
            ck_assert_uint_le(peak, stream.memory_budget);
            ck_assert_uint_eq(to.rows, wanted.n);
            /* On GPUs the order of one row of some may take more than all rows, which are in order. */
            const uint64_t many = apart || nf_is_cpu(&context->device) ? 1 : 0;
            ck_assert(budget ? to.chunks == 1 : to.chunks > many);
            ck_assert_int_eq(memcmp(to.indices, wanted.indices, 4 * K * wanted.n), 0);
            if (to.order) ck_assert_int_eq(memcmp(to.order, wanted.order, 4 * wanted.n), 0);
            to.rows = to.chunks = 0;
            to.stop = 1;
            ck_assert_int_eq(nf_knn_stream(cloud, K, &options, &stream, NULL), NF_ERROR_CAPACITY);
            ck_assert_uint_eq(to.chunks, 1);
            free(to.indices);
            free(to.order);
        }
        knn_free(&wanted);
    }
    support_fails(context, NF_ERROR_ARGUMENT, "stream is NULL", nf_knn_stream(cloud, K, NULL, NULL, NULL));
    nf_cloud_free(cloud);
    free(data);
    free(asked);
    nf_context_free(context);
}

static uint64_t launches_of(nf_context *context, nf_cloud *cloud) {
    nf_result *result = NULL;
    nf_context_reset_stages(context);
    support_ok(context, nf_knn(cloud, 3, NULL, NULL, &result));
    nf_result_free(result);
    return support_launches(context, NULL);
}

/* Query points far away need a tree of another scale. */
START_TEST(a_call_that_is_refused_leaves_the_tree_of_the_cloud) {
    const nf_context_options profiled = {.profile = 1};
    nf_context *context = support_context_with(&profiled);
    const float far[3] = {1e12F, 0, 0};
    const nf_points points = {.n = 1, .dims = 3, .type = NF_FLOAT32, .host = far};
    const nf_knn_options options = {.queries = &points};
    support_cloud cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 3);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    support_buffer one = support_buffer_of(context, NULL, 3, 4);
    const nf_knn_places twice = {.indices = one.at, .distances = one.at};
    const uint64_t first = launches_of(context, on), again = launches_of(context, on);
    ck_assert_uint_gt(first, again);
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", nf_knn_into(on, 3, &options, &twice, NULL));
    ck_assert_uint_eq(launches_of(context, on), again);
    support_release(&one);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(points_that_are_not_finite_are_an_error_without_query_points_too) {
    nf_context *context = support_context(NULL);
    const float xyz[] = {0, 0, 0, 1, NAN, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .host = xyz},
                    none = {.dims = 3, .type = NF_FLOAT32};
    const nf_knn_options options = {.queries = &none};
    nf_cloud *cloud = knn_cloud(context, &points, NULL);
    nf_result *result = NULL;
    int32_t indices[1];
    const nf_host_knn_places places = {.indices = indices};
    ck_assert_int_eq(nf_host_knn(&points, NULL, 1, &options, NULL, &places, NULL, 0), NF_ERROR_POINTS);
    support_fails(context, NF_ERROR_POINTS, "point 1", nf_knn(cloud, 1, &options, NULL, &result));
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

/* It is compared with no distance if there are no points or no rows. */
START_TEST(a_distance_without_a_square_is_refused_only_where_it_decides) {
    nf_context *context = support_context(NULL);
    const float xyz[] = {0, 0, 0, 1, 1, 1};
    const nf_points two = {.n = 2, .dims = 3, .type = NF_FLOAT32, .host = xyz},
                    none = {.dims = 3, .type = NF_FLOAT32};
    const struct {
        const nf_points *points, *queries;
        nf_status status;
    } rows[] = {{&two, NULL, NF_ERROR_ARGUMENT},
                {&two, &two, NF_ERROR_ARGUMENT},
                {&two, &none, NF_OK},
                {&none, &two, NF_OK},
                {&none, NULL, NF_OK},
                {&none, &none, NF_OK}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_knn_options options = {.queries = rows[r].queries, .max_distance = 1e-44};
        int32_t indices[2];
        const nf_host_knn_places places = {.indices = indices};
        nf_cloud *cloud = knn_cloud(context, rows[r].points, NULL);
        nf_result *result = NULL;
        ck_assert_int_eq(nf_host_knn(rows[r].points, NULL, 1, &options, NULL, &places, NULL, 0),
                         rows[r].status);
        ck_assert_int_eq(nf_knn(cloud, 1, &options, NULL, &result), rows[r].status);
        nf_result_free(result);
        nf_cloud_free(cloud);
    }
    nf_context_free(context);
}
END_TEST

START_TEST(chunks_are_the_rows_of_one_answer) { check_chunks(NULL); }
END_TEST

/* Parties take memory for the queries that they leave. */
START_TEST(chunks_for_lanes_are_the_rows_of_one_answer) {
    check_chunks("knn.GROUP=32 knn.PARTY=1 tree.WIDTH=32");
}
END_TEST

/* As nothing is known of the tree, what suffices is said from the number of points alone. */
START_TEST(a_budget_too_small_for_the_tree_is_refused_before_it_is_built) {
    enum { N = 20000, QUERIES = 9000 };
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 3);
    nf_points few = cloud.points;
    few.n = QUERIES;
    const nf_box box = {.cell = {{0.7}, {0, 0.7}, {0, 0, 0.7}}, .periodic = {1, 1, 1}};
    for (int kind = 0; kind < 3; kind++) { /* the points, query points in z-order, and a box */
        const nf_knn_options options = {.z_order = kind == 1, .queries = kind == 1 ? &few : NULL};
        nf_cloud *on = knn_cloud(context, &cloud.points, kind == 2 ? &box : NULL);
        unsigned long long needed = 0;
        uint64_t rows = 0, now = 0;
        nf_stream stream = {.memory_budget = 1, .take = count_rows, .user = &rows};
        for (int turn = 0; turn < 2; turn++) {
            budget_begin(context);
            nf_context_memory(context, &now, NULL);
            support_fails(context, NF_ERROR_MEMORY, "need", nf_knn_stream(on, 3, &options, &stream, NULL));
            budget_within(context, now, "a call that is refused");
            ck_assert_int_eq(sscanf(strstr(nf_context_error(context), "which need at most "),
                                    "which need at most %llu", &needed),
                             1);
            stream.memory_budget = (uint64_t)18 * N; /* of the tree, and no row */
        }
        stream.memory_budget = needed;
        support_ok(context, nf_knn_stream(on, 3, &options, &stream, NULL));
        budget_within(context, needed, "a call with the least budget");
        ck_assert_uint_eq(rows, kind == 1 ? QUERIES : N);
        support_fails(context, NF_ERROR_ARGUMENT, "k is 0", nf_knn_stream(on, 0, &options, &stream, NULL));
        nf_cloud_free(on);
    }
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

/* A cloud that had more points, with the memory for them, answers with the budget that fewer points need. */
START_TEST(what_a_cloud_has_left_of_more_points_is_no_part_of_a_budget) {
    enum { MANY = 20000, FEW = 300 };
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.1, 3);
    nf_points few = cloud.points, moved = few;
    few.n = FEW;
    for (int kind = 0; kind < 3; kind++) { /* the points in z-order, query points, and those of no points */
        const nf_knn_options options = {.z_order = kind == 0, .queries = kind == 0 ? NULL : &few};
        moved.n = kind < 2 ? FEW : 0;
        nf_cloud *on = knn_cloud(context, &cloud.points, NULL);
        nf_result *result = NULL;
        uint64_t rows = 0, pairs = 0;
        nf_stream stream = {.take = count_rows, .user = &rows};
        support_ok(context, nf_pairs_count(on, 0.05, NULL, NULL, &pairs));
        support_ok(context, nf_knn(on, 3, NULL, NULL, &result));
        support_ok(context, nf_cloud_move(on, &moved, NULL, NULL));
        support_ok(context, nf_knn_memory(context, &moved, 3, &options, &stream.memory_budget));
        for (int turn = 0; turn < 2; turn++) { /* with the tree of more points, and with its own */
            support_ok(context, nf_knn_stream(on, 3, &options, &stream, NULL));
            ck_assert_uint_eq(rows, FEW);
            rows = 0;
        }
        nf_result_free(result);
        nf_cloud_free(on);
    }
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

/* Most points are at one place, whose order takes the most memory, outside of the box. */
static void clump(support_cloud *cloud) {
    float *x = cloud->data;
    for (uint64_t k = 0; k < cloud->points.n / 8 * 7; k++)
        for (int a = 0; a < 3; a++) x[3 * k + (uint64_t)a] = 0.9f;
}

START_TEST(the_memory_of_query_points_and_boxes_is_at_most_what_is_said) {
    const uint64_t n = 4000, counts[] = {0, n / 100, 3 * n};
    const nf_box box = {.cell = {{0.7}, {0, 0.7}, {0, 0, 0.7}}, .periodic = {1, 1, 1}};
    support_cloud cloud = support_cloud_uniform(n, 3, NF_FLOAT32, 0.1, 3),
                  more = support_cloud_uniform(3 * n, 3, NF_FLOAT32, 0.1, 4);
    clump(&cloud);
    clump(&more);
    for (int kind = 0; kind < 6; kind++) { /* in open space, and in z-order in a box */
        nf_points queries = more.points;
        queries.n = counts[kind % 3];
        const nf_knn_options options = {.z_order = kind / 3, .queries = queries.n ? &queries : NULL};
        nf_context *context = support_context(NULL);
        nf_cloud *on = knn_cloud(context, &cloud.points, kind < 3 ? NULL : &box);
        nf_result *result = NULL;
        uint64_t bytes = 0, peak = 0;
        support_ok(context, nf_knn_memory(context, &cloud.points, 2, &options, &bytes));
        support_ok(context, nf_knn(on, 2, &options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_msg(peak <= bytes, "kind %d: %llu bytes, and %llu were said", kind,
                      (unsigned long long)peak, (unsigned long long)bytes);
        nf_result_free(result);
        nf_cloud_free(on);
        nf_context_free(context);
    }
    support_cloud_free(&cloud);
    support_cloud_free(&more);
}
END_TEST

/* What a cloud of this shape keeps of its tree. */
static uint64_t tree_bytes(nf_context *context, const nf_points *shape, const nf_box *box) {
    const nf_points points = nf_shaped_points(shape);
    nf_cost cost;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    nf_cost_begin(&cost, context, NF_COST_MOST);
    support_ok(context, nf_cloud_create(context, &points, box, NULL, &cloud));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    const uint64_t bytes = nf_tree_stock(cloud).bytes;
    nf_result_free(result);
    nf_cloud_free(cloud);
    ck_assert_uint_gt(nf_cost_end(&cost), bytes);
    return bytes;
}

/* The figures of knn.h, fof.h and README, in bytes a point. */
START_TEST(the_memory_of_a_point_is_what_the_headers_say) {
    nf_context *context = support_context(NULL);
    const nf_fof_options options = {.arrays = NF_WANT(NF_ARRAY_LABELS)};
    const nf_box box = {.cell = {{1}, {0, 1}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    static const int ks[] = {1, 8, 168, 1024};
    for (uint64_t n = 1; n <= 10000000; n += n / 20 + 1) {
        const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32};
        const uint64_t fixed = 700000;
        uint64_t knn = 0, fof = 0;
        if (n >= 1000000) {
            ck_assert_uint_le(tree_bytes(context, &points, NULL), 18 * n);
            ck_assert_uint_le(tree_bytes(context, &points, &box), 30 * n);
        }
        for (size_t k = 0; k < sizeof ks / sizeof *ks; k++) {
            support_ok(context, nf_knn_memory(context, &points, ks[k], NULL, &knn));
            ck_assert_uint_le(knn, (12 + 8 * (uint64_t)ks[k] + 129) * n + fixed);
        }
        support_ok(context, nf_fof_memory(context, &points, &options, &fof));
        ck_assert_uint_le(fof, (12 + 4 + 130) * n + fixed);
    }
    nf_context_free(context);
}
END_TEST

/* It runs the code of the question, and takes and launches nothing. */
START_TEST(to_ask_for_the_memory_takes_none) {
    const nf_context_options profiled = {.profile = 1};
    nf_context *context = support_context_with(&profiled);
    support_cloud cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.1, 3);
    nf_cloud *on = knn_cloud(context, &cloud.points, NULL);
    nf_result *before = NULL, *after = NULL;
    uint64_t now[2], peak[2], bytes = 0;
    support_ok(context, nf_knn(on, 3, NULL, NULL, &before));
    nf_context_memory(context, &now[0], &peak[0]);
    nf_context_reset_stages(context);
    support_ok(context, nf_knn_memory(context, &cloud.points, 300, NULL, &bytes));
    ck_assert_uint_gt(bytes, 500 * 300 * 8);
    const nf_points wrong = {.n = 5, .dims = 9, .type = NF_FLOAT32};
    support_fails(context, NF_ERROR_ARGUMENT, "dims", nf_knn_memory(context, &wrong, 3, NULL, &bytes));
    ck_assert_uint_eq(support_launches(context, NULL), 0);
    nf_context_memory(context, &now[1], &peak[1]);
    ck_assert_uint_eq(now[0], now[1]);
    ck_assert_uint_eq(peak[0], peak[1]);
    support_ok(context, nf_knn(on, 3, NULL, NULL, &after));
    int32_t rows[2][1500];
    support_ok(context, nf_result_read(before, NF_ARRAY_INDICES, 0, 500, NULL, rows[0]));
    support_ok(context, nf_result_read(after, NF_ARRAY_INDICES, 0, 500, NULL, rows[1]));
    ck_assert_mem_eq(rows[0], rows[1], sizeof rows[0]);
    nf_result_free(before);
    nf_result_free(after);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(the_memory_is_at_most_what_is_said) {
    for (int kind = 0; kind < zorder_kinds; kind += 3) {
        void *data = NULL;
        uint64_t bytes = 0, now = 0, peak = 0;
        const nf_points points = zorder_points(kind, 4000, 3, NF_FLOAT32, &data);
        const nf_knn_options options = {.z_order = kind % 2};
        nf_context *context = support_context(NULL);
        nf_cloud *cloud = knn_cloud(context, &points, NULL);
        nf_result *result = NULL;
        support_ok(context, nf_knn_memory(context, &points, 8, &options, &bytes));
        support_ok(context, nf_knn(cloud, 8, &options, NULL, &result));
        nf_context_memory(context, &now, &peak);
        ck_assert_msg(peak <= bytes, "%s: %llu bytes, and %llu were said", zorder_name(kind),
                      (unsigned long long)peak, (unsigned long long)bytes);
        nf_result_free(result);
        nf_cloud_free(cloud);
        nf_context_free(context);
        free(data);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("knn_calls");
    TCase *neighbours = tcase_create("neighbours");
    tcase_add_test(neighbours, buffers_are_written_where_they_are_asked_for);
    tcase_add_test(neighbours, bad_calls_are_refused);
    tcase_add_test(neighbours, a_call_that_is_refused_leaves_the_tree_of_the_cloud);
    tcase_add_test(neighbours, points_that_are_not_finite_are_an_error_without_query_points_too);
    tcase_add_test(neighbours, a_distance_without_a_square_is_refused_only_where_it_decides);
    tcase_add_test(neighbours, chunks_are_the_rows_of_one_answer);
    tcase_add_test(neighbours, chunks_for_lanes_are_the_rows_of_one_answer);
    tcase_add_test(neighbours, a_budget_too_small_for_the_tree_is_refused_before_it_is_built);
    TCase *budgets = tcase_create("budgets");
    tcase_add_test(budgets, what_a_cloud_has_left_of_more_points_is_no_part_of_a_budget);
    suite_add_tcase(suite, budgets);
    tcase_add_test(neighbours, to_ask_for_the_memory_takes_none);
    tcase_add_test(neighbours, the_memory_is_at_most_what_is_said);
    tcase_add_test(neighbours, the_memory_of_query_points_and_boxes_is_at_most_what_is_said);
    tcase_add_test(neighbours, the_memory_of_a_point_is_what_the_headers_say);
    suite_add_tcase(suite, neighbours);
    return support_run_kernels(suite);
}
