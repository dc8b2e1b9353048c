/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/queue/queue.h"

#include "opencl/error.h"
#include "opencl/quirks.h"

/* Sets the work's queue after checking that it belongs to this context and device. */
static nf_status take_queue(nf_work *work, cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_queue_check(work->context, queue, "sync->queue", &properties));
    work->queue = queue;
    work->out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
done:
    return status;
}

static nf_status barrier_for(nf_work *work, cl_uint count, const cl_event *events, cl_event *event) {
    nf_status status = NF_OK;
    NF_TRY_CL(work->context, clEnqueueBarrierWithWaitList(work->queue, count, events, event));
    work->enqueued = 1;
done:
    return status;
}

/* Makes later commands of the queue wait for these events.  On an out-of-order queue the last barrier waits for all events so far:
   PoCL 3.1 lets the commands behind a second barrier pass the first one. */
static nf_status wait_first(nf_work *work, cl_uint count, const cl_event *events) {
    nf_status status = NF_OK;
    cl_event event = NULL, both[2];
    if (count == 0) return NF_OK;
    if (!work->out_of_order) return barrier_for(work, count, events, NULL);
    NF_TRY(barrier_for(work, count, events, &event));
    both[0] = work->last;
    both[1] = event;
    work->last = event;
    if (!both[0]) return NF_OK;
    status = barrier_for(work, 2, both, &work->last);
    clReleaseEvent(both[0]);
    if (status == NF_OK) clReleaseEvent(both[1]);
done:
    return status;
}

static void forget(nf_context *context) {
    if (context->last_event) clReleaseEvent(context->last_event);
    if (context->last_queue) clReleaseCommandQueue(context->last_queue);
    context->last_event = NULL;
    context->last_queue = NULL;
}

/* Queries the events that earlier works wait for.  Completed ones are dropped; if one failed, the commands behind it
   failed, too. */
static void look_at_awaited(nf_context *context) {
    size_t kept = 0;
    for (size_t k = 0; k < context->awaited_count; k++) {
        cl_event event = context->awaited[k];
        const cl_int state = nf_event_state(event);
        if (state > CL_COMPLETE) {
            context->awaited[kept++] = event;
            continue;
        }
        clReleaseEvent(event);
        if (state < 0) {
            context->lost++;
            nf_context_spoil(context);
        }
    }
    context->awaited_count = kept;
    /* A command behind a failed event fails too, or the driver hangs, so the event is dropped.  The commands that it
       was waiting for may still be running; context->earlier has their events. */
    if (context->last_event && nf_event_state(context->last_event) < 0) forget(context);
}

/* Drops the events of context->earlier that have completed; or waits for all and drops them. */
static void drop_earlier(nf_context *context, int wait) {
    size_t kept = 0;
    for (size_t k = 0; k < context->earlier_count; k++) {
        cl_event event = context->earlier[k];
        if (wait) clWaitForEvents(1, &event);
        if (!wait && nf_event_state(event) > CL_COMPLETE) context->earlier[kept++] = event;
        else clReleaseEvent(event);
    }
    context->earlier_count = kept;
}

nf_status nf_work_ran(nf_work *work) {
    nf_context *context = work->context;
    for (size_t k = 0; k < context->awaited_count; k++) {
        const cl_int state = nf_event_state(context->awaited[k]);
        if (state < 0)
            return nf_fail(&context->error, NF_ERROR_DEVICE,
                           "commands did not run, because an event that they waited for failed: %s",
                           nf_cl_name(state));
    }
    return NF_OK;
}

/* Makes the work wait for the caller's events, and remembers them until they complete. */
static nf_status wait_for_caller(nf_work *work, const nf_sync *sync) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    if (!sync->wait_count) return NF_OK;
    NF_TRY(nf_grow(&context->allocator, (void **)&context->awaited, &context->awaited_capacity,
                   context->awaited_count + sync->wait_count, sizeof *context->awaited, "the list of events",
                   &context->error));
    NF_TRY(wait_first(work, sync->wait_count, sync->waits));
    for (cl_uint k = 0; k < sync->wait_count; k++)
        if (nf_event_state(sync->waits[k]) != CL_COMPLETE && clRetainEvent(sync->waits[k]) == CL_SUCCESS)
            context->awaited[context->awaited_count++] = sync->waits[k];
done:
    return status;
}

static nf_status keep_earlier(nf_context *context, cl_event event) {
    nf_status status = NF_OK;
    NF_TRY(nf_grow(&context->allocator, (void **)&context->earlier, &context->earlier_capacity,
                   context->earlier_count + 1, sizeof *context->earlier, "the list of earlier works",
                   &context->error));
    NF_TRY_CL(context, clRetainEvent(event));
    context->earlier[context->earlier_count++] = event;
done:
    return status;
}

/* Waits for the previous call if it may still use the scratch: on another queue, or on an out-of-order one.  `may_fail`:
   an event of the caller may still fail, and this work with it; the next work must then wait for the previous call. */
static nf_status wait_for_scratch(nf_work *work, int may_fail) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_event before = context->last_event, marker = NULL;
    const int elsewhere = context->last_queue && context->last_queue != work->queue;
    if (!context->last_queue) NF_TRY(wait_first(work, (cl_uint)context->earlier_count, context->earlier));
    if (elsewhere && !before)
        NF_TRY_CL(context, clEnqueueMarkerWithWaitList(context->last_queue, 0, NULL, &marker));
    if (marker) before = marker;
    if (elsewhere || (before && may_fail)) NF_TRY_CL(context, clFlush(context->last_queue));
    if (before && may_fail) NF_TRY(keep_earlier(context, before));
    /* an in-order queue runs the work after it in any case */
    if (before && (elsewhere || work->out_of_order)) NF_TRY(wait_first(work, 1, &before));
done:
    if (marker) clReleaseEvent(marker);
    return status;
}

nf_status nf_cl_begin(nf_work *work, const nf_sync *sync) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    int open = 0;
    NF_TRY(nf_sync_check(context, sync, &open));
    look_at_awaited(context);
    drop_earlier(context, 0);
    NF_TRY(take_queue(work, sync->queue ? sync->queue : context->queue));
    NF_TRY(wait_for_scratch(work, open || context->awaited_count > 0));
    NF_TRY(wait_for_caller(work, sync));
done:
    if (status != NF_OK) { /* nothing was enqueued: the last user of the scratch is still the same */
        if (work->last) clReleaseEvent(work->last);
        work->last = NULL;
    }
    return status;
}

static nf_status hand_out_event(nf_work *work) {
    nf_status status = NF_OK;
    if (!work->event_out) return NF_OK;
    if (work->out_of_order && work->last) {
        NF_TRY_CL(work->context, clRetainEvent(work->last));
        *work->event_out = work->last;
    } else NF_TRY_CL(work->context, clEnqueueMarkerWithWaitList(work->queue, 0, NULL, work->event_out));
done:
    return status;
}

/* Marks the end of the work in the caller's queue by an event, so that later commands of others are not waited for.  If
   this fails, the next work waits for the whole queue. */
static void mark_end(nf_work *work) {
    const nf_context *context = work->context;
    if (!work->enqueued || work->out_of_order || (context->owns_queue && work->queue == context->queue))
        return;
    if (work->event_out && *work->event_out && clRetainEvent(*work->event_out) == CL_SUCCESS)
        work->last = *work->event_out;
    else if (clEnqueueMarkerWithWaitList(work->queue, 0, NULL, &work->last) != CL_SUCCESS) work->last = NULL;
}

/* Remembers the queue that may still use the scratch. */
static void remember(nf_work *work) {
    nf_context *context = work->context;
    if (!work->enqueued) return; /* the previous one remains */
    if (context->last_queue != work->queue && clRetainCommandQueue(work->queue) == CL_SUCCESS) {
        if (context->last_queue) clReleaseCommandQueue(context->last_queue);
        context->last_queue = work->queue;
    }
    if (context->last_event) clReleaseEvent(context->last_event);
    context->last_event = work->last;
    work->last = NULL;
}

void nf_work_leave(nf_context *context) {
    if (context->last_event) clWaitForEvents(1, &context->last_event);
    else if (context->last_queue) nf_finish(context, context->last_queue);
    drop_earlier(context, 1);
    forget(context);
}

/* An event that another queue waits for needs a flush of its own queue. */
static nf_status submit(const nf_work *work) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    if (work->event_out || work->out_of_order || !nf_has_quirk(&context->device, NF_QUIRK_SUBMITS_AT_ONCE))
        NF_TRY_CL(context, clFlush(work->queue));
done:
    return status;
}

nf_status nf_cl_end(nf_work *work, nf_status status) {
    /* Commands of a call whose result does not fit still run: they write what fits, and the total. */
    if (status == NF_OK || status == NF_ERROR_CAPACITY) {
        const nf_status handed = hand_out_event(work);
        if (handed != NF_OK) status = handed;
    }
    mark_end(work);
    if (status == NF_OK) status = submit(work);
    else clFlush(work->queue); /* the commands before the failure */
    remember(work);
    if (status != NF_OK && status != NF_ERROR_CAPACITY && work->event_out && *work->event_out) {
        clReleaseEvent(*work->event_out);
        *work->event_out = NULL;
    }
    return status;
}

nf_status nf_cl_resume(nf_work *work) { return wait_for_scratch(work, work->context->awaited_count > 0); }

nf_status nf_cl_wait(nf_work *work) {
    nf_status status = NF_OK;
    if (work->out_of_order && work->last) NF_TRY_CL(work->context, clWaitForEvents(1, &work->last));
    else {
        const cl_int code = nf_finish(work->context, work->queue);
        NF_TRY_CODE(work->context, code, "clFinish");
    }
done:
    return status;
}

nf_status nf_cl_finish(nf_context *context) {
    nf_status status = NF_OK;
    const cl_int code = nf_finish(context, context->queue);
    NF_TRY_CODE(context, code, "clFinish");
done:
    return status;
}
