/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The caller's queues and events: waiting for them, and data that is invalid after an event failed. */
#include "support/calls.h"
#include "opencl/launch.h"
#include "support/answers/pairs.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KINDS = 2, PATIENCE = 40 /* seconds after which a call that does not return fails the test */ };
static const cl_command_queue_properties kinds[KINDS] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};

/* A context on a queue of the caller, and a user event. */
typedef struct stand {
    nf_context *maker, *context; /* the OpenCL objects of the first are the caller's */
    cl_command_queue queue;
    cl_event gate;
    support_cloud cloud;
} stand;
#define own_stand OWNED_BY(take_down) stand

static stand stand_up(int kind, const char *tuning) {
    stand s = {.maker = support_context(NULL), .cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4)};
    cl_int code = CL_SUCCESS;
    s.queue = support_queue(s.maker, kinds[kind]);
    s.gate = clCreateUserEvent(nf_context_cl(s.maker), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_context_options options = {.cl_context = nf_context_cl(s.maker),
                                        .cl_device = nf_context_device(s.maker)->device,
                                        .cl_queue = s.queue,
                                        .tuning = tuning};
    s.context = support_context_with(&options);
    return s;
}

/* A command of the caller that waits for the user event. */
static void block(const stand *s) {
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(s->queue, 1, &s->gate, NULL), CL_SUCCESS);
    ck_assert_int_eq(clFlush(s->queue), CL_SUCCESS);
}

static void take_down(stand *s) {
    alarm(0);
    nf_context_free(s->context);
    clReleaseEvent(s->gate);
    clReleaseCommandQueue(s->queue);
    support_cloud_free(&s->cloud);
    nf_context_free(s->maker);
}

static void free_without_waiting(stand *s) {
    alarm(PATIENCE);
    nf_context_free(s->context);
    s->context = NULL;
    ck_assert_int_eq(clSetUserEventStatus(s->gate, CL_COMPLETE), CL_SUCCESS);
    ck_assert_int_eq(clFinish(s->queue), CL_SUCCESS);
    take_down(s);
}

TEST(a_context_that_did_nothing_waits_for_nothing) {
    for (int kind = 0; kind < KINDS; kind++) {
        const nf_points none = {.dims = 3, .type = NF_FLOAT32};
        nf_cloud *on = NULL;
        stand s = stand_up(kind, NULL);
        block(&s);
        support_ok(s.context, nf_cloud_create(s.context, &none, NULL, NULL, &on)); /* enqueues nothing */
        nf_cloud_free(on);
        free_without_waiting(&s);
    }
}

TEST(a_context_waits_for_its_own_commands_alone) {
    for (int kind = 0; kind < KINDS; kind++) {
        stand s = stand_up(kind, NULL);
        support_pairs host = support_ask_once(support_host(), &s.cloud.points, s.cloud.cutoff, NULL),
                      got = support_ask_once(s.context, &s.cloud.points, s.cloud.cutoff, NULL);
        support_same_bytes(&host, &got, "a question");
        block(&s);
        support_pairs_free(&host);
        support_pairs_free(&got);
        free_without_waiting(&s);
    }
}

TEST(what_is_released_is_no_longer_used) {
    enum { LARGE = 1 << 20, TIMES = 200 };
    for (int kind = 0; kind < KINDS; kind++) {
        stand s = stand_up(kind, NULL);
        cl_event done = NULL;
        const nf_sync sync = {.event = &done};
        cl_int state = CL_QUEUED;
        nf_work work;
        cl_mem a = NULL;
        support_ok(s.context, nf_work_begin(&work, s.context, &sync));
        support_ok(s.context, nf_scratch(&work, LARGE, &a));
        for (uint32_t k = 0; k < TIMES; k++) support_ok(s.context, nf_fill(&work, a, &k, 4, 0, LARGE));
        support_ok(s.context, nf_work_end(&work, NF_OK));
        nf_context_free(s.context);
        s.context = NULL;
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        ck_assert_int_eq(state, CL_COMPLETE);
        clReleaseEvent(done);
        take_down(&s);
    }
}

/* Simulates a command whose event has failed; commands that wait for it would fail or hang. */
TEST(a_command_that_has_failed_is_not_waited_for) {
    own_stand s = stand_up(1, NULL);
    nf_work work;
    cl_mem a = NULL;
    const uint32_t seven = 7;
    uint32_t got = 0;
    support_ok(s.context, nf_work_begin(&work, s.context, NULL));
    support_ok(s.context, nf_scratch(&work, 4, &a));
    support_ok(s.context, nf_fill(&work, a, &seven, 4, 0, 4));
    support_ok(s.context, nf_work_wait(&work));
    support_ok(s.context, nf_work_end(&work, NF_OK));
    ck_assert_ptr_nonnull(s.context->last_event);
    clReleaseEvent(s.context->last_event);
    ck_assert_int_eq(clSetUserEventStatus(s.gate, -5), CL_SUCCESS);
    s.context->last_event = s.gate;
    clRetainEvent(s.gate);
    alarm(PATIENCE);
    support_ok(s.context, nf_work_begin(&work, s.context, NULL));
    ck_assert_ptr_null(s.context->last_event);
    support_ok(s.context, nf_read(&work, a, 0, &got, 4));
    support_ok(s.context, nf_work_end(&work, NF_OK));
    ck_assert_uint_eq(got, 7);
}

static void set_on(const stand *s, cl_command_queue queue, cl_mem buffer, cl_event wait, cl_event *event,
                   uint32_t value) {
    const nf_sync sync = {
        .queue = queue, .wait_count = wait ? 1 : 0, .waits = wait ? &wait : NULL, .event = event};
    nf_work work;
    support_ok(s->context, nf_work_begin(&work, s->context, &sync));
    support_ok(s->context, nf_fill(&work, buffer, &value, 4, 0, 4));
    support_ok(s->context, nf_work_end(&work, NF_OK));
}

static cl_int settled_state(cl_event event) {
    static const struct timespec tenth = {0, 100000000};
    cl_int state = CL_QUEUED;
    for (int tenths = 0; tenths < 5 && state != CL_COMPLETE; tenths++) {
        nanosleep(&tenth, NULL);
        ck_assert_int_eq(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL),
                         CL_SUCCESS);
    }
    return state;
}

/* A work that fails has not waited for the previous one, whose scratch the next one uses.  On three queues, and with the
   second work on the queue of the first.  PoCL aborts if an event that a command waits for fails, so only the event of
   the second work is set to failed. */
TEST(what_a_failed_work_waited_for_is_waited_for) {
    for (int k = 0; k < 2 * KINDS; k++) {
        const int kind = k % KINDS;
        stand s = stand_up(kind, NULL);
        cl_command_queue queues[] = {s.queue, k < KINDS ? support_queue(s.maker, kinds[kind]) : s.queue,
                                     support_queue(s.maker, kinds[kind])};
        cl_int code = CL_SUCCESS;
        const cl_event second = clCreateUserEvent(nf_context_cl(s.maker), &code),
                       failed = clCreateUserEvent(nf_context_cl(s.maker), &code);
        cl_event done = NULL;
        const cl_mem word = clCreateBuffer(nf_context_cl(s.maker), CL_MEM_READ_WRITE, 4, NULL, &code);
        ck_assert_int_eq(code, CL_SUCCESS);
        set_on(&s, queues[0], word, s.gate, NULL, 1);
        set_on(&s, queues[1], word, second, NULL, 2);
        ck_assert_int_eq(clSetUserEventStatus(failed, -5), CL_SUCCESS);
        ck_assert_ptr_nonnull(s.context->last_event);
        clReleaseEvent(s.context->last_event);
        s.context->last_event = failed;
        set_on(&s, queues[2], word, NULL, &done, 3);
        ck_assert_msg(settled_state(done) != CL_COMPLETE, "case %d: it ran beside the first work", k);
        alarm(PATIENCE);
        ck_assert_int_eq(clSetUserEventStatus(s.gate, CL_COMPLETE), CL_SUCCESS);
        ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
        ck_assert_int_eq(clSetUserEventStatus(second, CL_COMPLETE), CL_SUCCESS);
        for (int q = 0; q < 3; q++) ck_assert_int_eq(clFinish(queues[q]), CL_SUCCESS);
        set_on(&s, queues[2], word, NULL, NULL, 4);
        ck_assert_uint_eq(s.context->earlier_count, 0); /* all have completed */
        clReleaseEvent(done);
        clReleaseEvent(second);
        if (k < KINDS) clReleaseCommandQueue(queues[1]);
        take_down(&s);
        clReleaseMemObject(word);
        clReleaseCommandQueue(queues[2]);
    }
}

/* A call on another queue, whose commands wait for the user event. */
typedef struct call_elsewhere {
    const stand *stand;
    nf_cloud *cloud;
    cl_command_queue queue;
    nf_slice pairs;
} call_elsewhere;

static nf_status call_and_fail(void *user, const nf_chunk *chunk) {
    const call_elsewhere *call = user;
    const nf_sync sync = {.queue = call->queue};
    (void)chunk;
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(call->queue, 1, &call->stand->gate, NULL), CL_SUCCESS);
    support_ok(call->stand->context, pairs_into(call->cloud, call->stand->cloud.cutoff, NULL, call->pairs, 1,
                                                nf_at(NULL, 0), &sync, NULL));
    return NF_ERROR_POINTS;
}

/* The scratch of the call in `take` is still in use when `take` fails. */
TEST(what_was_called_in_a_chunk_that_is_refused_is_waited_for) {
    for (int kind = 0; kind < KINDS; kind++) {
        stand s = stand_up(kind, NULL);
        support_buffer pairs = support_buffer_of(s.context, NULL, 1, 8),
                       word = support_buffer_of(s.context, NULL, 1, 4);
        call_elsewhere call = {.stand = &s,
                               .cloud = support_cloud_on(s.context, &s.cloud.points, NULL),
                               .queue = support_queue(s.maker, 0),
                               .pairs = pairs.at};
        nf_cloud *on = support_cloud_on(s.context, &s.cloud.points, NULL);
        const nf_chunks chunks = {.take = call_and_fail, .user = &call};
        cl_event done = NULL;
        support_ok(s.context, nf_cloud_prepare(call.cloud, s.cloud.cutoff, NULL));
        alarm(PATIENCE);
        ck_assert_int_eq(pairs_in_chunks(on, s.cloud.cutoff, NULL, &chunks, NULL, NULL), NF_ERROR_POINTS);
        set_on(&s, s.queue, word.at.buffer, NULL, &done, 1);
        ck_assert_msg(settled_state(done) != CL_COMPLETE, "kind %d: it ran beside the call in the chunk",
                      kind);
        ck_assert_int_eq(clSetUserEventStatus(s.gate, CL_COMPLETE), CL_SUCCESS);
        ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
        clReleaseEvent(done);
        nf_cloud_free(on);
        nf_cloud_free(call.cloud);
        clReleaseCommandQueue(call.queue);
        support_release(&word);
        support_release(&pairs);
        take_down(&s);
    }
}

/* Some drivers return CL_SUCCESS for a blocking command that did not run because an event failed that it waited for.
   PoCL aborts in this case, so an event that no command waits for is added to the awaited ones. */
TEST(what_a_command_that_did_not_run_would_have_read_is_an_error) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int writes = 0; writes < 2; writes++) {
            own_stand s = stand_up(kind, NULL);
            cl_int code = CL_SUCCESS;
            const cl_event open = clCreateUserEvent(nf_context_cl(s.maker), &code);
            const nf_sync gated = {.wait_count = 1, .waits = &open};
            nf_work work, other;
            cl_mem a = NULL;
            uint32_t word = 0;
            ck_assert_int_eq(code, CL_SUCCESS);
            support_ok(s.context, nf_work_begin(&other, s.context, &gated));
            support_ok(s.context, nf_work_end(&other, NF_OK));
            ck_assert_uint_eq(s.context->awaited_count, 1);
            clReleaseEvent(s.context->awaited[0]);
            s.context->awaited[0] = s.gate;
            clRetainEvent(s.gate);
            ck_assert_int_eq(clSetUserEventStatus(open, CL_COMPLETE), CL_SUCCESS);
            support_ok(s.context, nf_work_begin(&work, s.context, NULL));
            support_ok(s.context, nf_scratch(&work, 4, &a));
            support_ok(s.context, nf_write(&work, a, 0, &word, 4)); /* the event has not completed */
            support_ok(s.context, nf_read(&work, a, 0, &word, 4));
            ck_assert_int_eq(clSetUserEventStatus(s.gate, -5), CL_SUCCESS);
            const nf_status status =
                writes ? nf_write(&work, a, 0, &word, 4) : nf_read(&work, a, 0, &word, 4);
            ck_assert_int_eq(nf_work_end(&work, status), NF_ERROR_DEVICE);
            ck_assert_ptr_nonnull(strstr(nf_context_error(s.context), "CL_OUT_OF_RESOURCES"));
            support_ok(s.context, nf_work_begin(&work, s.context, NULL));
            support_ok(s.context, nf_scratch(&work, 4, &a));
            support_ok(s.context, nf_write(&work, a, 0, &word, 4));
            support_ok(s.context, nf_work_end(&work, NF_OK));
            ck_assert_uint_eq(nf_work_lost(s.context), 1);
            clReleaseEvent(open);
        }
}

TEST(events_that_are_over_are_not_kept) {
    own_stand s = stand_up(0, NULL);
    nf_work work;
    const nf_sync gated = {.wait_count = 1, .waits = &s.gate};
    for (int k = 0; k < 3; k++) {
        support_ok(s.context, nf_work_begin(&work, s.context, &gated));
        support_ok(s.context, nf_work_end(&work, NF_OK));
    }
    ck_assert_uint_eq(s.context->awaited_count, 3);
    ck_assert_int_eq(clSetUserEventStatus(s.gate, CL_COMPLETE), CL_SUCCESS);
    support_ok(s.context, nf_work_begin(&work, s.context, &gated));
    support_ok(s.context, nf_work_end(&work, NF_OK));
    ck_assert_uint_eq(s.context->awaited_count, 0);
    ck_assert_uint_eq(nf_work_lost(s.context), 0);
}

/* On an out-of-order queue, only the call itself can make the caller's read wait for the last kernel. */
TEST(the_pairs_are_there_when_nf_pairs_returns_on_a_queue_out_of_order) {
    enum { N = 3000 };
    const nf_pairs_options sorted = {.sorted = 1};
    own_stand s = stand_up(1, NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.4, 3);
    own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, &sorted),
              got = {NULL, host.count};
    own_cloud on = support_cloud_on(s.context, &cloud.points, NULL);
    own_result result = NULL;
    cl_int state = CL_QUEUED;
    got.pairs = support_allocate(host.count * 8);
    support_ok(s.context, nf_pairs(on, cloud.cutoff, &sorted, NULL, &result));
    cl_command_queue_properties properties = 0;
    clGetCommandQueueInfo(s.queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    ck_assert_ptr_nonnull(s.context->last_event);
    if (!(properties & kinds[1])) clWaitForEvents(1, &s.context->last_event); /* no such queues */
    clGetEventInfo(s.context->last_event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    ck_assert_int_eq(state, CL_COMPLETE);
    ck_assert_int_eq(clEnqueueReadBuffer(s.queue, nf_result_array(result, NF_ARRAY_PAIRS)->buffer, CL_TRUE, 0,
                                         host.count * 8, got.pairs, 0, NULL, NULL),
                     CL_SUCCESS);
    support_same_bytes(&host, &got, "read on the caller's queue");
}

TEST(the_neighbours_are_there_when_nf_knn_returns_on_a_queue_out_of_order) {
    enum { N = 3000 };
    own_stand s = stand_up(1, NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.4, 3);
    own_cloud on = support_cloud_on(s.context, &cloud.points, NULL);
    own_result result = NULL;
    cl_int state = CL_QUEUED;
    cl_command_queue_properties properties = 0;
    support_ok(s.context, nf_knn(on, 8, NULL, NULL, &result)); /* builds the tree */
    support_ok(s.context, nf_knn(on, 8, NULL, NULL, &result));
    clGetCommandQueueInfo(s.queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    ck_assert_ptr_nonnull(s.context->last_event);
    if (!(properties & kinds[1])) clWaitForEvents(1, &s.context->last_event); /* no such queues */
    clGetEventInfo(s.context->last_event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    ck_assert_int_eq(state, CL_COMPLETE);
}

static void *open_gate(void *gate) {
    const struct timespec a_while = {0, 200000000};
    nanosleep(&a_while, NULL);
    (void)clSetUserEventStatus((cl_event)gate, CL_COMPLETE);
    return NULL;
}

TEST(an_event_of_another_opencl_context_is_refused) {
    own_context one = support_context(NULL);
    own_points cloud = support_cloud_uniform(100, 3, NF_FLOAT32, 0.2, 3);
    cl_int code = CL_SUCCESS;
    cl_context other = clCreateContext(NULL, 1, &nf_context_device(one)->device, NULL, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_event event = clCreateUserEvent(other, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_sync sync = {.wait_count = 1, .waits = &event};
    nf_cloud *on = NULL;
    support_fails(one, NF_ERROR_ARGUMENT, "event 0 of sync->waits belongs to another OpenCL context",
                  nf_cloud_create(one, &cloud.points, NULL, &sync, &on));
    ck_assert_int_eq(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(event);
    clReleaseContext(other);
}

/* Also on another queue than that of the search, and without an event: in order means behind what is in the queue. */
TEST(points_that_are_on_their_way_in_the_queue_of_a_cloud_are_waited_for) {
    own_stand s = stand_up(0, NULL);
    support_cloud cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 3);
    support_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    support_buffer there = support_buffer_of(s.context, NULL, 1500, 4);
    cl_command_queue queue = support_queue(s.context, 0);
    const nf_points points = {.n = 500, .dims = 3, .type = NF_FLOAT32, .rows = there.at};
    const nf_sync sync = {.queue = queue};
    const float zero = 0;
    pthread_t opener;
    nf_cloud *on = NULL;
    uint64_t count = 0;
    ck_assert_int_eq(
        clEnqueueFillBuffer(queue, there.at.buffer, &zero, 4, there.at.offset, 6000, 0, NULL, NULL),
        CL_SUCCESS);
    ck_assert_int_eq(clFinish(queue), CL_SUCCESS);
    /* Before the write: a driver may block a write from memory that is not pinned. */
    ck_assert_int_eq(pthread_create(&opener, NULL, open_gate, s.gate), 0);
    ck_assert_int_eq(clEnqueueWriteBuffer(queue, there.at.buffer, CL_FALSE, there.at.offset, 6000, cloud.data,
                                          1, &s.gate, NULL),
                     CL_SUCCESS);
    support_ok(s.context, nf_cloud_create(s.context, &points, NULL, &sync, &on));
    ck_assert_ptr_eq(s.context->last_queue, queue); /* PoCL orders the commands of a buffer by itself */
    support_ok(s.context, pairs_count(on, cloud.cutoff, NULL, NULL, &count));
    ck_assert_int_eq(pthread_join(opener, NULL), 0);
    ck_assert_uint_eq(count, host.count);
    nf_cloud_free(on);
    support_release(&there);
    support_pairs_free(&host);
    support_cloud_free(&cloud);
    clReleaseCommandQueue(queue);
}
