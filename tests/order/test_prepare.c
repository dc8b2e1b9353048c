/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Searches of a prepared cloud into the caller's buffers do not wait, for any kind of points. */
#include "support/calls.h"
#include "support/answers/pairs.h"

#include <math.h>
#include <string.h>

/* Searches behind an event that has not completed: a call that waits for anything would wait forever. */
static void check_does_not_wait(nf_context *context, nf_cloud *on, const support_cloud *cloud) {
    own_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, NULL),
              got = {support_allocate(host.count * 8), host.count};
    own_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(nf_context_cl(context), &code), done = NULL;
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_sync sync = {.wait_count = 1, .waits = &gate, .event = &done};
    const nf_status status =
        pairs_into(on, cloud->cutoff, NULL, pairs.at, host.count, nf_at(NULL, 0), &sync, NULL);
    ck_assert_int_eq(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    support_ok(context, status);
    ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
    support_read(&pairs, got.pairs);
    support_same_bytes(&host, &got, cloud->name);
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

TEST(a_prepared_cloud_is_asked_without_waiting) {
    own_context context = support_context(NULL);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud on = support_cloud_on(context, &none, NULL);
    for (int k = 0; k < support_cloud_count; k++) {
        own_points cloud = support_cloud_make(k, 3, NF_FLOAT32);
        if (!cloud.data) continue;
        cl_event ordered = NULL;
        const nf_sync sync = {.event = &ordered};
        support_ok(context, nf_cloud_move(on, &cloud.points, NULL, NULL));
        support_ok(context, nf_cloud_prepare(on, cloud.cutoff, &sync));
        ck_assert_ptr_nonnull(ordered);
        check_does_not_wait(context, on, &cloud);
        clReleaseEvent(ordered);
    }
}

TEST(preparing_orders_once_and_anew_for_another_cutoff) {
    nf_context_options profiled = {.profile = 1};
    own_context context = support_context_with(&profiled);
    own_points cloud = support_cloud_uniform(20000, 3, NF_FLOAT32, 0.05, 5);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    support_ok(context, nf_cloud_prepare(on, 0.05, NULL));
    const uint64_t once = support_launches(context, "order");
    ck_assert_uint_gt(once, 0);
    support_ok(context, nf_cloud_prepare(on, 0.05, NULL));
    ck_assert_uint_eq(support_launches(context, "order"), once);
    support_ok(context, nf_cloud_prepare(on, 0.04, NULL));
    const uint64_t anew = support_launches(context, "order") - once;
    ck_assert_uint_ge(anew + 1, once); /* the first order may clear what scans keep */
    ck_assert_uint_le(anew, once);
}

TEST(preparing_finds_the_first_point_that_is_not_finite) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.1, 5);
    ((float *)cloud.data)[3 * 321 + 1] = INFINITY;
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    support_fails(context, NF_ERROR_POINTS, "321", nf_cloud_prepare(on, 0.1, NULL));
    ((float *)cloud.data)[3 * 321 + 1] = 0.5f;
    support_ok(context, nf_cloud_move(on, &cloud.points, NULL, NULL));
    support_ok(context, nf_cloud_prepare(on, 0.1, NULL));
    check_does_not_wait(context, on, &cloud);
}

TEST(a_cloud_without_points_is_prepared) {
    own_context context = support_context(NULL);
    const nf_points none = {.dims = 2, .type = NF_FLOAT32};
    own_cloud on = support_cloud_on(context, &none, NULL);
    support_ok(context, nf_cloud_prepare(on, 0.1, NULL));
}
