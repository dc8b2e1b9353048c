/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs() and nf_lists() in chunks: one after the other, they are the bytes of the results. */
#include "arguments/arrays.h"
#include "support/calls.h"
#include "opencl/context.h"
#include "support/answers/pairs.h"
#include "support/clouds/box_more.h"
#include "support/budgets.h"
#include "support/device.h"

#include <stdlib.h>
#include <string.h>

#include <nearfield/nearfield.h>

enum {
    ARRAYS = NF_ARRAYS,
    MEASURES = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS)
};

/* Arrays on the host. */
typedef struct arrays {
    nf_context *context;
    char *data[ARRAYS];
    uint64_t bytes[ARRAYS], chunks, count, rows, total;
    uint64_t stop_after; /* chunks, or 0 */
} arrays;

static void append(arrays *to, nf_array array, const nf_result *result, uint64_t first, uint64_t rows,
                   uint64_t added) {
    const nf_array_info *info = nf_result_array(result, array);
    const uint64_t bytes = rows * (uint64_t)info->columns * nf_type_bytes(info->type);
    if (!rows) return;
    to->data[array] = realloc(to->data[array], to->bytes[array] + bytes);
    ck_assert_ptr_nonnull(to->data[array]);
    char *at = to->data[array] + to->bytes[array];
    support_ok(to->context, nf_result_read(result, array, first, rows, NULL, at));
    for (uint64_t k = 0; array == NF_ARRAY_OFFSETS && k < rows; k++) {
        uint64_t offset;
        memcpy(&offset, at + 8 * k, 8);
        offset += added;
        memcpy(at + 8 * k, &offset, 8);
    }
    to->bytes[array] += bytes;
}

static nf_status take(void *user, const nf_chunk *chunk) {
    arrays *to = user;
    ck_assert_uint_eq(chunk->first, to->count);
    ck_assert_uint_eq(chunk->first_row, to->rows);
    ck_assert_uint_eq(nf_result_total(chunk->result), chunk->count);
    for (int a = 0; a < ARRAYS; a++) {
        const nf_array_info *info = nf_result_array(chunk->result, (nf_array)a);
        const uint64_t shared = a == NF_ARRAY_OFFSETS && to->chunks > 0; /* the end of the rows before */
        if (info->rows > shared)
            append(to, (nf_array)a, chunk->result, shared, info->rows - shared, chunk->first);
    }
    to->count += chunk->count;
    to->rows += chunk->rows;
    to->total = chunk->total;
    to->chunks++;
    return to->stop_after && to->chunks == to->stop_after ? NF_ERROR_MEMORY : NF_OK;
}

static void release(arrays *a) {
    for (int k = 0; k < ARRAYS; k++) free(a->data[k]);
}

static void same(const arrays *whole, const arrays *parts, const char *name) {
    for (int a = 0; a < ARRAYS; a++) {
        ck_assert_msg(whole->bytes[a] == parts->bytes[a], "%s: array %d has %llu bytes, expected %llu", name,
                      a, (unsigned long long)parts->bytes[a], (unsigned long long)whole->bytes[a]);
        ck_assert_msg(!whole->bytes[a] || memcmp(whole->data[a], parts->data[a], whole->bytes[a]) == 0,
                      "%s: array %d differs", name, a);
    }
}

/* All in one result. */
static arrays whole_of(nf_context *context, nf_result *result) {
    arrays whole = {.context = context};
    for (int a = 0; a < ARRAYS; a++)
        append(&whole, (nf_array)a, result, 0, nf_result_array(result, (nf_array)a)->rows, 0);
    return whole;
}

/* Sets a budget that makes chunks of most answers, and a largest buffer that makes chunks of all: on some devices the count
   needs more memory than the whole result, so that a budget alone may leave it in one chunk.  No row or tile has a fourth of the results. */
static void make_chunks(nf_context *context, nf_chunks *chunks, uint64_t enough, uint64_t total, int dims) {
    chunks->memory_budget = enough + total;
    context->device.largest_buffer = total / 4 * (dims > 1 ? 8 * (uint64_t)dims : 12);
}

/* Pairs or lists. */
typedef struct asked {
    int lists, half, sorted;
    uint32_t arrays;
} asked;

/* In one result, or in chunks. */
static nf_status ask(nf_cloud *cloud, const support_boxed *boxed, const asked *a, nf_result **result,
                     const nf_chunks *chunks, uint64_t *total) {
    const double cutoff = support_boxed_cutoff(boxed);
    const nf_pairs_options pairs = {
        .arrays = a->arrays, .queries = boxed->queries, .filters = boxed->filters};
    const nf_lists_options lists = {.half = a->half,
                                    .sorted = a->sorted,
                                    .arrays = a->arrays,
                                    .queries = boxed->queries,
                                    .filters = boxed->filters};
    if (a->lists)
        return chunks ? lists_in_chunks(cloud, cutoff, &lists, chunks, NULL, total)
                      : nf_lists(cloud, cutoff, &lists, NULL, result);
    return chunks ? pairs_in_chunks(cloud, cutoff, &pairs, chunks, NULL, total)
                  : nf_pairs(cloud, cutoff, &pairs, NULL, result);
}

static void check(nf_context *context, nf_cloud *cloud, const support_boxed *boxed, asked a) {
    arrays parts = {.context = context}, none = parts;
    uint64_t total = 0, enough = 0;
    nf_chunks chunks = {.memory_budget = 1, .take = take, .user = &none, .enough = &enough};
    nf_result *result = NULL;
    support_ok(context, ask(cloud, boxed, &a, &result, NULL, NULL));
    arrays whole = whole_of(context, result);
    support_fails(context, NF_ERROR_MEMORY, "is too small", ask(cloud, boxed, &a, NULL, &chunks, NULL));
    const uint64_t expected = nf_result_total(result), buffer = context->device.largest_buffer;
    make_chunks(context, &chunks, enough, expected, boxed->points.dims);
    nf_result_free(result);
    budget_begin(context);
    chunks.user = &parts;
    support_ok(context, ask(cloud, boxed, &a, NULL, &chunks, &total));
    budget_within(context, chunks.memory_budget, boxed->name);
    ck_assert_uint_eq(total, expected);
    ck_assert_uint_eq(parts.count, total);
    ck_assert_uint_gt(parts.chunks, 1);
    context->device.largest_buffer = buffer;
    same(&whole, &parts, boxed->name);
    release(&whole);
    release(&parts);
    release(&none);
}

/* Boxes and arrays are as in the other tests of searches, whose programs these are. */
TEST(chunks_are_the_bytes_of_one_result) {
    own_context context = support_context(NULL);
    own_boxed boxed = support_boxed_large(1, 3000, NF_FLOAT32);
    own_cloud cloud = support_cloud_on(context, &boxed.points, &boxed.box);
    check(context, cloud, &boxed, (asked){.arrays = MEASURES});
    check(context, cloud, &boxed, (asked){.lists = 1});
    check(context, cloud, &boxed, (asked){.lists = 1, .half = 1, .sorted = 1, .arrays = MEASURES});
}

/* By the kernels for GPUs, also if the device is a CPU. */
TEST(chunks_of_work_groups_are_the_bytes_of_one_result) {
    own_context context = support_context("search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64");
    own_boxed boxed = support_boxed_large(1, 3000, NF_FLOAT32);
    own_cloud cloud = support_cloud_on(context, &boxed.points, NULL);
    check(context, cloud, &boxed, (asked){0});
    check(context, cloud, &boxed, (asked){.lists = 1});
    check(context, cloud, &boxed, (asked){.lists = 1, .sorted = 1, .arrays = MEASURES});
}

/* The rows of a chunk are those of a part of the cloud's points, which may be named in other rows, or of a part of the query points. */
TEST(chunks_of_filters_are_the_bytes_of_one_result) {
    own_context context = support_context(NULL);
    support_boxed boxed = support_boxed_large(1, 2000, NF_FLOAT32);
    box_more more;
    nf_cloud *cloud = support_cloud_on(context, &boxed.points, &boxed.box);
    box_add_filters(&boxed, &more, 7, NF_RADII_LARGER);
    check(context, cloud, &boxed, (asked){.lists = 1, .half = 1, .arrays = MEASURES});
    box_more_free(&boxed, &more);
    boxed.cutoff *= 3; /* radii that differ much */
    box_add_queries(&boxed, &more, 1500, 2);
    box_add_filters(&boxed, &more, 8, NF_RADII_LARGER);
    check(context, cloud, &boxed, (asked){.lists = 1, .arrays = MEASURES});
    box_more_free(&boxed, &more);
    box_add_filters(&boxed, &more, 8, NF_RADII_LARGER);
    check(context, cloud, &boxed, (asked){.arrays = MEASURES});
    nf_cloud_free(cloud);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
}

TEST(a_chunk_that_is_refused_ends_the_search) {
    own_context context = support_context(NULL);
    own_boxed boxed = support_boxed_large(1, 500, NF_FLOAT32);
    arrays parts = {.context = context, .stop_after = 1};
    nf_chunks chunks = {.take = take, .user = &parts};
    own_cloud cloud = support_cloud_on(context, &boxed.points, NULL);
    ck_assert_int_eq(lists_in_chunks(cloud, boxed.cutoff, NULL, &chunks, NULL, NULL), NF_ERROR_MEMORY);
    ck_assert_uint_eq(parts.chunks, 1);
    chunks.take = NULL;
    support_fails(context, NF_ERROR_ARGUMENT, "take is NULL",
                  lists_in_chunks(cloud, boxed.cutoff, NULL, &chunks, NULL, NULL));
    chunks.take = take;
    const nf_pairs_options sorted = {.sorted = 1};
    support_fails(context, NF_ERROR_UNSUPPORTED, "half lists in chunks",
                  pairs_in_chunks(cloud, boxed.cutoff, &sorted, &chunks, NULL, NULL));
    const nf_lists_options counts = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    support_fails(context, NF_ERROR_UNSUPPORTED, "the offsets alone",
                  lists_in_chunks(cloud, boxed.cutoff, &counts, &chunks, NULL, NULL));
    release(&parts);
}

/* A cloud that is asked in chunks, and another one of its context. */
typedef struct two_clouds {
    nf_context *context;
    nf_cloud *cloud, *other;
    const nf_points *points;
    double cutoff;
    int chunks;
} two_clouds;

static nf_status ask_meanwhile(void *user, const nf_chunk *chunk) {
    static const char words[] = "the cloud is in a call that gives chunks";
    two_clouds *two = user;
    nf_result *result = NULL;
    two->chunks += chunk->rows > 0;
    support_fails(two->context, NF_ERROR_ARGUMENT, words, nf_cloud_move(two->cloud, two->points, NULL, NULL));
    support_fails(two->context, NF_ERROR_ARGUMENT, words, nf_cloud_prepare(two->cloud, two->cutoff, NULL));
    support_fails(two->context, NF_ERROR_ARGUMENT, words,
                  nf_pairs(two->cloud, two->cutoff, NULL, NULL, &result));
    ck_assert_ptr_null(result);
    support_ok(two->context, nf_pairs(two->other, two->cutoff, NULL, NULL, &result));
    nf_result_free(result);
    return NF_OK;
}

TEST(a_cloud_takes_no_calls_while_its_chunks_are_taken) {
    own_context own = support_context(NULL);
    own_boxed boxed = support_boxed_large(1, 500, NF_FLOAT32);
    nf_context *const contexts[] = {own, support_host()};
    for (int k = 0; k < 2; k++) {
        own_cloud cloud = support_cloud_on(contexts[k], &boxed.points, NULL);
        own_cloud other = support_cloud_on(contexts[k], &boxed.points, NULL);
        two_clouds two = {contexts[k], cloud, other, &boxed.points, boxed.cutoff, 0};
        const nf_chunks chunks = {.take = ask_meanwhile, .user = &two};
        support_ok(two.context, lists_in_chunks(cloud, boxed.cutoff, NULL, &chunks, NULL, NULL));
        ck_assert_int_gt(two.chunks, 0);
        support_ok(two.context, nf_cloud_move(cloud, &boxed.points, NULL, NULL)); /* the call has ended */
    }
}

static nf_status count_rows(void *user, const nf_chunk *chunk) {
    *(uint64_t *)user += chunk->rows;
    return NF_OK;
}

/* The order of more points, and then that of fewer points in the memory of more, is made again in as much as the budget has room for. */
TEST(a_cloud_that_had_more_points_needs_no_larger_budget) {
    enum { MANY = 20000, FEW = 300 };
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.05, 3);
    nf_points few = cloud.points;
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    uint64_t rows = 0, total = 0;
    nf_chunks chunks = {.take = count_rows, .user = &rows};
    few.n = FEW;
    support_ok(context, lists_cost(context, &few, NULL, 0, &chunks.memory_budget));
    for (int turn = 0; turn < 2; turn++) {
        support_ok(context, nf_cloud_move(on, &cloud.points, NULL, NULL));
        support_ok(context, pairs_count(on, 0.001, NULL, NULL, &total));
        support_ok(context, nf_cloud_move(on, &few, NULL, NULL));
        if (turn) support_ok(context, pairs_count(on, 1e-6, NULL, NULL, &total));
        rows = 0;
        support_ok(context, lists_in_chunks(on, 1e-6, NULL, &chunks, NULL, &total));
        ck_assert_uint_eq(rows, FEW);
    }
}

TEST(an_empty_cloud_has_no_chunks) {
    own_context context = support_context(NULL);
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    arrays parts = {.context = context};
    const nf_chunks chunks = {.take = take, .user = &parts};
    uint64_t total = 9;
    own_cloud cloud = support_cloud_on(context, &none, NULL);
    support_ok(context, pairs_in_chunks(cloud, 1, NULL, &chunks, NULL, &total));
    ck_assert_uint_eq(total, 0);
    support_ok(context, lists_in_chunks(cloud, 1, NULL, &chunks, NULL, &total));
    ck_assert_uint_eq(parts.chunks, 0);
}

/* What the cloud has kept of other points is not touched: the rows of query points are empty. */
TEST(query_points_of_a_cloud_that_is_empty_now_have_empty_rows) {
    own_context context = support_context(NULL);
    const float r[] = {0, 0, 0, 0.5F, 0, 0};
    const nf_points two = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = r},
                    none = {.n = 0, .dims = 3, .type = NF_FLOAT64};
    const double q[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    const nf_points queries = {.n = 3, .dims = 3, .type = NF_FLOAT64, .rows.host = q};
    const nf_lists_options options = {.queries = &queries};
    own_cloud cloud = support_cloud_on(context, &two, NULL);
    uint64_t rows = 0, total = 9;
    const nf_chunks chunks = {.take = count_rows, .user = &rows};
    if (nf_context_device(context)->fp64) {
        support_ok(context, pairs_count(cloud, 1, NULL, NULL, &total));
        support_ok(context, nf_cloud_move(cloud, &none, NULL, NULL));
        support_ok(context, lists_in_chunks(cloud, 1, &options, &chunks, NULL, &total));
        ck_assert_uint_eq(rows, 3);
        ck_assert_uint_eq(total, 0);
        support_ok(context, nf_cloud_move(cloud, &two, NULL, NULL));
        support_ok(context, pairs_count(cloud, 1, NULL, NULL, &total));
        ck_assert_uint_eq(total, 1);
    }
}

/* The commands of a search of the cloud but for the walk itself: none if the cloud has its order. */
static uint64_t commands_before_walk(nf_context *context, nf_cloud *cloud) {
    uint64_t count = 0;
    nf_context_reset_stages(context);
    support_ok(context, pairs_count(cloud, 0.2, NULL, NULL, &count));
    ck_assert_uint_gt(count, 0);
    return support_launches(context, NULL) - support_launches(context, "search");
}

/* Calls for 500 points whose arguments are refused, some only where all others are known. */
static nf_status call_badly(nf_cloud *cloud, int how, const nf_chunks *chunks) {
    float minus[500] = {0}, queries[6] = {0};
    minus[499] = -1;
    const nf_points radii = {.n = 500, .dims = 1, .type = NF_FLOAT32, .rows.host = minus},
                    flat = {.n = 3, .dims = 2, .type = NF_FLOAT32, .rows.host = queries};
    const nf_filters negative = {.radii = &radii}, tiny = {.min_distance = 1e-30};
    const nf_pairs_options sorted = {.sorted = 1}, of_radii = {.filters = &negative},
                           least = {.filters = &tiny}, of_plane = {.queries = &flat};
    const nf_lists_options cells = {.cell_order = 1}, none = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    const nf_chunks nowhere = {.memory_budget = chunks->memory_budget};
    switch (how) {
    case 0: return pairs_in_chunks(cloud, -1, NULL, chunks, NULL, NULL);
    case 1: return pairs_in_chunks(cloud, 0.2, &sorted, chunks, NULL, NULL);
    case 2: return pairs_in_chunks(cloud, 0, &of_radii, chunks, NULL, NULL);
    case 3: return pairs_in_chunks(cloud, 0.2, &least, chunks, NULL, NULL);
    case 4: return pairs_in_chunks(cloud, 0.2, &of_plane, chunks, NULL, NULL);
    case 5: return pairs_in_chunks(cloud, 0.2, NULL, &nowhere, NULL, NULL);
    case 6: return lists_in_chunks(cloud, -1, NULL, chunks, NULL, NULL);
    case 7: return lists_in_chunks(cloud, 0.2, &cells, chunks, NULL, NULL);
    case 8: return lists_in_chunks(cloud, 0.2, &none, chunks, NULL, NULL);
    default: return lists_in_chunks(cloud, 0.2, NULL, &nowhere, NULL, NULL);
    }
}

TEST(a_call_that_is_refused_leaves_the_order_of_the_cloud) {
    enum { WAYS = 10 };
    const nf_context_options options = {.profile = 1};
    own_context context = support_context_with(&options);
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 3);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    arrays parts = {.context = context};
    ck_assert_uint_gt(commands_before_walk(context, on), 0);
    ck_assert_uint_eq(commands_before_walk(context, on), 0);
    for (int how = 0; how < 2 * WAYS; how++) {
        const nf_chunks chunks = {.memory_budget = how < WAYS ? 0 : 1 << 30, .take = take, .user = &parts};
        const nf_status status = call_badly(on, how % WAYS, &chunks);
        ck_assert_msg(status == NF_ERROR_ARGUMENT || status == NF_ERROR_UNSUPPORTED, "way %d: %s", how,
                      nf_status_name(status));
        const uint64_t commands = commands_before_walk(context, on);
        ck_assert_msg(commands == 0, "way %d: %d commands make the order again", how, (int)commands);
    }
    ck_assert_uint_eq(parts.chunks, 0);
}
