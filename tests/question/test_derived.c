/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays that are made of others: rows of entries, columns of pairs, and numbers in other types. */
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <stdlib.h>
#include <string.h>

enum { N = 700 };
static const char gpu_shape[] =
    "search.GROUP=32 bounds.GROUP=32 order.GROUP=32 order.SMALL=1 sort.GROUP=64 scan.GROUP=64 tree.GROUP=32 "
    "tree.WIDTH=32 knn.GROUP=32 knn.PACKET=1 fof.GROUP=32";

/* A cloud of N points, on the device in its own shape, in that of a GPU, or on the host. */
typedef struct stand {
    support_cloud points, queries;
    nf_context *context;
    nf_cloud *cloud;
    int shared; /* 1: the context is not the stand's */
} stand;
enum { OWN_SHAPE, GPU_SHAPE, ON_HOST, SHAPES };

static stand stand_up(int shape) {
    stand s = {.shared = shape == ON_HOST};
    s.context = s.shared ? support_host() : support_context(shape == GPU_SHAPE ? gpu_shape : NULL);
    s.points = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 5);
    s.queries = support_cloud_uniform(N / 3, 3, NF_FLOAT32, 1, 7);
    s.cloud = support_cloud_on(s.context, &s.points.points, NULL);
    return s;
}

static void take_down(stand *s) {
    nf_cloud_free(s->cloud);
    support_cloud_free(&s->points);
    support_cloud_free(&s->queries);
    if (!s->shared) nf_context_free(s->context);
}
#define own_stand OWNED_BY(take_down) stand

/* Fails unless both have the same numbers, every `step`-th of the first from `first` on. */
static void check_same(nf_result *result, nf_array from, uint64_t step, uint64_t first, nf_array array) {
    const nf_array_info info = *nf_result_array(result, array);
    own_memory int32_t *numbers = support_array(result, from);
    own_memory void *made = support_array(result, array);
    const uint64_t count = info.rows * (uint64_t)info.columns;
    ck_assert_uint_gt(count, 0);
    for (uint64_t k = 0; k < count; k++) {
        const int64_t is = info.type == NF_INT64 ? ((int64_t *)made)[k] : ((int32_t *)made)[k];
        ck_assert_msg(is == numbers[k * step + first], "%s[%llu]", info.name, (unsigned long long)k);
    }
}

/* Fails unless the rows are those that the offsets, and the counts if there are any, give. */
static void check_rows(nf_result *result, uint64_t n) {
    own_memory uint64_t *offsets = support_array(result, NF_ARRAY_OFFSETS);
    own_memory uint64_t *counts = support_array(result, NF_ARRAY_COUNTS);
    own_memory int32_t *rows = support_array(result, NF_ARRAY_ROWS);
    const int has_counts = nf_result_array(result, NF_ARRAY_COUNTS)->rows > 0;
    uint64_t seen = 0;
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_ROWS)->rows, nf_result_total(result));
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t k = offsets[i]; k < (has_counts ? offsets[i] + counts[i] : offsets[i + 1]); k++, seen++)
            ck_assert_int_eq(rows[k], (int32_t)i);
    ck_assert_uint_eq(seen, nf_result_total(result));
}

TEST(the_columns_of_pairs_come_as_arrays_of_their_own) {
    for (int shape = 0; shape < SHAPES; shape++) {
        own_stand s = stand_up(shape);
        own_result result = NULL;
        const nf_pairs_options options = {
            .arrays = NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_PAIRS_INT64) |
                      NF_WANT(NF_ARRAY_ROWS_INT64) | NF_WANT(NF_ARRAY_INDICES_INT64)};
        for (int turn = 0; turn < 2; turn++) { /* and into a result with room */
            support_ok(s.context, nf_pairs(s.cloud, 0.1 + 0.02 * turn, &options, NULL, &result));
            check_same(result, NF_ARRAY_PAIRS, 2, 0, NF_ARRAY_ROWS);
            check_same(result, NF_ARRAY_PAIRS, 2, 1, NF_ARRAY_INDICES);
            check_same(result, NF_ARRAY_PAIRS, 1, 0, NF_ARRAY_PAIRS_INT64);
            check_same(result, NF_ARRAY_PAIRS, 2, 0, NF_ARRAY_ROWS_INT64);
            check_same(result, NF_ARRAY_PAIRS, 2, 1, NF_ARRAY_INDICES_INT64);
        }
    }
}

TEST(each_entry_of_lists_names_its_row) {
    for (int shape = 0; shape < SHAPES; shape++) {
        own_stand s = stand_up(shape);
        const nf_lists_options kinds[] = {{.half = 0},
                                          {.half = 1},
                                          {.sorted = 1},
                                          {.cell_order = 1},
                                          {.half = 1, .skin = 0.02},
                                          {.queries = &s.queries.points}};
        for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++) {
            if (shape == GPU_SHAPE && !support_is_run(k, 3)) continue;
            own_result result = NULL;
            nf_lists_options options = kinds[k];
            options.arrays =
                NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_ROWS_INT64) | NF_WANT(NF_ARRAY_INDICES_INT64);
            support_ok(s.context, nf_lists(s.cloud, 0.1, &options, NULL, &result));
            check_rows(result, options.queries ? N / 3 : N);
            check_same(result, NF_ARRAY_ROWS, 1, 0, NF_ARRAY_ROWS_INT64);
            check_same(result, NF_ARRAY_INDICES, 1, 0, NF_ARRAY_INDICES_INT64);
        }
    }
}

TEST(absent_neighbours_are_minus_one_in_64_bits) {
    for (int shape = 0; shape < SHAPES; shape++) {
        own_stand s = stand_up(shape);
        own_result result = NULL;
        const nf_knn_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES_INT64), .max_distance = 0.1};
        support_ok(s.context, nf_knn(s.cloud, 9, &options, NULL, &result));
        check_same(result, NF_ARRAY_INDICES, 1, 0, NF_ARRAY_INDICES_INT64);
        own_memory int64_t *indices = support_array(result, NF_ARRAY_INDICES_INT64);
        int absent = 0;
        for (int k = 0; k < 9 * N; k++) absent += indices[k] == -1;
        ck_assert_int_gt(absent, 0);
    }
}

/* Into buffers, without that the host learns the number, which is on the device; the arrays from which these are made are not wanted. */
TEST(coordinates_alone_are_written_without_waiting_for_their_number) {
    for (int shape = 0; shape < ON_HOST; shape++) {
        own_stand s = stand_up(shape);
        own_result result = NULL;
        support_ok(s.context, nf_lists(s.cloud, 0.1,
                                       &(nf_lists_options){.arrays = NF_WANT(NF_ARRAY_ROWS_INT64) |
                                                                     NF_WANT(NF_ARRAY_INDICES_INT64)},
                                       NULL, &result));
        const uint64_t total = nf_result_total(result);
        for (int turn = 0; turn < 3; turn++) { /* more room than there are, and less */
            const uint64_t capacity = turn == 0 ? total + 50 : total / (uint64_t)turn,
                           written = turn < 2 ? total : capacity;
            own_buffer rows = support_buffer_of(s.context, NULL, capacity, 8),
                       indices = support_buffer_of(s.context, NULL, capacity, 8);
            const nf_output to[] = {{.array = NF_ARRAY_ROWS_INT64,
                                     .buffer = rows.at.buffer,
                                     .offset = rows.at.offset,
                                     .capacity = capacity},
                                    {.array = NF_ARRAY_INDICES_INT64,
                                     .buffer = indices.at.buffer,
                                     .offset = indices.at.offset,
                                     .capacity = capacity}};
            const nf_outputs outputs = {.count = 2, .arrays = to};
            support_ok(s.context,
                       nf_lists(s.cloud, 0.1, &(nf_lists_options){.outputs = &outputs}, NULL, NULL));
            own_memory int64_t *wanted = support_array(result, NF_ARRAY_ROWS_INT64),
                               *got = support_allocate(capacity * 8);
            support_read_first(&rows, got, written);
            ck_assert_int_eq(memcmp(got, wanted, written * 8), 0);
            own_memory int64_t *wanted_indices = support_array(result, NF_ARRAY_INDICES_INT64);
            support_read_first(&indices, got, written);
            ck_assert_int_eq(memcmp(got, wanted_indices, written * 8), 0);
        }
    }
}

TEST(what_arrays_are_made_of_counts_in_costs) {
    own_stand s = stand_up(OWN_SHAPE);
    enum { ASSUMED = 1 << 20 };
    nf_cost plain = {.assumed = ASSUMED}, wide = plain, out = plain, wide_out = plain;
    const nf_output indices = {.array = NF_ARRAY_INDICES, .host = &plain, .capacity = ASSUMED},
                    indices64 = {.array = NF_ARRAY_INDICES_INT64, .host = &plain, .capacity = ASSUMED};
    support_ok(s.context, nf_lists(s.cloud, 0.1, &(nf_lists_options){.cost = &plain}, NULL, NULL));
    support_ok(s.context,
               nf_lists(s.cloud, 0.1,
                        &(nf_lists_options){.cost = &wide, .arrays = NF_WANT(NF_ARRAY_INDICES_INT64)}, NULL,
                        NULL));
    ck_assert_uint_ge(wide.bytes, plain.bytes + 8 * (uint64_t)ASSUMED);
    support_ok(
        s.context,
        nf_lists(s.cloud, 0.1,
                 &(nf_lists_options){.cost = &out, .outputs = &(nf_outputs){.count = 1, .arrays = &indices}},
                 NULL, NULL));
    support_ok(s.context,
               nf_lists(s.cloud, 0.1,
                        &(nf_lists_options){.cost = &wide_out,
                                            .outputs = &(nf_outputs){.count = 1, .arrays = &indices64}},
                        NULL, NULL));
    ck_assert_uint_ge(wide_out.bytes, out.bytes + 8 * (uint64_t)ASSUMED);
}

/* Fails unless each group has the number of labels below its own, and noise -1. */
static void check_numbers(nf_result *result) {
    own_memory int32_t *labels = support_array(result, NF_ARRAY_LABELS);
    own_memory int32_t *numbers = support_array(result, NF_ARRAY_GROUP_NUMBERS);
    int32_t of[N], groups = 0;
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_GROUP_NUMBERS)->rows, N);
    for (int p = 0; p < N; p++)
        if (labels[p] == p) of[p] = groups++;
    ck_assert_uint_eq((uint64_t)groups, nf_result_total(result));
    ck_assert_int_gt(groups, 3);
    for (int p = 0; p < N; p++) ck_assert_int_eq(numbers[p], labels[p] < 0 ? -1 : of[labels[p]]);
}

TEST(groups_are_numbered_by_their_smallest_index) {
    for (int shape = 0; shape < SHAPES; shape++) {
        own_stand s = stand_up(shape);
        own_result result = NULL;
        const nf_fof_options friends = {.arrays = NF_WANT(NF_ARRAY_GROUP_NUMBERS)};
        const nf_dbscan_options dense = {.arrays =
                                             NF_WANT(NF_ARRAY_GROUP_NUMBERS) | NF_WANT(NF_ARRAY_CORES_UINT8)};
        int kinds[3] = {0, 0, 0}; /* noise, border and core points */
        support_ok(s.context, nf_fof(s.cloud, 0.06, &friends, NULL, &result));
        check_numbers(result);
        support_ok(s.context, nf_dbscan(s.cloud, 0.08, 4, &dense, NULL, &result));
        check_numbers(result);
        own_memory int32_t *labels = support_array(result, NF_ARRAY_LABELS);
        own_memory uint32_t *cores = support_array(result, NF_ARRAY_CORES);
        own_memory uint8_t *bytes = support_array(result, NF_ARRAY_CORES_UINT8);
        for (int p = 0; p < N; p++) {
            ck_assert_uint_eq(bytes[p], cores[p]);
            kinds[labels[p] < 0 ? 0 : 1 + bytes[p]]++;
        }
        for (int k = 0; k < 3; k++) ck_assert_int_gt(kinds[k], 0);
    }
}

typedef struct seen_rows {
    const int32_t *rows;
    uint64_t count, chunks;
} seen_rows;

static nf_status take(void *user, const nf_chunk *chunk) {
    seen_rows *seen = user;
    int32_t rows[4096];
    if (chunk->count > 4096 ||
        nf_result_read(chunk->result, NF_ARRAY_ROWS, 0, chunk->count, NULL, rows) != NF_OK)
        return NF_ERROR_ARGUMENT;
    if (memcmp(rows, seen->rows + chunk->first, chunk->count * 4) != 0) return NF_ERROR_POINTS;
    seen->count += chunk->count;
    seen->chunks++;
    return NF_OK;
}

/* The least budget of a GPU with many compute units has room for all. */
TEST(rows_of_chunks_are_those_of_the_whole_answer) {
    uint64_t most = 0;
    for (int shape = 0; shape < SHAPES; shape++) {
        own_stand s = stand_up(shape);
        own_result result = NULL;
        uint64_t enough = 0;
        support_ok(s.context, nf_lists(s.cloud, 0.1, &(nf_lists_options){.arrays = NF_WANT(NF_ARRAY_ROWS)},
                                       NULL, &result));
        own_memory int32_t *rows = support_array(result, NF_ARRAY_ROWS);
        seen_rows seen = {.rows = rows};
        nf_chunks chunks = {.memory_budget = 1, .take = take, .user = &seen, .enough = &enough};
        const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_ROWS), .chunks = &chunks};
        support_fails(s.context, NF_ERROR_MEMORY, "budget", nf_lists(s.cloud, 0.1, &options, NULL, NULL));
        chunks.memory_budget = enough;
        support_ok(s.context, nf_lists(s.cloud, 0.1, &options, NULL, NULL));
        ck_assert_uint_eq(seen.count, nf_result_total(result));
        if (seen.chunks > most) most = seen.chunks;
    }
    ck_assert_uint_gt(most, 1);
}

TEST(rows_of_what_has_no_entries_are_refused) {
    own_stand s = stand_up(OWN_SHAPE);
    own_result result = NULL;
    support_fails(s.context, NF_ERROR_ARGUMENT, "rows, which nf_knn does not have",
                  nf_knn(s.cloud, 3, &(nf_knn_options){.arrays = NF_WANT(NF_ARRAY_ROWS)}, NULL, &result));
    support_fails(
        s.context, NF_ERROR_ARGUMENT, "pairs_int64, which nf_lists does not have",
        nf_lists(s.cloud, 0.1, &(nf_lists_options){.arrays = NF_WANT(NF_ARRAY_PAIRS_INT64)}, NULL, &result));
}
