/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The table of all cells of a grid: as large as any grid of the points may need, or as theirs, under a budget or where that would be too large. */
#include "support/calls.h"
#include "search/search.h"
#include "space/cells.h"
#include "support/answers/pairs.h"

typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
    nf_work work;
} stand;

static stand stand_up(const char *tuning, uint64_t n, double cutoff) {
    stand s = {.context = support_context(tuning),
               .cloud = support_cloud_uniform(n, 3, NF_FLOAT32, cutoff, n)};
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    support_ok(s.context, nf_work_begin(&s.work, s.context, NULL));
    return s;
}

static void take_down(stand *s) {
    support_ok(s->context, nf_work_wait(&s->work));
    support_ok(s->context, nf_work_end(&s->work, NF_OK));
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

static nf_status take_nothing(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

TEST(the_table_of_cells_is_of_those_that_there_are_under_a_budget) {
    OWNED_BY(take_down) stand s = stand_up("order.GROUP=64 order.SMALL=1 order.COUNTED=524288", 3000, 0.2);
    const nf_chunks chunks = {.take = take_nothing};
    support_ok(s.context, pairs_in_chunks(s.on, s.cloud.cutoff, NULL, &chunks, NULL, NULL));
    const uint64_t cells = s.on->order.head.cells;
    ck_assert_uint_ge(s.on->order.places.bytes, (cells + 1) * 4);
    ck_assert_uint_le(s.on->order.places.bytes, (cells + cells / 4 + 1) * 4);
}

/* Enqueues an order for the cutoff; `waited`: the host must have read its grid. */
static void enqueue(stand *s, double cutoff, int waited) {
    const nf_cells cells = nf_cells_for(cutoff, NF_FLOAT32);
    support_ok(s->context, nf_order_build(&s->work, s->on, &cells, 1));
    ck_assert_int_eq(s->on->order.state, waited ? NF_ORDER_SETTLED : NF_ORDER_EXPECTED);
}

/* Settles the order by the device's result; 1 if it must be built again. */
static int settle(stand *s) {
    int again = 0;
    support_ok(s->context, nf_order_look(&s->work, s->on, &again));
    return again;
}

static void move(stand *s, const support_cloud *to) {
    support_ok(s->context, nf_cloud_move(s->on, &to->points, NULL, NULL));
}

/* Simulates so many points that a table for any of their grids is too large for this device. */
TEST(a_table_that_would_be_too_large_is_made_for_the_grid_that_there_is) {
    enum { N = 3000 };
    stand s = stand_up("search.GROUP=64 scan.GROUP=64 scan.WIDE_ITEMS=4 sort.GROUP=64 "
                       "order.GROUP=64 order.SMALL=1 bounds.GROUP=64",
                       N, 0.2);
    own_points other = support_cloud_uniform(N, 3, NF_FLOAT32, 0.2, 99);
    enqueue(&s, 0.2, 0); /* a small table: no wait */
    ck_assert_uint_eq(s.on->order.places.bytes, (nf_cells_dense(N) + 1) * 4);
    ck_assert(!settle(&s));
    nf_order_free(s.on);
    s.context->device.largest_buffer = 100000;
    nf_order_drop(s.on, 1);
    enqueue(&s, 0.2, 1);
    const uint64_t bytes = s.on->order.places.bytes;
    ck_assert_uint_lt(bytes, 100000);
    move(&s, &other);
    enqueue(&s, 0.2, 0); /* the same number of cells: the grid need not be read */
    ck_assert(!settle(&s));
    ck_assert_uint_eq(s.on->order.places.bytes, bytes);
    for (int k = 0; k < 3 * N; k++) ((float *)other.data)[k] *= 1.5f; /* too many cells for the table */
    move(&s, &other);
    enqueue(&s, 0.2, 0);
    ck_assert(settle(&s));
    enqueue(&s, 0.2, 1);
    ck_assert_uint_gt(s.on->order.places.bytes, bytes);
    move(&s, &other);
    enqueue(&s, 0.2, 0);
    ck_assert(!settle(&s));
    enqueue(&s, 0.25, 1); /* another cutoff, other cells */
    take_down(&s);
}
