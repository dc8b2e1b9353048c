#include "opencl/launch.h"

#include "opencl/error.h"

#include <string.h>

/* ---- what a command waits for, and what it leaves behind ----------------------------------------------- */

static cl_uint wait_count(const nf_work *work) { return work->out_of_order && work->last ? 1 : 0; }
static const cl_event *wait_list(const nf_work *work) { return wait_count(work) ? &work->last : NULL; }

/* In-order queues need events for timing alone; out-of-order ones chain every command to the one before it.
 */
static int wants_event(const nf_work *work) { return work->out_of_order || work->context->profile; }

static nf_status enqueued(nf_work *work, cl_event event) {
    nf_status status = NF_OK;
    if (!event) return NF_OK;
    if (work->out_of_order) {
        if (work->last) clReleaseEvent(work->last);
        work->last = event;
        if (work->context->profile) NF_TRY_CL(work->context, clRetainEvent(event));
    }
    if (work->context->profile) NF_TRY(nf_stage_keep(work->context, work->stage, event));
done:
    return status;
}

/* Enqueues a command whose last argument is the event to make; it waits for the one before. */
#define NF_TRY_ENQUEUE(work, call, ...)                                                                      \
    do {                                                                                                     \
        cl_event event_ = NULL;                                                                              \
        const cl_int code_ = call((work)->queue, __VA_ARGS__, wait_count(work), wait_list(work),             \
                                  wants_event(work) ? &event_ : NULL);                                       \
        NF_TRY_CODE((work)->context, code_, #call);                                                          \
        NF_TRY(enqueued(work, event_));                                                                      \
    } while (0)

/* ---- begin, end -----------------------------------------------------------------------------------------
 */

static nf_status check_sync(nf_context *context, const nf_sync *sync) {
    if (sync && sync->num_waits && !sync->waits)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "sync says %u events to wait for and gives none",
                       sync->num_waits);
    for (cl_uint k = 0; sync && k < sync->num_waits; k++) {
        cl_int state = CL_COMPLETE;
        if (!sync->waits[k])
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "event %u of sync->waits is NULL", k);
        /* Drivers hang or crash over a command that waits for what has failed. */
        if (clGetEventInfo(sync->waits[k], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) ==
                CL_SUCCESS &&
            state < 0)
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "event %u of sync->waits has failed: %s", k,
                           nf_cl_name(state));
    }
    return NF_OK;
}

/* Takes the queue for the work, once it is known to be one of this context and device. */
static nf_status take_queue(nf_work *work, cl_command_queue queue) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_context owner = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    NF_TRY_CL(context, clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, NULL));
    NF_TRY_CL(context, clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL));
    NF_TRY_CL(context,
              clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    if (owner != context->cl || device != context->device.device)
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT,
                         "sync->queue belongs to another OpenCL context or device");
    else if (context->profile && !(properties & CL_QUEUE_PROFILING_ENABLE))
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT,
                         "the context is timed: sync->queue needs CL_QUEUE_PROFILING_ENABLE");
    if (status == NF_OK) {
        work->queue = queue;
        work->out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
done:
    return status;
}

/* All that follows in the queue waits for these. */
static nf_status wait_first(nf_work *work, cl_uint count, const cl_event *events) {
    nf_status status = NF_OK;
    cl_event event = NULL;
    if (count == 0) return NF_OK;
    NF_TRY_CL(work->context,
              clEnqueueBarrierWithWaitList(work->queue, count, events, work->out_of_order ? &event : NULL));
    if (event) {
        if (work->last) clReleaseEvent(work->last);
        work->last = event;
    }
done:
    return status;
}

/* Scratch may still be in use by the call before, on another queue or on an out-of-order one. */
static nf_status wait_for_scratch(nf_work *work) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_event marker = NULL;
    if (context->last_event) NF_TRY(wait_first(work, 1, &context->last_event));
    else if (context->last_queue && context->last_queue != work->queue) {
        NF_TRY_CL(context, clEnqueueMarkerWithWaitList(context->last_queue, 0, NULL, &marker));
        NF_TRY_CL(context, clFlush(context->last_queue));
        NF_TRY(wait_first(work, 1, &marker));
    }
done:
    if (marker) clReleaseEvent(marker);
    return status;
}

nf_status nf_work_begin(nf_work *work, nf_context *context, const nf_sync *sync) {
    nf_status status = NF_OK;
    memset(work, 0, sizeof *work);
    work->context = context;
    work->event_out = sync ? sync->event : NULL;
    work->stage = "other";
    context->error.text[0] = 0;
    if (work->event_out) *work->event_out = NULL;
    NF_TRY(check_sync(context, sync));
    NF_TRY(take_queue(work, sync && sync->queue ? sync->queue : context->queue));
    NF_TRY(wait_for_scratch(work));
    if (sync) NF_TRY(wait_first(work, sync->num_waits, sync->waits));
done:
    if (status != NF_OK) { /* nothing has begun: who used the scratch before is still who used it last */
        if (work->last) clReleaseEvent(work->last);
        work->last = NULL;
        work->queue = NULL;
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

/* Remembers who may still be using the scratch. */
static void remember(nf_work *work) {
    nf_context *context = work->context;
    if (context->last_queue != work->queue && clRetainCommandQueue(work->queue) == CL_SUCCESS) {
        if (context->last_queue) clReleaseCommandQueue(context->last_queue);
        context->last_queue = work->queue;
    }
    if (context->last_event) clReleaseEvent(context->last_event);
    context->last_event = work->last;
    work->last = NULL;
}

nf_status nf_work_end(nf_work *work, nf_status status) {
    nf_context *context = work->context;
    if (!work->queue) return status; /* nf_work_begin refused the sync: nothing ran, nothing to remember */
    if (status == NF_OK) status = hand_out_event(work);
    const cl_int code = clFlush(work->queue);
    if (status == NF_OK && code != CL_SUCCESS) status = nf_fail_cl(context, code, "clFlush");
    nf_scratch_back(work, 0);
    remember(work);
    if (status != NF_OK && work->event_out && *work->event_out) {
        clReleaseEvent(*work->event_out);
        *work->event_out = NULL;
    }
    return status;
}

nf_status nf_work_wait(nf_work *work) {
    nf_status status = NF_OK;
    if (work->out_of_order && work->last) NF_TRY_CL(work->context, clWaitForEvents(1, &work->last));
    else NF_TRY_CL(work->context, clFinish(work->queue));
done:
    return status;
}

nf_status nf_scratch(nf_work *work, uint64_t bytes, cl_mem *out) {
    *out = NULL;
    if (work->scratch_count == NF_WORK_SCRATCH)
        return nf_fail(&work->context->error, NF_ERROR_MEMORY,
                       "one call wants more than %d pieces of scratch", NF_WORK_SCRATCH);
    const nf_status status = nf_arena_take(work->context, bytes, out);
    if (status == NF_OK) work->scratch[work->scratch_count++] = *out;
    return status;
}

size_t nf_scratch_mark(const nf_work *work) { return work->scratch_count; }

void nf_scratch_back(nf_work *work, size_t mark) {
    while (work->scratch_count > mark) nf_arena_give(work->context, work->scratch[--work->scratch_count]);
}

/* ---- commands -------------------------------------------------------------------------------------------
 */

static nf_arg buffer_arg(cl_mem buffer) {
    const nf_arg arg = {.kind = NF_ARG_BUFFER, .value.buffer = buffer};
    return arg;
}
nf_arg nf_in(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_out(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_inout(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_u32(uint32_t value) { return (nf_arg){.kind = NF_ARG_U32, .value.u32 = value}; }
nf_arg nf_u64(uint64_t value) { return (nf_arg){.kind = NF_ARG_U64, .value.u64 = value}; }
nf_arg nf_real(nf_type type, double value) {
    if (type == NF_FLOAT32) return (nf_arg){.kind = NF_ARG_F32, .value.f32 = (cl_float)value};
    return (nf_arg){.kind = NF_ARG_F64, .value.f64 = value};
}

nf_shape nf_shape_for(uint64_t n, uint64_t per_group, size_t group) {
    const uint64_t groups = n / per_group + (n % per_group != 0);
    return (nf_shape){.groups = groups ? groups : 1, .group = group};
}

/* Size of an argument, and the type name that a kernel must give it. */
static const struct {
    size_t bytes;
    const char *type;
} arg_kinds[] = {
    [NF_ARG_BUFFER] = {sizeof(cl_mem), "*"},
    [NF_ARG_U32] = {4, "uint"},
    [NF_ARG_U64] = {8, "ulong"},
    [NF_ARG_F32] = {4, "float"},
    [NF_ARG_F64] = {8, "double"},
};

#if defined(NF_DEBUG)
/* Debug builds hold every launch against the kernel's own signature; drivers that know no signatures are
   passed over. */
static nf_status check_args(nf_context *context, cl_kernel kernel, const char *name, const nf_arg *args,
                            size_t count) {
    cl_uint wanted = 0;
    if (clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof wanted, &wanted, NULL) == CL_SUCCESS &&
        wanted != count)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "kernel %s takes %u arguments and is given %zu",
                       name, wanted, count);
    for (cl_uint k = 0; k < count; k++) {
        char type[128] = "";
        if (clGetKernelArgInfo(kernel, k, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) != CL_SUCCESS)
            return NF_OK;
        const int pointer = strchr(type, '*') != NULL, given = args[k].kind == NF_ARG_BUFFER;
        const int real =
            strcmp(type, "real") == 0 && (args[k].kind == NF_ARG_F32 || args[k].kind == NF_ARG_F64);
        if (pointer != given || (!pointer && !real && strcmp(type, arg_kinds[args[k].kind].type) != 0))
            return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                           "argument %u of kernel %s is a %s and is given a %s", k, name, type,
                           arg_kinds[args[k].kind].type);
    }
    return NF_OK;
}
#endif

nf_status nf_launch_args(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                         const nf_arg *args, size_t count) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_kernel kernel = NULL;
    NF_TRY(nf_program_kernel(context, program, name, &kernel));
#if defined(NF_DEBUG)
    NF_TRY(check_args(context, kernel, name, args, count));
#endif
    for (cl_uint k = 0; k < count; k++) {
        NF_TRY_CL(context, clSetKernelArg(kernel, k, arg_kinds[args[k].kind].bytes, &args[k].value));
    }
    const size_t global = (size_t)shape.groups * shape.group, group = shape.group;
    NF_TRY_ENQUEUE(work, clEnqueueNDRangeKernel, kernel, 1, NULL, &global, &group);
done:
    return status;
}

nf_status nf_fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset,
                  uint64_t bytes) {
    nf_status status = NF_OK;
    if (bytes == 0) return NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueFillBuffer, buffer, pattern, pattern_bytes, (size_t)offset, (size_t)bytes);
done:
    return status;
}

nf_status nf_copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                  uint64_t bytes) {
    nf_status status = NF_OK;
    if (bytes == 0) return NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueCopyBuffer, from, to, (size_t)from_offset, (size_t)to_offset,
                   (size_t)bytes);
done:
    return status;
}

nf_status nf_write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes) {
    nf_status status = NF_OK;
    if (bytes == 0) return NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueWriteBuffer, to, CL_TRUE, (size_t)offset, (size_t)bytes, data);
done:
    return status;
}

nf_status nf_read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes) {
    nf_status status = NF_OK;
    if (bytes == 0) return NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueReadBuffer, from, CL_TRUE, (size_t)offset, (size_t)bytes, data);
done:
    return status;
}
