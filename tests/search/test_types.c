/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Cutoffs of pairs of types: the answer of a search that is filtered afterwards, on every device and in every shape, and what is refused.  The random
   comparison draws their products with boxes, filters and questions. */
#include "support/answers/pairs.h"
#include "support/clouds/clouds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1500, QUERIES = 300, TYPES = 3, BINS = 9 };
static const char *const shapes[] = {NULL, "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"};
static const double table[TYPES * TYPES] = {0.11, 0.16, 0, 0.16, 0.05, 0.09, 0, 0.09, 0.13};

typedef struct typed {
    double xyz[3 * N], queries[3 * QUERIES];
    int32_t types[N], query_types[QUERIES];
} typed;

static void draw(typed *t) {
    uint64_t state = 7;
    for (size_t k = 0; k < (size_t)3 * N; k++) t->xyz[k] = support_uniform(&state);
    for (size_t k = 0; k < (size_t)3 * QUERIES; k++) t->queries[k] = support_uniform(&state);
    for (size_t p = 0; p < N; p++) t->types[p] = (int32_t)(support_uniform(&state) * TYPES);
    for (size_t p = 0; p < QUERIES; p++) t->query_types[p] = (int32_t)(support_uniform(&state) * TYPES);
}

static nf_points points_of(const typed *t) {
    return (nf_points){.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = t->xyz, .types.host = t->types};
}

static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};

/* Every pair of points, with the nearest image along each axis: the cutoffs are below half of the box. */
static uint64_t count_by_hand(const typed *t, const double *from, const int32_t *from_types, uint64_t many,
                              int periodic, double least) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < many; i++)
        for (uint64_t j = 0; j < N; j++) {
            double d2 = 0;
            if (from == t->xyz && i == j) continue;
            for (int a = 0; a < 3; a++) {
                double d = t->xyz[3 * j + (uint64_t)a] - from[3 * i + (uint64_t)a];
                if (periodic) d -= round(d);
                d2 += d * d;
            }
            const double r = table[from_types[i] * TYPES + t->types[j]];
            count += d2 < r * r && d2 >= least * least;
        }
    return count;
}

/* As on the CPU, as on a GPU, and on the host; with query points and without; types in host memory and on the device. */
TEST(pairs_of_types_are_those_within_the_cutoff_of_their_types) {
    typed *t = support_allocate(sizeof *t);
    draw(t);
    const nf_points points = points_of(t), queries = {.n = QUERIES,
                                                      .dims = 3,
                                                      .type = NF_FLOAT64,
                                                      .rows.host = t->queries,
                                                      .types.host = t->query_types};
    for (int k = 0; k < 12; k++) {
        own_context made = k % 3 == 2 ? NULL : support_context(shapes[k % 3]);
        nf_context *context = made ? made : support_host();
        const int periodic = k / 3 % 2, least = k / 6;
        const nf_filters filters = {
            .type_cutoffs = table, .type_count = TYPES, .min_distance = least ? 0.06 : 0};
        nf_lists_options options = {.filters = &filters};
        own_cloud cloud = support_cloud_on(context, &points, periodic ? &cube : NULL);
        own_result result = NULL;
        support_ok(context, nf_lists(cloud, 0, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result),
                          count_by_hand(t, t->xyz, t->types, N, periodic, filters.min_distance));
        options.queries = &queries;
        support_ok(context, nf_lists(cloud, 0.16, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result), count_by_hand(t, t->queries, t->query_types, QUERIES,
                                                                 periodic, filters.min_distance));
    }
    free(t);
}

/* The same pairs, by both types in bins of equal width; and by the type of the neighbour in rows. */
static void count_all_by_hand(const typed *t, int periodic, double cutoff, uint64_t *bins, uint64_t *rows) {
    for (uint64_t i = 0; i < N; i++)
        for (uint64_t j = 0; j < N; j++) {
            double d2 = 0;
            for (int a = 0; a < 3; a++) {
                double d = t->xyz[3 * j + (uint64_t)a] - t->xyz[3 * i + (uint64_t)a];
                if (periodic) d -= round(d);
                d2 += d * d;
            }
            if (i == j || !(d2 < cutoff * cutoff)) continue;
            const int32_t own = t->types[i], other = t->types[j];
            rows[i * TYPES + (uint64_t)other]++;
            if (i < j)
                bins[((own < other ? own : other) * TYPES + (own < other ? other : own)) * BINS +
                     (int)(sqrt(d2) / cutoff * BINS)]++;
        }
}

TEST(counts_by_types_are_those_of_each_pair_of_types) {
    typed *t = support_allocate(sizeof *t);
    draw(t);
    const nf_points points = points_of(t);
    uint64_t *rows = support_allocate(2 * N * TYPES * sizeof *rows), bins[2][TYPES * TYPES * BINS];
    for (int k = 0; k < 6; k++) {
        own_context made = k % 3 == 2 ? NULL : support_context(shapes[k % 3]);
        nf_context *context = made ? made : support_host();
        const nf_histogram_options options = {.type_count = TYPES};
        own_cloud cloud = support_cloud_on(context, &points, k / 3 ? &cube : NULL);
        own_result result = NULL;
        memset(bins, 0, sizeof bins);
        memset(rows, 0, 2 * N * TYPES * sizeof *rows);
        count_all_by_hand(t, k / 3, 0.15, bins[0], rows);
        support_ok(context, nf_histogram(cloud, 0.15, BINS, &options, NULL, &result));
        support_ok(context,
                   nf_result_read(result, NF_ARRAY_COUNTS, 0, (uint64_t)TYPES * TYPES * BINS, NULL, bins[1]));
        ck_assert_mem_eq(bins[1], bins[0], sizeof bins[0]);
        support_ok(context, nf_coordination(cloud, 0.15, TYPES, NULL, NULL, &result));
        ck_assert_int_eq(nf_result_array(result, NF_ARRAY_COUNTS)->columns, TYPES);
        support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, N, NULL, rows + N * TYPES));
        ck_assert_mem_eq(rows + N * TYPES, rows, N * TYPES * sizeof *rows);
    }
    free(rows);
    free(t);
}

/* The largest cutoff of the table decides the order, so that the bytes are those of a search with this cutoff. */
TEST(without_a_cutoff_it_is_the_largest_of_the_table) {
    own_context context = support_context(NULL);
    typed *t = support_allocate(sizeof *t);
    draw(t);
    const nf_points points = points_of(t);
    const nf_filters filters = {.type_cutoffs = table, .type_count = TYPES};
    const nf_pairs_options options = {.filters = &filters};
    own_cloud cloud = support_cloud_on(context, &points, &cube);
    own_result result = NULL;
    support_ok(context, nf_pairs(cloud, 0.16, &options, NULL, &result));
    own_pairs with = {support_array(result, NF_ARRAY_PAIRS), nf_result_total(result)};
    own_pairs without = support_ask(context, result, cloud, 0, &options);
    support_same_bytes(&with, &without, "pairs by types");
    ck_assert_uint_gt(with.count, 1000);
    free(t);
}

static void check_nothing(nf_context *context, nf_type type, const nf_box *box, const nf_filters *filters) {
    enum { FEW = 60 };
    double wide[3 * FEW];
    float narrow[3 * FEW];
    int32_t types[FEW];
    uint64_t state = 3, offsets[FEW + 1], bins[BINS];
    for (size_t k = 0; k < (size_t)3 * FEW; k++)
        wide[k] = (double)(narrow[k] = (float)(1e-20 * support_uniform(&state)));
    for (int p = 0; p < FEW; p++) types[p] = p % TYPES;
    const nf_points points = {.n = FEW,
                              .dims = 3,
                              .type = type,
                              .rows.host = type == NF_FLOAT32 ? (const void *)narrow : wide,
                              .types.host = types};
    own_cloud cloud = support_cloud_on(context, &points, box);
    own_result result = NULL;
    support_ok(context, nf_pairs(cloud, 0, &(nf_pairs_options){.filters = filters}, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    support_ok(context, nf_lists(cloud, 0, &(nf_lists_options){.filters = filters}, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, FEW + 1, NULL, offsets));
    for (int p = 0; p <= FEW; p++) ck_assert_uint_eq(offsets[p], 0);
    support_ok(context,
               nf_histogram(cloud, 0, BINS, &(nf_histogram_options){.filters = filters}, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, BINS, NULL, bins));
    for (int k = 0; k < BINS; k++) ck_assert_uint_eq(bins[k], 0);
}

/* A cutoff of the size of other clouds would reach too many images of this box. */
TEST(cutoffs_of_types_and_radii_that_are_0_have_no_pairs_in_any_box) {
    static const double zeros[TYPES * TYPES];
    static const float no_floats[60];
    static const nf_box tiny = {.cell = {{1e-20, 0, 0}, {0, 1e-20, 0}, {0, 0, 1e-20}}, .periodic = {1, 1, 1}};
    const nf_points radii = {.n = 60, .dims = 1, .type = NF_FLOAT32, .rows.host = no_floats};
    const nf_filters by_types = {.type_cutoffs = zeros, .type_count = TYPES},
                     by_radii = {.radii = &radii, .radii_rule = NF_RADII_SUM};
    for (int k = 0; k < 6; k++) {
        own_context made = k % 3 == 2 ? NULL : support_context(shapes[k % 3]);
        nf_context *context = made ? made : support_host();
        const nf_box *box = k / 3 ? &tiny : NULL;
        check_nothing(context, NF_FLOAT32, box, &by_types);
        check_nothing(context, NF_FLOAT64, box, &by_types);
        check_nothing(context, NF_FLOAT32, box, &by_radii);
    }
}

/* A point on the device whose type is not in the table has no partners; in host memory it is refused, as everything that is not a table. */
TEST(bad_types_are_named) {
    own_context context = support_context(NULL);
    static const float x[3] = {0, 1, 2};
    static const int32_t good[3] = {0, 1, 0}, negative[3] = {0, -1, 0}, large[3] = {0, 1, 2};
    static const double two[4] = {2, 2, 2, 2}, uneven[4] = {1, 2, 1, 1}, below[4] = {-1, 1, 1, 1};
    nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .types.host = negative};
    nf_cloud *none = NULL;
    support_fails(context, NF_ERROR_ARGUMENT, "the type of point 1 is -1: give 0 to 255",
                  nf_cloud_create(context, &points, NULL, NULL, &none));
    points.types.host = good;
    nf_points untyped = points;
    untyped.types.host = NULL;
    own_cloud cloud = support_cloud_on(context, &points, NULL),
              plain = support_cloud_on(context, &untyped, NULL);
    nf_filters filters = {.type_cutoffs = two, .type_count = 2};
    nf_lists_options options = {.filters = &filters};
    own_result result = NULL;
    support_fails(context, NF_ERROR_ARGUMENT, "the points have no types: set their types",
                  nf_lists(plain, 0, &options, NULL, &result));
    options.queries = &untyped;
    support_fails(context, NF_ERROR_ARGUMENT, "the query points have no types",
                  nf_lists(cloud, 0, &options, NULL, &result));
    nf_points typed_queries = points;
    typed_queries.types.host = large;
    options.queries = &typed_queries;
    support_fails(context, NF_ERROR_ARGUMENT,
                  "the type of query point 2 is 2, and there are cutoffs or counts of 2 types",
                  nf_lists(cloud, 0, &options, NULL, &result));
    options.queries = NULL;
    filters.type_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT,
                  "the type of point 1 is 1, and there are cutoffs or counts of 1 types",
                  nf_lists(cloud, 0, &options, NULL, &result));
    filters.type_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "type_count is 0: give 1 to 256",
                  nf_lists(cloud, 0, &options, NULL, &result));
    filters.type_count = 2;
    filters.type_cutoffs = uneven;
    support_fails(context, NF_ERROR_ARGUMENT, "not symmetric: 2 for the types 0 and 1, and 1 for 1 and 0",
                  nf_lists(cloud, 0, &options, NULL, &result));
    filters.type_cutoffs = below;
    support_fails(context, NF_ERROR_ARGUMENT, "the cutoff of the types 0 and 0 is -1",
                  nf_lists(cloud, 0, &options, NULL, &result));
    filters.type_cutoffs = two;
    own_buffer buffer = support_buffer_of(context, large, 3, sizeof *large);
    points.types = support_at(&buffer, 0);
    own_cloud device = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_lists(device, 0, &options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 2); /* 0 and 1, each in the row of the other */
}
