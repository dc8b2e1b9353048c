/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Batches on a device: the bytes of the host, which answers system by system. */
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/answers/batch.h"

#include <stdlib.h>

#include <nearfield/nearfield.h>

enum { MEASURES = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

static nf_lists_options options_of(const support_systems *batch) {
    return (nf_lists_options){.arrays = MEASURES, .queries = batch->queries, .filters = batch->filters};
}

static nf_cloud *cloud_of(nf_context *context, const support_systems *batch) {
    nf_cloud *cloud = support_cloud_on(context, &batch->points, batch->box);
    return cloud;
}

/* The lists of the device are those of the host. */
static void check(nf_context *context, nf_cloud *cloud, const support_systems *batch) {
    const nf_points *points = &batch->points;
    const nf_lists_options options = options_of(batch);
    own_systems_answer wanted = systems_ask_host(batch, BOX_FULL_LISTS, 0),
                       got = {.rows = batch->queries ? batch->queries->n : points->n};
    nf_result *result = NULL;
    support_ok(context, nf_lists(cloud, batch->cutoff, &options, NULL, &result));
    got.total = nf_result_total(result);
    got.offsets = box_read_array(result, NF_ARRAY_OFFSETS, NF_UINT64, 1, got.rows + 1);
    got.entries = box_read_array(result, NF_ARRAY_INDICES, NF_INT32, 1, got.total);
    got.more = box_read_measures(result, points);
    nf_result_free(result);
    systems_same(batch, &wanted, &got, BOX_FULL_LISTS);
}

/* ---- systems of a kind ------------------------------------------------------------------------------------ */

/* Checks the lists of float32 points in 3 dims. */
static void check_plain(nf_context *context, const float *x, const nf_batch *systems, const nf_box *box,
                        double cutoff, const nf_points *queries) {
    support_systems batch = {.name = "plain", .box = box, .cutoff = cutoff, .queries = queries};
    batch.points = batch.packed = (nf_points){.n = systems->offsets[systems->count],
                                              .dims = 3,
                                              .type = NF_FLOAT32,
                                              .rows.host = x,
                                              .batch = systems};
    own_cloud cloud = cloud_of(context, &batch);
    check(context, cloud, &batch);
}

static float *random_points(uint64_t n, double length) {
    float *x = support_allocate(3 * n * sizeof *x);
    uint64_t state = n;
    for (uint64_t k = 0; k < 3 * n; k++) x[k] = (float)(support_uniform(&state) * length);
    return x;
}

TEST(systems_with_far_outliers_have_the_cells_of_their_cores) {
    enum { SYSTEMS = 4, EACH = 300 };
    const uint64_t offsets[SYSTEMS + 1] = {0, EACH, 2 * EACH, 2 * EACH + 5, 3 * EACH + 5};
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets};
    own_context context = support_context(NULL);
    own_memory float *x = random_points(offsets[SYSTEMS], 6);
    x[3 * EACH + 1] = 1e9f; /* of the second, and all of the third */
    x[3 * EACH + 9] = -1e9f;
    for (int p = 0; p < 5; p++) x[3 * (2 * EACH + p)] = 1e6f * (float)(p * p);
    check_plain(context, x, &systems, NULL, 1, NULL);
}

/* An open system beside boxes, and a box whose S.H is -0 for S = 0: zeros of both signs, whose vectors are -0.  Then one system of
   2^51 cells among many. */
TEST(unlike_systems_do_not_change_each_other) {
    enum { SYSTEMS = 3000 };
    float x[6 * SYSTEMS];
    uint64_t offsets[SYSTEMS + 1];
    static nf_box boxes[SYSTEMS];
    for (int s = 0; s <= SYSTEMS; s++) offsets[s] = 2 * (uint64_t)s;
    for (int k = 0; k < 6 * SYSTEMS; k++) x[k] = k / 3 % 2 ? -0.0f : 0.0f;
    for (int s = 1; s < SYSTEMS; s++)
        boxes[s] = (nf_box){.cell = {{4}, {0, 4}, {0, 0, 4}}, .periodic = {1, 1, s % 2}};
    boxes[1] = (nf_box){.cell = {{-4, -1, -1}, {-1, -4, -1}, {-1, -1, -4}}, .periodic = {1, 1, 1}};
    nf_batch systems = {.count = SYSTEMS, .offsets = offsets, .boxes = boxes};
    own_context context = support_context(NULL);
    check_plain(context, x, &systems, NULL, 1, NULL);
    systems.boxes = NULL;
    for (int a = 0; a < 3; a++) x[3 + a] = 100000;
    check_plain(context, x, &systems, NULL, 1, NULL);
}

TEST(query_points_far_outside_reserve_in_their_systems_alone) {
    enum { SYSTEMS = 3, EACH = 200, QUERIES = 30 };
    const uint64_t offsets[SYSTEMS + 1] = {0, EACH, 2 * EACH, 3 * EACH},
                                     starts[SYSTEMS + 1] = {0, QUERIES, 2 * QUERIES, 3 * QUERIES};
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets},
                   query_systems = {.count = SYSTEMS, .offsets = starts};
    const nf_box box = {.cell = {{6}, {0, 6}, {1, 0, 6}}, .periodic = {1, 1, 1}};
    own_context context = support_context(NULL);
    own_memory float *x = random_points(offsets[SYSTEMS], 6), *q = random_points(starts[SYSTEMS], 6);
    const nf_points queries = {
        .n = starts[SYSTEMS], .dims = 3, .type = NF_FLOAT32, .rows.host = q, .batch = &query_systems};
    for (int far = 0; far < 2; far++) { /* of the first system, and then of the last one, too */
        for (int a = 0; a < 3; a++) q[3 * QUERIES * (far ? 2 : 0) + a] += far ? 700 : -300;
        check_plain(context, x, &systems, &box, 1.5, &queries);
    }
}

/* ---- other questions ------------------------------------------------------------------------------------- */

/* The indices of chunks. */
typedef struct joined {
    nf_context *context;
    int32_t *entries;
    uint64_t count, most, chunks;
} joined;

static nf_status take(void *user, const nf_chunk *chunk) {
    joined *to = user;
    ck_assert_uint_le(to->count + chunk->count, to->most);
    support_ok(to->context, nf_result_read(chunk->result, NF_ARRAY_INDICES, 0, chunk->count, NULL,
                                           to->entries + to->count));
    to->count += chunk->count;
    to->chunks++;
    return NF_OK;
}

TEST(chunks_of_a_batch_are_its_answer) {
    own_context context = support_context(NULL);
    support_systems batch;
    support_systems_random(&batch, 5, 3, NF_FLOAT32, SYSTEMS_BOXES | SYSTEMS_QUERIES, NF_RADII_SUM);
    nf_cloud *cloud = cloud_of(context, &batch);
    systems_answer whole = systems_ask_host(&batch, BOX_FULL_LISTS, 0);
    joined parts = {.context = context, .entries = support_allocate(whole.total * 4), .most = whole.total};
    uint64_t enough = 0;
    nf_chunks chunks = {.memory_budget = 1, .take = take, .user = &parts, .enough = &enough};
    const nf_lists_options rows = {.queries = batch.queries};
    support_fails(context, NF_ERROR_MEMORY, "is too small",
                  lists_in_chunks(cloud, batch.cutoff, &rows, &chunks, NULL, NULL));
    chunks.memory_budget = enough;
    support_ok(context, lists_in_chunks(cloud, batch.cutoff, &rows, &chunks, NULL, NULL));
    /* Fewer may be those of one tile; and on GPUs the budget in which so few points are ordered has room for all. */
    if (whole.total > 1000 && nf_context_device(context)->type & CL_DEVICE_TYPE_CPU)
        ck_assert_uint_gt(parts.chunks, 1);
    ck_assert_uint_eq(parts.count, whole.total);
    ck_assert_mem_eq(parts.entries, whole.entries, whole.total * 4);
    free(parts.entries);
    systems_answer_free(&whole);
    nf_cloud_free(cloud);
    support_systems_free(&batch);
}

/* The cloud has other systems, and none, after it is moved; prepared or not. */
TEST(a_moved_cloud_has_the_systems_of_its_points) {
    own_context context = support_context(NULL);
    support_systems batches[3];
    nf_cloud *cloud = NULL;
    for (int k = 0; k < 3; k++) {
        support_systems *batch = batches + k;
        support_systems_random(batch, k == 1 ? 5 : (uint64_t)k, 3, NF_FLOAT32, k == 1 ? SYSTEMS_CUTOFFS : 0,
                               NF_RADII_SUM);
        if (k == 0) support_ok(context, nf_cloud_create(context, &batch->points, NULL, NULL, &cloud));
        else support_ok(context, nf_cloud_move(cloud, &batch->points, NULL, NULL));
        if (k < 2) support_ok(context, nf_cloud_prepare(cloud, batch->cutoff, NULL));
        check(context, cloud, batch);
        if (k != 1) {
            uint64_t wanted = 0, count = 0;
            nf_points one = batch->packed;
            one.batch = NULL;
            own_cloud host = support_cloud_on(support_host(), &one, NULL);
            support_ok(support_host(), pairs_count(host, batch->cutoff, NULL, NULL, &wanted));
            support_ok(context, nf_cloud_move(cloud, &one, NULL, NULL));
            support_ok(context, pairs_count(cloud, batch->cutoff, NULL, NULL, &count));
            ck_assert_uint_eq(count, wanted);
        }
    }
    nf_cloud_free(cloud);
    for (int k = 0; k < 3; k++) support_systems_free(batches + k);
}

TEST(a_batch_takes_no_more_memory_than_it_says) {
    support_systems batch;
    support_systems_random(&batch, 2, 3, NF_FLOAT32, SYSTEMS_BOXES | SYSTEMS_QUERIES, NF_RADII_SUM);
    nf_context *context = support_context(NULL);
    const nf_lists_options options = options_of(&batch);
    nf_cloud *cloud = cloud_of(context, &batch);
    nf_result *result = NULL;
    uint64_t peak = 0, bytes = 0;
    support_ok(context, nf_lists(cloud, batch.cutoff, &options, NULL, &result));
    nf_context_memory(context, NULL, &peak);
    support_ok(context, lists_cost(context, &batch.points, &options, nf_result_total(result), &bytes));
    ck_assert_uint_le(peak, bytes);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
    support_systems_free(&batch);
}
