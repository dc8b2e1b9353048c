/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results of nf_pairs: memory and arrays. */
#include "arguments/arrays.h"
#include "support/answers/pairs.h"

#include <string.h>

TEST(an_update_reuses_the_buffer_when_it_is_large_enough) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.15, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.15, NULL, NULL, &result));
    const cl_mem buffer = nf_result_array(result, NF_ARRAY_PAIRS)->buffer;
    const uint64_t total = nf_result_total(result);
    support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    ck_assert_ptr_eq(nf_result_array(result, NF_ARRAY_PAIRS)->buffer, buffer);
    ck_assert_uint_lt(nf_result_total(result), total);
    support_ok(context, nf_pairs(on, 0.15, NULL, NULL, &result));
    ck_assert_ptr_eq(nf_result_array(result, NF_ARRAY_PAIRS)->buffer, buffer);
    ck_assert_uint_eq(nf_result_total(result), total);
    support_ok(context, nf_pairs(on, 0.3, NULL, NULL, &result));
    ck_assert_uint_gt(nf_result_total(result), total);
}

TEST(a_failed_update_leaves_an_empty_result_that_can_be_asked_again) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.15, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.15, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    support_fails(context, NF_ERROR_ARGUMENT, "cutoff", nf_pairs(on, -1, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    ck_assert_ptr_null(nf_result_array(result, NF_ARRAY_PAIRS)->buffer);
    support_ok(context, nf_pairs(on, 0.15, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), total);
    ck_assert_str_eq(nf_context_error(context), "");
}

TEST(a_question_without_a_cloud_leaves_an_empty_result) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(100, 3, NF_FLOAT32, 0.3, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.3, NULL, NULL, &result));
    ck_assert_uint_gt(nf_result_total(result), 0);
    support_fails(context, NF_ERROR_ARGUMENT, "cloud is NULL", nf_pairs(NULL, 0.3, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_PAIRS)->rows, 0);
}

TEST(any_part_of_a_result_can_be_read_and_nothing_beside_it) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    own_pairs host = support_ask_once(support_host(), &cloud.points, 0.2, NULL);
    int32_t part[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    support_ok(context, nf_pairs(on, 0.2, NULL, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_PAIRS, 5, 3, NULL, part));
    ck_assert_mem_eq(part, host.pairs + 10, 24);
    ck_assert_int_eq(part[6], -7);
    support_ok(context, nf_result_read(result, NF_ARRAY_PAIRS, host.count, 0, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "1 rows of the pairs from row ",
                  nf_result_read(result, NF_ARRAY_PAIRS, host.count, 1, NULL, part));
    support_fails(context, NF_ERROR_ARGUMENT, "18446744073709551615 rows of the pairs from row 1 on",
                  nf_result_read(result, NF_ARRAY_PAIRS, 1, UINT64_MAX, NULL, part));
    ck_assert_int_eq(nf_result_read(result, NF_ARRAY_PAIRS, 0, 1, NULL, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "the result has no distances: name the array",
                  nf_result_read(result, NF_ARRAY_DISTANCES, 0, 1, NULL, part));
}

TEST(a_result_tells_the_shape_of_its_arrays) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    nf_pairs_options wanted = {.arrays = NF_WANT(NF_ARRAY_PAIRS)};
    support_ok(context, nf_pairs(on, 0.2, &wanted, NULL, &result));
    const nf_array_info *pairs = nf_result_array(result, NF_ARRAY_PAIRS);
    ck_assert_str_eq(pairs->name, "pairs");
    ck_assert_int_eq(pairs->type, NF_INT32);
    ck_assert_int_eq(pairs->columns, 2);
    ck_assert_uint_eq(pairs->rows, nf_result_total(result));
    ck_assert_ptr_nonnull(pairs->buffer);
    ck_assert_ptr_null(nf_result_array(result, (nf_array)NF_ARRAYS)->name);
    ck_assert_ptr_null(nf_result_array(result, (nf_array)-1)->name);
    support_fails(context, NF_ERROR_ARGUMENT, "is not an nf_array",
                  nf_result_read(result, (nf_array)NF_ARRAYS, 0, 0, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "is not an nf_array",
                  nf_result_read(result, (nf_array)(NF_ARRAY_SUMS - 1), 0, 0, NULL, NULL));
}

/* Programs that were built with older headers have these numbers. */
TEST(each_array_keeps_its_number) {
    static const struct {
        nf_array array;
        const char *name;
    } rows[] = {{NF_ARRAY_PAIRS, "pairs"},
                {NF_ARRAY_OFFSETS, "offsets"},
                {NF_ARRAY_INDICES, "indices"},
                {NF_ARRAY_DISTANCES, "distances"},
                {NF_ARRAY_VECTORS, "vectors"},
                {NF_ARRAY_SHIFTS, "shifts"},
                {NF_ARRAY_COUNTS, "counts"},
                {NF_ARRAY_ORDER, "order"},
                {NF_ARRAY_KTH_DISTANCES, "kth_distances"},
                {NF_ARRAY_MEAN_DISTANCES, "mean_distances"},
                {NF_ARRAY_DENSITIES, "densities"},
                {NF_ARRAY_LABELS, "labels"},
                {NF_ARRAY_CORES, "cores"},
                {NF_ARRAY_GROUPS, "groups"},
                {NF_ARRAY_MEMBERS, "members"},
                {NF_ARRAY_MASSES, "masses"},
                {NF_ARRAY_CENTRES, "centres"},
                {NF_ARRAY_VELOCITIES, "velocities"},
                {NF_ARRAY_INERTIA_RADII, "inertia_radii"},
                {NF_ARRAY_EXTENTS, "extents"},
                {NF_ARRAY_TOTALS, NULL}, /* named by the result */
                {NF_ARRAY_PERCOLATES, "percolates"},
                {NF_ARRAY_FOUND, "found"},
                {NF_ARRAY_ROWS, "rows"},
                {NF_ARRAY_GROUP_NUMBERS, "group_numbers"},
                {NF_ARRAY_DISPERSIONS, "dispersions"},
                {NF_ARRAY_WEIGHTED_COUNTS, "weighted_counts"}};
    static const char *const typed[] = {"pairs_int64", "indices_int64", "rows_int64", "cores_uint8"};
    enum { TYPED = sizeof typed / sizeof *typed };
    enum { ROWS = sizeof rows / sizeof *rows };
    own_points cloud = support_cloud_uniform(3, 3, NF_FLOAT32, 0.2, 1);
    own_cloud on = support_cloud_on(support_host(), &cloud.points, NULL);
    own_result result = NULL;
    support_ok(support_host(), nf_pairs(on, 0.2, NULL, NULL, &result));
    for (int k = 0; k < ROWS; k++) {
        const char *name = nf_result_array(result, (nf_array)k)->name;
        ck_assert_int_eq(rows[k].array, k);
        if (rows[k].name) ck_assert_str_eq(name, rows[k].name);
        else ck_assert_ptr_null(name);
    }
    for (int k = 0; k < TYPED; k++)
        ck_assert_str_eq(nf_result_array(result, (nf_array)(48 + k))->name, typed[k]);
    ck_assert_int_eq(NF_ARRAY_SUMS, 32);
    ck_assert_int_eq(NF_SUMS_MOST, 16);
    for (int k = ROWS; k < NF_ARRAYS; k++) { /* are no arrays */
        if (k == NF_ARRAY_SUMS) k += NF_SUMS_MOST + TYPED;
        const nf_array_info *info = nf_result_array(result, (nf_array)k);
        ck_assert_ptr_null(info->name);
        ck_assert_int_eq(info->columns, 0);
    }
}

/* The event of the call completes after the last pair is written, on any queue of the caller. */
TEST(the_event_of_a_question_completes_with_its_pairs) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(3000, 3, NF_FLOAT32, 0.2, 1);
    support_pairs host = support_ask_once(support_host(), &cloud.points, 0.2, NULL), got = {NULL, 0};
    for (int out_of_order = 0; out_of_order < 2; out_of_order++) {
        cl_command_queue queue =
            support_queue(context, out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
        nf_result *result = NULL;
        cl_event done = NULL;
        const nf_sync sync = {.queue = queue, .event = &done};
        support_ok(context, nf_pairs(on, 0.2, NULL, &sync, &result));
        ck_assert_ptr_nonnull(done);
        got.count = nf_result_total(result);
        got.pairs = support_allocate(got.count * 8);
        ck_assert_int_eq(clEnqueueReadBuffer(queue, nf_result_array(result, NF_ARRAY_PAIRS)->buffer, CL_TRUE,
                                             0, got.count * 8, got.pairs, 1, &done, NULL),
                         CL_SUCCESS);
        support_same_bytes(&host, &got, "behind the event");
        support_pairs_free(&got);
        clReleaseEvent(done);
        nf_result_free(result);
        nf_cloud_free(on);
        clReleaseCommandQueue(queue);
    }
    support_pairs_free(&host);
}
