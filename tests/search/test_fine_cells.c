/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Three cells per cutoff along y and z: around a point are more rows of cells than 32 lanes, so that a walk takes them in several batches. */
#include "support/box_answers.h"
#include "support/clouds.h"
#include "support/device.h"

#include <nearfield/host.h>
#include <nearfield/nearfield.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 600, SYSTEMS = 3, BINS = 20, PAIRS = 0, HISTOGRAM, ASKED };

/* What is asked. */
typedef struct question {
    int dims, cells, asked, batch, periodic, measured;
    uint64_t n, queries; /* queries 0: of the points themselves */
} question;

/* Points and query points of the unit cube, in systems or not. */
typedef struct cloud {
    float xyz[3 * MOST], query[3 * MOST];
    uint64_t offsets[SYSTEMS + 1], query_offsets[SYSTEMS + 1];
    nf_systems systems, query_systems;
    nf_points points, queries;
    nf_box box;
} cloud;

static nf_points points_of(float *xyz, uint64_t n, const question *q, uint64_t *offsets,
                           nf_systems *systems) {
    uint64_t state = n;
    for (uint64_t k = 0; k < n * (uint64_t)q->dims; k++) xyz[k] = (float)support_uniform(&state);
    for (uint64_t s = 0; s <= SYSTEMS; s++) offsets[s] = s == 1 ? n / 5 : n * s / SYSTEMS;
    *systems = (nf_systems){.count = SYSTEMS, .offsets = offsets};
    return (nf_points){
        .n = n, .dims = q->dims, .type = NF_FLOAT32, .host = xyz, .systems = q->batch ? systems : NULL};
}

static void fill(cloud *c, const question *q) {
    c->points = points_of(c->xyz, q->n, q, c->offsets, &c->systems);
    c->queries = points_of(c->query, q->queries ? q->queries : 1, q, c->query_offsets, &c->query_systems);
    c->box = (nf_box){.cell = {{0}}};
    for (int k = 0; k < q->dims; k++) {
        c->box.cell[k][k] = 1;
        c->box.periodic[k] = q->periodic;
    }
}

static void same(nf_context *context, nf_result *result, nf_array array, nf_type type, int columns,
                 uint64_t rows, const void *wanted) {
    void *got = box_read_array(context, result, array, type, columns, rows);
    ck_assert_int_eq(memcmp(got, wanted, rows * (uint64_t)columns * nf_type_bytes(type)), 0);
    free(got);
}

static void same_measures(nf_context *context, nf_result *result, const question *q, uint64_t total,
                          nf_host_arrays *more) {
    if (q->measured) {
        same(context, result, NF_ARRAY_DISTANCES, NF_FLOAT32, 1, total, more->distances);
        same(context, result, NF_ARRAY_VECTORS, NF_FLOAT32, q->dims, total, more->vectors);
        same(context, result, NF_ARRAY_SHIFTS, NF_INT32, 3, total, more->shifts);
    }
    free(more->distances);
    free(more->vectors);
    free(more->shifts);
}

static void check_pairs(nf_context *context, nf_cloud *on, const cloud *c, const question *q, double cutoff) {
    const nf_pairs_options options = {.cells_per_cutoff = q->cells,
                                      .queries = q->queries ? &c->queries : NULL,
                                      .arrays = q->measured
                                                    ? NF_WANT(NF_ARRAY_DISTANCES) |
                                                          NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS)
                                                    : 0};
    nf_host_arrays more = {.distances = NULL};
    nf_result *result = NULL;
    int32_t *pairs = NULL;
    uint64_t total = 0;
    ck_assert_int_eq(
        nf_host_pairs(&c->points, &c->box, cutoff, &options, NULL, &pairs, &total, &more, NULL, NULL, 0),
        NF_OK);
    ck_assert_uint_gt(total, 5);
    for (int again = 0; again < 2; again++) { /* room for the pairs is made, and then there is room */
        support_ok(context, nf_pairs(on, cutoff, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result), total);
        same(context, result, NF_ARRAY_PAIRS, NF_INT32, 2, total, pairs);
    }
    same_measures(context, result, q, total, &more);
    free(pairs);
    nf_result_free(result);
}

static void check_histogram(nf_context *context, nf_cloud *on, const cloud *c, const question *q,
                            double cutoff) {
    const nf_histogram_options options = {.cells_per_cutoff = q->cells,
                                          .queries = q->queries ? &c->queries : NULL};
    nf_result *result = NULL;
    uint64_t counts[BINS], total = 0;
    ck_assert_int_eq(
        nf_host_histogram(&c->points, &c->box, cutoff, BINS, &options, NULL, counts, &total, NULL, NULL, 0),
        NF_OK);
    ck_assert_uint_gt(total, 5);
    support_ok(context, nf_histogram(on, cutoff, BINS, &options, NULL, &result));
    same(context, result, NF_ARRAY_COUNTS, NF_UINT64, 1, BINS, counts);
    nf_result_free(result);
}

static void check(nf_context *context, const question *q) {
    static const double cutoffs[] = {0.02, 0.1, 0.21}; /* by dims */
    static cloud c;
    const double cutoff = cutoffs[q->dims - 1];
    nf_cloud *on = NULL;
    fill(&c, q);
    support_ok(context, nf_cloud_create(context, &c.points, &c.box, NULL, &on));
    if (q->asked == PAIRS) check_pairs(context, on, &c, q, cutoff);
    else check_histogram(context, on, &c, q, cutoff);
    nf_cloud_free(on);
}

/* Of every combination of what changes the walk every `step`-th. */
static void check_all(const char *tuning, int dims, int batch, int step) {
    nf_context *context = support_context(tuning);
    for (int k = step / 2 + batch; k < 8 * ASKED; k += step) {
        const question q = {.dims = dims,
                            .cells = 3,
                            .asked = k / 8,
                            .batch = batch,
                            .periodic = k & 1,
                            .measured = k >> 1 & 1,
                            .queries = k & 4 ? 150 : 0,
                            .n = 400};
        if (q.measured && q.asked == HISTOGRAM) continue;
        check(context, &q);
    }
    nf_context_free(context);
}

/* A GPU's shape, and that with a row of lanes a tile, which teams do not share. */
#define GPU "search.GROUP=32 search.TEAM=8 bounds.GROUP=32 order.GROUP=32"

/* Systems of few points are one segment, which has no rows of cells. */
START_TEST(small_systems_have_each_pair_with_query_points_once) {
    nf_context *context = support_context(GPU);
    for (int asked = PAIRS; asked < ASKED; asked++)
        for (int dims = 2; dims <= 3; dims++) {
            const question q = {
                .dims = dims, .cells = 3, .asked = asked, .batch = 1, .queries = 50, .n = 120};
            if (dims == 3 || !support_small()) check(context, &q);
        }
    nf_context_free(context);
}
END_TEST

START_TEST(all_questions_have_the_bytes_of_the_host) {
    check_all(NULL, 3, 0, support_small() ? 7 : 3);
    if (!support_small()) check_all(NULL, 3, 1, 3);
}
END_TEST

START_TEST(all_questions_have_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    check_all(GPU, 3, 0, support_small() ? 7 : 3);
    check_all(GPU, 3, 1, support_small() ? 7 : 3);
    if (!support_small()) check_all(GPU, 2, 1, 5);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {small_systems_have_each_pair_with_query_points_once,
                                  all_questions_have_the_bytes_of_the_host,
                                  all_questions_have_the_bytes_of_the_host_in_the_shape_of_a_gpu};
    return support_main("fine_cells", tests, sizeof tests / sizeof *tests);
}
