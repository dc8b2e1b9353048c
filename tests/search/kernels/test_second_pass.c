/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists of GPUs: tiles whose masks the first pass has stored, and tiles that the second pass walks again, have the rows of the host. */
#include "support/calls.h"
#include "opencl/quirks.h"
#include "search/questions/lists.h"
#include "search/ways.h"
#include "support/answers/pairs.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>

enum { N = 1200, CLUMP = 400 };
#define GPU "search.GROUP=64 search.KEPT=256 order.GROUP=64 bounds.GROUP=64"

/* Points of a box of edge 8, of which the first CLUMP are close together. */
static float *points_of(void) {
    double state = 0.37;
    float *data = support_allocate((size_t)N * 3 * 4);
    for (size_t k = 0; k < N * 3; k++) {
        state = state * 997 - (double)(int64_t)(state * 997);
        data[k] = (float)(k < CLUMP * 3 ? 3 + state * 0.7 : state * 8);
    }
    return data;
}

static const nf_box skewed = {.cell = {{8, 0, 0}, {2, 8, 0}, {-1, 3, 8}}, .periodic = {1, 1, 0}},
                    short_one = {.cell = {{5, 0, 0}, {2, 9, 0}, {-1, 3, 9}}, .periodic = {1, 1, 0}};

#define MEASURED (NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_SHIFTS) | NF_WANT(NF_ARRAY_DISTANCES))

/* Lists of points [first, first + n) have the bytes of the host. */
static void check(const char *tuning, int half, uint64_t first, uint64_t n, const nf_box *box, double cutoff,
                  uint64_t arrays) {
    own_context context = support_context(tuning);
    own_memory float *data = points_of();
    const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = data + 3 * first};
    const nf_lists_options options = {.half = half, .arrays = arrays};
    own_cloud cloud = support_cloud_on(context, &points, box);
    own_result result = NULL;
    own_cloud host = support_cloud_on(support_host(), &points, box);
    own_result wanted = NULL;
    support_ok(support_host(), nf_lists(host, cutoff, &options, NULL, &wanted));
    /* Rows of another cutoff first, more of them: then there is room, and rows are written before their number is read. */
    support_ok(context, nf_lists(cloud, cutoff * 1.1, &options, NULL, &result));
    support_ok(context, nf_lists(cloud, cutoff, &options, NULL, &result));
    ck_assert_uint_gt(nf_result_total(result), first ? n : CLUMP * CLUMP / 4);
    support_same_results(wanted, result, "rows of the second pass");
}

TEST(measured_rows_are_those_of_the_host) { check(GPU " search.TEAM=1", 0, 0, N, &skewed, 1, MEASURED); }

/* Points of a tile that have about 100 partners each, all of them in masks: more entries than local memory has room for. */
TEST(rows_of_crowded_tiles_are_those_of_the_host) {
    check(GPU " search.TEAM=1", 0, CLUMP - 100, 200, &skewed, 1, MEASURED);
}

/* Images of the point itself: the cutoff is longer than the box.  On devices with lanes tiles have several rows of them. */
TEST(rows_of_images_of_the_point_itself_are_those_of_the_host) {
    check(GPU, 1, CLUMP, 60, &short_one, 5.5, 0);
}

TEST(both_kinds_of_tiles_are_there) {
    SUPPORT_NEEDS_GROUPS();
    own_context context = support_context(GPU " search.TEAM=1");
    own_memory float *data = points_of();
    const nf_points points = {.rows.host = data, .n = N, .dims = 3, .type = NF_FLOAT32};
    enum { TILES = (N + NF_SEARCH_TILE - 1) / NF_SEARCH_TILE, MASKS = 384, NONE = -1 };
    for (int counts_only = 0; counts_only < 2; counts_only++) {
        own_cloud cloud = support_cloud_on(context, &points, &skewed);
        own_buffer offsets = support_buffer_of(context, NULL, N + 1, 8);
        nf_work work;
        nf_lists_call call = {.search.call = {.question = &nf_lists_question, .cloud = cloud},
                              .search.cutoff = 1};
        const nf_elements starts = {offsets.at.buffer, offsets.at.offset / 8};
        nf_query *query = &call.query;
        int32_t heads[TILES];
        int none = 0, stored = 0;
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_call_ask(&work, &call.search.call));
        query->rows.counts_only = counts_only;
        query->rows.offsets = starts;
        const nf_emit_args output = nf_lists_output(query, starts, 0);
        support_ok(context, nf_query_find(&work, query, &output, NF_WAIT_TOTAL));
        const int stores =
            !counts_only && !nf_has_quirk(nf_context_device(context), NF_QUIRK_BREAKS_SECOND_PASS);
        ck_assert_int_eq(query->found.masks != NULL, stores);
        if (stores) {
            support_ok(context, nf_read(&work, query->found.masks, (uint64_t)TILES * MASKS * 2 * 4, heads,
                                        sizeof heads));
            for (int t = 0; t < TILES; t++)
                if (heads[t] == NONE) none++;
                else {
                    ck_assert_int_ge(heads[t], 1);
                    ck_assert_int_le(heads[t], MASKS / 32);
                    stored++;
                }
            ck_assert_int_ge(none, 5);
            ck_assert_int_ge(stored, 5);
        }
        support_ok(context, nf_work_end(&work, NF_OK));
    }
}

/* Lists of many systems, whose tiles are half full at most.  `fit`: the tiles whose masks have room, or 0. */
static void check_memory(nf_context *context, uint64_t fit) {
    enum { SYSTEMS = 400, EACH = 20, MANY = SYSTEMS * EACH, TILE_BYTES = (768 * 3 + 1) * 4 };
    const uint64_t memory = context->device.global_memory;
    nf_points points = {.n = MANY, .dims = 3, .type = NF_FLOAT32};
    uint64_t offsets[SYSTEMS + 1], state = 4, peak = 0, bytes = 0;
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets};
    own_result result = NULL;
    own_memory float *data = support_allocate((size_t)MANY * 12);
    for (uint64_t k = 0; k < 3 * points.n; k++) data[k] = (float)(4 * support_uniform(&state));
    for (uint64_t k = 0; k <= SYSTEMS; k++) offsets[k] = EACH * k;
    points.rows.host = data;
    points.batch = &systems;
    if (fit) context->device.global_memory = 16 * fit * TILE_BYTES;
    nf_context_trim(context);
    nf_context_memory(context, &context->arena.peak, NULL);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_lists(cloud, 0.5, NULL, NULL, &result));
    nf_context_memory(context, NULL, &peak);
    support_ok(context, lists_cost(context, &points, NULL, nf_result_total(result), &bytes));
    ck_assert_msg(peak <= bytes, "room for %llu tiles: took %llu, said %llu", (unsigned long long)fit,
                  (unsigned long long)peak, (unsigned long long)bytes);
    context->device.global_memory = memory;
}

TEST(the_bound_of_memory_has_the_masks) {
    own_context context = support_context("search.GROUP=64 search.KEPT=512 order.GROUP=64 bounds.GROUP=64");
    check_memory(context, 0);
    check_memory(context, 405); /* of the 400 tiles; as many points may need 650 */
}

/* Lists of a moved cloud for which the call does not wait: the offsets say that the points were not as expected. */
TEST(offsets_tell_that_moved_points_were_not_as_expected) {
    SUPPORT_NEEDS_GROUPS();
    own_context context = support_context(GPU " search.TEAM=1");
    own_memory float *data = points_of();
    const nf_points points = {.rows.host = data, .n = N, .dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &points, &skewed);
    own_buffer offsets = support_buffer_of(context, NULL, N + 1, 8),
               indices = support_buffer_of(context, NULL, N * N, 4);
    uint64_t seen[N + 1], needed = 0;
    for (int turn = 0; turn < 3; turn++) {
        const int is_bad = turn == 1;
        data[3 * 77 + 1] = is_bad ? NAN : 2;
        if (turn) support_ok(context, nf_cloud_move(cloud, &points, &skewed, NULL));
        support_ok(context, lists_into(cloud, 1, NULL, offsets.at, indices.at, (uint64_t)N * N, NULL, NULL));
        support_ok(context, nf_context_finish(context));
        support_read(&offsets, seen);
        ck_assert_uint_eq(seen[0], 0);
        for (int k = 1; k <= N && is_bad; k++) ck_assert_uint_eq(seen[k], NF_UNKNOWN);
        ck_assert_int_eq(lists_into(cloud, 1, NULL, offsets.at, indices.at, (uint64_t)N * N, NULL, &needed),
                         is_bad ? NF_ERROR_POINTS : NF_OK);
        if (!is_bad) ck_assert_uint_eq(seen[N], needed);
    }
}
