/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists: the rows of brute force, with the same bytes from both walks, in results and in the caller's buffers. */
#include "support/calls.h"
#include "support/answers/pairs.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lists {
    uint64_t n, *offsets;
    int32_t *indices;
} lists;

static void lists_free(lists *l) {
    free(l->offsets);
    free(l->indices);
}

static int ascending(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sort_rows(const lists *l) {
    for (uint64_t i = 0; i < l->n; i++)
        qsort(l->indices + l->offsets[i], l->offsets[i + 1] - l->offsets[i], sizeof *l->indices, ascending);
}

/* Rows of brute force, ascending. */
static lists expected(const nf_points *points, double cutoff, int half) {
    reference pairs = reference_pairs(points, cutoff);
    lists l = {.n = points->n, .offsets = calloc(points->n + 2, 8)};
    ck_assert_ptr_nonnull(l.offsets);
    l.indices = support_allocate(pairs.count * 8 + 4);
    for (uint64_t k = 0; k < 2 * pairs.count; k += 1 + (uint64_t)half) l.offsets[pairs.pairs[k] + 2]++;
    for (uint64_t i = 2; i <= l.n + 1; i++) l.offsets[i] += l.offsets[i - 1];
    for (uint64_t k = 0; k < 2 * pairs.count; k += 1 + (uint64_t)half)
        l.indices[l.offsets[pairs.pairs[k] + 1]++] = pairs.pairs[k ^ 1];
    reference_free(&pairs);
    sort_rows(&l);
    return l;
}

static void same(const lists *wanted, const lists *got, const char *what) {
    ck_assert_msg(memcmp(wanted->offsets, got->offsets, (wanted->n + 1) * 8) == 0, "%s: the offsets", what);
    const uint64_t total = wanted->offsets[wanted->n];
    for (uint64_t k = 0; k < total; k++)
        ck_assert_msg(wanted->indices[k] == got->indices[k], "%s: index %llu is %d and not %d", what,
                      (unsigned long long)k, got->indices[k], wanted->indices[k]);
}

static lists read_lists(nf_context *context, nf_result *result, uint64_t n) {
    const nf_array_info *offsets = nf_result_array(result, NF_ARRAY_OFFSETS),
                        *indices = nf_result_array(result, NF_ARRAY_INDICES);
    lists l = {n, support_allocate((n + 1) * 8), support_allocate(nf_result_total(result) * 4 + 4)};
    ck_assert_uint_eq(offsets->rows, n + 1);
    ck_assert_uint_eq(indices->rows, nf_result_total(result));
    support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, n + 1, NULL, l.offsets));
    support_ok(context, nf_result_read(result, NF_ARRAY_INDICES, 0, indices->rows, NULL, l.indices));
    return l;
}

static lists ask(nf_context *context, nf_cloud *on, double cutoff, const nf_lists_options *options) {
    own_result result = NULL;
    support_ok(context, nf_lists(on, cutoff, options, NULL, &result));
    lists l = read_lists(context, result, nf_cloud_size(on));
    return l;
}

static lists on_host(const nf_points *points, double cutoff, const nf_lists_options *options) {
    own_cloud cloud = support_cloud_on(support_host(), points, NULL);
    lists l = ask(support_host(), cloud, cutoff, options);
    return l;
}

/* The device's own shape, and the walk of GPUs with few stored candidates. */
static const char *const tunings[] = {NULL, "search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64"};
enum { SHAPES = 2 };

TEST(rows_are_those_of_brute_force_and_have_the_bytes_of_the_host) {
    own_points cloud = support_cloud_uniform(700, 3, NF_FLOAT32, 0.2, 8);
    for (int k = 0; k < 3; k++) { /* half lists of GPUs: kernels/test_second_pass.c */
        const int half = k == 2;
        const nf_lists_options plain = {.half = half}, sorted = {.half = half, .sorted = 1};
        nf_context *context = support_context(tunings[k % SHAPES]);
        nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
        lists wanted = expected(&cloud.points, cloud.cutoff, half),
              got = ask(context, on, cloud.cutoff, &sorted);
        char what[40];
        snprintf(what, sizeof what, "half %d, shape %d", half, k % SHAPES);
        same(&wanted, &got, what);
        lists_free(&got);
        lists_free(&wanted);
        wanted = on_host(&cloud.points, cloud.cutoff, &plain);
        got = ask(context, on, cloud.cutoff, &plain);
        same(&wanted, &got, what); /* the order of each row is the same, too */
        lists_free(&got);
        lists_free(&wanted);
        nf_cloud_free(on);
        nf_context_free(context);
    }
}

TEST(the_host_sorts_and_refuses_as_the_device) {
    own_points cloud = support_cloud_uniform(700, 3, NF_FLOAT32, 0.2, 8);
    nf_result *none = NULL;
    for (int half = 0; half < 2; half++) {
        const nf_lists_options sorted = {.half = half, .sorted = 1};
        lists wanted = expected(&cloud.points, cloud.cutoff, half),
              got = on_host(&cloud.points, cloud.cutoff, &sorted);
        same(&wanted, &got, cloud.name);
        lists_free(&got);
        lists_free(&wanted);
    }
    ((float *)cloud.data)[301] = NAN;
    own_cloud on = support_cloud_on(support_host(), &cloud.points, NULL);
    support_fails(support_host(), NF_ERROR_ARGUMENT, "cutoff", nf_lists(on, 0, NULL, NULL, &none));
    support_fails(support_host(), NF_ERROR_POINTS, "point 100", nf_lists(on, 0.2, NULL, NULL, &none));
    ck_assert_ptr_null(none);
}

static void check_offsets(nf_context *context) {
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 8);
    const nf_lists_options counts = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    lists wanted = expected(&cloud.points, cloud.cutoff, 0);
    nf_result *result = NULL;
    uint64_t offsets[501];
    support_ok(context, nf_lists(on, cloud.cutoff, &counts, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), wanted.offsets[500]);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_INDICES)->rows, 0);
    support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, 501, NULL, offsets));
    ck_assert_int_eq(memcmp(offsets, wanted.offsets, sizeof offsets), 0);
    nf_result_free(result);
    lists_free(&wanted);
}

/* Compares sorted lists of the contexts with plain C. */
static void check_sorted(nf_context *const *contexts, int count, const support_cloud *points,
                         const nf_box *box, const nf_lists_options *options, uint64_t *total) {
    own_cloud plain = support_cloud_on(support_host(), &points->points, box);
    own_result wanted = NULL;
    support_ok(support_host(), nf_lists(plain, 1.75, options, NULL, &wanted));
    *total = nf_result_total(wanted);
    for (int k = 0; k < count; k++) {
        own_cloud cloud = support_cloud_on(contexts[k], &points->points, box);
        own_result got = NULL;
        support_ok(contexts[k], nf_lists(cloud, 1.75, options, NULL, &got));
        support_same_results(wanted, got, k == 0 ? "the device" : k == 1 ? "the host" : "the shape of a GPU");
    }
}

/* Each point has several images of each other one as neighbours: a row of so many entries more for each point more.  Without shifts they are equal. */
TEST(sorted_rows_of_any_length_have_equal_indices_by_image) {
    static const char gpu_shape[] =
        "search.GROUP=64 bounds.GROUP=64 order.GROUP=64 sort.GROUP=64 scan.GROUP=64";
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};
    own_context device = support_context(NULL), gpu = support_context(gpu_shape),
                host = support_context_with(&(nf_context_options){.device = "host"});
    nf_context *const contexts[] = {device, host, gpu};
    for (int way = 0; way < 3; way++) {
        const uint64_t measured = NF_WANT(NF_ARRAY_SHIFTS) | NF_WANT(NF_ARRAY_DISTANCES);
        uint64_t shortest = UINT64_MAX, longest = 0;
        for (uint64_t n = 9; n < 23; n += n < 12 || n > 15 ? 3 : 1) {
            own_points points = support_cloud_uniform(n, 3, NF_FLOAT32, 0.1, n),
                       other = support_cloud_uniform(n, 3, NF_FLOAT32, 0.1, n + 1);
            const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | (way == 0 ? measured : 0),
                                              .sorted = 1,
                                              .queries = way == 2 ? &other.points : NULL};
            uint64_t total = 0;
            check_sorted(contexts, way == 0 ? 3 : 2, &points, &box, &options, &total);
            shortest = total / n < shortest ? total / n : shortest;
            longest = total / n > longest ? total / n : longest;
        }
        ck_assert_uint_lt(shortest, 128); /* which short rows are in rows_cpu.cl */
        ck_assert_uint_gt(longest, 128);
    }
}

TEST(offsets_alone_count_the_neighbours) {
    own_context context = support_context(NULL);
    check_offsets(context);
    check_offsets(support_host());
}

TEST(a_result_is_updated_in_place_by_any_question) {
    own_context context = support_context(NULL);
    own_points small = support_cloud_uniform(100, 3, NF_FLOAT32, 0.3, 1),
               large = support_cloud_uniform(900, 3, NF_FLOAT32, 0.2, 2);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    const support_cloud *const clouds[] = {&small, &large, &small};
    own_result result = NULL;
    for (int k = 0; k < 3; k++) {
        const nf_lists_options sorted = {.sorted = 1};
        own_cloud on = support_cloud_on(context, &clouds[k]->points, NULL);
        lists wanted = expected(&clouds[k]->points, clouds[k]->cutoff, 0);
        support_ok(context, nf_lists(on, clouds[k]->cutoff, &sorted, NULL, &result));
        lists got = read_lists(context, result, clouds[k]->points.n);
        same(&wanted, &got, clouds[k]->name);
        lists_free(&got);
        support_ok(context, nf_pairs(on, clouds[k]->cutoff, NULL, NULL, &result));
        ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_OFFSETS)->rows, 0);
        ck_assert_uint_eq(2 * nf_result_array(result, NF_ARRAY_PAIRS)->rows, wanted.offsets[wanted.n]);
        lists_free(&wanted);
    }
    own_cloud empty = support_cloud_on(context, &none, NULL);
    support_ok(context, nf_lists(empty, 1, NULL, NULL, &result));
    lists got = read_lists(context, result, 0);
    ck_assert_uint_eq(got.offsets[0], 0);
    lists_free(&got);
}

static void check_capacity(const char *tuning) {
    own_context context = support_context(tuning);
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 8);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    lists wanted = ask(context, on, cloud.cutoff, NULL), got = {300, support_allocate(301 * 8), NULL};
    const uint64_t total = wanted.offsets[300], rooms[] = {0, 1, total / 2, total - 1, total, total + 9};
    got.indices = support_allocate((total + 9) * 4);
    for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++)
        for (int asks = 0; asks < 3; asks++) { /* 0: for nothing, 1: for the number, 2: for sorted rows */
            const nf_lists_options options = {.sorted = asks == 2};
            const uint64_t fits = rooms[k] >= total, written = rooms[k] < total ? rooms[k] : total;
            support_buffer offsets = support_buffer_of(context, NULL, 301, 8),
                           indices = support_buffer_of(context, NULL, total + 9, 4);
            uint64_t needed = 7;
            const nf_status status = lists_into(on, cloud.cutoff, &options, offsets.at, indices.at, rooms[k],
                                                NULL, asks == 1 ? &needed : NULL);
            ck_assert_int_eq(status, fits || !asks ? NF_OK : NF_ERROR_CAPACITY);
            if (asks == 1) ck_assert_uint_eq(needed, total);
            support_read(&offsets, got.offsets);
            ck_assert_int_eq(memcmp(got.offsets, wanted.offsets, 301 * 8), 0);
            support_read_first(&indices, got.indices, asks == 2 && !fits ? 0 : written);
            if (asks < 2) ck_assert_int_eq(memcmp(got.indices, wanted.indices, written * 4), 0);
            support_release(&offsets);
            support_release(&indices);
        }
    lists_free(&wanted);
    lists_free(&got);
}

TEST(nothing_is_written_beyond_the_caller_s_capacity) {
    for (int k = 0; k < SHAPES; k++) check_capacity(tunings[k]);
}

TEST(a_wrong_argument_is_named) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(30, 3, NF_FLOAT32, 0.2, 8);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    const nf_lists_options pairs = {.arrays = NF_WANT(NF_ARRAY_PAIRS)};
    own_buffer buffer = support_buffer_of(context, NULL, 100, 8);
    const nf_slice nowhere = NF_DEFAULTS;
    const nf_points shape = {.n = 30, .dims = 3, .type = NF_FLOAT32};
    nf_result *result = NULL;
    uint64_t bytes = 0, more = 0;
    ck_assert_int_eq(nf_lists(NULL, 1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "result", nf_lists(on, 1, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "cutoff", nf_lists(on, -1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "arrays", nf_lists(on, 1, &pairs, NULL, &result));
    ck_assert_ptr_null(result);
    support_fails(context, NF_ERROR_ARGUMENT, "offsets",
                  lists_into(on, 1, NULL, nowhere, buffer.at, 10, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "offsets",
                  lists_into(on, 1, NULL, buffer.at, buffer.at, 10, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overflow",
                  lists_cost(context, &shape, NULL, UINT64_MAX, &bytes));
    support_ok(context, lists_cost(context, &shape, NULL, 1000, &bytes));
    support_ok(context, lists_cost(context, &shape, NULL, 2000, &more));
    ck_assert_uint_eq(more - bytes, 4000);
}
