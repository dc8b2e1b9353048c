/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Bad input: every error has its status and a message, returns nothing, and leaves the context usable. */
#include "support/calls.h"
#include "support/answers/pairs.h"
#include "support/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
    uint64_t count;
} stand;
#define own_stand OWNED_BY(take_down) stand

static stand stand_up(nf_type type) {
    stand s = {.context = support_context(NULL), .cloud = support_cloud_uniform(100, 3, type, 0.3, 4)};
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    support_ok(s.context, pairs_count(s.on, 0.3, NULL, NULL, &s.count));
    ck_assert_uint_gt(s.count, 0);
    return s;
}

/* A valid search still gives the right result. */
static void check_works(stand *s) {
    uint64_t count = 0;
    support_ok(s->context, pairs_count(s->on, 0.3, NULL, NULL, &count));
    ck_assert_uint_eq(count, s->count);
    ck_assert_str_eq(nf_context_error(s->context), "");
}

static void take_down(stand *s) {
    check_works(s);
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

static void check_cloud_fails(stand *s, nf_status wanted, const char *word, const nf_points *points,
                              const nf_box *box) {
    nf_cloud *out = (nf_cloud *)s;
    uint64_t before = 0, after = 0;
    nf_context_memory(s->context, &before, NULL);
    support_fails(s->context, wanted, word, nf_cloud_create(s->context, points, box, NULL, &out));
    nf_context_memory(s->context, &after, NULL);
    ck_assert_ptr_null(out);
    ck_assert_uint_eq(before, after);
    check_works(s);
}

/* All four search functions. */
static void check_question_fails(stand *s, nf_status wanted, const char *word, nf_cloud *on, double cutoff,
                                 const nf_pairs_options *options) {
    nf_result *out = NULL;
    uint64_t number = 99;
    const nf_slice nowhere = NF_DEFAULTS;
    support_fails(s->context, wanted, word, nf_pairs(on, cutoff, options, NULL, &out));
    ck_assert_ptr_null(out);
    support_fails(s->context, wanted, word, pairs_count(on, cutoff, options, NULL, &number));
    ck_assert_uint_eq(number, 0);
    number = 99;
    support_fails(s->context, wanted, word,
                  pairs_into(on, cutoff, options, nowhere, 0, nowhere, NULL, &number));
    ck_assert_uint_eq(number, 0);
    check_works(s);
}

TEST(a_cutoff_out_of_range_is_an_error) {
    static const double any[] = {0, -0.0, -1, NAN, INFINITY, -INFINITY, 5e-324, 1.7e308};
    static const double floats[] = {0x1p-101, 0x1.fffffep-101, 0x1.000002p120, 1e-45, 1e38, 1e39};
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
        own_stand s = stand_up((nf_type)type);
        for (size_t k = 0; k < sizeof any / sizeof *any; k++)
            check_question_fails(&s, NF_ERROR_ARGUMENT, "cutoff", s.on, any[k], NULL);
        for (size_t k = 0; type == NF_FLOAT32 && k < sizeof floats / sizeof *floats; k++)
            check_question_fails(&s, NF_ERROR_ARGUMENT, "cutoff", s.on, floats[k], NULL);
    }
}

TEST(options_that_do_not_exist_are_errors) {
    own_stand s = stand_up(NF_FLOAT32);
    const nf_pairs_options arrays = {.arrays = 2};
    nf_result *out = NULL;
    support_fails(s.context, NF_ERROR_ARGUMENT, "arrays names the offsets, which nf_pairs does not have",
                  nf_pairs(s.on, 0.3, &arrays, NULL, &out));
    ck_assert_ptr_null(out);
    support_fails(s.context, NF_ERROR_ARGUMENT, "cutoff", nf_cloud_prepare(s.on, 0, NULL));
}

TEST(points_that_make_no_sense_are_errors) {
    own_stand s = stand_up(NF_FLOAT32);
    const nf_points good = s.cloud.points;
    nf_points bad = good;
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(s.context), CL_MEM_READ_WRITE, 100 * 12, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "points is NULL", NULL, NULL);
    bad.dims = 0;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "dims", &bad, NULL);
    bad.dims = NF_KNN_DIMS_MOST + 1;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "dims", &bad, NULL);
    bad = good;
    bad.type = NF_TYPE_NONE;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "FLOAT", &bad, NULL);
    bad = good;
    bad.n = UINT64_MAX / 2;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "int32", &bad, NULL);
    bad = good;
    bad.rows.host = NULL;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "in no one place", &bad, NULL);
    bad.rows.buffer = buffer;
    bad.rows.offset = 4;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "points", &bad, NULL);
    bad.rows.offset = UINT64_MAX - 3;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "points", &bad, NULL);
    bad.rows.offset = 0;
    bad.rows.host = good.rows.host;
    check_cloud_fails(&s, NF_ERROR_ARGUMENT, "in no one place", &bad, NULL);
    clReleaseMemObject(buffer);
}

TEST(a_box_needs_vectors_where_it_is_periodic) {
    own_stand s = stand_up(support_double());
    const nf_box open = {.cell = {{0}}},
                 sized = {.origin = {1, 2, 3}, .cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int k = 0; k < 3; k++) {
        nf_box periodic = sized;
        periodic.periodic[k] = 1;
        periodic.cell[k][k] = 0;
        check_cloud_fails(&s, NF_ERROR_ARGUMENT, "periodic vectors", &s.cloud.points, &periodic);
    }
    for (int k = 0; k < 2; k++) {
        nf_box bad = sized;
        *(k ? &bad.cell[1][2] : &bad.origin[2]) = k ? (double)NAN : (double)INFINITY;
        check_cloud_fails(&s, NF_ERROR_ARGUMENT, "not finite", &s.cloud.points, &bad);
    }
    support_ok(s.context, nf_cloud_move(s.on, &s.cloud.points, &open, NULL));
    check_works(&s);
    support_ok(s.context, nf_cloud_move(s.on, &s.cloud.points, &sized, NULL));
}

/* ---- points that are not finite ----------------------------------------------------------------------- */

TEST(the_first_point_that_is_not_finite_is_named) {
    static const struct {
        uint64_t first, second;
        int axis;
        double value;
    } cases[] = {
        {0, 1, 0, NAN}, {99, 99, 2, INFINITY}, {57, 63, 1, -INFINITY}, {32, 99, 2, -NAN}, {5, 6, 1, NAN}};
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
        own_stand s = stand_up((nf_type)type);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            char word[32];
            cl_int code = CL_SUCCESS;
            own_points bad = support_cloud_uniform(100, 3, (nf_type)type, 0.3, 4);
            support_set_number(bad.data, bad.points.type, cases[k].second * 3, INFINITY);
            support_set_number(bad.data, bad.points.type, cases[k].first * 3 + (uint64_t)cases[k].axis,
                               cases[k].value);
            snprintf(word, sizeof word, "point %d ", (int)cases[k].first);
            own_cloud on = support_cloud_on(s.context, &bad.points, NULL);
            check_question_fails(&s, NF_ERROR_POINTS, word, on, 0.3, NULL);
            /* the same from a device buffer */
            const size_t size = nf_type_bytes((nf_type)type);
            nf_points there = {.n = 99, .dims = 3, .type = (nf_type)type, .rows.offset = 3 * size};
            there.rows.buffer =
                clCreateBuffer(nf_context_cl(s.context), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 300 * size,
                               bad.data, &code);
            ck_assert_int_eq(code, CL_SUCCESS);
            support_ok(s.context, nf_cloud_move(on, &there, NULL, NULL));
            snprintf(word, sizeof word, "point %d ",
                     (int)(cases[k].first ? cases[k].first : cases[k].second) - 1);
            check_question_fails(&s, NF_ERROR_POINTS, word, on, 0.3, NULL);
            clReleaseMemObject(there.rows.buffer);
            /* the cloud works again with valid points */
            support_ok(s.context, nf_cloud_move(on, &s.cloud.points, NULL, NULL));
            uint64_t count = 0;
            support_ok(s.context, pairs_count(on, 0.3, NULL, NULL, &count));
            ck_assert_uint_eq(count, s.count);
        }
    }
}

TEST(the_first_of_many_points_that_is_not_finite_is_named) {
    own_stand s = stand_up(NF_FLOAT32);
    own_points bad = support_cloud_uniform(30000, 3, NF_FLOAT32, 0.01, 4);
    for (uint64_t p = 29999; p > 20000; p -= 7)
        support_set_number(bad.data, bad.points.type, 3 * p + p % 3, NAN);
    support_set_number(bad.data, bad.points.type, 3 * 17001 + 2, -INFINITY);
    own_cloud on = support_cloud_on(s.context, &bad.points, NULL);
    check_question_fails(&s, NF_ERROR_POINTS, "point 17001 ", on, 0.01, NULL);
}

TEST(the_largest_finite_numbers_are_points_like_any_other) {
    own_stand s = stand_up(NF_FLOAT32);
    own_points cloud = support_cloud_uniform(100, 3, NF_FLOAT32, 0.3, 4);
    support_set_number(cloud.data, cloud.points.type, 3, (double)3.40282347e38f);
    support_set_number(cloud.data, cloud.points.type, 7, -(double)3.40282347e38f);
    own_reference wanted = reference_pairs(&cloud.points, 0.3);
    own_pairs got = support_ask_once(s.context, &cloud.points, 0.3, NULL);
    reference_same_set(&wanted, got.pairs, got.count, "with the largest floats");
}

TEST(null_pointers_are_errors_and_null_frees_are_fine) {
    own_stand s = stand_up(NF_FLOAT32);
    nf_result *result = NULL;
    nf_cloud *cloud = NULL;
    uint64_t number = 0;
    const nf_slice nowhere = NF_DEFAULTS;
    ck_assert_int_eq(nf_cloud_create(NULL, &s.cloud.points, NULL, NULL, &cloud), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_cloud_create(s.context, &s.cloud.points, NULL, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_cloud_move(NULL, &s.cloud.points, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_pairs(NULL, 0.3, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_pairs(s.on, 0.3, NULL, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_cloud_prepare(NULL, 0.3, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(pairs_count(NULL, 0.3, NULL, NULL, &number), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(pairs_into(NULL, 0.3, NULL, nowhere, 0, nowhere, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_result_read(NULL, NF_ARRAY_PAIRS, 0, 0, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(pairs_cost(NULL, &(nf_points){.n = 1, .dims = 3, .type = NF_FLOAT32}, NULL, 0, &number),
                     NF_ERROR_ARGUMENT);
    cl_event event = (cl_event)&number;
    const nf_sync sync = {.event = &event};
    ck_assert_int_eq(pairs_count(NULL, 0.3, NULL, &sync, &number), NF_ERROR_ARGUMENT);
    ck_assert_ptr_null(event);
    event = (cl_event)&number;
    ck_assert_int_eq(nf_pairs(NULL, 0.3, NULL, &sync, &result), NF_ERROR_ARGUMENT);
    ck_assert_ptr_null(event);
    ck_assert_uint_eq(nf_result_total(NULL), 0);
    ck_assert_uint_eq(nf_cloud_size(NULL), 0);
    ck_assert_ptr_null(nf_result_array(NULL, NF_ARRAY_PAIRS)->buffer);
    ck_assert_ptr_null(result);
    nf_result_free(NULL);
    nf_cloud_free(NULL);
    nf_context_free(NULL);
}

TEST(a_result_belongs_to_its_context) {
    own_stand s = stand_up(NF_FLOAT32), other = stand_up(NF_FLOAT32);
    own_result result = NULL;
    support_ok(s.context, nf_pairs(s.on, 0.3, NULL, NULL, &result));
    support_fails(other.context, NF_ERROR_ARGUMENT, "another context",
                  nf_pairs(other.on, 0.3, NULL, NULL, &result));
}
