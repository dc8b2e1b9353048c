/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs() with outputs, and points on the device: the caller's buffers, queues, wait lists and events. */
#include "support/calls.h"
#include "support/answers/pairs.h"

#include <string.h>

/* A context with a cloud, and the expected pairs. */
typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
    support_pairs host;
} stand;
#define own_stand OWNED_BY(take_down) stand

enum { METHODS = 2 };
static const nf_pairs_options methods[METHODS] = {{.sorted = 0}, {.sorted = 1}};

static stand stand_up(const nf_pairs_options *options) {
    stand s = {.context = support_context(NULL), .cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4)};
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    s.host = support_ask_once(support_host(), &s.cloud.points, s.cloud.cutoff, options);
    ck_assert_uint_gt(s.host.count, 100);
    return s;
}

static void take_down(stand *s) {
    nf_cloud_free(s->on);
    support_pairs_free(&s->host);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

static const nf_slice nowhere = NF_DEFAULTS;

/* ---- capacity ----------------------------------------------------------------------------------------- */

TEST(a_buffer_of_exactly_the_size_takes_all_pairs_and_nothing_beside_it_changes) {
    for (int k = 0; k < METHODS; k++) {
        own_stand s = stand_up(&methods[k]);
        own_buffer pairs = support_buffer_of(s.context, NULL, s.host.count, 8),
                   total = support_buffer_of(s.context, NULL, 1, 8);
        own_pairs got = {support_allocate(s.host.count * 8), s.host.count};
        uint64_t needed = 0, on_device = 0;
        support_ok(s.context, pairs_into(s.on, s.cloud.cutoff, &methods[k], pairs.at, s.host.count, total.at,
                                         NULL, &needed));
        ck_assert_uint_eq(needed, s.host.count);
        support_read(&pairs, got.pairs);
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, s.host.count);
        support_same_bytes(&s.host, &got, "pairs in the caller's buffer");
    }
}

TEST(a_buffer_one_pair_too_small_is_an_error_that_says_what_is_needed) {
    for (int k = 0; k < METHODS; k++) {
        own_stand s = stand_up(&methods[k]);
        const uint64_t room = s.host.count - 1, written = methods[k].sorted ? 0 : room;
        own_buffer pairs = support_buffer_of(s.context, NULL, s.host.count, 8),
                   total = support_buffer_of(s.context, NULL, 1, 8);
        support_pairs got = {support_allocate(s.host.count * 8), written}, first = {s.host.pairs, written};
        uint64_t needed = 0, on_device = 0;
        cl_event event = (cl_event)&needed;
        const nf_sync sync = {.event = &event};
        support_fails(
            s.context, NF_ERROR_CAPACITY, "room for",
            pairs_into(s.on, s.cloud.cutoff, &methods[k], pairs.at, room, total.at, &sync, &needed));
        ck_assert_uint_eq(needed, s.host.count);
        ck_assert_ptr_nonnull(event);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        support_read_first(&pairs, got.pairs, written);
        support_same_bytes(&first, &got, "the pairs that had room");
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, s.host.count);
        /* and the context still works */
        support_ok(s.context, pairs_into(s.on, s.cloud.cutoff, &methods[k], pairs.at, s.host.count, nowhere,
                                         NULL, &needed));
        support_pairs_free(&got);
    }
}

/* The call has seen the number, so it says that the pairs do not fit. */
TEST(pairs_that_do_not_fit_are_an_error_also_where_the_number_is_not_asked_for) {
    const nf_pairs_options sorted = {.sorted = 1};
    own_stand s = stand_up(&sorted);
    own_buffer pairs = support_buffer_of(s.context, NULL, 3, 8);
    support_fails(s.context, NF_ERROR_CAPACITY, "room for 3",
                  pairs_into(s.on, s.cloud.cutoff, &sorted, pairs.at, 3, nowhere, NULL, NULL));
}

TEST(no_room_at_all_counts_the_pairs) {
    for (int k = 0; k < METHODS; k++) {
        own_stand s = stand_up(&methods[k]);
        own_buffer pairs = support_buffer_of(s.context, NULL, 3, 8),
                   total = support_buffer_of(s.context, NULL, 1, 8);
        uint64_t needed = 0, on_device = 0;
        support_fails(s.context, NF_ERROR_CAPACITY, "room for 0",
                      pairs_into(s.on, s.cloud.cutoff, &methods[k], nowhere, 0, nowhere, NULL, &needed));
        ck_assert_uint_eq(needed, s.host.count);
        ck_assert_int_eq(pairs_into(s.on, s.cloud.cutoff, &methods[k], pairs.at, 0, total.at, NULL, NULL),
                         methods[k].sorted ? NF_ERROR_CAPACITY : NF_OK);
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, s.host.count);
        support_read_first(&pairs, NULL, 0);
    }
}

TEST(outputs_that_do_not_fit_are_named) {
    own_stand s = stand_up(NULL);
    own_buffer pairs = support_buffer_of(s.context, NULL, 10, 8);
    uint64_t needed = 0;
    const double c = s.cloud.cutoff;
    support_fails(s.context, NF_ERROR_ARGUMENT, "pairs",
                  pairs_into(s.on, c, NULL, nowhere, 5, nowhere, NULL, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "pairs",
                  pairs_into(s.on, c, NULL, pairs.at, 1000, nowhere, NULL, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "pairs",
                  pairs_into(s.on, c, NULL, pairs.at, UINT64_MAX, nowhere, NULL, &needed));
    support_fails(
        s.context, NF_ERROR_ARGUMENT, "found",
        pairs_into(s.on, c, NULL, nowhere, 0, nf_at(pairs.at.buffer, UINT64_MAX - 7), NULL, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "overlap",
                  pairs_into(s.on, c, NULL, pairs.at, 10, pairs.at, NULL, &needed));
    support_buffer beside = support_buffer_of(s.context, NULL, 10, 12);
    const measured_slices on_pairs = {.distances = nf_at(pairs.at.buffer, pairs.at.offset + 12)},
                          on_others = {.distances = beside.at, .vectors = beside.at};
    support_fails(s.context, NF_ERROR_ARGUMENT, "pairs and distances overlap",
                  measured_pairs_into(s.on, c, NULL, pairs.at, &on_pairs, 10, nowhere, NULL, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "distances and vectors overlap",
                  measured_pairs_into(s.on, c, NULL, pairs.at, &on_others, 10, nowhere, NULL, &needed));
    support_release(&beside);
    support_buffer own = support_buffer_of(s.context, s.cloud.data, s.cloud.points.n * 3, 4);
    const nf_points there = {.n = s.cloud.points.n, .dims = 3, .type = NF_FLOAT32, .rows = own.at};
    support_ok(s.context, nf_cloud_move(s.on, &there, NULL, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the points and pairs overlap",
                  pairs_into(s.on, c, NULL, nf_at(own.at.buffer, 32), 10, nowhere, NULL, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the points and found overlap",
                  pairs_into(s.on, c, NULL, pairs.at, 10, nf_at(own.at.buffer, 32), NULL, &needed));
    support_release(&own);
    ck_assert_int_eq(pairs_into(NULL, c, NULL, pairs.at, 10, nowhere, NULL, &needed), NF_ERROR_ARGUMENT);
}

TEST(an_empty_cloud_writes_a_total_of_zero_and_hands_out_events) {
    own_context context = support_context(NULL);
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    own_cloud on = NULL;
    own_buffer total = support_buffer_of(context, NULL, 1, 8);
    uint64_t needed = 9, on_device = 9;
    cl_event event = NULL;
    const nf_sync sync = {.event = &event};
    support_ok(context, nf_cloud_create(context, &none, NULL, &sync, &on));
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    support_ok(context, pairs_into(on, 1, NULL, nowhere, 0, total.at, &sync, &needed));
    ck_assert_uint_eq(needed, 0);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    support_read(&total, &on_device);
    ck_assert_uint_eq(on_device, 0);
}

/* ---- queues, wait lists, events ----------------------------------------------------------------------- */

/* The points come from a write on a queue of the caller, for which the call waits; the pairs are read from a third queue
   after the event that the call returns. */
static void check_queue(cl_command_queue_properties properties, int in_advance) {
    own_stand s = stand_up(NULL);
    const uint64_t values = s.cloud.points.n * 3, before = 5;
    cl_command_queue queue = support_queue(s.context, properties), other = support_queue(s.context, 0);
    cl_int code = CL_SUCCESS;
    cl_mem points =
        clCreateBuffer(nf_context_cl(s.context), CL_MEM_READ_WRITE, (values + before) * 4, NULL, &code);
    cl_event written = NULL, moved = NULL, done = NULL;
    const float zeros[5] = {0};
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clEnqueueWriteBuffer(other, points, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL, NULL), 0);
    ck_assert_int_eq(clEnqueueWriteBuffer(other, points, CL_FALSE, before * 4, values * 4, s.cloud.data, 0,
                                          NULL, &written),
                     0);
    clFlush(other);
    const nf_sync arrive = {.queue = queue, .wait_count = 1, .waits = &written, .event = &moved};
    const nf_points there = {.n = s.cloud.points.n,
                             .dims = 3,
                             .type = NF_FLOAT32,
                             .rows.buffer = points,
                             .rows.offset = before * 4};
    support_ok(s.context, nf_cloud_move(s.on, &there, NULL, &arrive));
    ck_assert_ptr_nonnull(moved);
    support_buffer pairs = support_buffer_of(s.context, NULL, s.host.count, 8);
    const nf_sync ask = {.queue = queue, .wait_count = 1, .waits = &moved, .event = &done};
    uint64_t needed = 0;
    support_ok(s.context, pairs_into(s.on, s.cloud.cutoff, NULL, pairs.at, s.host.count, nowhere, &ask,
                                     in_advance ? NULL : &needed));
    ck_assert_ptr_nonnull(done);
    support_pairs got = {support_allocate(s.host.count * 8), s.host.count};
    ck_assert_int_eq(clEnqueueReadBuffer(other, pairs.at.buffer, CL_TRUE, pairs.at.offset, s.host.count * 8,
                                         got.pairs, 1, &done, NULL),
                     0);
    support_same_bytes(&s.host, &got, "pairs of points in a device buffer");
    cl_int state = CL_QUEUED;
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    ck_assert_int_eq(state, CL_COMPLETE);
    /* the next call uses the same scratch on the context's own queue, without wait events */
    const nf_sync again = {.queue = queue};
    support_ok(s.context, pairs_into(s.on, s.cloud.cutoff / 2, NULL, nowhere, 0, nowhere, &again, NULL));
    support_pairs half = support_ask_once(support_host(), &s.cloud.points, s.cloud.cutoff / 2, NULL);
    uint64_t count = 0;
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff / 2, NULL, NULL, &count));
    ck_assert_uint_eq(count, half.count);
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &count));
    ck_assert_uint_eq(count, s.host.count);
    clReleaseEvent(written);
    clReleaseEvent(moved);
    clReleaseEvent(done);
    support_pairs_free(&half);
    support_pairs_free(&got);
    support_release(&pairs);
    clReleaseMemObject(points);
    clReleaseCommandQueue(queue);
    clReleaseCommandQueue(other);
}

TEST(the_caller_s_queue_in_order) {
    check_queue(0, 0);
    check_queue(0, 1);
}

TEST(the_caller_s_queue_out_of_order) {
    check_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0);
    check_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 1);
}

TEST(calls_on_two_queues_in_turn_do_not_disturb_one_another) {
    own_stand s = stand_up(NULL);
    enum { CALLS = 12 };
    cl_command_queue queues[] = {support_queue(s.context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                                 support_queue(s.context, 0), NULL};
    support_buffer pairs[CALLS];
    support_pairs hosts[CALLS];
    for (int k = 0; k < CALLS; k++) {
        const double cutoff = s.cloud.cutoff / (1 + k % 4);
        const nf_sync sync = {.queue = queues[k % 3]};
        hosts[k] = support_ask_once(support_host(), &s.cloud.points, cutoff, NULL);
        pairs[k] = support_buffer_of(s.context, NULL, hosts[k].count, 8);
        support_ok(s.context,
                   pairs_into(s.on, cutoff, NULL, pairs[k].at, hosts[k].count, nowhere, &sync, NULL));
    }
    clFinish(queues[0]);
    clFinish(queues[1]);
    for (int k = 0; k < CALLS; k++) {
        support_pairs got = {support_allocate(hosts[k].count * 8), hosts[k].count};
        support_read(&pairs[k], got.pairs);
        support_same_bytes(&hosts[k], &got, "one call of many");
        support_pairs_free(&got);
        support_pairs_free(&hosts[k]);
        support_release(&pairs[k]);
    }
    clReleaseCommandQueue(queues[0]);
    clReleaseCommandQueue(queues[1]);
}

/* They use the same scratch, so that each must also wait for the one before. */
TEST(calls_on_a_queue_out_of_order_that_wait_for_one_event_do_not_disturb_one_another) {
    own_stand s = stand_up(NULL);
    enum { CALLS = 8 };
    cl_command_queue queue = support_queue(s.context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_int code = CL_SUCCESS;
    cl_event ready = clCreateUserEvent(nf_context_cl(s.context), &code), done[CALLS];
    support_buffer pairs[CALLS];
    ck_assert_int_eq(code, CL_SUCCESS);
    clSetUserEventStatus(ready, CL_COMPLETE);
    support_ok(s.context, nf_cloud_prepare(s.on, s.cloud.cutoff, NULL));
    for (int k = 0; k < CALLS; k++) pairs[k] = support_buffer_of(s.context, NULL, s.host.count, 8);
    for (int k = 0; k < CALLS; k++) {
        const nf_sync sync = {.queue = queue, .wait_count = 1, .waits = &ready, .event = &done[k]};
        support_ok(s.context,
                   pairs_into(s.on, s.cloud.cutoff, NULL, pairs[k].at, s.host.count, nowhere, &sync, NULL));
    }
    ck_assert_int_eq(clWaitForEvents(CALLS, done), CL_SUCCESS);
    for (int k = 0; k < CALLS; k++) {
        support_pairs got = {support_allocate(s.host.count * 8), s.host.count};
        support_read(&pairs[k], got.pairs);
        support_same_bytes(&s.host, &got, "one of several calls behind one event");
        support_pairs_free(&got);
        support_release(&pairs[k]);
        clReleaseEvent(done[k]);
    }
    clReleaseEvent(ready);
    clReleaseCommandQueue(queue);
}

TEST(a_wait_list_without_events_is_an_error) {
    own_stand s = stand_up(NULL);
    cl_event none = NULL, event = (cl_event)&s;
    const nf_sync no_list = {.wait_count = 1, .event = &event},
                  null_event = {.wait_count = 1, .waits = &none};
    uint64_t needed = 0;
    support_fails(s.context, NF_ERROR_ARGUMENT, "wait",
                  pairs_into(s.on, 0.1, NULL, nowhere, 0, nowhere, &no_list, &needed));
    ck_assert_ptr_null(event);
    support_fails(s.context, NF_ERROR_ARGUMENT, "waits",
                  pairs_into(s.on, 0.1, NULL, nowhere, 0, nowhere, &null_event, &needed));
}

TEST(a_queue_of_another_context_is_an_error) {
    own_stand s = stand_up(NULL);
    nf_context *stranger = support_stranger();
    const nf_sync sync = {.queue = nf_context_queue(stranger)};
    support_buffer foreign = support_buffer_of(stranger, NULL, 10, 8);
    uint64_t needed = 0;
    support_fails(s.context, NF_ERROR_ARGUMENT, "another OpenCL context",
                  pairs_into(s.on, 0.1, NULL, nowhere, 0, nowhere, &sync, &needed));
    support_fails(s.context, NF_ERROR_ARGUMENT, "another OpenCL context",
                  pairs_into(s.on, 0.1, NULL, foreign.at, 10, nowhere, NULL, &needed));
    support_release(&foreign);
    nf_context_free(stranger);
    support_ok(s.context, pairs_count(s.on, s.cloud.cutoff, NULL, NULL, &needed));
    ck_assert_uint_eq(needed, s.host.count);
}
