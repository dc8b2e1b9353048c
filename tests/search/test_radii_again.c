/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Radii without a cutoff, asked again and again: of clouds that grow and shrink, into one result, and beside the same question with the largest
   radius as the cutoff. */
#include "support/box_answers.h"
#include "support/clouds.h"
#include "support/device.h"

#include <nearfield/host.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GPU      "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"
#define MEASURED (NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))

enum { MOST = 400, QUERIES = 90 };

/* Points of the unit cube, of which some have large radii; query points in it. */
typedef struct cloud {
    nf_type type;
    nf_points points, radii, queries, query_radii;
    nf_box box;
    char xyz[3 * MOST * 8], r[MOST * 8], query[3 * QUERIES * 8], query_r[QUERIES * 8];
} cloud;

static void put(void *to, nf_type type, uint64_t k, double x) {
    if (type == NF_FLOAT32) ((float *)to)[k] = (float)x;
    else ((double *)to)[k] = x;
}

static void fill(cloud *c, uint64_t n, nf_type type, int periodic) {
    uint64_t state = n + (uint64_t)periodic;
    c->type = type;
    for (uint64_t k = 0; k < 3 * n; k++) put(c->xyz, type, k, support_uniform(&state));
    for (uint64_t k = 0; k < n; k++) put(c->r, type, k, k % 9 ? 0.04 * support_uniform(&state) : 0.17);
    for (uint64_t k = 0; k < 3 * QUERIES; k++) put(c->query, type, k, support_uniform(&state));
    for (uint64_t k = 0; k < QUERIES; k++) put(c->query_r, type, k, k % 7 ? 0.03 : 0.2);
    c->points = (nf_points){.n = n, .dims = 3, .type = type, .host = c->xyz};
    c->radii = (nf_points){.n = n, .dims = 1, .type = type, .host = c->r};
    c->queries = (nf_points){.n = QUERIES, .dims = 3, .type = type, .host = c->query};
    c->query_radii = (nf_points){.n = QUERIES, .dims = 1, .type = type, .host = c->query_r};
    c->box = (nf_box){.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int k = 0; k < 3; k++) c->box.periodic[k] = periodic;
}

/* What is asked: lists, or pairs. */
typedef struct question {
    int pairs, half, queries, sorted;
    nf_radii_rule rule;
    uint32_t arrays;
} question;

static nf_conditions conditions_of(const cloud *c, const question *q) {
    return (nf_conditions){
        .radii = &c->radii, .query_radii = q->queries ? &c->query_radii : NULL, .radii_rule = q->rule};
}

static void same(nf_context *context, nf_result *result, nf_array array, nf_type type, int columns,
                 uint64_t rows, const void *wanted) {
    void *got = box_read_array(context, result, array, type, columns, rows);
    const size_t bytes = rows * (uint64_t)columns * nf_type_bytes(type);
    ck_assert(bytes == 0 || memcmp(got, wanted, bytes) == 0); /* Arrays without elements may be NULL. */
    free(got);
}

/* Asks for `result` again, and compares it with what the host answers. */
static void check(nf_context *context, nf_cloud *on, const cloud *c, const question *q, double cutoff,
                  nf_result **result) {
    const nf_conditions conditions = conditions_of(c, q);
    const nf_points *queries = q->queries ? &c->queries : NULL;
    const uint32_t arrays = q->arrays | (q->arrays && !q->pairs ? NF_WANT(NF_ARRAY_INDICES) : 0);
    const nf_lists_options lists = {.conditions = &conditions,
                                    .queries = queries,
                                    .half = q->half,
                                    .sorted = q->sorted,
                                    .arrays = arrays};
    const nf_pairs_options pairs = {
        .conditions = &conditions, .queries = queries, .sorted = q->sorted, .arrays = q->arrays};
    const uint64_t rows = queries ? queries->n : c->points.n;
    uint64_t *offsets = NULL, total = 0;
    int32_t *found = NULL;
    nf_host_arrays more = {.distances = NULL};
    if (q->pairs) {
        support_ok(context, nf_pairs(on, cutoff, &pairs, NULL, result));
        ck_assert_int_eq(
            nf_host_pairs(&c->points, &c->box, cutoff, &pairs, NULL, &found, &total, &more, NULL, NULL, 0),
            NF_OK);
        ck_assert_uint_eq(nf_result_total(*result), total);
        same(context, *result, NF_ARRAY_PAIRS, NF_INT32, 2, total, found);
    } else {
        support_ok(context, nf_lists(on, cutoff, &lists, NULL, result));
        ck_assert_int_eq(
            nf_host_lists(&c->points, &c->box, cutoff, &lists, NULL, &offsets, &found, &more, NULL, NULL, 0),
            NF_OK);
        total = offsets[rows];
        ck_assert_uint_eq(nf_result_total(*result), total);
        same(context, *result, NF_ARRAY_OFFSETS, NF_UINT64, 1, rows + 1, offsets);
        same(context, *result, NF_ARRAY_INDICES, NF_INT32, 1, total, found);
    }
    if (q->arrays && total) {
        same(context, *result, NF_ARRAY_DISTANCES, c->type, 1, total, more.distances);
        same(context, *result, NF_ARRAY_VECTORS, c->type, 3, total, more.vectors);
        same(context, *result, NF_ARRAY_SHIFTS, NF_INT32, 3, total, more.shifts);
    }
    free(offsets);
    free(found);
    free(more.distances);
    free(more.vectors);
    free(more.shifts);
}

static const question questions[] = {
    {.rule = NF_RADII_QUERY},
    {.rule = NF_RADII_SUM, .arrays = MEASURED},
    {.rule = NF_RADII_LARGER, .half = 1},
    {.rule = NF_RADII_SUM, .half = 1, .sorted = 1, .arrays = MEASURED},
    {.rule = NF_RADII_LARGER, .pairs = 1, .arrays = MEASURED},
    {.rule = NF_RADII_QUERY, .sorted = 1, .arrays = MEASURED},
    {.rule = NF_RADII_SUM, .queries = 1, .arrays = MEASURED},
    {.rule = NF_RADII_QUERY, .queries = 1, .pairs = 1},
};
enum { ALL = sizeof questions / sizeof *questions };

/* The type and the box of a question are the same in all tests, so that they share programs, which take long to build. */
static nf_type type_of(int k) { return k % 3 == 2 ? support_double() : NF_FLOAT32; }

/* Each question of clouds that grow and shrink, into one result. */
static void check_again(const char *tuning) {
    static const uint64_t sizes[] = {80, 133, 50, MOST, 133, 0, 1, 80};
    static cloud c;
    nf_context *context = support_context(tuning);
    for (int k = 0; k < ALL; k++) {
        nf_result *result = NULL;
        nf_cloud *on = NULL;
        if (!support_is_run(k, tuning ? 3 : 1)) continue;
        fill(&c, sizes[0], type_of(k), k % 2);
        support_ok(context, nf_cloud_create(context, &c.points, &c.box, NULL, &on));
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
            fill(&c, sizes[n], c.type, k % 2);
            support_ok(context, nf_cloud_move(on, &c.points, &c.box, NULL));
            check(context, on, &c, questions + k, 0, &result);
            check(context, on, &c, questions + k, 0, &result);
        }
        nf_result_free(result);
        nf_cloud_free(on);
    }
    nf_context_free(context);
}

START_TEST(a_result_that_is_asked_again_has_the_bytes_of_the_host) { check_again(NULL); }
END_TEST

START_TEST(a_result_that_is_asked_again_has_the_bytes_of_the_host_in_the_shape_of_a_gpu) { check_again(GPU); }
END_TEST

/* The rows of the earlier answer have other distances. */
static void check_measures(const char *tuning) {
    static cloud c;
    nf_context *context = support_context(tuning);
    for (int periodic = support_small(); periodic < 2; periodic++) {
        const question before = {.sorted = 1, .rule = NF_RADII_SUM, .arrays = MEASURED},
                       one_sided = {.sorted = 1, .rule = NF_RADII_QUERY, .arrays = MEASURED};
        nf_result *result = NULL;
        nf_cloud *on = NULL;
        fill(&c, MOST, NF_FLOAT32, periodic);
        support_ok(context, nf_cloud_create(context, &c.points, &c.box, NULL, &on));
        check(context, on, &c, &before, 0, &result);
        check(context, on, &c, &one_sided, 0, &result);
        nf_result_free(result);
        nf_cloud_free(on);
    }
    nf_context_free(context);
}

START_TEST(sorted_rows_by_the_radius_of_the_query_point_have_every_distance) { check_measures(NULL); }
END_TEST

START_TEST(sorted_rows_by_the_radius_of_the_query_point_have_every_distance_in_the_shape_of_a_gpu) {
    check_measures(GPU);
}
END_TEST

/* The largest cutoff that the radii allow, in the type of the points. */
static double largest(const cloud *c, const question *q) {
    const double other = c->type == NF_FLOAT32 ? (double)0.17f : 0.17, own = !q->queries ? other
                                                                             : c->type == NF_FLOAT32
                                                                                 ? (double)0.2f
                                                                                 : 0.2;
    return q->rule == NF_RADII_SUM ? own + other : q->rule == NF_RADII_LARGER ? fmax(own, other) : own;
}

/* `check` compares both with the host; the host's answers must be the same, too. */
static void check_largest(const char *tuning) {
    static cloud c;
    nf_context *context = support_context(tuning);
    for (int k = 0; k < ALL; k++) {
        const question *q = questions + k;
        nf_result *by_radii = NULL, *by_cutoff = NULL;
        nf_cloud *on = NULL;
        if (!support_is_run(k, tuning ? 3 : 1)) continue;
        fill(&c, 300, type_of(k), k % 2);
        support_ok(context, nf_cloud_create(context, &c.points, &c.box, NULL, &on));
        check(context, on, &c, q, 0, &by_radii);
        check(context, on, &c, q, largest(&c, q), &by_cutoff);
        const uint64_t total = nf_result_total(by_radii);
        const nf_array array = q->pairs ? NF_ARRAY_PAIRS : NF_ARRAY_INDICES;
        const int columns = q->pairs ? 2 : 1;
        ck_assert_uint_gt(total, 50);
        ck_assert_uint_eq(nf_result_total(by_cutoff), total);
        void *wanted = box_read_array(context, by_cutoff, array, NF_INT32, columns, total);
        same(context, by_radii, array, NF_INT32, columns, total, wanted);
        free(wanted);
        nf_result_free(by_radii);
        nf_result_free(by_cutoff);
        nf_cloud_free(on);
    }
    nf_context_free(context);
}

START_TEST(without_a_cutoff_the_answer_is_that_with_the_largest_radius_as_the_cutoff) { check_largest(NULL); }
END_TEST

START_TEST(without_a_cutoff_the_answer_is_that_with_the_largest_radius_in_the_shape_of_a_gpu) {
    check_largest(GPU);
}
END_TEST

/* A point of the cloud whose radius is not a number has no partners by rules that ask it, and the others are as they are without it. */
START_TEST(radii_on_the_device_that_are_not_numbers_leave_the_others_as_they_are) {
    enum { N = 200 };
    static cloud c;
    nf_context *context = support_context(NULL);
    fill(&c, N, NF_FLOAT32, 0);
    float *r = (float *)c.r;
    const question q = {.rule = NF_RADII_QUERY};
    nf_conditions conditions = conditions_of(&c, &q);
    const nf_lists_options options = {.conditions = &conditions};
    nf_cloud *on = NULL;
    nf_result *result = NULL;
    uint64_t *offsets = NULL;
    int32_t *indices = NULL;
    r[7] = 0; /* has no partners either */
    ck_assert_int_eq(
        nf_host_lists(&c.points, NULL, 0, &options, NULL, &offsets, &indices, NULL, NULL, NULL, 0), NF_OK);
    r[7] = NAN;
    support_buffer buffer = support_buffer_of(context, r, N, 4);
    c.radii = (nf_points){
        .n = N, .dims = 1, .type = NF_FLOAT32, .buffer = buffer.at.buffer, .offset = buffer.at.offset};
    support_ok(context, nf_cloud_create(context, &c.points, NULL, NULL, &on));
    support_ok(context, nf_lists(on, 0, &options, NULL, &result));
    ck_assert_uint_gt(offsets[N], 50);
    same(context, result, NF_ARRAY_OFFSETS, NF_UINT64, 1, N + 1, offsets);
    same(context, result, NF_ARRAY_INDICES, NF_INT32, 1, offsets[N], indices);
    free(offsets);
    free(indices);
    support_release(&buffer);
    nf_result_free(result);
    nf_cloud_free(on);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        a_result_that_is_asked_again_has_the_bytes_of_the_host,
        a_result_that_is_asked_again_has_the_bytes_of_the_host_in_the_shape_of_a_gpu,
        sorted_rows_by_the_radius_of_the_query_point_have_every_distance,
        sorted_rows_by_the_radius_of_the_query_point_have_every_distance_in_the_shape_of_a_gpu,
        without_a_cutoff_the_answer_is_that_with_the_largest_radius_as_the_cutoff,
        without_a_cutoff_the_answer_is_that_with_the_largest_radius_in_the_shape_of_a_gpu,
        radii_on_the_device_that_are_not_numbers_leave_the_others_as_they_are};
    return support_main("radii_again", tests, sizeof tests / sizeof *tests);
}
