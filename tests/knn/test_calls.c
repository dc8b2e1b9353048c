/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours in buffers and chunks, and what is refused. */
#include "support/calls.h"
#include "opencl/context.h"
#include "support/answers/pairs.h"
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/reference/zorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(buffers_are_written_where_they_are_asked_for) {
    own_context context = support_context(NULL);
    own_memory void *data = NULL;
    const int k = 5;
    const nf_points points = zorder_points(1, 300, 3, NF_FLOAT32, &data);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (int z_order = 0; z_order < 2; z_order++) {
        const nf_knn_options options = {.z_order = z_order};
        own_neighbours wanted = knn_host(&points, NULL, k, &options);
        own_buffer indices = support_buffer_of(context, NULL, 300 * 5, 4),
                   distances = support_buffer_of(context, NULL, 300 * 5, 4),
                   order = support_buffer_of(context, NULL, 300, 4);
        const knn_slices slices = {
            .indices = indices.at, .distances = distances.at, .order = z_order ? order.at : nf_at(NULL, 0)};
        int32_t got[1500];
        cl_event event = NULL;
        const nf_sync sync = {.event = &event};
        support_ok(context, knn_into(cloud, k, &options, &slices, &sync));
        ck_assert_ptr_nonnull(event);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        support_read(&indices, got);
        ck_assert_int_eq(memcmp(got, wanted.indices, sizeof got), 0);
        support_read(&distances, got);
        ck_assert_int_eq(memcmp(got, wanted.distances, sizeof got), 0);
        support_read(&order, got);
        if (z_order) ck_assert_int_eq(memcmp(got, wanted.order, 1200), 0);
    }
}

static void check_bad_arguments(nf_context *context) {
    static float x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static float bad[] = {1, 2, INFINITY, 4, 5, NAN};
    const uint64_t offsets[] = {0, 2};
    const nf_batch systems = {.count = 1, .offsets = offsets};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    four = {.n = 2, .dims = 4, .type = NF_FLOAT32, .rows.host = x},
                    nine = {.n = 1, .dims = 9, .type = NF_FLOAT32, .rows.host = x},
                    apart = {.n = 2,
                             .dims = 4,
                             .type = NF_FLOAT32,
                             .axes = {{.host = x}, {.host = x}, {.host = x}}},
                    infinite = {.n = 3, .dims = 2, .type = NF_FLOAT32, .rows.host = bad},
                    batch = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &systems},
                    wide = {.n = 1, .dims = 1, .type = NF_FLOAT64, .rows.host = x},
                    undefined = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = bad + 3};
    const nf_box tiny = {.cell = {{0}, {0, 1e-30}}, .periodic = {0, 1}},
                 box = {.cell = {{1}}, .periodic = {1}};
    static const float row[] = {1, 0, 3, 0};
    const nf_points plane = {.n = 2, .dims = 2, .type = NF_FLOAT32, .rows.host = row};
    const struct {
        nf_status status;
        const char *word;
        const nf_points *points;
        const nf_box *box;
        uint32_t k;
        nf_knn_options options;
    } rows[] = {
        {NF_ERROR_ARGUMENT, "k is 0: give 1 to 1024", &points, NULL, 0, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "k is 1025", &points, NULL, 1025, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "k is 4294967295", &points, NULL, UINT32_MAX, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "max_distance is -1", &points, NULL, 1, {.max_distance = -1}},
        {NF_ERROR_ARGUMENT, "max_distance is inf", &points, NULL, 1, {.max_distance = HUGE_VAL}},
        {NF_ERROR_ARGUMENT,
         "beside float32 coordinates of up to 2^2 squares of it have no number: give at least 1.59e-30",
         &points,
         NULL,
         1,
         {.max_distance = 1e-30}},
        {NF_OK, "", &points, NULL, 1, {.max_distance = 1.59e-30}},
        {NF_ERROR_ARGUMENT, "points is NULL", NULL, NULL, 1, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "points have 1 to 8 dims, not 9", &nine, NULL, 1, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "must be in rows", &apart, NULL, 1, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "more than 3 only in open space", &four, &box, 1, {.z_order = 0}},
        {NF_ERROR_POINTS, "point 1 has a coordinate", &infinite, NULL, 1, {.z_order = 0}},
        {NF_ERROR_POINTS, "query point 2 has a coordinate", &points, NULL, 1, {.queries = &undefined}},
        {NF_ERROR_UNSUPPORTED, "in a batch", &batch, NULL, 1, {.z_order = 0}},
        {NF_ERROR_ARGUMENT, "the query points have systems", &points, NULL, 1, {.queries = &batch}},
        {NF_ERROR_ARGUMENT, "query points have 1 dims of float64", &points, NULL, 1, {.queries = &wide}},
        {NF_ERROR_ARGUMENT, "too small along vector 1", &plane, &tiny, 1, {.z_order = 0}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        own_cloud on = NULL;
        own_result result = NULL;
        nf_status status = nf_cloud_create(context, rows[r].points, rows[r].box, NULL, &on);
        if (status == NF_OK) status = nf_knn(on, rows[r].k, &rows[r].options, NULL, &result);
        support_fails(context, rows[r].status, rows[r].word, status);
    }
    const nf_output distances = {.array = NF_ARRAY_DISTANCES, .host = bad, .capacity = 2};
    const nf_outputs outputs = {.count = 1, .arrays = &distances};
    const nf_knn_options ordered = {.z_order = 1, .outputs = &outputs};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_fails(context, NF_ERROR_ARGUMENT, "rows in z-order are told by their order",
                  nf_knn(cloud, 1, &ordered, NULL, NULL));
}

TEST(bad_arguments_are_refused) {
    own_context context = support_context(NULL);
    check_bad_arguments(context);
    check_bad_arguments(support_host());
}

TEST(bad_calls_are_refused) {
    own_context context = support_context(NULL);
    void *data = NULL;
    const nf_points points = zorder_points(1, 100, 3, NF_FLOAT32, &data);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    own_result result = NULL;
    uint64_t bytes = 0;
    support_buffer own = support_buffer_of(context, NULL, 100 * 8, 4);
    const knn_slices apart = {.indices = own.at},
                     over = {.indices = own.at, .distances = support_at(&own, 1)},
                     small = {.indices = support_at(&own, 1000000)};
    const nf_knn_options labels = {.arrays = NF_WANT(NF_ARRAY_LABELS)};
    support_fails(context, NF_ERROR_ARGUMENT, "names the labels, which nf_knn does not have",
                  nf_knn(cloud, 1, &labels, NULL, &result));
    ck_assert_ptr_null(result);
    ck_assert_int_eq(nf_knn(NULL, 1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "result is NULL", nf_knn(cloud, 1, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", knn_into(cloud, 4, NULL, &over, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "indices", knn_into(cloud, 8, NULL, &small, NULL));
    support_ok(context, knn_into(cloud, 8, NULL, &apart, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "k is 0", knn_cost(context, &points, 0, NULL, &bytes));
    support_release(&own);
    free(data);
    float bad[] = {1, 2, INFINITY, 4}, four[16] = {0};
    const nf_points infinite = {.n = 2, .dims = 2, .type = NF_FLOAT32, .rows.host = bad},
                    in_four = {.n = 4, .dims = 4, .type = NF_FLOAT32, .rows.host = four},
                    far = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = (const float[]){0x1p22f}};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    support_ok(context, nf_cloud_move(cloud, &infinite, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 1 ", nf_knn(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "only in open space",
                  nf_cloud_move(cloud, &in_four, &box, NULL));
    support_ok(context, nf_cloud_move(cloud, &in_four, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_pairs(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_cloud_prepare(cloud, 0, NULL));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    support_ok(context, nf_cloud_move(cloud, &far, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 0 is too far", nf_knn(cloud, 1, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    const nf_points near = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = four};
    const nf_knn_options from_far = {.queries = &far};
    support_ok(context, nf_cloud_move(cloud, &near, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "query point 0 is too far",
                  nf_knn(cloud, 1, &from_far, NULL, &result));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
}

typedef struct joined {
    nf_context *context;
    int32_t *indices;
    uint32_t *order;
    uint64_t rows, chunks;
    int k, stop;
} joined;

static nf_status take(void *user, const nf_chunk *chunk) {
    joined *to = user;
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
    own_context context = support_context(tuning);
    own_memory void *data = NULL, *query_data = NULL;
    enum { K = 16 }; /* rows that take more than the sort of their order */
    const nf_points points = zorder_points(1, 2000, 3, NF_FLOAT32, &data),
                    queries = zorder_points(2, 1500, 3, NF_FLOAT32, &query_data);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (int apart = 0; apart < 2; apart++) { /* in z-order, of query points */
        const nf_knn_options options = {.z_order = apart, .queries = apart ? &queries : NULL};
        knn_answer wanted = knn_host(&points, NULL, K, &options);
        uint64_t least = 0, peak = 0, rows = 0, needed = 0;
        nf_chunks chunks = {.memory_budget = 1, .take = take, .enough = &needed};
        const nf_chunks all = {.take = count_rows, .user = &rows};
        support_ok(context, knn_in_chunks(cloud, K, &options, &all, NULL)); /* it leaves the tree */
        support_fails(context, NF_ERROR_MEMORY, "need", knn_in_chunks(cloud, K, &options, &chunks, NULL));
        chunks.enough = NULL;
        support_ok(context, knn_cost(context, &points, K, &options, &least));
        for (int budget = 0; budget < 2; budget++) {
            joined to = {.context = context, .k = K, .indices = malloc(4 * K * wanted.n)};
            to.order = apart ? malloc(4 * wanted.n) : NULL;
            chunks.user = &to;
            chunks.memory_budget = budget ? least : needed;
            nf_context_trim(context);
            nf_context_memory(context, &context->arena.peak, NULL);
            support_ok(context, knn_in_chunks(cloud, K, &options, &chunks, NULL));
            nf_context_memory(context, NULL, &peak);
            ck_assert_uint_le(peak, chunks.memory_budget);
            ck_assert_uint_eq(to.rows, wanted.n);
            /* On GPUs the order of one row of some may take more than all rows, which are in order. */
            const uint64_t many = apart || nf_is_cpu(&context->device) ? 1 : 0;
            ck_assert(budget ? to.chunks == 1 : to.chunks > many);
            ck_assert_int_eq(memcmp(to.indices, wanted.indices, 4 * K * wanted.n), 0);
            if (to.order) ck_assert_int_eq(memcmp(to.order, wanted.order, 4 * wanted.n), 0);
            to.rows = to.chunks = 0;
            to.stop = 1;
            ck_assert_int_eq(knn_in_chunks(cloud, K, &options, &chunks, NULL), NF_ERROR_CAPACITY);
            ck_assert_uint_eq(to.chunks, 1);
            free(to.indices);
            free(to.order);
        }
        knn_free(&wanted);
    }
}

static uint64_t launches_of(nf_context *context, nf_cloud *cloud) {
    own_result result = NULL;
    nf_context_reset_stages(context);
    support_ok(context, nf_knn(cloud, 3, NULL, NULL, &result));
    return support_launches(context, NULL);
}

/* Query points far away need a tree of another scale. */
TEST(a_call_that_is_refused_leaves_the_tree_of_the_cloud) {
    const nf_context_options profiled = {.profile = 1};
    own_context context = support_context_with(&profiled);
    const float far[3] = {1e12F, 0, 0};
    const nf_points points = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = far};
    const nf_knn_options options = {.queries = &points};
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 3);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_buffer one = support_buffer_of(context, NULL, 3, 4);
    const knn_slices twice = {.indices = one.at, .distances = one.at};
    const uint64_t first = launches_of(context, on), again = launches_of(context, on);
    ck_assert_uint_gt(first, again);
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", knn_into(on, 3, &options, &twice, NULL));
    ck_assert_uint_eq(launches_of(context, on), again);
}

TEST(points_that_are_not_finite_are_an_error_without_query_points_too) {
    own_context context = support_context(NULL);
    const float xyz[] = {0, 0, 0, 1, NAN, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz},
                    none = {.dims = 3, .type = NF_FLOAT32};
    const nf_knn_options options = {.queries = &none};
    nf_context *const contexts[] = {context, support_host()};
    for (int c = 0; c < 2; c++) {
        own_cloud cloud = support_cloud_on(contexts[c], &points, NULL);
        nf_result *result = NULL;
        support_fails(contexts[c], NF_ERROR_POINTS, "point 1", nf_knn(cloud, 1, &options, NULL, &result));
    }
}

/* It is compared with no distance if there are no points or no rows. */
TEST(a_distance_without_a_square_is_refused_only_where_it_decides) {
    own_context context = support_context(NULL);
    nf_context *const contexts[] = {context, support_host()};
    const float xyz[] = {0, 0, 0, 1, 1, 1};
    const nf_points two = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz},
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
        for (int c = 0; c < 2; c++) {
            own_cloud cloud = support_cloud_on(contexts[c], rows[r].points, NULL);
            own_result result = NULL;
            ck_assert_int_eq(nf_knn(cloud, 1, &options, NULL, &result), rows[r].status);
        }
    }
}

TEST(chunks_are_the_rows_of_one_answer) { check_chunks(NULL); }

/* Packets take memory for the queries that they leave. */
TEST(chunks_for_lanes_are_the_rows_of_one_answer) { check_chunks("knn.GROUP=32 knn.PACKET=1 tree.WIDTH=32"); }
