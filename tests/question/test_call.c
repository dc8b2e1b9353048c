/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What all calls have in common: structs of any size, which forms exclude each other, costs, and offsets in buffers. */
#include "question/questions.h"
#include "opencl/context.h"
#include "tree/tree.h"
#include "support/budgets.h"
#include "support/counting.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- options ------------------------------------------------------------------------------------------------------ */

TEST(longer_options_are_taken_if_they_mean_the_same) {
    own_stand s = stand_up();
    struct {
        nf_pairs_options options;
        uint64_t later[4]; /* of a later version */
    } wide = {.options = {.sorted = 1}};
    const nf_chunks chunks = {.size = 0};
    own_result result = NULL;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    wide.options.size = sizeof wide;
    wide.options.chunks = &chunks; /* are seen, although they are the last member */
    support_fails(s.context, NF_ERROR_ARGUMENT, "give NULL for it",
                  nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    wide.options.chunks = NULL;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), total);
    wide.later[2] = 1;
    support_fails(s.context, NF_ERROR_ARGUMENT, "this version of the library knows",
                  nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    for (int k = 0; k < 4; k++) {
        const uint32_t sizes[] = {3, 12, sizeof(nf_pairs_options) - 1, 65537};
        wide.options = (nf_pairs_options){.size = sizes[k]};
        support_fails(s.context, NF_ERROR_ARGUMENT, "give its sizeof",
                      nf_pairs(s.cloud, 0.2, &wide.options, NULL, &result));
    }
}

TEST(all_structs_that_may_grow_say_their_size) {
    own_stand s = stand_up();
    own_cloud cloud = NULL;
    nf_result *result = NULL;
    nf_context *context = NULL;
    char message[640];
    const uint64_t offsets[] = {0, N};
    nf_points points = s.points.points;
    nf_batch batch = {.size = 1, .count = 1, .offsets = offsets};
    const nf_sync sync = {.size = 65537};
    nf_sync spoiled; /* its event is no place */
    memset(&spoiled, 0xAA, sizeof spoiled);
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
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of sync is 65537",
                  nf_pairs(cloud, 0.2, NULL, &sync, &result));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of sync is",
                  nf_pairs(cloud, 0.2, NULL, &spoiled, &result));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of filters is",
                  nf_pairs(cloud, 0.2, &filtered, NULL, &result));
    ck_assert_int_eq(nf_context_create(&options, &context, message, sizeof message), NF_ERROR_ARGUMENT);
    ck_assert_msg(strstr(message, "the size of options is 1 "), "%s", message);
    ck_assert_ptr_null(context);
}

static nf_status take(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

TEST(a_call_has_one_form) {
    own_stand s = stand_up();
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
}

/* Also the array that results keep for themselves. */
TEST(numbers_that_are_no_arrays_are_refused_by_every_question) {
    static const int numbers[] = {31, 62, 63};
    own_stand s = stand_up();
    for (int q = 0; q < QUESTIONS; q++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            const nf_output none = {.array = (nf_array)numbers[k]};
            const nf_outputs outputs = {.count = 1, .arrays = &none};
            own_result result = NULL;
            char words[40];
            snprintf(words, sizeof words, "names array %d, which", numbers[k]);
            support_fails(s.context, NF_ERROR_ARGUMENT, words,
                          ask(&s, q, &(form){.arrays = NF_WANT(numbers[k])}, &result));
            support_fails(s.context, NF_ERROR_ARGUMENT, words,
                          ask(&s, q, &(form){.outputs = &outputs}, NULL));
        }
}

TEST(the_number_is_0_after_an_error) {
    own_stand s = stand_up();
    uint64_t found = 77;
    const nf_output unknown = {.array = (nf_array)99};
    const nf_outputs outputs = {.count = 1, .arrays = &unknown, .found = &found};
    const nf_chunks chunks = {.take = take, .found = &found};
    const nf_filters wrong = {.min_distance = -1};
    const nf_pairs_options rows[] = {
        {.arrays = NF_WANT(NF_ARRAY_LABELS), .chunks = &chunks},
        {.outputs = &(nf_outputs){.count = 1, .arrays = &unknown}, .chunks = &chunks},
        {.outputs = &outputs},
        {.filters = &wrong, .chunks = &chunks}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        found = 77;
        ck_assert_int_eq(nf_pairs(s.cloud, 0.2, rows + k, NULL, NULL), NF_ERROR_ARGUMENT);
        ck_assert_uint_eq(found, 0);
        found = 77;
        ck_assert_int_eq(nf_pairs(NULL, 0.2, rows + k, NULL, NULL), NF_ERROR_ARGUMENT);
        ck_assert_uint_eq(found, 0);
    }
}

TEST(all_numbers_are_0_after_an_error) {
    own_stand s = stand_up();
    uint64_t found = 7, enough = 7;
    nf_cost cost = {.bytes = 7};
    const nf_chunks chunks = {.take = take, .found = &found, .enough = &enough};
    const nf_pairs_options options = {.cost = &cost, .chunks = &chunks};
    for (int k = 0; k < 2; k++) {
        found = enough = cost.bytes = 7;
        ck_assert_int_eq(nf_pairs(k ? s.cloud : NULL, 0.2, &options, NULL, NULL), NF_ERROR_ARGUMENT);
        ck_assert_uint_eq(found, 0);
        ck_assert_uint_eq(enough, 0);
        ck_assert_uint_eq(cost.bytes, 0);
    }
}

/* ---- the context ---------------------------------------------------------------------------------------------------- */

/* In any order: bit k of `later` says that it is freed behind the context, and they work until then. */
static void check_owners(const char *device, int later) {
    support_counting counting = {.left = LONG_MAX};
    const nf_context_options options = {.device = device, .allocator = support_counting_allocator(&counting)};
    own_points points = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 3);
    nf_context *context = support_context_with(&options);
    nf_cloud *cloud = NULL;
    nf_result *result = NULL, *other = NULL;
    nf_function *function = NULL;
    int32_t pair[2];
    support_ok(context, nf_cloud_create(context, &points.points, NULL, NULL, &cloud));
    support_ok(context, nf_pairs(cloud, 0.2, NULL, NULL, &result));
    support_ok(context, nf_function_create(context, "lennard-jones", NULL, NULL, &function));
    if (!(later & 1)) nf_cloud_free(cloud);
    if (!(later & 2)) nf_result_free(result);
    if (!(later & 4)) nf_function_free(function);
    nf_context_free(context);
    if (later) ck_assert_int_gt(counting.out, 0);
    if (later & 1) ck_assert_int_eq(nf_lists(cloud, 0.2, NULL, NULL, &other), NF_OK);
    if (later & 1) nf_cloud_free(cloud);
    if (later & 1) nf_result_free(other);
    if (later & 2) ck_assert_int_eq(nf_result_read(result, NF_ARRAY_PAIRS, 0, 1, NULL, pair), NF_OK);
    if (later & 2) nf_result_free(result);
    if (later & 4) nf_function_free(function);
    ck_assert_int_eq(counting.out, 0);
}

TEST(a_context_ends_with_the_last_of_what_is_made_with_it) {
    for (int later = 0; later < 8; later++) {
        check_owners(NULL, later);
        check_owners("host", later);
    }
}

/* ---- costs -------------------------------------------------------------------------------------------------------- */

TEST(a_cloud_of_a_shape_says_what_a_cloud_of_points_says) {
    own_stand s = stand_up();
    const nf_points shape = {
        .n = N, .dims = 3, .type = NF_FLOAT32, .types = s.points.points.types}; /* it has types */
    nf_cloud *shaped = NULL;
    nf_result *result = NULL;
    support_ok(s.context, nf_cloud_create_shape(s.context, &shape, &shaped));
    ck_assert_uint_eq(nf_cloud_size(shaped), N);
    for (int q = 0; q < QUESTIONS; q++) {
        nf_cost cost = {.assumed = 1000}, other = {.assumed = 1000};
        support_ok(s.context, ask_about(&s, shaped, q, &(form){.cost = &cost}, NULL));
        support_ok(s.context, ask(&s, q, &(form){.cost = &other}, NULL));
        ck_assert_uint_gt(cost.bytes, 0);
        ck_assert_uint_eq(cost.bytes, other.bytes);
        support_fails(s.context, NF_ERROR_ARGUMENT, "it serves options.cost alone",
                      ask_about(&s, shaped, q, &(form){.arrays = 0}, &result));
        ck_assert_ptr_null(result);
    }
    support_fails(s.context, NF_ERROR_ARGUMENT, "it serves options.cost alone",
                  nf_cloud_prepare(shaped, 0.2, NULL));
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
}

/* Outputs are the caller's, and do not count. */
TEST(a_call_with_outputs_takes_no_more_than_its_cost) {
    own_stand s = stand_up();
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        nf_result *result = NULL;
        nf_cost cost = {.assumed = 0};
        uint64_t before = 0, peak = 0;
        (void)arrays_of(q, arrays);
        support_ok(s.context, ask(&s, q, &(form){.arrays = 0}, &result));
        const nf_array_info *first = nf_result_array(result, arrays[0]);
        own_buffer rows = support_buffer_of(s.context, NULL, first->rows, row_of(first));
        const nf_output output = {
            .array = arrays[0], .buffer = rows.at.buffer, .offset = rows.at.offset, .capacity = first->rows};
        const nf_outputs outputs = {.count = 1, .arrays = &output};
        cost.assumed = nf_result_total(result);
        nf_result_free(result);
        budget_begin(s.context);
        nf_context_memory(s.context, &before, NULL);
        own_cloud cloud = support_cloud_on(s.context, &s.points.points, NULL);
        support_ok(s.context, ask_about(&s, cloud, q, &(form){.outputs = &outputs}, NULL));
        nf_context_memory(s.context, NULL, &peak);
        support_ok(s.context, ask(&s, q, &(form){.cost = &cost, .outputs = &outputs}, NULL));
        ck_assert_msg(peak - before <= cost.bytes, "%s: %llu bytes, and %llu were said", question_names[q],
                      (unsigned long long)(peak - before), (unsigned long long)cost.bytes);
    }
}

/* A cost reads no outputs and writes none, not even the number. */
TEST(a_cost_changes_nothing_but_its_bytes) {
    own_stand s = stand_up();
    int32_t labels[N];
    uint64_t found = 7;
    nf_cost cost = {.assumed = 10};
    memset(labels, 0x5a, sizeof labels);
    const nf_output output = {.array = NF_ARRAY_LABELS, .host = labels, .capacity = N};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = &found};
    support_ok(s.context, ask(&s, FOF, &(form){.outputs = &outputs, .cost = &cost}, NULL));
    ck_assert_uint_eq(found, 7);
    for (int p = 0; p < N; p++) ck_assert_int_eq(labels[p], 0x5a5a5a5a);
    ck_assert_uint_gt(cost.bytes, N * 4); /* outputs in host memory take scratch */
    cost.size = 3;
    cost.bytes = 7; /* is not there in so small a struct */
    support_fails(s.context, NF_ERROR_ARGUMENT, "the size of cost is 3 bytes",
                  ask(&s, FOF, &(form){.cost = &cost}, NULL));
    ck_assert_uint_eq(cost.bytes, 7);
}

/* A cost assumes a number of results, and needs no room for them. */
static void check_cost_without_room(stand made) {
    own_stand s = made;
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        const int count = arrays_of(q, arrays);
        nf_output outputs[ARRAYS_MOST];
        char rows[64];
        nf_cost cost = {.assumed = 1000};
        for (int a = 0; a < count; a++)
            outputs[a] = (nf_output){
                .array = arrays[a], .host = rows, .capacity = is_open(q, arrays[a]) ? 100 : 2 * N};
        const nf_outputs all = {.count = (uint32_t)count, .arrays = outputs};
        support_ok(s.context, ask(&s, q, &(form){.outputs = &all, .cost = &cost}, NULL));
        ck_assert_uint_gt(cost.bytes, N * 4);
    }
}

TEST(a_cost_of_more_results_than_outputs_have_room_for_is_said) {
    check_cost_without_room(stand_up());
    check_cost_without_room(stand_up_on_host());
}

/* A cost refuses the shapes that the call refuses. */
TEST(shapes_that_a_call_refuses_have_no_cost) {
    own_stand s = stand_up();
    nf_cost cost = {.assumed = 5};
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
}

/* A device without double precision has neither a cloud nor a cost of float64 points. */
TEST(points_of_a_type_that_the_device_has_not_have_no_cost) {
    stand s = stand_up();
    const nf_points shape = {.n = N, .dims = 3, .type = NF_FLOAT64};
    support_cloud points = support_cloud_uniform(N, 3, NF_FLOAT64, 1, 3);
    nf_cloud *cloud = NULL;
    s.context->device.fp64 = 0;
    support_fails(s.context, NF_ERROR_UNSUPPORTED, "has no double precision: give float32 points",
                  nf_cloud_create(s.context, &points.points, NULL, NULL, &cloud));
    support_ok(s.context, nf_cloud_create_shape(s.context, &shape, &cloud));
    for (int q = 0; q < QUESTIONS; q++) {
        nf_cost cost = {.bytes = 7};
        support_fails(s.context, NF_ERROR_UNSUPPORTED, "has no double precision: give float32 points",
                      ask_about(&s, cloud, q, &(form){.cost = &cost}, NULL));
        ck_assert_uint_eq(cost.bytes, 0);
        support_ok(s.context, ask(&s, q, &(form){.cost = &cost}, NULL));
    }
    nf_cloud_free(cloud);
    support_cloud_free(&points);
    take_down(&s);
}

/* ---- calls that fail ------------------------------------------------------------------------------------------------ */

static int cancel_at_zero(void *left) { return --*(int *)left == 0; }

/* The commands that built the tree are in the queue when the call is cancelled: whether they ran is not known. */
TEST(what_a_failed_call_made_is_not_used_by_the_next) {
    enum { MANY = 1 << 20 };
    int left = MANY, commands = 0;
    const nf_context_options options = {.cancelled = cancel_at_zero, .cancelled_user = &left};
    own_context context = support_context_with(&options);
    own_points points = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 3);
    own_result result = NULL;
    for (int turn = 0; turn < 3; turn++) { /* from the second one on there are all kernels and all memory */
        own_cloud cloud = support_cloud_on(context, &points.points, NULL);
        left = turn < 2 ? MANY : commands; /* of the third one the last command is cancelled */
        const nf_status status = nf_knn(cloud, 4, NULL, NULL, &result);
        commands = MANY - left;
        ck_assert_int_eq(status, turn < 2 ? NF_OK : NF_ERROR_CANCELLED);
        ck_assert_int_eq(nf_tree_kept(cloud, 0) != NULL, turn < 2);
        left = MANY;
    }
}

/* ---- offsets in buffers ------------------------------------------------------------------------------------------- */

/* Calls that take slices of zeros, at most four. */
enum { SLICES = 4 };
typedef nf_status slice_call(const stand *s, const nf_slice at[SLICES]);

static nf_status call_reduce(const stand *s, const nf_slice at[SLICES]) {
    return nf_reduce(s->context, NF_UINT64, NF_SUM, at[0], at[1], N, NULL);
}

static nf_status call_scan(const stand *s, const nf_slice at[SLICES]) {
    return nf_scan(s->context, NF_UINT32, NF_SUM, NF_INCLUSIVE, at[0], at[1], N, NULL);
}

static nf_status call_compact(const stand *s, const nf_slice at[SLICES]) {
    return nf_compact(s->context, NF_UINT32, at[3], at[0], at[1], at[2], N, NULL);
}

static nf_status call_gather(const stand *s, const nf_slice at[SLICES]) {
    return nf_gather(s->context, 3, at[0], N, at[1], at[2], N, NULL);
}

static nf_status call_sort(const stand *s, const nf_slice at[SLICES]) {
    const nf_sort_options options = {.key = NF_UINT64, .value = NF_UINT32};
    return nf_sort(s->context, &options, at[0], at[1], N, NULL);
}

/* Points in rows that are packed, in others, and in columns. */
enum { PACKED, ROWS, COLUMNS };
static nf_points points_at(int layout, const nf_slice *at) {
    nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .stride = layout == ROWS ? 4 : 0};
    if (layout != COLUMNS) points.rows = *at;
    for (int a = 0; a < 3 && layout == COLUMNS; a++) points.axes[a] = at[a];
    return points;
}

static nf_status create(const stand *s, nf_points points) {
    own_cloud cloud = NULL;
    const nf_status status = nf_cloud_create(s->context, &points, NULL, NULL, &cloud);
    return status;
}

static nf_status call_packed(const stand *s, const nf_slice at[SLICES]) {
    return create(s, points_at(PACKED, at));
}

static nf_status call_rows(const stand *s, const nf_slice at[SLICES]) {
    return create(s, points_at(ROWS, at));
}

static nf_status call_columns(const stand *s, const nf_slice at[SLICES]) {
    return create(s, points_at(COLUMNS, at));
}

static nf_status count_pairs(const stand *s, const nf_points *queries, const nf_filters *filters) {
    uint64_t found = 0;
    const nf_outputs none = {.found = &found};
    const nf_pairs_options options = {.queries = queries, .filters = filters, .outputs = &none};
    return nf_pairs(s->cloud, 0.2, &options, NULL, NULL);
}

static nf_status call_queries(const stand *s, const nf_slice at[SLICES]) {
    const nf_points queries = points_at(PACKED, at);
    return count_pairs(s, &queries, NULL);
}

static nf_status call_query_rows(const stand *s, const nf_slice at[SLICES]) {
    const nf_points queries = points_at(ROWS, at);
    return count_pairs(s, &queries, NULL);
}

static nf_status call_radii(const stand *s, const nf_slice at[SLICES]) {
    nf_points radii = points_at(PACKED, at);
    radii.dims = 1;
    return count_pairs(s, NULL, &(nf_filters){.radii = &radii, .radii_rule = NF_RADII_SUM});
}

static nf_status call_exclusions(const stand *s, const nf_slice at[SLICES]) {
    return count_pairs(s, NULL, &(nf_filters){.exclusions = &(nf_csr){.offsets = at[0], .indices = at[1]}});
}

static nf_status call_catalogue(const stand *s, const nf_slice at[SLICES]) {
    nf_points weights = points_at(PACKED, &at[1]), velocities = points_at(PACKED, &at[2]);
    uint64_t found = 0;
    const nf_outputs none = {.found = &found};
    weights.dims = 1;
    const nf_catalogue_options options = {.weights = &weights, .velocities = &velocities, .outputs = &none};
    return nf_catalogue(s->cloud, at[0], &options, NULL, NULL);
}

static nf_status call_strided_weights(const stand *s, const nf_slice at[SLICES]) {
    nf_points weights = points_at(ROWS, &at[0]);
    uint64_t found = 0;
    const nf_outputs none = {.found = &found};
    weights.dims = 1;
    const nf_catalogue_options options = {.weights = &weights, .outputs = &none};
    return nf_catalogue(s->cloud, s->labels.at, &options, NULL, NULL);
}

static nf_status call_interact(const stand *s, const nf_slice at[SLICES]) {
    static const char text[] =
        "#pragma nearfield general\n#pragma nearfield field mass\n#pragma nearfield table factors\n"
        "#pragma nearfield sum near scalar\n"
        "static void interact(const fields *i, const fields *j, vector D, real d2,\n"
        "                     const parameters *p, sums *to) { to->near += i->mass * p->factors[0]; }\n";
    own_function function = NULL;
    nf_status status = nf_function_create(s->context, NULL, text, NULL, &function);
    const nf_points queries = points_at(PACKED, &at[3]);
    const nf_numbers fields[] = {{.name = "mass", .n = N, .values = at[0], .stride = 2}},
                     query_fields[] = {{.name = "mass", .n = N, .values = at[1]}},
                     tables[] = {{.name = "factors", .n = 8, .values = at[2]}};
    const nf_outputs none = {.found = NULL};
    const nf_interact_options options = {.fields = fields,
                                         .field_count = 1,
                                         .query_fields = query_fields,
                                         .query_field_count = 1,
                                         .tables = tables,
                                         .table_count = 1,
                                         .queries = &queries,
                                         .outputs = &none};
    if (status == NF_OK) status = nf_interact(s->cloud, 0.2, function, &options, NULL, NULL);
    return status;
}

TEST(an_offset_that_is_no_multiple_of_an_element_is_refused_in_every_slice) {
    enum { PART = 24 * 256 }; /* a multiple of every element, and room for N of them */
    static const struct {
        slice_call *call;
        struct {
            const char *name; /* NULL: any offset serves */
            unsigned size;
        } slices[SLICES];
    } rows[] = {
        {call_reduce, {{"in", 8}, {"out", 8}}},
        {call_scan, {{"in", 4}, {"out", 4}}},
        {call_compact, {{"values", 4}, {"out", 4}, {"count", 8}}},
        {call_gather, {{"in", 12}, {"indices", 4}, {"out", 12}}},
        {call_sort, {{"keys", 8}, {"values", 4}}},
        {call_packed, {{"points", 4}}},
        {call_rows, {{"points", 4}}},
        {call_columns, {{"points", 4}, {"points", 4}, {"points", 4}}},
        {call_queries, {{"query points", 4}}},
        {call_query_rows, {{"query points", 4}}},
        {call_radii, {{"radii", 4}}},
        {call_exclusions, {{"the offsets of the exclusions", 8}, {"the indices of the exclusions", 4}}},
        {call_catalogue, {{"labels", 4}, {"weights", 4}, {"velocities", 4}}},
        {call_strided_weights, {{"weights", 4}}},
        {call_interact,
         {{"numbers of the field \"mass\"", 4},
          {"numbers of the query field \"mass\"", 4},
          {"numbers of the table \"factors\"", 4},
          {"query points", 4}}},
    };
    static const char zeros[SLICES * PART + 8];
    own_stand s = stand_up();
    own_buffer room = support_buffer_of(s.context, zeros, sizeof zeros, 1);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        nf_slice at[SLICES];
        for (int k = 0; k < SLICES; k++) at[k] = nf_at(room.at.buffer, 24 + (uint64_t)k * PART);
        for (int k = 0; k < SLICES; k++) {
            const unsigned size = rows[r].slices[k].size, offset = (unsigned)at[k].offset + size / 2;
            char sentence[160];
            if (!rows[r].slices[k].name) continue;
            at[k].offset = offset;
            (void)snprintf(sentence, sizeof sentence,
                           "%s: the offset is %u bytes: it must be a multiple of %u", rows[r].slices[k].name,
                           offset, size);
            support_fails(s.context, NF_ERROR_ARGUMENT, sentence, rows[r].call(&s, at));
            at[k].offset -= size / 2;
        }
        support_ok(s.context, rows[r].call(&s, at));
    }
}
