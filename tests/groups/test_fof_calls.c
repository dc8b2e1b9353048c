/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_fof() and its variants as calls: results, outputs, events, memory, errors. */
#include "support/calls.h"
#include "support/clouds/boxes.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "support/answers/groups.h"
#include "support/reference/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <string.h>

TEST(the_tree_is_kept_and_every_run_gives_the_same_bytes) {
    own_context context = support_context(NULL);
    own_points cloud = groups_blobs(support_size(50000), 3, NF_FLOAT32, 9);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    const uint64_t n = cloud.points.n;
    own_groups first = fof_room(n), got = fof_room(n);
    own_result result = NULL;
    for (int turn = 0; turn < support_repeats(); turn++) {
        const fof_query options = {.arrays = GROUPS_ARRAYS, .min_points = 4};
        support_ok(context, fof_or_dbscan(on, turn % 2 ? 0.3 : 0.01, &options, NULL, &result));
        if (turn % 2) continue;
        groups_read(result, turn ? &got : &first);
        if (turn) fof_same(&first, &got, "again");
    }
}

/* ---- results and outputs ------------------------------------------------------------------------------------ */

TEST(a_result_has_the_arrays_that_are_asked_for) {
    static const nf_array arrays[] = {NF_ARRAY_LABELS, NF_ARRAY_CORES, NF_ARRAY_ORDER};
    own_context context = support_context(NULL);
    own_points cloud = groups_blobs(500, 3, NF_FLOAT32, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_groups wanted = fof_host(&cloud.points, NULL, 0.1, NULL);
    const void *const bytes[] = {wanted.labels, wanted.cores, wanted.order};
    uint32_t got[500];
    own_result result = NULL;
    for (uint32_t mask = 0; mask < 8; mask++) {
        fof_query options = {.arrays = 0};
        for (int k = 0; k < 3; k++)
            if (mask >> k & 1) options.arrays |= NF_WANT(arrays[k]);
        support_ok(context, fof_or_dbscan(on, 0.1, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result), wanted.groups);
        for (int k = 0; k < 3; k++) {
            const uint64_t rows = mask >> k & 1 || (mask == 0 && k == 0) ? 500 : 0;
            ck_assert_uint_eq(nf_result_array(result, arrays[k])->rows, rows);
            if (!rows) continue;
            support_ok(context, nf_result_read(result, arrays[k], 0, 500, NULL, got));
            ck_assert_int_eq(memcmp(got, bytes[k], sizeof got), 0);
        }
    }
}

TEST(the_callers_buffers_receive_all_and_nothing_beside_them_changes) {
    own_context context = support_context(NULL);
    own_points cloud = groups_blobs(777, 3, NF_FLOAT32, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    for (int turn = 0; turn < 8; turn++) {
        const fof_query options = {.min_points = turn % 2 ? 5 : 0};
        own_groups wanted = fof_host(&cloud.points, NULL, 0.05, &options), got = fof_room(777);
        own_buffer labels = support_buffer_of(context, NULL, 777, 4),
                   cores = support_buffer_of(context, NULL, 777, 4),
                   order = support_buffer_of(context, NULL, 777, 4);
        const fof_slices slices = {.labels = labels.at,
                                   .cores = turn & 2 ? cores.at : nf_at(NULL, 0),
                                   .order = turn & 4 ? order.at : nf_at(NULL, 0)};
        uint64_t groups = 0;
        support_ok(context, fof_into(on, 0.05, &options, &slices, NULL, turn == 3 ? NULL : &groups));
        if (turn != 3) ck_assert_uint_eq(groups, wanted.groups);
        got.groups = wanted.groups;
        memcpy(got.cores, wanted.cores, 777 * 4);
        memcpy(got.order, wanted.order, 777 * 4);
        support_read(&labels, got.labels);
        if (turn & 2) support_read(&cores, got.cores);
        else support_read_first(&cores, NULL, 0);
        if (turn & 4) support_read(&order, got.order);
        else support_read_first(&order, NULL, 0);
        fof_same(&wanted, &got, "in outputs");
    }
}

/* The command of the caller's event waits for that of the wait list, which is on another queue.  On drivers that end long loops the call itself
   waits. */
TEST(a_call_waits_for_the_wait_list_and_returns_an_event) {
    own_context context = support_context(NULL);
    own_points cloud = groups_blobs(600, 2, NF_FLOAT32, 3);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_groups wanted = fof_host(&cloud.points, NULL, 0.05, NULL), got = fof_room(600);
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    own_buffer labels = support_buffer_of(context, NULL, 600, 4);
    const fof_slices slices = {.labels = labels.at};
    cl_int error = CL_SUCCESS;
    cl_context opencl = NULL;
    cl_int at = CL_SUBMITTED;
    ck_assert_int_eq(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof opencl, &opencl, NULL),
                     CL_SUCCESS);
    cl_event first = clCreateUserEvent(opencl, &error), event = NULL;
    ck_assert_int_eq(error, CL_SUCCESS);
    const nf_sync sync = {.queue = queue, .wait_count = 1, .waits = &first, .event = &event};
    support_ok(context, fof_into(on, 0.05, NULL, &slices, NULL, NULL)); /* builds the tree */
    if (support_ends_loops(context)) ck_assert_int_eq(clSetUserEventStatus(first, CL_COMPLETE), CL_SUCCESS);
    support_ok(context, fof_into(on, 0.05, NULL, &slices, &sync, NULL));
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof at, &at, NULL),
                     CL_SUCCESS);
    if (!support_ends_loops(context)) {
        ck_assert_int_ne(at, CL_COMPLETE);
        ck_assert_int_eq(clSetUserEventStatus(first, CL_COMPLETE), CL_SUCCESS);
    }
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    support_read(&labels, got.labels);
    ck_assert_int_eq(memcmp(got.labels, wanted.labels, 600 * 4), 0);
    clReleaseEvent(first);
    clReleaseEvent(event);
    clReleaseCommandQueue(queue);
}

/* ---- memory and errors -------------------------------------------------------------------------------------- */

TEST(the_memory_that_is_said_is_enough) {
    for (int turn = 0; turn < 8; turn++) {
        const nf_type type = turn % 2 ? NF_FLOAT32 : support_double();
        const nf_box box = {.cell = {{0.7}, {0, 0.7}, {0, 0, 0.7}}, .periodic = {1, 1, 1}};
        own_points cloud = groups_blobs(turn < 4 ? support_size(30000) : 40, 3, type, 4);
        const fof_query options = {.min_points = turn & 2 ? 3 : 0,
                                   .arrays = turn & 1 ? GROUPS_ARRAYS : NF_WANT(NF_ARRAY_ORDER)};
        own_context context = support_context(NULL);
        own_cloud on = support_cloud_on(context, &cloud.points, turn & 2 ? &box : NULL);
        own_result result = NULL;
        uint64_t bytes = 0, peak = 0;
        support_ok(context, fof_cost(context, &cloud.points, &options, &bytes));
        support_ok(context, fof_or_dbscan(on, 0.05, &options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_msg(peak <= bytes, "%llu bytes were said and %llu taken", (unsigned long long)bytes,
                      (unsigned long long)peak);
    }
}

TEST(no_points_have_no_groups) {
    own_context context = support_context(NULL);
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    nf_cloud *on = support_cloud_on(context, &none, NULL),
             *on_host = support_cloud_on(support_host(), &none, NULL);
    const fof_slices slices = NF_DEFAULTS;
    nf_result *result = NULL, *of_host = NULL;
    uint64_t groups = 7, bytes = 7;
    support_ok(context, fof_or_dbscan(on, 1e-60, NULL, NULL, &result));
    support_ok(support_host(), fof_or_dbscan(on_host, 1e-60, NULL, NULL, &of_host));
    support_same_results(of_host, result, "no points");
    ck_assert_uint_eq(nf_result_total(result), 0);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_LABELS)->rows, 0);
    nf_result_free(of_host);
    nf_cloud_free(on_host);
    support_ok(context, fof_into(on, 1, NULL, &slices, NULL, &groups));
    ck_assert_uint_eq(groups, 0);
    support_ok(context, fof_cost(context, &none, NULL, &bytes));
    ck_assert_uint_eq(bytes, 0);
    nf_result_free(result);
    nf_cloud_free(on);
}

static void check_bad_arguments(nf_context *context) {
    static const float x[] = {1, 2, 3, 4, 5, INFINITY};
    static const double wide[] = {0, 0, 0, 1e12};
    const uint64_t offsets[] = {0, 2};
    const nf_batch systems = {.count = 1, .offsets = offsets};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    infinite = {.n = 3, .dims = 2, .type = NF_FLOAT32, .rows.host = x},
                    batch = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &systems},
                    distant = {.n = 2, .dims = 2, .type = NF_FLOAT64, .rows.host = wide},
                    plane = {.n = 2, .dims = 2, .type = NF_FLOAT32, .rows.host = x},
                    five = {.n = 1, .dims = 5, .type = NF_FLOAT32, .rows.host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}}, thin = {.cell = {{1e-7}, {0, 1}}, .periodic = {1}},
                 far = {.cell = {{1e-7}}, .periodic = {1}}, huge = {.cell = {{4}}, .periodic = {1}};
    const struct {
        nf_status status;
        const char *word;
        const nf_points *points;
        const nf_box *box;
        double length;
        fof_query options;
    } rows[] = {
        {NF_ERROR_ARGUMENT, "the linking length is 0: it must be", &points, NULL, 0, {.in_spacings = 0}},
        {NF_ERROR_ARGUMENT, "the linking length is nan", &points, NULL, NAN, {.in_spacings = 0}},
        {NF_ERROR_ARGUMENT,
         "the linking length is 1e-31: beside float32 coordinates of up to 2^2",
         &points,
         NULL,
         1e-31,
         {.in_spacings = 0}},
        {NF_ERROR_ARGUMENT,
         "names the pairs, which nf_fof does not have",
         &points,
         NULL,
         1,
         {.arrays = NF_WANT(NF_ARRAY_PAIRS)}},
        {NF_ERROR_ARGUMENT, "it is not along x", &points, NULL, 1, {.in_spacings = 1}},
        {NF_ERROR_ARGUMENT, "it is not along y", &plane, &box, 1, {.in_spacings = 1}},
        {NF_ERROR_ARGUMENT, "spacings is inf", &points, &huge, 1.7e308, {.in_spacings = 1}},
        {NF_ERROR_ARGUMENT, "reaches more than 2^24 images", &distant, &thin, 9e7, {.in_spacings = 0}},
        {NF_ERROR_POINTS, "point 2 has a coordinate", &infinite, NULL, 1, {.in_spacings = 0}},
        {NF_ERROR_POINTS, "point 0 is too far from the box", &points, &far, 1, {.in_spacings = 0}},
        {NF_ERROR_UNSUPPORTED, "in a batch", &batch, NULL, 1, {.in_spacings = 0}},
        {NF_ERROR_ARGUMENT, "5 dims: nf_fof takes at most 3", &five, NULL, 1, {.in_spacings = 0}},
        {NF_ERROR_ARGUMENT, "5 dims: nf_dbscan takes at most 3", &five, NULL, 1, {.min_points = 2}},
    };
    nf_result *result = NULL;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (rows[r].points->type == NF_FLOAT64 && !nf_context_device(context)->fp64) continue;
        own_cloud on = support_cloud_on(context, rows[r].points, rows[r].box);
        support_fails(context, rows[r].status, rows[r].word,
                      fof_or_dbscan(on, rows[r].length, &rows[r].options, NULL, &result));
        ck_assert_ptr_null(result);
    }
    own_cloud wide_cloud = support_cloud_on(context, &five, NULL);
    static const int32_t label[1] = {0};
    support_fails(context, NF_ERROR_ARGUMENT, "5 dims: nf_catalogue takes at most 3",
                  nf_catalogue(wide_cloud, nf_from_host(label), NULL, NULL, &result));
    ck_assert_int_eq(nf_fof(NULL, 1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    own_cloud on = support_cloud_on(context, &points, NULL);
    support_fails(context, NF_ERROR_ARGUMENT, "min_points is 0", nf_dbscan(on, 1, 0, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "names the cores, which nf_fof does not have",
                  nf_fof(on, 1, &(nf_fof_options){.arrays = NF_WANT(NF_ARRAY_CORES)}, NULL, &result));
}

TEST(bad_arguments_are_refused) {
    own_context context = support_context(NULL);
    check_bad_arguments(context);
    check_bad_arguments(support_host());
}

TEST(outputs_that_do_not_fit_are_named) {
    own_context context = support_context(NULL);
    own_points cloud = groups_blobs(100, 3, NF_FLOAT32, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_buffer labels = support_buffer_of(context, NULL, 100, 4),
               small = support_buffer_of(context, NULL, 10, 4);
    const struct {
        const char *word;
        fof_slices slices;
    } rows[] = {{"labels", {.labels = support_at(&small, 50)}},
                {"cores", {.labels = labels.at, .cores = nf_at(small.at.buffer, UINT64_MAX - 3)}},
                {"labels and cores overlap", {.labels = labels.at, .cores = labels.at}},
                {"labels and order overlap", {.labels = labels.at, .order = labels.at}}};
    uint64_t bytes = 0;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        support_fails(context, NF_ERROR_ARGUMENT, rows[r].word,
                      fof_into(on, 1, NULL, &rows[r].slices, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "points is NULL", fof_cost(context, NULL, NULL, &bytes));
    ck_assert_int_eq(fof_cost(NULL, &cloud.points, NULL, &bytes), NF_ERROR_ARGUMENT);
}
