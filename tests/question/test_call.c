/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What all calls have in common: structs of any size, which forms exclude each other, and costs. */
#include "question/questions.h"
#include "support/budgets.h"

#include <string.h>

/* ---- options ------------------------------------------------------------------------------------------------------ */

START_TEST(longer_options_are_taken_if_they_mean_the_same) {
    stand s = stand_up();
    struct {
        nf_pairs_options options;
        uint64_t later[4]; /* of a later version */
    } wide = {.options = {.sorted = 1}};
    nf_result *result = NULL;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    wide.options.size = sizeof wide;
    wide.options.cells_per_cutoff = 4; /* is seen, although it is the last member */
    support_fails(s.context, NF_ERROR_ARGUMENT, "cells_per_cutoff",
                  nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    wide.options.cells_per_cutoff = 0;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), total);
    wide.later[2] = 1;
    support_fails(s.context, NF_ERROR_ARGUMENT, "this version of the library knows",
                  nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    for (int k = 0; k < 4; k++) {
        const uint32_t sizes[] = {3, 12, sizeof(nf_pairs_options) - 1, 4999};
        wide.options = (nf_pairs_options){.size = sizes[k]};
        support_fails(s.context, NF_ERROR_ARGUMENT, "give its sizeof",
                      nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    }
    nf_result_free(result);
    take_down(&s);
}
END_TEST

START_TEST(all_structs_that_may_grow_say_their_size) {
    stand s = stand_up();
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    nf_context *context = NULL;
    char message[640];
    const uint64_t offsets[] = {0, N};
    nf_points points = s.points.points;
    nf_batch batch = {.size = 1, .count = 1, .offsets = offsets};
    const nf_sync sync = {.size = 4097};
    const nf_filters filters = {.size = sizeof filters - 1};
    const nf_pairs_options filtered = {.filters = &filters};
    const nf_context_options options = {.size = 1};
    points.size = sizeof points - 1;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of points is",
                  nf_cloud_create(s.context, &points, NULL, NULL, &cloud));
    points.size = sizeof points;
    points.batch = &batch;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of the batch is 1 ",
                  nf_cloud_create(s.context, &points, NULL, NULL, &cloud));
    batch.size = sizeof batch;
    support_ok(s.context, nf_cloud_create(s.context, &points, NULL, NULL, &cloud));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of sync is 4097",
                  nf_pairs(cloud, 0.2, NULL, &sync, &result));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of filters is",
                  nf_pairs(cloud, 0.2, &filtered, NULL, &result));
    ck_assert_int_eq(nf_context_create(&options, &context, message, sizeof message), NF_ERROR_ARGUMENT);
    ck_assert_msg(strstr(message, "the size of options is 1 "), "%s", message);
    ck_assert_ptr_null(context);
    nf_cloud_free(cloud);
    take_down(&s);
}
END_TEST

static nf_status take(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

START_TEST(a_call_has_one_form) {
    stand s = stand_up();
    nf_cost cost = {0};
    uint64_t found = 7;
    const nf_outputs outputs = {.found = &found};
    const nf_chunks chunks = {.take = take};
    nf_result *result = NULL;
    for (int q = 0; q < QUESTIONS; q++) {
        support_fails(s.context, NF_ERROR_ARGUMENT, "give NULL for it",
                      ask(&s, q, &(form){.outputs = &outputs}, &result));
        support_fails(s.context, NF_ERROR_ARGUMENT, "give NULL for it",
                      ask(&s, q, &(form){.cost = &cost}, &result));
        support_fails(s.context, NF_ERROR_ARGUMENT, "result is NULL", ask(&s, q, &(form){.arrays = 0}, NULL));
        ck_assert_ptr_null(result);
    }
    const nf_knn_options both = {.outputs = &outputs, .chunks = &chunks},
                         say = {.cost = &cost, .chunks = &chunks}, alone = {.chunks = &chunks};
    support_fails(s.context, NF_ERROR_ARGUMENT, "without outputs and cost",
                  nf_knn(s.cloud, K, &both, NULL, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "without outputs and cost",
                  nf_knn(s.cloud, K, &say, NULL, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "give NULL for it",
                  nf_knn(s.cloud, K, &alone, NULL, &result));
    take_down(&s);
}
END_TEST

/* ---- costs -------------------------------------------------------------------------------------------------------- */

START_TEST(a_cloud_of_a_shape_says_what_a_cloud_of_points_says) {
    stand s = stand_up();
    const nf_points shape = {.n = N, .dims = 3, .type = NF_FLOAT32};
    nf_cloud *shaped = NULL;
    nf_result *result = NULL;
    support_ok(s.context, nf_cloud_create_shape(s.context, &shape, &shaped));
    ck_assert_uint_eq(nf_cloud_size(shaped), N);
    for (int q = 0; q < QUESTIONS; q++) {
        nf_cost cost = {.found = 1000}, other = {.found = 1000};
        support_ok(s.context, ask_about(&s, shaped, q, &(form){.cost = &cost}, NULL));
        support_ok(s.context, ask(&s, q, &(form){.cost = &other}, NULL));
        ck_assert_uint_gt(cost.bytes, 0);
        ck_assert_uint_eq(cost.bytes, other.bytes);
        support_fails(s.context, NF_ERROR_ARGUMENT, "it serves options.cost alone",
                      ask_about(&s, shaped, q, &(form){.arrays = 0}, &result));
        ck_assert_ptr_null(result);
    }
    support_fails(s.context, NF_ERROR_ARGUMENT, "it serves options.cost alone",
                  nf_cloud_prepare(shaped, 0.2, 0, NULL));
    support_ok(s.context, nf_cloud_move(shaped, &s.points.points, NULL, NULL));
    support_ok(s.context, nf_pairs(shaped, 0.2, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(shaped);
    ck_assert_int_eq(nf_cloud_create_shape(NULL, &shape, &shaped), NF_ERROR_ARGUMENT);
    support_fails(s.context, NF_ERROR_ARGUMENT, "out is NULL",
                  nf_cloud_create_shape(s.context, &shape, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "points is NULL",
                  nf_cloud_create_shape(s.context, NULL, &shaped));
    ck_assert_ptr_null(shaped);
    take_down(&s);
}
END_TEST

/* Outputs are the caller's, and do not count. */
START_TEST(a_call_with_outputs_takes_no_more_than_its_cost) {
    stand s = stand_up();
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        nf_cloud *cloud = NULL;
        nf_result *result = NULL;
        nf_cost cost = {.found = 0};
        uint64_t before = 0, peak = 0;
        (void)arrays_of(q, arrays);
        support_ok(s.context, ask(&s, q, &(form){.arrays = 0}, &result));
        const nf_array_info first = nf_result_array(result, arrays[0]);
        support_buffer rows = support_buffer_of(s.context, NULL, first.rows, row_of(&first));
        const nf_output output = {.array = arrays[0],
                                  .buffer = rows.at.buffer,
                                  .offset = rows.at.offset * row_of(&first),
                                  .capacity = first.rows};
        const nf_outputs outputs = {.count = 1, .arrays = &output};
        cost.found = nf_result_total(result);
        nf_result_free(result);
        budget_begin(s.context);
        nf_context_memory(s.context, &before, NULL);
        support_ok(s.context, nf_cloud_create(s.context, &s.points.points, NULL, NULL, &cloud));
        support_ok(s.context, ask_about(&s, cloud, q, &(form){.outputs = &outputs}, NULL));
        nf_context_memory(s.context, NULL, &peak);
        support_ok(s.context, ask(&s, q, &(form){.cost = &cost, .outputs = &outputs}, NULL));
        ck_assert_msg(peak - before <= cost.bytes, "%s: %llu bytes, and %llu were said", question_names[q],
                      (unsigned long long)(peak - before), (unsigned long long)cost.bytes);
        support_release(&rows);
        nf_cloud_free(cloud);
    }
    take_down(&s);
}
END_TEST

/* A cost reads no outputs and writes none, not even the number. */
START_TEST(a_cost_changes_nothing_but_its_bytes) {
    stand s = stand_up();
    int32_t labels[N];
    uint64_t found = 7;
    nf_cost cost = {.found = 10};
    memset(labels, 0x5a, sizeof labels);
    const nf_output output = {.array = NF_ARRAY_LABELS, .host = labels, .capacity = N};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = &found};
    support_ok(s.context, ask(&s, FOF, &(form){.outputs = &outputs, .cost = &cost}, NULL));
    ck_assert_uint_eq(found, 7);
    for (int p = 0; p < N; p++) ck_assert_int_eq(labels[p], 0x5a5a5a5a);
    ck_assert_uint_gt(cost.bytes, N * 4); /* outputs in host memory take scratch */
    cost.size = 3;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of cost is 3 bytes",
                  ask(&s, FOF, &(form){.cost = &cost}, NULL));
    ck_assert_uint_eq(cost.bytes, 0);
    take_down(&s);
}
END_TEST

/* A cost refuses the shapes that the call refuses. */
START_TEST(shapes_that_a_call_refuses_have_no_cost) {
    stand s = stand_up();
    nf_cost cost = {.found = 5};
    const nf_batch huge = {.count = UINT64_MAX};
    const nf_points queries = {.n = 3, .dims = 3, .type = NF_FLOAT32, .batch = &huge},
                    flat = {.n = N, .dims = 9, .type = NF_FLOAT32};
    struct {
        nf_filters filters;
        uint64_t later[2];
    } wide = {.filters = {.size = sizeof wide, .min_distance = 0.1}};
    const nf_filters radii = {.radii = &flat};
    nf_pairs_options options = {.cost = &cost, .queries = &queries};
    support_fails(s.context, NF_ERROR_ARGUMENT, "systems", nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    ck_assert_uint_eq(cost.bytes, 0);
    options = (nf_pairs_options){.cost = &cost, .filters = &radii};
    support_fails(s.context, NF_ERROR_ARGUMENT, "radii", nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    options.filters = &wide.filters;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    wide.later[1] = 1;
    support_fails(s.context, NF_ERROR_ARGUMENT, "filters has", nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    take_down(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {longer_options_are_taken_if_they_mean_the_same,
                                  all_structs_that_may_grow_say_their_size,
                                  a_call_has_one_form,
                                  a_cloud_of_a_shape_says_what_a_cloud_of_points_says,
                                  a_call_with_outputs_takes_no_more_than_its_cost,
                                  a_cost_changes_nothing_but_its_bytes,
                                  shapes_that_a_call_refuses_have_no_cost};
    return support_main("call", tests, sizeof tests / sizeof *tests);
}
