/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The predicted memory of the parts of a search, compared with the memory that they use. */
#include "core/whole.h"
#include "opencl/board.h"
#include "order/bounds.h"
#include "order/counted.h"
#include "order/small.h"
#include "order/shaped.h"
#include "primitives/run.h"
#include "search/potential.h"
#include "search/search.h"
#include "space/cells.h"
#include "support/answers.h"
#include "tune/capability.h"

/* The memory of a single part. */
typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
    nf_work work;
    uint64_t before;
} stand;

/* Starts counting; releases unused scratch. */
static void start(stand *s) {
    nf_context_trim(s->context);
    nf_context_memory(s->context, &s->before, NULL);
    s->context->arena.peak = s->before;
}

static uint64_t taken(const stand *s) { return s->context->arena.peak - s->before; }

static stand stand_up(const char *tuning, uint64_t n, nf_type type, double cutoff) {
    stand s = {.context = support_context(tuning), .cloud = support_cloud_uniform(n, 3, type, cutoff, n)};
    s.on = support_cloud_on(s.context, &s.cloud.points);
    support_ok(s.context, nf_work_begin(&s.work, s.context, NULL));
    return s;
}

static void order(stand *s) {
    const nf_cells cells = nf_cells_for(s->cloud.cutoff, s->cloud.points.type, 0);
    support_ok(s->context, nf_order_build_now(&s->work, s->on, &cells));
}

static void take_down(stand *s) {
    support_ok(s->context, nf_work_wait(&s->work));
    support_ok(s->context, nf_work_end(&s->work, NF_OK));
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

/* The device's own shape, and one for GPUs with small tiles, so that a scan has more than one tile. */
static const char *const tunings[] = {NULL, "search.GROUP=64 scan.GROUP=64 scan.WIDE_ITEMS=4 scan.CHUNKS=8 "
                                            "sort.GROUP=64 order.GROUP=64 order.SMALL=1 bounds.GROUP=64"};
enum { TUNINGS = sizeof tunings / sizeof *tunings };

static const nf_parts parts = {{"space/runs_half.cl"},
                               "search/emit_pairs.cl",
                               "search/emit_pairs_cpu.cl",
                               "search/emit_count.cl",
                               "search/emit_count_cpu.cl",
                               NULL,
                               0};

START_TEST(a_search_takes_what_it_says) {
    const uint64_t sizes[] = {33, support_small() ? 20000 : 70000};
    for (int t = 0; t < TUNINGS; t++)
        for (size_t k = 0; k < 2; k++) {
            stand s = stand_up(tunings[t], sizes[k], NF_FLOAT32, 0.02);
            support_buffer pairs = support_buffer_of(s.context, NULL, 100, 8);
            const nf_rule rule = nf_rule_for(s.cloud.cutoff, NF_FLOAT32);
            const nf_search search = {.cloud = s.on, .rule = &rule, .parts = &parts};
            const nf_output output = {
                .array = pairs.at,
                .capacity = pairs.n,
                .args = {nf_out(pairs.at.buffer), nf_u64(pairs.at.offset), nf_u64(pairs.n)},
                .count = 3};
            nf_found found = {0};
            order(&s);
            start(&s);
            support_ok(s.context, nf_search_write(&s.work, &search, &output, &found));
            ck_assert_uint_eq(taken(&s), nf_search_bytes(s.context, sizes[k]));
            support_release(&pairs);
            take_down(&s);
        }
}
END_TEST

/* If its two scans have different sizes, the second may reuse the scratch of the first. */
START_TEST(potential_pairs_take_what_they_say) {
    static const uint64_t sizes[] = {33, 3000};
    for (int t = 0; t < TUNINGS; t++)
        for (size_t k = 0; k < 2; k++) {
            stand s = stand_up(tunings[t], sizes[k], NF_FLOAT32, 0.05);
            const nf_rule rule = nf_rule_for(s.cloud.cutoff, NF_FLOAT32);
            const nf_search search = {.cloud = s.on, .rule = &rule, .parts = &parts};
            cl_mem pairs = NULL;
            nf_found found;
            uint64_t potential = 0;
            order(&s);
            start(&s);
            support_ok(s.context, nf_potential_run(&s.work, &search, &pairs, &found, &potential));
            const uint64_t said = nf_potential_bytes(s.context, sizes[k], potential);
            ck_assert_uint_le(taken(&s), said);
            ck_assert_uint_ge(taken(&s) + nf_scan_bytes(s.context, NF_UINT64, sizes[k] + 1), said);
            take_down(&s);
        }
}
END_TEST

/* Shapes for GPUs: one work-group orders small clouds, or all are counted; the count and the sort keep words to look back. */
static const char *const looking_back[] = {
    "order.GROUP=64 order.COUNTED=524288 bounds.GROUP=64 sort.GROUP=64",
    "order.GROUP=64 order.COUNTED=524288 bounds.GROUP=64 sort.GROUP=64 "
    "order.SMALL=1 order.ONCE=1 scan.GROUP=64"};
enum { SHAPES = TUNINGS + 2 };

/* One of `tunings`, or else of `looking_back`. */
static stand stand_up_as(int shape, uint64_t n, double cutoff) {
    const uint32_t look_back = 1u << NF_CAN_LOOK_BACK;
    stand s =
        stand_up(shape < TUNINGS ? tunings[shape] : looking_back[shape - TUNINGS], n, NF_FLOAT32, cutoff);
    if (shape >= TUNINGS && !support_ends_loops(s.context)) {
        s.context->known.forced |= look_back;
        s.context->known.forced_on |= look_back;
    }
    return s;
}

/* Only the points determine the number of cells, whether keys need 64 bits, or a third buffer for keys and values, and
   whether there are far outliers.  Points that may be counted may be sorted, too. */
START_TEST(an_order_takes_what_it_says_but_for_what_only_the_points_tell) {
    static const uint64_t sizes[] = {33, 70000};
    static const double cutoffs[] = {0.5, 0.00001};
    for (int t = 0; t < SHAPES; t++)
        for (size_t k = 0; k < 2; k++)
            for (size_t c = 0; c < 2; c++) {
                const uint64_t n = sizes[k], keys = 20 * n, sample = NF_SAMPLE_MOST * 12, rounding = 32768;
                stand s = stand_up_as(t, n, cutoffs[c]);
                const nf_points shape = {.n = n, .dims = 3, .type = NF_FLOAT32};
                const int counts = t >= TUNINGS || !nf_is_serial(s.context);
                const uint64_t boards = counts ? 3 * nf_board_bytes(1) : 0, counting = counts ? 16 * n : 0;
                uint64_t said = 0;
                start(&s);
                order(&s);
                support_ok(s.context, nf_shaped_order_cost(s.context, &shape, NULL, &said));
                const uint64_t took = taken(&s) + n * 12, /* with the copy of the points */
                    table = (nf_cells_dense(n) + 1) * 4 - s.on->order.places.bytes;
                ck_assert_uint_le(took, said);
                ck_assert_msg(said <= took + table + keys + sample + rounding + boards + counting,
                              "shape %d, %d points: %d, %d taken, table %d", t, (int)n, (int)said, (int)took,
                              (int)table);
                take_down(&s);
            }
}
END_TEST

static nf_status take_nothing(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

START_TEST(the_table_of_cells_is_of_those_that_there_are_under_a_budget) {
    stand s = stand_up("order.GROUP=64 order.SMALL=1 order.COUNTED=524288", 3000, NF_FLOAT32, 0.2);
    const nf_stream stream = {.take = take_nothing};
    support_ok(s.context, nf_pairs_stream(s.on, s.cloud.cutoff, NULL, &stream, NULL, NULL));
    const uint64_t cells = s.on->order.head.cells;
    ck_assert_uint_ge(s.on->order.places.bytes, (cells + 1) * 4);
    ck_assert_uint_le(s.on->order.places.bytes, (cells + cells / 4 + 1) * 4);
    take_down(&s);
}
END_TEST

/* Enqueues an order for the cutoff; `waited`: the host must have read its grid. */
static void enqueue(stand *s, double cutoff, int waited) {
    const nf_cells cells = nf_cells_for(cutoff, NF_FLOAT32, 0);
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
START_TEST(a_table_that_would_be_too_large_is_made_for_the_grid_that_there_is) {
    enum { N = 3000 };
    stand s = stand_up(tunings[1], N, NF_FLOAT32, 0.2);
    support_cloud other = support_cloud_uniform(N, 3, NF_FLOAT32, 0.2, 99);
    enqueue(&s, 0.2, 0); /* a small table: no wait */
    ck_assert_uint_eq(s.on->order.places.bytes, (nf_cells_dense(N) + 1) * 4);
    ck_assert(!settle(&s));
    nf_order_free(s.context, &s.on->order);
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
    support_cloud_free(&other);
    take_down(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_search_takes_what_it_says, potential_pairs_take_what_they_say,
                                  an_order_takes_what_it_says_but_for_what_only_the_points_tell,
                                  the_table_of_cells_is_of_those_that_there_are_under_a_budget,
                                  a_table_that_would_be_too_large_is_made_for_the_grid_that_there_is};
    return support_main("memory_parts", tests, sizeof tests / sizeof *tests);
}
