/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The grid of a periodic box is kept while its points move inside: the answers are those of a new cloud. */
#include "support/calls.h"
#include "read_order.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1500 };
static const double cutoff = 0.9;
static const nf_box cube = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};
static const nf_box longer = {.cell = {{7, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};
static const nf_box slab = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 0}};

/* Points inside a box; the last `outside` of them a cell vector further. */
static void fill(float *at, const nf_box *box, int outside, uint64_t seed) {
    uint64_t state = seed;
    for (int i = 0; i < N; i++) {
        double s[3], r[3];
        for (int k = 0; k < 3; k++) s[k] = 0.01 + 0.98 * (double)(support_random(&state) >> 11) * 0x1p-53;
        if (i >= N - outside) s[i % 3] += 1;
        for (int a = 0; a < 3; a++)
            r[a] = s[0] * box->cell[0][a] + s[1] * box->cell[1][a] + s[2] * box->cell[2][a];
        for (int a = 0; a < 3; a++) at[3 * i + a] = (float)r[a];
    }
}

#define TUNING "bounds.GROUP=32 order.GROUP=32 order.SMALL=1 order.COUNTED=524288"

/* The offsets and indices of the lists of a cloud. */
static uint64_t *lists_of(nf_context *context, nf_cloud *cloud, uint64_t *bytes) {
    own_result result = NULL;
    support_ok(context, nf_lists(cloud, cutoff, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    uint64_t *all = support_allocate((N + 1) * 8 + total * 4 + 8);
    support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, N + 1, NULL, all));
    support_ok(context, nf_result_read(result, NF_ARRAY_INDICES, 0, total, NULL, all + N + 1));
    *bytes = (N + 1) * 8 + total * 4;
    return all;
}

/* Moves the cloud, and compares its lists with those of a new one; returns how often bounds were computed for it. */
static uint64_t move(nf_context *context, nf_cloud *cloud, const nf_box *box, int outside, uint64_t seed) {
    own_memory float *at = support_allocate(3 * N * sizeof *at);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    uint64_t bytes = 0, expected = 0;
    fill(at, box, outside, seed);
    own_cloud fresh = support_cloud_on(context, &points, box);
    own_memory uint64_t *wanted = lists_of(context, fresh, &expected);
    nf_context_reset_stages(context);
    support_ok(context, nf_cloud_move(cloud, &points, box, NULL));
    own_memory uint64_t *got = lists_of(context, cloud, &bytes);
    const uint64_t planned = support_launches(context, "bounds");
    ck_assert_uint_eq(bytes, expected);
    ck_assert_int_eq(memcmp(got, wanted, bytes), 0);
    return planned;
}

static void check(const char *tuning) {
    const nf_context_options options = {.profile = 1, .tuning = tuning};
    own_context context = support_context_with(&options);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &none, &cube);
    ck_assert_uint_gt(move(context, cloud, &cube, 0, 1), 0);
    ck_assert_uint_eq(move(context, cloud, &cube, 0, 2), 0);
    ck_assert_uint_eq(move(context, cloud, &cube, 0, 3), 0);
    ck_assert_uint_gt(move(context, cloud, &longer, 0, 4), 0); /* another box */
    ck_assert_uint_eq(move(context, cloud, &longer, 0, 5), 0);
    ck_assert_uint_gt(move(context, cloud, &slab, 0, 8), 0); /* open along an axis: its bounds count */
    ck_assert_uint_gt(move(context, cloud, &slab, 0, 9), 0);
    ck_assert_uint_gt(move(context, cloud, &cube, 0, 10), 0);
    ck_assert_uint_gt(move(context, cloud, &cube, 3, 11), 0); /* points outside: the grid is planned again */
    ck_assert_uint_gt(move(context, cloud, &cube, 3, 12), 0);
    ck_assert_uint_gt(move(context, cloud, &cube, 0, 13), 0);
}

/* Prepares the cloud for points in the cube, the last `outside` of them outside of it, or all at one place if that is CROWD.  Returns how often
   bounds were computed for it; `sorts`: the points must be sorted, not counted. */
enum { CROWD = -1 };
static uint64_t prepare(nf_context *context, nf_cloud *cloud, int outside, uint64_t seed, int sorts) {
    own_memory float *at = support_allocate(3 * N * sizeof *at);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    fill(at, &cube, outside, seed);
    for (int k = 3; outside == CROWD && k < 3 * N; k++) at[k] = at[k % 3];
    support_ok(context, nf_cloud_move(cloud, &points, &cube, NULL));
    nf_context_reset_stages(context);
    support_ok(context, nf_cloud_prepare(cloud, cutoff, NULL));
    const uint64_t planned = support_launches(context, "bounds");
    ck_assert_int_eq(support_launches(context, "sort") > 0, sorts);
    return planned;
}

/* A small cloud is ordered by one work-group, however many points a cell has; when its grid is kept, its points might be counted. */
TEST(a_small_crowded_cloud_is_searched_without_looking) {
    enum { FEW = 400, STEPS = 3 };
    own_context context = support_context("bounds.GROUP=32 order.GROUP=32 order.COUNTED=524288");
    uint64_t state = 5, offsets[FEW + 1];
    float at[FEW * 3];
    own_cloud cloud = NULL;
    own_buffer to = support_buffer_of(context, NULL, FEW + 1, 8),
               indices = support_buffer_of(context, NULL, FEW * FEW, 4);
    for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < FEW * 3; k++)
            at[k] = (float)(1 + (double)(support_random(&state) >> 11) * 0x1p-53 * 0.05);
        const nf_points points = {.n = FEW, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
        if (cloud) support_ok(context, nf_cloud_move(cloud, &points, &cube, NULL));
        else support_ok(context, nf_cloud_create(context, &points, &cube, NULL, &cloud));
        support_ok(context, lists_into(cloud, cutoff, NULL, to.at, indices.at, FEW * FEW, NULL, NULL));
        support_read(&to, offsets);
        ck_assert_uint_eq(offsets[FEW], FEW * (FEW - 1));
    }
}

TEST(preparing_counts_points_and_keeps_the_grid) {
    SUPPORT_NEEDS_GROUPS();
    const nf_context_options options = {.profile = 1, .tuning = TUNING};
    own_context context = support_context_with(&options);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &none, &cube);
    ck_assert_uint_gt(prepare(context, cloud, 0, 1, 0), 0);
    ck_assert_uint_eq(prepare(context, cloud, 0, 2, 0), 0);
    ck_assert_uint_gt(prepare(context, cloud, 3, 3, 1),
                      0); /* refused: ordered anew for the grid that there is */
    ck_assert_uint_gt(prepare(context, cloud, 3, 4, 0), 0);
}

/* Points of another kind: in open space. */
static void move_to_others(nf_context *context, nf_cloud *cloud) {
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    support_ok(context, nf_cloud_move(cloud, &none, NULL, NULL));
}

TEST(what_was_learned_of_points_is_forgotten_with_their_kind) {
    SUPPORT_NEEDS_GROUPS();
    const nf_context_options options = {.profile = 1, .tuning = TUNING};
    own_context context = support_context_with(&options);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &none, &cube);
    ck_assert_uint_gt(prepare(context, cloud, 0, 1, 0), 0);
    ck_assert_uint_gt(prepare(context, cloud, 3, 2, 1), 0);
    for (uint64_t k = 0; k < 2; k++) /* some were outside: no grid is kept */
        ck_assert_uint_gt(prepare(context, cloud, 0, 3 + k, 0), 0);
    move_to_others(context, cloud);
    ck_assert_uint_eq(prepare(context, cloud, 0, 5, 0), 0);
    (void)prepare(context, cloud, CROWD, 7, 1);
    (void)prepare(context, cloud, 0, 8, 1); /* a cell had many points: they are sorted */
    move_to_others(context, cloud);
    (void)prepare(context, cloud, 0, 9, 0);
}

/* A grid that was planned with points outside of the box folds them; it does not serve points that are all inside. */
TEST(a_grid_of_points_outside_is_not_kept) {
    const nf_context_options options = {.profile = 1, .tuning = TUNING};
    own_context context = support_context_with(&options);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &none, &cube);
    ck_assert_uint_gt(move(context, cloud, &cube, 3, 1), 0);
    ck_assert_uint_gt(move(context, cloud, &cube, 0, 2), 0);
}

/* Nor does that of a batch, whose first system has a smaller cutoff. */
TEST(a_grid_of_a_batch_is_not_kept) {
    const nf_context_options options = {.profile = 1, .tuning = TUNING};
    own_context context = support_context_with(&options);
    const uint64_t offsets[3] = {0, N / 2, N};
    const double cutoffs[2] = {cutoff / 2, cutoff};
    const nf_batch systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    own_memory float *at = support_allocate(3 * N * sizeof *at);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at, .batch = &systems};
    own_result result = NULL;
    fill(at, &cube, 0, 1);
    own_cloud cloud = support_cloud_on(context, &points, &cube);
    support_ok(context, nf_lists(cloud, 0, NULL, NULL, &result));
    ck_assert_uint_gt(move(context, cloud, &cube, 0, 2), 0);
}

/* Builds the order without waiting for the grid, as searches into buffers do. */
static void build_unseen(nf_cloud *cloud) {
    const nf_cells cells = nf_cells_for(cutoff, cloud->type);
    nf_work work;
    int again = 0;
    support_ok(cloud->context, nf_work_begin(&work, cloud->context, NULL));
    nf_status status = nf_order_build(&work, cloud, &cells, 1);
    if (status == NF_OK) status = nf_order_look(&work, cloud, &again);
    support_ok(cloud->context, nf_work_end(&work, status));
    ck_assert_int_eq(again, 0);
}

/* The indices of the points in order, twice: of the first order of a cloud, and of one after it was moved. */
static uint32_t *orders_of(const char *tuning, const nf_points points[2]) {
    const nf_context_options options = {.tuning = tuning};
    own_context context = support_context_with(&options);
    uint32_t *all = support_allocate(2 * N * sizeof *all);
    own_cloud cloud = NULL;
    for (int k = 0; k < 2; k++) {
        if (cloud) support_ok(context, nf_cloud_move(cloud, &points[k], &cube, NULL));
        else support_ok(context, nf_cloud_create(context, &points[k], &cube, NULL, &cloud));
        build_unseen(cloud);
        own_memory uint32_t *index = read_buffer(context, cloud->order.index.buffer, N * sizeof *index);
        memcpy(all + k * N, index, N * sizeof *index);
    }
    return all;
}

/* By one group, by counting in one launch, step by step, and by sorting. */
TEST(the_order_in_a_periodic_box_is_the_same_however_it_is_made) {
    static const char *const ways[] = {"bounds.GROUP=32 order.GROUP=32 sort.GROUP=64 order.COUNTED=1", TUNING,
                                       TUNING " order.ONCE=1", TUNING " order.COUNTED=1"};
    float at[2][3 * N];
    nf_points points[2];
    own_memory uint32_t *first = NULL;
    for (int k = 0; k < 2; k++) {
        fill(at[k], &cube, 0, 21 + (uint64_t)k);
        points[k] = (nf_points){.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at[k]};
    }
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        uint32_t *order = orders_of(ways[k], points);
        if (first) ck_assert_msg(memcmp(order, first, 2 * N * sizeof *order) == 0, "%s", ways[k]);
        if (first) free(order);
        else first = order;
    }
}

TEST(moved_clouds_keep_their_grid) {
    SUPPORT_NEEDS_GROUPS();
    check(TUNING);
    check(TUNING " order.ONCE=1");
}

/* A point that is not finite is found by its number, also where the grid is kept. */
TEST(a_point_that_is_not_finite_is_found) {
    const nf_context_options options = {.tuning = TUNING};
    own_context context = support_context_with(&options);
    own_memory float *at = support_allocate(3 * N * sizeof *at);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    own_result result = NULL;
    fill(at, &cube, 0, 1);
    own_cloud cloud = support_cloud_on(context, &points, &cube);
    support_ok(context, nf_lists(cloud, cutoff, NULL, NULL, &result));
    memset(at + 3 * 77, 0xff, sizeof *at); /* a NaN */
    support_ok(context, nf_cloud_move(cloud, &points, &cube, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 77 ", nf_lists(cloud, cutoff, NULL, NULL, &result));
}
