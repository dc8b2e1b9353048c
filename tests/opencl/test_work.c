/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The work of a call: commands in order on any queue, scratch, event. */
#include "opencl/launch.h"
#include "support/answers/pairs.h"

enum { N = 1000 };

/* Creates a queue of that kind; kind 0 is the context's own (NULL). */
static cl_command_queue queue_of(nf_context *context, int kind) {
    return kind == 0 ? NULL : support_queue(context, kind == 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
}

TEST(commands_run_one_behind_the_other_on_every_kind_of_queue) {
    own_context context = support_context(NULL);
    for (int kind = 0; kind < 3; kind++) {
        cl_command_queue queue = queue_of(context, kind);
        cl_event done = NULL;
        const nf_sync sync = {.queue = queue, .event = &done};
        nf_work work;
        cl_mem a = NULL, b = NULL;
        uint32_t got[N] = {0};
        support_ok(context, nf_work_begin(&work, context, &sync));
        support_ok(context, nf_scratch(&work, sizeof got, &a));
        support_ok(context, nf_scratch(&work, sizeof got, &b));
        for (uint32_t k = 0; k < 50; k++) {
            support_ok(context, nf_fill(&work, a, &k, 4, 0, sizeof got));
            support_ok(context, nf_copy(&work, a, k * 4, b, 0, sizeof got - k * 4));
        }
        support_ok(context, nf_copy(&work, b, 0, a, 0, 0));
        support_ok(context, nf_read(&work, b, 0, got, sizeof got));
        for (int k = 0; k < N; k++)
            if (got[k] != (k < N - 49 ? 49u : (uint32_t)(N - 1 - k)))
                ck_abort_msg("kind %d: element %d is %u", kind, k, got[k]);
        support_ok(context, nf_work_wait(&work));
        support_ok(context, nf_work_end(&work, NF_OK));
        ck_assert_ptr_nonnull(done);
        ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
        cl_int state = CL_QUEUED;
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        ck_assert_int_eq(state, CL_COMPLETE);
        clReleaseEvent(done);
        if (queue) clReleaseCommandQueue(queue);
    }
}

TEST(a_work_waits_for_the_events_it_is_given) {
    own_context context = support_context(NULL);
    for (int kind = 0; kind < 3; kind++) {
        cl_command_queue queue = queue_of(context, kind);
        cl_int code = CL_SUCCESS;
        cl_event gates[2], done = NULL;
        for (int k = 0; k < 2; k++) gates[k] = clCreateUserEvent(nf_context_cl(context), &code);
        const nf_sync sync = {.queue = queue, .wait_count = 2, .waits = gates, .event = &done};
        const uint32_t seven = 7;
        uint32_t got = 0;
        nf_work work;
        cl_mem a = NULL;
        support_ok(context, nf_work_begin(&work, context, &sync));
        support_ok(context, nf_scratch(&work, 4, &a));
        support_ok(context, nf_fill(&work, a, &seven, 4, 0, 4));
        support_ok(context, nf_work_end(&work, NF_OK));
        cl_int state = CL_COMPLETE;
        clSetUserEventStatus(gates[0], CL_COMPLETE);
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        ck_assert_int_gt(state, CL_COMPLETE);
        clSetUserEventStatus(gates[1], CL_COMPLETE);
        ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
        ck_assert_int_eq(
            clEnqueueReadBuffer(nf_context_queue(context), a, CL_TRUE, 0, 4, &got, 0, NULL, NULL),
            CL_SUCCESS);
        ck_assert_uint_eq(got, 7);
        clReleaseEvent(done);
        for (int k = 0; k < 2; k++) clReleaseEvent(gates[k]);
        if (queue) clReleaseCommandQueue(queue);
    }
}

TEST(an_event_that_has_failed_is_refused) {
    own_context context = support_context(NULL);
    cl_int code = 0;
    cl_event failed = clCreateUserEvent(nf_context_cl(context), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clSetUserEventStatus(failed, -14), CL_SUCCESS);
    const nf_sync sync = {.wait_count = 1, .waits = &failed};
    nf_work work;
    const nf_status status = nf_work_begin(&work, context, &sync);
    support_fails(context, NF_ERROR_ARGUMENT, "event 0", nf_work_end(&work, status));
    clReleaseEvent(failed);
}

/* A context of several devices may have queues of each. */
TEST(a_queue_of_another_device_or_context_is_refused) {
    own_context context = support_context(NULL), other = support_stranger();
    const cl_device_id device = context->device.device;
    const nf_sync foreign = {.queue = nf_context_queue(other)};
    nf_work work;
    support_fails(context, NF_ERROR_ARGUMENT, "sync->queue belongs", nf_work_begin(&work, context, &foreign));
    context->device.device = (cl_device_id)(void *)&work;
    support_fails(context, NF_ERROR_ARGUMENT, "sync->queue belongs", nf_work_begin(&work, context, NULL));
    context->device.device = device;
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context, nf_work_end(&work, NF_OK));
}

TEST(an_error_gives_scratch_back_and_hands_out_no_event) {
    own_context context = support_context(NULL);
    cl_event event = NULL;
    const nf_sync sync = {.event = &event};
    nf_work work;
    cl_mem a = NULL;
    support_ok(context, nf_work_begin(&work, context, &sync));
    support_ok(context, nf_scratch(&work, 5000, &a));
    ck_assert_int_eq(nf_work_end(&work, NF_ERROR_UNSUPPORTED), NF_ERROR_UNSUPPORTED);
    ck_assert_ptr_null(event);
    uint64_t now = 1;
    nf_context_trim(context);
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now, 0);
}

TEST(scratch_of_one_work_is_bounded_and_can_be_given_back_early) {
    own_context context = support_context(NULL);
    nf_work work;
    cl_mem first = NULL, a = NULL;
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context, nf_scratch(&work, 100, &first));
    const size_t mark = nf_scratch_mark(&work);
    for (int k = 1; k < NF_WORK_SCRATCH; k++) support_ok(context, nf_scratch(&work, 100, &a));
    support_fails(context, NF_ERROR_MEMORY, "scratch", nf_scratch(&work, 100, &a));
    ck_assert_ptr_null(a);
    nf_scratch_back(&work, mark);
    support_ok(context, nf_scratch(&work, 100, &a));
    ck_assert_ptr_ne(a, first);
    support_ok(context, nf_work_end(&work, NF_OK));
}

/* A driver's clFinish may wait only for commands that were not flushed, and returning an event flushes. */
TEST(what_was_waited_for_is_over) {
    enum { LARGE = 1 << 20, TIMES = 20 };
    own_context context = support_context(NULL);
    cl_event done[2] = {NULL, NULL};
    for (int which = 0; which < 2; which++) {
        const nf_sync sync = {.event = &done[which]};
        nf_work work;
        cl_mem a = NULL;
        support_ok(context, nf_work_begin(&work, context, &sync));
        support_ok(context, nf_scratch(&work, LARGE, &a));
        for (uint32_t k = 0; k < TIMES; k++) support_ok(context, nf_fill(&work, a, &k, 4, 0, LARGE));
        support_ok(context, nf_work_end(&work, NF_OK));
        if (which == 0) support_ok(context, nf_context_finish(context));
        else {
            support_ok(context, nf_work_begin(&work, context, NULL));
            support_ok(context, nf_work_wait(&work));
            support_ok(context, nf_work_end(&work, NF_OK));
        }
        cl_int state = CL_QUEUED;
        clGetEventInfo(done[which], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        ck_assert_int_eq(state, CL_COMPLETE);
        clReleaseEvent(done[which]);
    }
}

#if defined(NF_DEBUG)
static void is_spoiled(nf_context *context, cl_mem buffer, size_t from, size_t bytes) {
    unsigned char got[256] = {0};
    ck_assert_uint_le(bytes, sizeof got);
    ck_assert_int_eq(
        clEnqueueReadBuffer(nf_context_queue(context), buffer, CL_TRUE, from, bytes, got, 0, NULL, NULL),
        CL_SUCCESS);
    for (size_t k = 0; k < bytes; k++) ck_assert_uint_eq(got[k], NF_SPOILED);
}

/* New buffers, scratch that was used before, and the room of a result that the new answer leaves unused. */
TEST(memory_without_contents_is_spoiled_in_debug_builds) {
    nf_context *context = support_context(NULL);
    own_points many = support_cloud_uniform(300, 3, NF_FLOAT32, 0.3, 1);
    nf_points few = many.points;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    const uint32_t zero = 0;
    nf_work work;
    cl_mem buffer = NULL;
    support_ok(context, nf_buffer_create(context, 200, "a test", &buffer));
    is_spoiled(context, buffer, 0, 200);
    nf_buffer_release(context, buffer);
    for (int turn = 0; turn < 2; turn++) {
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_scratch(&work, 200, &buffer));
        support_ok(context, nf_work_wait(&work));
        is_spoiled(context, buffer, 0, 200);
        support_ok(context, nf_fill(&work, buffer, &zero, 4, 0, 200));
        support_ok(context, nf_work_end(&work, NF_OK));
    }
    for (int turn = 0; turn < 2; turn++) {
        few.n = turn ? 10 : 300;
        support_ok(context, nf_cloud_create(context, &few, NULL, NULL, &cloud));
        support_ok(context, nf_pairs(cloud, 0.5, NULL, NULL, &result));
        nf_cloud_free(cloud);
    }
    support_ok(context, nf_context_finish(context));
    is_spoiled(context, nf_result_array(result, NF_ARRAY_PAIRS)->buffer, nf_result_total(result) * 8, 200);
    nf_result_free(result);
    nf_context_free(context);
}
#endif
