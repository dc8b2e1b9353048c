/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists in cell order: the rows of the default order, one behind the other; the same bytes on the host and on devices. */
#include "support/calls.h"
#include "support/answers/boxes.h"
#include "support/device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <nearfield/nearfield.h>

enum { MEASURES = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

/* What is query, and the arrays of the answer. */
typedef struct query {
    const nf_points *points;
    const nf_box *box;
    double cutoff;
    nf_lists_options options;
    uint64_t n; /* rows */
} query;
typedef struct lists {
    uint64_t *offsets, *counts; /* counts: NULL in the default order */
    int32_t *indices;
    box_measures more;
} lists;

static void release(lists *l) {
    free(l->offsets);
    free(l->counts);
    free(l->indices);
    box_measures_free(&l->more);
}

static lists on_device(nf_context *context, nf_cloud *cloud, const query *a, int cell_order) {
    own_result result = NULL;
    nf_lists_options options = a->options;
    options.cell_order = cell_order;
    support_ok(context, nf_lists(cloud, a->cutoff, &options, NULL, &result));
    const uint64_t total = nf_result_total(result);
    lists l = {.offsets = box_read_array(result, NF_ARRAY_OFFSETS, NF_UINT64, 1, a->n + 1),
               .indices = box_read_array(result, NF_ARRAY_INDICES, NF_INT32, 1, total)};
    if (cell_order) l.counts = box_read_array(result, NF_ARRAY_COUNTS, NF_UINT64, 1, a->n);
    l.more = box_read_measures(result, a->points);
    return l;
}

static lists on_host(const query *a, int cell_order) {
    own_cloud cloud = support_cloud_on(support_host(), a->points, a->box);
    lists l = on_device(support_host(), cloud, a, cell_order);
    return l;
}

/* Entries [at, at + count) of one are entries [from, from + count) of the other. */
static void same_row(const query *a, const lists *x, uint64_t at, const lists *y, uint64_t from,
                     uint64_t count) {
    const size_t element = nf_type_bytes(a->points->type), vector = element * (size_t)a->points->dims;
    if (!count) return;
    ck_assert_mem_eq(x->indices + at, y->indices + from, count * 4);
    ck_assert_mem_eq((char *)x->more.distances + at * element, (char *)y->more.distances + from * element,
                     count * element);
    ck_assert_mem_eq((char *)x->more.vectors + at * vector, (char *)y->more.vectors + from * vector,
                     count * vector);
    ck_assert_mem_eq(x->more.shifts + 3 * at, y->more.shifts + 3 * from, count * 12);
}

/* The default rows and those in cell order, which fill the indices without gaps. */
static void check_rows(const query *a, const lists *plain, const lists *cells) {
    const uint64_t total = plain->offsets[a->n];
    own_memory char *used = support_allocate(total + 1);
    uint64_t sum = 0;
    memset(used, 0, total + 1);
    ck_assert_uint_eq(cells->offsets[a->n], total);
    for (uint64_t i = 0; i < a->n; i++) {
        const uint64_t count = cells->counts[i];
        ck_assert_uint_eq(count, plain->offsets[i + 1] - plain->offsets[i]);
        ck_assert_uint_le(cells->offsets[i] + count, total);
        same_row(a, cells, cells->offsets[i], plain, plain->offsets[i], count);
        for (uint64_t k = 0; k < count; k++) ck_assert_int_eq(used[cells->offsets[i] + k]++, 0);
        sum += count;
    }
    ck_assert_uint_eq(sum, total);
}

static void check(nf_context *context, const query *a) {
    lists plain = on_host(a, 0), cells = on_host(a, 1);
    own_cloud cloud = support_cloud_on(context, a->points, a->box);
    check_rows(a, &plain, &cells);
    if (plain.offsets[a->n]) {
        lists device = on_device(context, cloud, a, 1);
        ck_assert_mem_eq(device.offsets, cells.offsets, (a->n + 1) * 8);
        ck_assert_mem_eq(device.counts, cells.counts, a->n * 8);
        same_row(a, &device, 0, &cells, 0, plain.offsets[a->n]);
        release(&device);
    }
    release(&plain);
    release(&cells);
}

TEST(rows_in_cell_order_are_the_default_rows) {
    own_context context = support_context(NULL);
    own_boxed boxed = support_boxed_large(1, 300, NF_FLOAT32);
    const query a = {.points = &boxed.points,
                     .box = &boxed.box,
                     .cutoff = boxed.cutoff,
                     .options = {.arrays = MEASURES},
                     .n = boxed.points.n};
    check(context, &a);
}

/* Query points of a system without points have empty rows, which begin where the rows of their system begin. */
TEST(rows_of_a_system_without_points_begin_after_the_rows_before) {
    enum { EACH = 40 };
    own_context context = support_context(NULL);
    const uint64_t of_points[] = {0, EACH, EACH, (uint64_t)2 * EACH},
                   of_queries[] = {0, EACH, (uint64_t)2 * EACH, (uint64_t)3 * EACH};
    const nf_batch systems = {.count = 3, .offsets = of_points},
                   query_systems = {.count = 3, .offsets = of_queries};
    double x[3 * EACH];
    for (int k = 0; k < 3 * EACH; k++) x[k] = (double)(k * 7 % EACH) / EACH;
    const nf_points
        points = {.n = (uint64_t)2 * EACH, .dims = 1, .type = NF_FLOAT64, .rows.host = x, .batch = &systems},
        queries = {
            .n = (uint64_t)3 * EACH, .dims = 1, .type = NF_FLOAT64, .rows.host = x, .batch = &query_systems};
    const query a = {.points = &points,
                     .cutoff = 0.1,
                     .options = {.arrays = MEASURES, .queries = &queries},
                     .n = (uint64_t)3 * EACH};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    lists host = on_host(&a, 1), device = on_device(context, cloud, &a, 1);
    for (int k = EACH; k < 2 * EACH; k++) {
        ck_assert_uint_eq(host.counts[k], 0);
        ck_assert_uint_eq(host.offsets[k], host.offsets[EACH]);
    }
    ck_assert_mem_eq(host.offsets, device.offsets, (a.n + 1) * 8);
    ck_assert_mem_eq(host.counts, device.counts, a.n * 8);
    release(&host);
    release(&device);
}

/* The caller's buffers, complete and with too little room, and no neighbours at all. */
TEST(cell_order_in_the_buffers_of_the_caller) {
    enum { N = 50 };
    own_context context = support_context(NULL);
    float x[N];
    for (int p = 0; p < N; p++) x[p] = (float)(p * 7 % N);
    const nf_points points = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    const query a = {.points = &points, .cutoff = 2.5, .options = {.arrays = MEASURES}, .n = N};
    lists wanted = on_host(&a, 1);
    const uint64_t total = wanted.offsets[N];
    own_buffer offsets = support_buffer_of(context, NULL, N + 1, 8),
               indices = support_buffer_of(context, NULL, total, 4),
               counts = support_buffer_of(context, NULL, N, 8);
    const nf_lists_options options = {.cell_order = 1};
    uint64_t needed = 0, starts[N + 1], lengths[N];
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (int least = 1; least >= 0; least--) {
        support_fails(context, least ? NF_ERROR_CAPACITY : NF_OK, "",
                      measured_lists_into(cloud, 2.5, &options, offsets.at, counts.at, indices.at, NULL,
                                          total - (uint64_t)least, NULL, &needed));
        ck_assert_uint_eq(needed, total);
        support_read(&offsets, starts);
        support_read(&counts, lengths);
        ck_assert_mem_eq(starts, wanted.offsets, sizeof starts);
        ck_assert_mem_eq(lengths, wanted.counts, sizeof lengths);
    }
    int32_t *got = support_allocate(total * 4);
    support_read(&indices, got);
    ck_assert_mem_eq(got, wanted.indices, total * 4);
    free(got);
    support_ok(context, measured_lists_into(cloud, 0.5, &options, offsets.at, counts.at, indices.at, NULL,
                                            total, NULL, NULL));
    support_read(&offsets, starts);
    support_read(&counts, lengths);
    for (int p = 0; p < N; p++) ck_assert(lengths[p] == 0 && starts[p + 1] == 0);
    support_fails(context, NF_ERROR_ARGUMENT, "offsets",
                  measured_lists_into(cloud, 2.5, &options, offsets.at, offsets.at, indices.at, NULL, total,
                                      NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "counts",
                  lists_into(cloud, 2.5, &options, offsets.at, indices.at, total, NULL, NULL));
    release(&wanted);
}

static nf_status take_none(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

TEST(cell_order_is_refused_with_a_skin_and_in_chunks) {
    own_context context = support_context(NULL);
    const float x[2] = {0, 1};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    const nf_lists_options options = {.cell_order = 1}, skin = {.cell_order = 1, .skin = 1};
    const nf_chunks chunks = {.take = take_none};
    nf_result *result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_fails(context, NF_ERROR_UNSUPPORTED, "a list with a skin has its rows in the order of the points",
                  nf_lists(cloud, 1, &skin, NULL, &result));
    support_fails(context, NF_ERROR_UNSUPPORTED, "lists in chunks have their rows in the order of the points",
                  lists_in_chunks(cloud, 1, &options, &chunks, NULL, NULL));
}

/* The order of points that are refused is not written: their rows have no place, whatever an order before has left. */
TEST(rows_of_refused_points_are_placed_nowhere) {
    enum { MANY = 3000, FEW = 100 };
    own_context context = support_context("search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64");
    own_memory float *x = support_allocate(MANY * 3 * sizeof *x);
    double state = 0.3;
    for (int k = 0; k < MANY * 3; k++) {
        state = state * 997 - (double)(int64_t)(state * 997);
        x[k] = (float)state;
    }
    nf_points points = {.n = MANY, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    const nf_lists_options first = {.cell_order = 1};
    uint64_t canary[2 * MANY], seen[2 * MANY], needed = 0;
    for (int k = 0; k < 2 * MANY; k++) canary[k] = 7;
    own_buffer offsets = support_buffer_of(context, canary, 2 * MANY, 8),
               counts = support_buffer_of(context, canary, 2 * MANY, 8);
    const nf_lists_options options = {.cell_order = 1, .arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    own_result result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_lists(cloud, 0.1, &first, NULL, &result));
    points.n = FEW;
    x[3 * 50] = NAN;
    support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 50",
                  measured_lists_into(cloud, 0.1, &options, offsets.at, counts.at, nf_at(NULL, 0), NULL, 0,
                                      NULL, &needed));
    support_read(&offsets, seen);
    ck_assert_mem_eq(seen + FEW + 1, canary, (2 * MANY - FEW - 1) * 8);
    support_read(&counts, seen);
    ck_assert_mem_eq(seen + FEW, canary, (2 * MANY - FEW) * 8);
}
