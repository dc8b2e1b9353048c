/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram() with weights: sums of whole numbers are exact, the same bytes in every shape and on the host, and what is refused.  The random comparison draws
   their products with boxes, filters and systems. */
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

enum { N = 700, QUERIES = 150, TYPES = 2, MANY = 5000 };
/* The device's own shape; that of GPUs, whose groups of 64 work-items collect 64 bins; that of CPUs with room for 6144 bins. */
static const char *const shapes[] = {NULL, "search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64",
                                     "search_cpu.LIST=1024"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct weighted {
    double xyz[3 * N], queries[3 * QUERIES], weights[N], query_weights[QUERIES];
    int32_t types[N], query_types[QUERIES];
} weighted;

/* Places are multiples of 2^-20, whose squares are exact, and weights whole numbers. */
static void draw(weighted *w) {
    uint64_t state = 11;
    for (size_t k = 0; k < (size_t)3 * N; k++) w->xyz[k] = floor(support_uniform(&state) * 0x1p20) * 0x1p-20;
    for (size_t k = 0; k < (size_t)3 * QUERIES; k++)
        w->queries[k] = floor(support_uniform(&state) * 0x1p20) * 0x1p-20;
    for (size_t p = 0; p < N; p++) {
        w->weights[p] = floor(support_uniform(&state) * 2001) - 1000;
        w->types[p] = (int32_t)(support_uniform(&state) * TYPES);
    }
    for (size_t p = 0; p < QUERIES; p++) {
        w->query_weights[p] = floor(support_uniform(&state) * 2001) - 1000;
        w->query_types[p] = (int32_t)(support_uniform(&state) * TYPES);
    }
}

static nf_points points_of(const weighted *w) {
    return (nf_points){.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = w->xyz, .types.host = w->types};
}

static nf_points queries_of(const weighted *w) {
    return (nf_points){
        .n = QUERIES, .dims = 3, .type = NF_FLOAT64, .rows.host = w->queries, .types.host = w->query_types};
}

static nf_points column_of(const double *numbers, uint64_t n) {
    return (nf_points){.n = n, .dims = 1, .type = NF_FLOAT64, .rows.host = numbers};
}

/* The edges of `bins` bins up to 0.25: of equal width, or as the squares. */
static void make_edges(double *edges, uint32_t bins, int squares) {
    for (uint32_t k = 0; k <= bins; k++)
        edges[k] = squares ? 0.25 * k / bins * k / bins : 0.25 * k / (double)bins;
    edges[bins] = 0.25;
}

/* The sums by definition, of all pairs of types if `types`. */
static double *sums_of(const weighted *w, const double *edges, uint32_t bins, int apart, int types) {
    double *sums = support_allocate((size_t)bins * TYPES * TYPES * sizeof *sums);
    memset(sums, 0, (size_t)bins * TYPES * TYPES * sizeof *sums);
    for (uint32_t i = 0; i < (apart ? QUERIES : N); i++)
        for (uint32_t j = apart ? 0 : i + 1; j < N; j++) {
            const double *from = apart ? w->queries : w->xyz,
                         own = apart ? w->query_weights[i] : w->weights[i];
            const int32_t type = apart ? w->query_types[i] : w->types[i], other = w->types[j];
            double d2 = 0;
            for (uint32_t a = 0; a < 3; a++) {
                const double d = w->xyz[3 * j + a] - from[3 * i + a];
                d2 += d * d;
            }
            uint32_t k = 0;
            while (k < bins && !(d2 < edges[k + 1] * edges[k + 1])) k++;
            if (k == bins) continue;
            const int turned = !apart && type > other;
            const uint32_t row =
                !types ? 0 : (uint32_t)(turned ? other * TYPES + type : type * TYPES + other);
            sums[row * bins + k] += own * w->weights[j];
        }
    return sums;
}

static void check(nf_context *context, const weighted *w, uint32_t bins, int apart, int types, int squares) {
    const nf_points points = points_of(w), queries = queries_of(w), weights = column_of(w->weights, N),
                    query_weights = column_of(w->query_weights, QUERIES);
    const uint32_t count = types ? bins * TYPES * TYPES : bins;
    own_memory double *edges = support_allocate((bins + 1) * sizeof *edges);
    own_memory double *got = support_allocate(count * sizeof *got);
    make_edges(edges, bins, squares);
    own_memory double *wanted = sums_of(w, edges, bins, apart, types);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    own_result result = NULL;
    const nf_histogram_options options = {.weights = &weights,
                                          .queries = apart ? &queries : NULL,
                                          .query_weights = apart ? &query_weights : NULL,
                                          .type_count = types ? TYPES : 0,
                                          .edges = squares ? edges : NULL};
    support_ok(context, nf_histogram(cloud, 0.25, bins, &options, NULL, &result));
    const nf_array_info *info = nf_result_array(result, NF_ARRAY_WEIGHTED_COUNTS);
    ck_assert_uint_eq(info->rows, count);
    ck_assert_int_eq(info->type, NF_FLOAT64);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_COUNTS)->rows, count);
    support_ok(context, nf_result_read(result, NF_ARRAY_WEIGHTED_COUNTS, 0, count, NULL, got));
    for (uint32_t k = 0; k < count; k++)
        ck_assert_msg(!(got[k] < wanted[k]) && !(got[k] > wanted[k]), "sum %u of %u is %.17g, and not %.17g",
                      k, count, got[k], wanted[k]);
}

TEST(sums_of_whole_weights_are_exact) {
    weighted *w = support_allocate(sizeof *w);
    draw(w);
    if (!support_double()) return;
    for (int s = 0; s <= SHAPES; s++) {
        own_context made = s < SHAPES ? support_context(shapes[s]) : NULL;
        nf_context *context = made ? made : support_host();
        check(context, w, 10, 0, 0, 0);
        for (int apart = 0; apart < 2 && s != 2; apart++) check(context, w, 10, apart, 1, apart);
        check(context, w, 64, 0, 0, 0); /* the most in local memory, and one more */
        check(context, w, 65, 0, 0, 0);
        check(context, w, 6144, 0, 0, 0); /* the most of a CPU's work-item, and one more */
        check(context, w, 6145, 0, 0, 0);
    }
    free(w);
}

/* Weights of many magnitudes and both precisions: all devices round them alike. */
TEST(sums_of_any_weights_are_the_bytes_of_the_host) {
    static const double decades[] = {0, 3, 40};
    for (int s = 0; s < SHAPES; s++) {
        own_context context = support_context(shapes[s]);
        for (int turn = 0; turn < 6; turn++) {
            const nf_type type = turn % 2 ? support_double() : NF_FLOAT32;
            own_points cloud = support_cloud_uniform(N, 3, type, 0.3, 5);
            own_memory void *numbers = support_allocate(N * 8);
            uint64_t state = (uint64_t)turn + 1;
            for (uint64_t p = 0; p < N; p++)
                support_set_number(numbers, type, p,
                                   (support_uniform(&state) - 0.4) *
                                       pow(10, decades[turn / 2] * (support_uniform(&state) - 0.5)));
            const nf_points weights = {.n = N, .dims = 1, .type = type, .rows.host = numbers};
            const nf_histogram_options options = {.weights = &weights};
            own_cloud on = support_cloud_on(context, &cloud.points, NULL),
                      host = support_cloud_on(support_host(), &cloud.points, NULL);
            own_result result = NULL, wanted = NULL;
            support_ok(context, nf_histogram(on, 0.3, 30, &options, NULL, &result));
            support_ok(support_host(), nf_histogram(host, 0.3, 30, &options, NULL, &wanted));
            support_same_results(wanted, result, "weights");
        }
    }
}

/* Words of a sum are added to by all work-items of a group, and carried: with the largest weights every eighth term carries twice. */
TEST(sums_of_many_large_weights_are_exact) {
    for (int s = 0; s <= SHAPES; s++) {
        own_context made = s < SHAPES ? support_context(shapes[s]) : NULL;
        nf_context *context = made ? made : support_host();
        own_memory float *numbers = support_allocate(MANY * 4);
        own_points cloud = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.3, 5);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        own_result result = NULL;
        uint64_t count = 0;
        double sum = 0;
        for (int p = 0; p < MANY; p++) numbers[p] = 0x1.fffffep100F;
        const nf_points weights = {.n = MANY, .dims = 1, .type = NF_FLOAT32, .rows.host = numbers};
        const nf_histogram_options options = {.weights = &weights};
        support_ok(context, nf_histogram(on, 0.2, 1, &options, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, 1, NULL, &count));
        support_ok(context, nf_result_read(result, NF_ARRAY_WEIGHTED_COUNTS, 0, 1, NULL, &sum));
        ck_assert_uint_gt(count, 100000);
        /* (2^24 - 1)^2 = 2^48 - 2^25 + 1, times a count below 2^23, in parts that are exact */
        const double wanted = ldexp((double)count * 0x1p25 * (0x1p23 - 1), 154) + ldexp((double)count, 154);
        ck_assert_msg(fabs(sum / wanted - 1) < 0x1p-51, "%a, and not %a", sum, wanted);
    }
}

static void check_nothing(nf_context *context) {
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32},
                    weights = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    const nf_histogram_options options = {.weights = &weights};
    own_cloud cloud = support_cloud_on(context, &none, NULL);
    own_result result = NULL;
    double sums[3] = {1, 1, 1};
    support_ok(context, nf_histogram(cloud, 1, 3, &options, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_WEIGHTED_COUNTS, 0, 3, NULL, sums));
    for (int k = 0; k < 3; k++) ck_assert(!(sums[k] < 0) && !(sums[k] > 0));
}

TEST(no_points_have_sums_of_0) {
    own_context context = support_context(NULL);
    check_nothing(context);
    check_nothing(support_host());
}

static void check_refusals(nf_context *context) {
    static const float x[] = {0, 1, 2, 3, 4, 5}, numbers[] = {1, INFINITY, 1};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = x},
                    good = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    few = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    bad = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = numbers};
    const struct {
        const char *word;
        nf_histogram_options options;
    } rows[] = {
        {"weights are 1 x 1 float32: they must be 2 x 1 float32", {.weights = &few}},
        {"weight 1 is inf: it must be finite", {.weights = &bad}},
        {"query points have no weights: set query_weights", {.weights = &good, .queries = &points}},
        {"the points of the cloud have no weights: set weights",
         {.query_weights = &good, .queries = &points}},
        {"query_weights are given, and no query points", {.weights = &good, .query_weights = &good}},
        {"query weight 1 is inf: it must be finite",
         {.weights = &good, .queries = &points, .query_weights = &bad}},
        {"query_weights are 1 x 1 float32", {.weights = &good, .queries = &points, .query_weights = &few}},
        {"the weighted counts are asked for, and the points have no weights: set weights",
         {.arrays = NF_WANT(NF_ARRAY_WEIGHTED_COUNTS)}},
    };
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    nf_result *result = NULL;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        support_fails(context, NF_ERROR_ARGUMENT, rows[r].word,
                      nf_histogram(cloud, 1, 3, &rows[r].options, NULL, &result));
    ck_assert_ptr_null(result);
}

TEST(wrong_weights_are_refused) {
    own_context context = support_context(NULL);
    check_refusals(context);
    check_refusals(support_host());
}

/* Into the caller's memory without the counts, from weights on the device; and not over these. */
TEST(weighted_counts_are_written_where_they_are_asked_for) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.2, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_memory float *numbers = support_allocate(N * 4);
    for (int p = 0; p < N; p++) numbers[p] = (float)(p % 7) - 2;
    own_buffer weights = support_buffer_of(context, numbers, N, 4),
               sums = support_buffer_of(context, NULL, 5, 8);
    const nf_points column = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows = weights.at};
    const nf_histogram_options options = {.weights = &column};
    own_result result = NULL;
    double wanted[5], got[5];
    support_ok(context, nf_histogram(on, 0.2, 5, &options, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_WEIGHTED_COUNTS, 0, 5, NULL, wanted));
    const nf_output to = {
        .array = NF_ARRAY_WEIGHTED_COUNTS, .buffer = sums.at.buffer, .offset = sums.at.offset, .capacity = 5};
    const nf_outputs outputs = {.count = 1, .arrays = &to};
    nf_histogram_options into = options;
    into.outputs = &outputs;
    for (int again = 0; again < 2; again++) { /* they are set, not added to */
        support_ok(context, nf_histogram(on, 0.2, 5, &into, NULL, NULL));
        support_read(&sums, got);
        ck_assert_mem_eq(got, wanted, sizeof got);
    }
    const nf_output over = {.array = NF_ARRAY_WEIGHTED_COUNTS,
                            .buffer = weights.at.buffer,
                            .offset = (weights.at.offset + 7) / 8 * 8,
                            .capacity = 5};
    const nf_outputs wrong = {.count = 1, .arrays = &over};
    into.outputs = &wrong;
    support_fails(context, NF_ERROR_ARGUMENT, "weights and weighted_counts overlap",
                  nf_histogram(on, 0.2, 5, &into, NULL, NULL));
}

TEST(it_takes_no_more_memory_than_it_says) {
    for (int s = 0; s < SHAPES; s++) {
        own_context context = support_context(shapes[s]);
        own_points cloud = support_cloud_uniform(support_size(30000), 3, NF_FLOAT32, 0.05, 2);
        const nf_points weights = {
            .n = cloud.points.n, .dims = 1, .type = NF_FLOAT32, .rows.host = cloud.data};
        const nf_histogram_options options = {.weights = &weights};
        own_result result = NULL;
        uint64_t peak = 0, said = 0;
        support_ok(context, histogram_cost(context, &cloud.points, 500, &options, &said));
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        support_ok(context, nf_histogram(on, cloud.cutoff, 500, &options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_uint_le(peak, said);
    }
}
