/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs() with outputs for points whose grid the host has not read: it does not wait, and writes no wrong pairs. */
#include "support/calls.h"
#include "support/answers/pairs.h"
#include "tune/capability.h"

#include <math.h>
#include <string.h>

/* A cloud whose grid was read once, with kernels that accept an unread one. */
typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
} stand;
#define own_stand OWNED_BY(take_down) stand

static void take_down(stand *s) {
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

static stand stand_up(void) {
    stand s = {.context = support_context("search.GROUP=64 search.KEPT=128"),
               .cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4)};
    uint64_t count = 0;
    if (!nf_can(s.context, NF_CAN_GROUPS)) { /* the host reads every grid first */
        take_down(&s);
        return s;
    }
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &count));
    ck_assert_uint_gt(count, 100);
    return s;
}

TEST(moved_points_are_asked_about_while_they_are_still_on_their_way) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_points moved = support_cloud_uniform(700, 3, NF_FLOAT32, s.cloud.cutoff, 9);
    own_pairs host = support_ask_once(support_host(), &moved.points, moved.cutoff, NULL);
    own_buffer points = support_buffer_of(s.context, moved.data, moved.points.n * 3, 4),
               pairs = support_buffer_of(s.context, NULL, host.count, 8),
               total = support_buffer_of(s.context, NULL, 1, 8);
    own_pairs got = {support_allocate(host.count * 8), host.count};
    const nf_points there = {.n = moved.points.n, .dims = 3, .type = NF_FLOAT32, .rows = points.at};
    cl_int code = CL_SUCCESS, state = CL_COMPLETE;
    cl_event gate = clCreateUserEvent(nf_context_cl(s.context), &code), done = NULL;
    uint64_t on_device = 0;
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_sync arrive = {.wait_count = 1, .waits = &gate}, ask = {.event = &done};
    support_ok(s.context, nf_cloud_move(s.on, &there, NULL, &arrive));
    support_ok(s.context, pairs_into(s.on, moved.cutoff, NULL, pairs.at, host.count, total.at, &ask, NULL));
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    ck_assert_int_ne(state, CL_COMPLETE);
    ck_assert_int_eq(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
    support_read(&total, &on_device);
    ck_assert_uint_eq(on_device, host.count);
    support_read(&pairs, got.pairs);
    support_same_bytes(&host, &got, "moved points");
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

TEST(a_total_beyond_the_room_is_right) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_points moved = support_cloud_uniform(700, 3, NF_FLOAT32, s.cloud.cutoff, 9);
    support_pairs host = support_ask_once(support_host(), &moved.points, moved.cutoff, NULL),
                  first = {host.pairs, 10};
    own_buffer pairs = support_buffer_of(s.context, NULL, host.count, 8),
               total = support_buffer_of(s.context, NULL, 1, 8);
    own_pairs got = {support_allocate(10 * 8), 10};
    uint64_t on_device = 0;
    support_ok(s.context, nf_cloud_move(s.on, &moved.points, NULL, NULL));
    support_ok(s.context, pairs_into(s.on, moved.cutoff, NULL, pairs.at, 10, total.at, NULL, NULL));
    support_read(&total, &on_device);
    ck_assert_uint_eq(on_device, host.count);
    support_read_first(&pairs, got.pairs, 10);
    support_same_bytes(&first, &got, "the pairs that had room");
    support_pairs_free(&host);
}

/* If the grid is not as expected, nothing is written, and the total is NF_UNKNOWN. */
static void check_unknown(stand *s, const nf_points *points, double cutoff, uint64_t room) {
    own_buffer pairs = support_buffer_of(s->context, NULL, room, 8),
               total = support_buffer_of(s->context, NULL, 1, 8);
    uint64_t on_device = 0;
    support_ok(s->context, nf_cloud_move(s->on, points, NULL, NULL));
    for (int k = 0; k < 2; k++) { /* the second time with the existing order */
        support_ok(s->context, pairs_into(s->on, cutoff, NULL, pairs.at, room, total.at, NULL, NULL));
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, NF_UNKNOWN);
        support_read_first(&pairs, NULL, 0);
    }
}

/* As many cells as with a cutoff of 0.001 before, and one pair of equal points. */
static support_cloud sparse_cloud(double cutoff) {
    support_cloud sparse = support_cloud_uniform(600, 3, NF_FLOAT32, cutoff, 7);
    float *data = sparse.data;
    for (int k = 0; k < 3 * 600; k++) data[k] *= 150;
    memcpy(data + 3, data, 12);
    return sparse;
}

TEST(cells_of_another_kind_are_not_answered_unseen) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_points sparse = sparse_cloud(s.cloud.cutoff);
    own_pairs host = support_ask_once(support_host(), &sparse.points, sparse.cutoff, NULL);
    own_pairs got = {support_allocate(host.count * 8), host.count};
    ck_assert_uint_ge(host.count, 1);
    check_unknown(&s, &sparse.points, sparse.cutoff, host.count + 5);
    own_buffer pairs = support_buffer_of(s.context, NULL, host.count, 8),
               total = support_buffer_of(s.context, NULL, 1, 8);
    uint64_t needed = 0, on_device = 0;
    support_ok(s.context,
               pairs_into(s.on, sparse.cutoff, NULL, pairs.at, host.count, total.at, NULL, &needed));
    ck_assert_uint_eq(needed, host.count);
    support_read(&pairs, got.pairs);
    support_same_bytes(&host, &got, "a sparse cloud");
    /* From now on the host reads the grid of such clouds first. */
    support_ok(s.context, nf_cloud_move(s.on, &sparse.points, NULL, NULL));
    support_ok(s.context, pairs_into(s.on, sparse.cutoff, NULL, pairs.at, host.count, total.at, NULL, NULL));
    support_read(&total, &on_device);
    ck_assert_uint_eq(on_device, host.count);
}

TEST(without_room_for_a_pair_cells_of_another_kind_are_counted) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_points sparse = sparse_cloud(s.cloud.cutoff);
    own_buffer total = support_buffer_of(s.context, NULL, 1, 8);
    const nf_slice nowhere = NF_DEFAULTS;
    own_pairs host = support_ask_once(support_host(), &sparse.points, sparse.cutoff, NULL);
    uint64_t on_device = 0;
    support_ok(s.context, nf_cloud_move(s.on, &sparse.points, NULL, NULL));
    support_ok(s.context, pairs_into(s.on, sparse.cutoff, NULL, nowhere, 0, total.at, NULL, NULL));
    support_read(&total, &on_device);
    ck_assert_uint_eq(on_device, host.count);
}

/* Scales the points by `factor`; returns the total without `needed`. */
static uint64_t total_of_spread(stand *s, float factor, uint64_t *wanted) {
    own_points spread = support_cloud_uniform(600, 3, NF_FLOAT32, s->cloud.cutoff, 4);
    own_buffer pairs = support_buffer_of(s->context, NULL, 3000, 8),
               total = support_buffer_of(s->context, NULL, 1, 8);
    uint64_t on_device = 0;
    for (int k = 0; k < 3 * 600; k++) ((float *)spread.data)[k] *= factor;
    own_pairs host = support_ask_once(support_host(), &spread.points, spread.cutoff, NULL);
    *wanted = host.count;
    support_ok(s->context, nf_cloud_move(s->on, &spread.points, NULL, NULL));
    support_ok(s->context, pairs_into(s->on, spread.cutoff, NULL, pairs.at, 3000, total.at, NULL, NULL));
    support_read(&total, &on_device);
    return on_device;
}

/* Simulates more than 4 million points, for which a table for all possible cells is too large. */
TEST(up_to_a_quarter_more_cells_are_answered_unseen_and_more_of_them_once_a_question_has_waited) {
    stand s = stand_up();
    if (!s.on) return;
    uint64_t count = 0, wanted = 0;
    s.context->device.largest_buffer = 100000;
    nf_cloud_free(s.on);
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &count)); /* 27 x 7 x 7 cells */
    ck_assert_uint_eq(total_of_spread(&s, 1.04f, &wanted), wanted);               /* 28 x 7 x 7 */
    ck_assert_uint_eq(total_of_spread(&s, 1.1f, &wanted), NF_UNKNOWN);            /* 30 x 8 x 8 */
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &count));
    ck_assert_uint_eq(count, wanted);
    ck_assert_uint_eq(total_of_spread(&s, 1.1f, &wanted), wanted);
    take_down(&s);
}

TEST(another_cutoff_is_answered_whatever_cells_it_needs) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_buffer pairs = support_buffer_of(s.context, NULL, 10, 8),
               total = support_buffer_of(s.context, NULL, 1, 8);
    static const double parts[] = {0.5, 0.02, 1, 0.001, 1};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const double cutoff = s.cloud.cutoff * parts[k];
        own_pairs host = support_ask_once(support_host(), &s.cloud.points, cutoff, NULL);
        uint64_t on_device = 0;
        support_ok(s.context, pairs_into(s.on, cutoff, NULL, pairs.at, 10, total.at, NULL, NULL));
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, host.count);
    }
}

TEST(a_point_that_is_not_finite_is_named_by_the_next_question_that_waits) {
    own_stand s = stand_up();
    if (!s.on) return;
    own_points bad = support_cloud_uniform(600, 3, NF_FLOAT32, s.cloud.cutoff, 4);
    uint64_t count = 0;
    ((float *)bad.data)[3 * 123] = NAN;
    check_unknown(&s, &bad.points, bad.cutoff, 5);
    support_fails(s.context, NF_ERROR_POINTS, "123", pairs_count(s.on, bad.cutoff, NULL, NULL, &count));
    support_ok(s.context, nf_cloud_move(s.on, &s.cloud.points, NULL, NULL));
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &count));
    ck_assert_uint_gt(count, 100);
}
