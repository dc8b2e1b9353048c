/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What all questions have in common: options of any size, outputs, costs, and which of them exclude each other. */
#include "support/budgets.h"
#include "support/calls.h"
#include "support/clouds.h"
#include "support/device.h"

#include <stdlib.h>
#include <string.h>

/* ---- all questions ------------------------------------------------------------------------------------------------ */

enum { PAIRS, LISTS, HISTOGRAM, KNN, FOF, DBSCAN, CATALOGUE, ZSORT, QUESTIONS };
enum { N = 300, K = 5, BINS = 7, ARRAYS_MOST = 9 };
static const char *const names[QUESTIONS] = {"nf_pairs", "nf_lists",  "nf_histogram", "nf_knn",
                                             "nf_fof",   "nf_dbscan", "nf_catalogue", "nf_zsort"};

typedef struct stand {
    nf_context *context;
    support_cloud points;
    nf_cloud *cloud;
    support_buffer labels;
} stand;

/* Which form a call has; all zeros make a result. */
typedef struct form {
    uint64_t arrays;
    const nf_outputs *outputs;
    nf_cost *cost;
} form;

static nf_status ask_about(const stand *s, nf_cloud *cloud, int question, const form *f, nf_result **result) {
    const nf_pairs_options pairs = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_lists_options lists = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_histogram_options histogram = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_knn_options knn = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_fof_options fof = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_dbscan_options dbscan = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_catalogue_options catalogue = {
        .min_members = 2, .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    const nf_zsort_options zsort = {.arrays = f->arrays, .outputs = f->outputs, .cost = f->cost};
    switch (question) {
    case PAIRS: return nf_pairs(cloud, 0.2, &pairs, NULL, result);
    case LISTS: return nf_lists(cloud, 0.2, &lists, NULL, result);
    case HISTOGRAM: return nf_histogram(cloud, 0.2, BINS, &histogram, NULL, result);
    case KNN: return nf_knn(cloud, K, &knn, NULL, result);
    case FOF: return nf_fof(cloud, 0.1, &fof, NULL, result);
    case DBSCAN: return nf_dbscan(cloud, 0.1, 3, &dbscan, NULL, result);
    case CATALOGUE: return nf_catalogue(cloud, s->labels.at, &catalogue, NULL, result);
    default: return nf_zsort(cloud, &zsort, NULL, result);
    }
}

static nf_status ask(const stand *s, int question, const form *f, nf_result **result) {
    return ask_about(s, s->cloud, question, f, result);
}

static stand stand_up(void) {
    stand s = {.context = support_context(NULL), .points = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 3)};
    int32_t labels[N];
    for (int p = 0; p < N; p++) labels[p] = p % 17;
    s.labels = support_buffer_of(s.context, labels, N, 4);
    support_ok(s.context, nf_cloud_create(s.context, &s.points.points, NULL, NULL, &s.cloud));
    return s;
}

static void take_down(stand *s) {
    support_release(&s->labels);
    nf_cloud_free(s->cloud);
    support_cloud_free(&s->points);
    nf_context_free(s->context);
}

/* All arrays that a question has in this form. */
static int arrays_of(int question, nf_array arrays[ARRAYS_MOST]) {
    static const nf_array all[QUESTIONS][ARRAYS_MOST] = {
        [PAIRS] = {NF_ARRAY_PAIRS, NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS},
        [LISTS] = {NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS},
        [HISTOGRAM] = {NF_ARRAY_COUNTS},
        [KNN] = {NF_ARRAY_INDICES, NF_ARRAY_DISTANCES, NF_ARRAY_KTH_DISTANCES, NF_ARRAY_MEAN_DISTANCES,
                 NF_ARRAY_DENSITIES},
        [FOF] = {NF_ARRAY_LABELS, NF_ARRAY_ORDER},
        [DBSCAN] = {NF_ARRAY_LABELS, NF_ARRAY_CORES, NF_ARRAY_ORDER},
        [CATALOGUE] = {NF_ARRAY_GROUPS, NF_ARRAY_MEMBERS, NF_ARRAY_MASSES, NF_ARRAY_CENTRES,
                       NF_ARRAY_INERTIA_RADII, NF_ARRAY_EXTENTS},
        [ZSORT] = {NF_ARRAY_ORDER}};
    static const int counts[QUESTIONS] = {4, 5, 1, 5, 2, 3, 6, 1};
    memcpy(arrays, all[question], sizeof all[question]);
    return counts[question];
}

static uint64_t flags_of(int question) {
    nf_array arrays[ARRAYS_MOST];
    uint64_t flags = 0;
    for (int a = arrays_of(question, arrays); a > 0; a--) flags |= NF_WANT(arrays[a - 1]);
    return flags;
}

static size_t row_of(const nf_array_info *info) { return nf_type_bytes(info->type) * (size_t)info->columns; }

/* 1 if an array has a row for each result, of which there may be too many. */
static int is_open(int question, nf_array array) {
    return question == PAIRS || question == CATALOGUE || (question == LISTS && array != NF_ARRAY_OFFSETS);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------ */

/* Compares outputs in host memory with the arrays of a result, all of them or `less` rows fewer. */
static void check_host(const stand *s, int question, nf_result *result, uint64_t less) {
    nf_array arrays[ARRAYS_MOST];
    nf_output outputs[ARRAYS_MOST];
    unsigned char *memory[ARRAYS_MOST];
    const int count = arrays_of(question, arrays);
    uint64_t found = 77;
    for (int a = 0; a < count; a++) {
        const nf_array_info info = nf_result_array(result, arrays[a]);
        const uint64_t rows = is_open(question, arrays[a]) ? info.rows - less : info.rows;
        const size_t row = row_of(&info), offset = (size_t)(a % 2) * row;
        memory[a] = support_allocate(rows * row + 2 * row + 1);
        memset(memory[a], 0x5a, rows * row + 2 * row + 1);
        outputs[a] = (nf_output){.array = arrays[a], .host = memory[a], .offset = offset, .capacity = rows};
    }
    const nf_outputs all = {.count = (uint32_t)count, .arrays = outputs, .found = &found};
    const nf_status status = ask(s, question, &(form){.outputs = &all}, NULL);
    ck_assert_msg(status == (less ? NF_ERROR_CAPACITY : NF_OK), "%s: %s", names[question],
                  nf_context_error(s->context));
    ck_assert_uint_eq(found, nf_result_total(result));
    for (int a = 0; a < count; a++) {
        const nf_array_info info = nf_result_array(result, arrays[a]);
        const size_t row = row_of(&info), bytes = outputs[a].capacity * row, offset = outputs[a].offset;
        unsigned char *wanted = support_allocate(bytes + 1);
        support_ok(s->context, nf_result_read(result, arrays[a], 0, outputs[a].capacity, NULL, wanted));
        ck_assert_msg(memcmp(memory[a] + offset, wanted, bytes) == 0, "%s: the %s", names[question],
                      info.name);
        for (size_t k = 0; k < 2 * row + 1; k++) /* before and after it */
            ck_assert_uint_eq(memory[a][k < offset ? k : bytes + k], 0x5a);
        free(wanted);
        free(memory[a]);
    }
}

START_TEST(outputs_in_host_memory_are_the_arrays_of_a_result) {
    stand s = stand_up();
    for (int q = 0; q < QUESTIONS; q++) {
        nf_result *result = NULL;
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q)}, &result));
        check_host(&s, q, result, 0);
        if (q == PAIRS || q == LISTS || q == CATALOGUE) check_host(&s, q, result, 1);
        nf_result_free(result);
    }
    take_down(&s);
}
END_TEST

START_TEST(the_number_of_results_is_written_on_the_device) {
    stand s = stand_up();
    for (int q = 0; q < ZSORT; q++) {
        nf_array arrays[ARRAYS_MOST];
        nf_result *result = NULL;
        nf_output outputs[2];
        uint64_t found = 77;
        (void)arrays_of(q, arrays);
        support_ok(s.context, ask(&s, q, &(form){.arrays = 0}, &result));
        const nf_array_info first = nf_result_array(result, arrays[0]);
        support_buffer rows = support_buffer_of(s.context, NULL, first.rows, row_of(&first)),
                       number = support_buffer_of(s.context, NULL, 1, 8);
        outputs[0] = (nf_output){.array = arrays[0],
                                 .buffer = rows.at.buffer,
                                 .offset = rows.at.offset * row_of(&first),
                                 .capacity = first.rows};
        outputs[1] = (nf_output){.array = NF_ARRAY_FOUND,
                                 .buffer = number.at.buffer,
                                 .offset = number.at.offset * 8,
                                 .capacity = 1};
        support_ok(s.context,
                   ask(&s, q, &(form){.outputs = &(nf_outputs){.count = 2, .arrays = outputs}}, NULL));
        support_read(&number, &found);
        ck_assert_msg(found == nf_result_total(result), "%s: %llu and not %llu", names[q],
                      (unsigned long long)found, (unsigned long long)nf_result_total(result));
        /* Alone it is the answer of a call that only counts. */
        found = 77;
        outputs[0] = outputs[1];
        support_ok(s.context,
                   ask(&s, q, &(form){.outputs = &(nf_outputs){.count = 1, .arrays = outputs}}, NULL));
        support_read(&number, &found);
        ck_assert_uint_eq(found, nf_result_total(result));
        found = 77;
        support_ok(s.context, ask(&s, q, &(form){.outputs = &(nf_outputs){.found = &found}}, NULL));
        ck_assert_uint_eq(found, nf_result_total(result));
        nf_result_free(result);
        support_release(&rows);
        support_release(&number);
    }
    take_down(&s);
}
END_TEST

START_TEST(sorted_results_that_do_not_fit_are_not_written) {
    stand s = stand_up();
    int32_t pairs[2 * N];
    uint64_t found = 0;
    memset(pairs, 0x5a, sizeof pairs);
    const nf_output output = {.array = NF_ARRAY_PAIRS, .host = pairs, .capacity = 5};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = &found};
    const nf_pairs_options options = {.sorted = 1, .outputs = &outputs};
    support_fails(s.context, NF_ERROR_CAPACITY, "pairs and room for 5",
                  nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    ck_assert_uint_gt(found, 5);
    for (int k = 0; k < 2 * N; k++) ck_assert_int_eq(pairs[k], 0x5a5a5a5a);
    take_down(&s);
}
END_TEST

/* The least capacity of the arrays with a row for each result counts for all of them. */
START_TEST(outputs_of_unequal_capacities_have_rows_up_to_the_least) {
    stand s = stand_up();
    int32_t pairs[2 * 20];
    uint32_t distances[20], wanted_distances[20]; /* the bits of floats */
    int32_t wanted[2 * 20];
    uint64_t found = 0;
    const nf_pairs_options all = {.arrays = NF_WANT(NF_ARRAY_DISTANCES)};
    nf_result *result = NULL;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, &all, NULL, &result));
    support_ok(s.context, nf_result_read(result, NF_ARRAY_PAIRS, 0, 20, NULL, wanted));
    support_ok(s.context, nf_result_read(result, NF_ARRAY_DISTANCES, 0, 20, NULL, wanted_distances));
    nf_result_free(result);
    for (int turn = 0; turn < 2; turn++) {
        const nf_output outputs[] = {
            {.array = NF_ARRAY_PAIRS, .host = pairs, .capacity = turn ? 20 : 7},
            {.array = NF_ARRAY_DISTANCES, .host = distances, .capacity = turn ? 7 : 20}};
        const nf_pairs_options options = {.outputs =
                                              &(nf_outputs){.count = 2, .arrays = outputs, .found = &found}};
        memset(pairs, 0x5a, sizeof pairs);
        memset(distances, 0x5a, sizeof distances);
        support_fails(s.context, NF_ERROR_CAPACITY, "room for 7",
                      nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
        ck_assert_int_eq(memcmp(pairs, wanted, 7 * 8), 0);
        ck_assert_int_eq(memcmp(distances, wanted_distances, 7 * 4), 0);
        for (int k = 14; k < 40; k++) ck_assert_int_eq(pairs[k], 0x5a5a5a5a);
        for (int k = 7 * 4; k < 20 * 4; k++) ck_assert_int_eq(((unsigned char *)distances)[k], 0x5a);
    }
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

START_TEST(outputs_that_do_not_serve_are_named) {
    stand s = stand_up();
    support_buffer room = support_buffer_of(s.context, NULL, 8 * N, 8);
    struct _cl_mem *buffer = room.at.buffer;
    uint64_t host[N], found = 77;
    const uint64_t at = 8 * room.at.offset;
    const struct {
        int question;
        const char *word;
        uint32_t count;
        nf_output outputs[2];
    } rows[] = {
        {LISTS,
         "offsets has room for 300 rows, and there are 301",
         1,
         {{NF_ARRAY_OFFSETS, buffer, NULL, at, N}}},
        {KNN, "indices has room for 299 rows", 1, {{NF_ARRAY_INDICES, buffer, NULL, at, N - 1}}},
        {PAIRS,
         "the offset of pairs is 4 bytes: it must be a multiple of 8",
         1,
         {{NF_ARRAY_PAIRS, buffer, NULL, 4, 9}}},
        {PAIRS,
         "the offset of vectors is 8 bytes: it must be a multiple of 12",
         1,
         {{NF_ARRAY_VECTORS, buffer, NULL, 8, 9}}},
        {KNN,
         "the offset of distances is 6 bytes: it must be a multiple of 4",
         1,
         {{NF_ARRAY_DISTANCES, buffer, NULL, 6, N}}},
        {PAIRS, "pairs has neither a buffer nor host memory", 1, {{NF_ARRAY_PAIRS, NULL, NULL, 0, 9}}},
        {FOF, "labels has neither a buffer nor host memory", 1, {{NF_ARRAY_LABELS, NULL, NULL, 0, N}}},
        {FOF, "a buffer and host memory", 1, {{NF_ARRAY_LABELS, buffer, host, 0, N}}},
        {FOF,
         "is given twice",
         2,
         {{NF_ARRAY_LABELS, buffer, NULL, at, N}, {NF_ARRAY_LABELS, NULL, host, 0, N}}},
        {ZSORT, "which nf_zsort does not have", 1, {{NF_ARRAY_FOUND, buffer, NULL, at, 1}}},
        {FOF, "names the cores, which nf_fof does not have", 1, {{NF_ARRAY_CORES, buffer, NULL, at, N}}},
        {PAIRS, "names array 48, which nf_pairs does not have", 1, {{(nf_array)48, buffer, NULL, at, N}}},
        {PAIRS,
         "pairs and found overlap",
         2,
         {{NF_ARRAY_PAIRS, buffer, NULL, at, 9}, {NF_ARRAY_FOUND, buffer, NULL, at + 8, 1}}},
        {LISTS, "needs", 1, {{NF_ARRAY_INDICES, buffer, NULL, at, UINT64_MAX}}},
        {PAIRS, "outputs->arrays is NULL", 3, {{NF_ARRAY_PAIRS, buffer, NULL, at, 9}}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_outputs outputs = {.count = rows[r].count,
                                    .arrays = rows[r].count == 3 ? NULL : rows[r].outputs,
                                    .found = rows[r].question == ZSORT ? NULL : &found};
        found = 77;
        support_fails(s.context, NF_ERROR_ARGUMENT, rows[r].word,
                      ask(&s, rows[r].question, &(form){.outputs = &outputs}, NULL));
        ck_assert_uint_eq(found, rows[r].question == ZSORT ? 77 : 0);
    }
    support_release(&room);
    take_down(&s);
}
END_TEST

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
        ck_assert_msg(peak - before <= cost.bytes, "%s: %llu bytes, and %llu were said", names[q],
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

int main(void) {
    const TTest *const tests[] = {outputs_in_host_memory_are_the_arrays_of_a_result,
                                  the_number_of_results_is_written_on_the_device,
                                  sorted_results_that_do_not_fit_are_not_written,
                                  outputs_of_unequal_capacities_have_rows_up_to_the_least,
                                  shapes_that_a_call_refuses_have_no_cost,
                                  outputs_that_do_not_serve_are_named,
                                  longer_options_are_taken_if_they_mean_the_same,
                                  all_structs_that_may_grow_say_their_size,
                                  a_call_has_one_form,
                                  a_cloud_of_a_shape_says_what_a_cloud_of_points_says,
                                  a_call_with_outputs_takes_no_more_than_its_cost,
                                  a_cost_changes_nothing_but_its_bytes};
    return support_main("call", tests, sizeof tests / sizeof *tests);
}
