/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/launch.h"

#include "core/check.h"
#include "core/slice.h"
#include "core/whole.h"
#include "opencl/error.h"
#include "opencl/ops.h"
#include "opencl/queue/queue.h"

#include <string.h>

/* ---- events between commands -------------------------------------------------------------------------- */

static cl_uint wait_count(const nf_work *work) { return work->out_of_order && work->last ? 1 : 0; }
static const cl_event *wait_list(const nf_work *work) { return wait_count(work) ? &work->last : NULL; }

/* In-order queues need events only for timing; on out-of-order queues each command waits for the previous one. */
static int wants_event(const nf_work *work) { return work->out_of_order || work->context->profile; }

static nf_status enqueued(nf_work *work, cl_event event) {
    nf_status status = NF_OK;
    work->enqueued = 1;
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

/* Enqueues a command whose last argument is its event; it waits for the previous command.  Before it the caller may cancel the call. */
#define NF_TRY_ENQUEUE(work, call, ...)                                                                      \
    do {                                                                                                     \
        cl_event event_ = NULL;                                                                              \
        NF_TRY(nf_work_go_on(work));                                                                         \
        const cl_int code_ = call((work)->queue, __VA_ARGS__, wait_count(work), wait_list(work),             \
                                  wants_event(work) ? &event_ : NULL);                                       \
        NF_TRY_CODE((work)->context, code_, #call);                                                          \
        NF_TRY(enqueued(work, event_));                                                                      \
    } while (0)

/* ---- commands ----------------------------------------------------------------------------------------- */

static nf_arg buffer_arg(cl_mem buffer) {
    const nf_arg arg = {.kind = NF_ARG_BUFFER, .value.buffer = buffer};
    return arg;
}
nf_arg nf_in(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_out(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_inout(cl_mem buffer) { return buffer_arg(buffer); }
nf_arg nf_u32(uint32_t value) { return (nf_arg){.kind = NF_ARG_U32, .value.u32 = value}; }
nf_arg nf_u64(uint64_t value) { return (nf_arg){.kind = NF_ARG_U64, .value.u64 = value}; }
nf_arg nf_struct(const void *data, size_t bytes) {
    return (nf_arg){.kind = NF_ARG_STRUCT, .value.data = data, .bytes = bytes};
}
nf_arg nf_real(nf_type type, double value) {
    if (type == NF_FLOAT32) return (nf_arg){.kind = NF_ARG_F32, .value.f32 = (cl_float)value};
    return (nf_arg){.kind = NF_ARG_F64, .value.f64 = value};
}

nf_shape nf_shape_for(uint64_t n, uint64_t per_group, size_t group) {
    const uint64_t groups = nf_ceiling(n, per_group);
    return (nf_shape){.groups = groups ? groups : 1, .group = group};
}

/* The size of an argument, and the name of its type in a kernel's signature. */
static const struct {
    size_t bytes;
    const char *type;
} arg_kinds[] = {
    [NF_ARG_BUFFER] = {sizeof(cl_mem), "*"},
    [NF_ARG_U32] = {4, "uint"},
    [NF_ARG_U64] = {8, "ulong"},
    [NF_ARG_F32] = {4, "float"},
    [NF_ARG_F64] = {8, "double"},
    [NF_ARG_STRUCT] = {0, "struct"},
};

#if defined(NF_DEBUG)
/* Debug builds compare the arguments of every launch with the kernel's signature, if the driver reports it. */
static nf_status check_args(nf_context *context, cl_kernel kernel, const char *name, const nf_arg *args,
                            size_t count) {
    cl_uint wanted = 0;
    if (clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof wanted, &wanted, NULL) == CL_SUCCESS &&
        wanted != count)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "kernel %s has %u arguments, but %zu are passed",
                       name, wanted, count);
    for (cl_uint k = 0; k < count; k++) {
        char type[128] = "";
        if (clGetKernelArgInfo(kernel, k, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) != CL_SUCCESS)
            return NF_OK;
        const int pointer = strchr(type, '*') != NULL, given = args[k].kind == NF_ARG_BUFFER;
        const int real =
            strcmp(type, "real") == 0 && (args[k].kind == NF_ARG_F32 || args[k].kind == NF_ARG_F64);
        const int structure = strncmp(type, "nf_", 3) == 0 && args[k].kind == NF_ARG_STRUCT;
        if (pointer != given ||
            (!pointer && !real && !structure && strcmp(type, arg_kinds[args[k].kind].type) != 0))
            return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                           "argument %u of kernel %s is a %s, but a %s is passed", k, name, type,
                           arg_kinds[args[k].kind].type);
    }
    return NF_OK;
}
#endif

nf_status nf_cl_launch(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                       const nf_arg *args, size_t count) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_kernel kernel = NULL;
    NF_TRY(nf_program_kernel(context, program, name, &kernel));
#if defined(NF_DEBUG)
    NF_TRY(check_args(context, kernel, name, args, count));
#endif
    for (cl_uint k = 0; k < count; k++) {
        const int is_struct = args[k].kind == NF_ARG_STRUCT;
        NF_TRY_CL(context,
                  clSetKernelArg(kernel, k, is_struct ? args[k].bytes : arg_kinds[args[k].kind].bytes,
                                 is_struct ? args[k].value.data : &args[k].value));
    }
    const size_t global = (size_t)shape.groups * shape.group, group = shape.group,
                 first = (size_t)shape.first * shape.group;
    NF_TRY_ENQUEUE(work, clEnqueueNDRangeKernel, kernel, 1, first ? &first : NULL, &global, &group);
done:
    return status;
}

nf_status nf_launch_args(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                         const nf_arg *args, size_t count) {
    const nf_device_ops *ops = work->context->ops;
    return ops->launch ? ops->launch(work, program, name, shape, args, count) : NF_OK;
}

nf_status nf_launch_more(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                         const nf_arg *args, size_t count, const nf_arg *more, size_t more_count) {
    enum { MOST = 128 };
    nf_arg all[MOST];
    if (count > MOST || more_count > MOST - count)
        return nf_fail(&work->context->error, NF_ERROR_ARGUMENT, "%s has more than %d arguments", name, MOST);
    memcpy(all, args, count * sizeof *args);
    if (more_count) memcpy(all + count, more, more_count * sizeof *more);
    return nf_launch_args(work, program, name, shape, all, count + more_count);
}

nf_status nf_cl_fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset,
                     uint64_t bytes) {
    nf_status status = NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueFillBuffer, buffer, pattern, pattern_bytes, (size_t)offset, (size_t)bytes);
done:
    return status;
}

nf_status nf_cl_copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                     uint64_t bytes) {
    nf_status status = NF_OK;
    NF_TRY_ENQUEUE(work, clEnqueueCopyBuffer, from, to, (size_t)from_offset, (size_t)to_offset,
                   (size_t)bytes);
done:
    return status;
}

nf_status nf_cl_transfer(nf_work *work, cl_mem buffer, uint64_t offset, const void *from, void *to,
                         uint64_t bytes, cl_event *out) {
    nf_status status = NF_OK;
    cl_event event = NULL, *wanted = out || wants_event(work) ? &event : NULL;
    const cl_bool waits = out ? CL_FALSE : CL_TRUE;
    cl_int code = CL_SUCCESS;
    NF_TRY(nf_work_go_on(work));
    if (from)
        code = clEnqueueWriteBuffer(work->queue, buffer, waits, (size_t)offset, (size_t)bytes, from,
                                    wait_count(work), wait_list(work), wanted);
    else
        code = clEnqueueReadBuffer(work->queue, buffer, waits, (size_t)offset, (size_t)bytes, to,
                                   wait_count(work), wait_list(work), wanted);
    NF_TRY_CODE(work->context, code, from ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer");
    if (out) *out = event;
    if (out && wants_event(work)) NF_TRY_CL(work->context, clRetainEvent(event));
    NF_TRY(enqueued(work, wants_event(work) ? event : NULL));
    if (out) NF_TRY_CL(work->context, clFlush(work->queue));
done:
    return status;
}

/* Rows of one byte. */
static void copy_up(const nf_rows *rows, uint64_t first, uint64_t count, void *packed) {
    memcpy(packed, (const char *)rows->at.from + first, (size_t)count);
}

static void copy_down(const nf_rows *rows, uint64_t first, uint64_t count, void *packed) {
    memcpy((char *)rows->at.to + first, packed, (size_t)count);
}

nf_status nf_cl_write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes) {
    const nf_rows rows = {bytes, 1, copy_up, {.from = data}};
    nf_status status = NF_OK;
    if (!nf_is_pinned(work->context, data, bytes) && nf_is_staged(work->context, &rows))
        return nf_staged_write(work, to, offset, &rows);
    NF_TRY(nf_cl_transfer(work, to, offset, data, NULL, bytes, NULL));
    NF_TRY(nf_work_ran(work));
done:
    return status;
}

nf_status nf_cl_read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                     const void *most) {
    const nf_rows rows = {bytes, 1, copy_down, {.to = data}};
    nf_status status = NF_OK;
    (void)most;
    if (!nf_is_pinned(work->context, data, bytes) && nf_is_staged(work->context, &rows))
        return nf_staged_read(work, from, offset, &rows);
    NF_TRY(nf_cl_transfer(work, from, offset, NULL, data, bytes, NULL));
    NF_TRY(nf_work_ran(work));
done:
    return status;
}

nf_status nf_cl_unmap(nf_work *work, cl_mem buffer, void *mapped) {
    cl_event event = NULL;
    nf_status status = NF_OK;
    const cl_int code = clEnqueueUnmapMemObject(work->queue, buffer, mapped, wait_count(work),
                                                wait_list(work), wants_event(work) ? &event : NULL);
    NF_TRY_CODE(work->context, code, "clEnqueueUnmapMemObject");
    NF_TRY(enqueued(work, event));
done:
    return status;
}

nf_status nf_cl_map(nf_work *work, cl_mem buffer, uint64_t bytes, void **out) {
    cl_event event = NULL;
    cl_int code = CL_SUCCESS;
    nf_status status = NF_OK;
    NF_TRY(nf_work_go_on(work));
    void *mapped =
        clEnqueueMapBuffer(work->queue, buffer, CL_TRUE, CL_MAP_READ, 0, (size_t)bytes, wait_count(work),
                           wait_list(work), wants_event(work) ? &event : NULL, &code);
    NF_TRY_CODE(work->context, code, "clEnqueueMapBuffer");
    status = enqueued(work, event);
    if (status == NF_OK) status = nf_work_ran(work);
    if (status != NF_OK) (void)nf_cl_unmap(work, buffer, mapped);
    else *out = mapped;
done:
    return status;
}

nf_status nf_map(nf_work *work, cl_mem buffer, uint64_t bytes, void **out) {
    return work->context->ops->map(work, buffer, bytes, out);
}

nf_status nf_unmap(nf_work *work, cl_mem buffer, void *mapped) {
    const nf_device_ops *ops = work->context->ops;
    return ops->unmap ? ops->unmap(work, buffer, mapped) : NF_OK;
}

nf_status nf_fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset,
                  uint64_t bytes) {
    const nf_device_ops *ops = work->context->ops;
    return bytes && ops->fill ? ops->fill(work, buffer, pattern, pattern_bytes, offset, bytes) : NF_OK;
}

nf_status nf_copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                  uint64_t bytes) {
    const nf_device_ops *ops = work->context->ops;
    return bytes && ops->copy ? ops->copy(work, from, from_offset, to, to_offset, bytes) : NF_OK;
}

nf_status nf_write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes) {
    const nf_device_ops *ops = work->context->ops;
    return bytes && ops->write ? ops->write(work, to, offset, data, bytes) : NF_OK;
}

/* Where nothing is staged, through one block of the context's allocator. */
nf_status nf_write_rows(nf_work *work, cl_mem to, const nf_rows *rows) {
    enum { BLOCK = 1 << 22 }; /* bytes */
    nf_context *context = work->context;
    const uint64_t most = nf_max(1, BLOCK / rows->bytes);
    void *block = NULL;
    nf_status status = NF_OK;
    if (!context->ops->write) return NF_OK;
    if (nf_is_staged(context, rows)) return nf_staged_write(work, to, 0, rows);
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)nf_min(most, rows->n), rows->bytes,
                           "rows on their way to the device", &block, &context->error));
    for (uint64_t first = 0; first < rows->n; first += most) {
        const uint64_t count = nf_min(most, rows->n - first);
        rows->copy(rows, first, count, block);
        NF_TRY(nf_write(work, to, first * rows->bytes, block, count * rows->bytes));
    }
done:
    nf_release(&context->allocator, block);
    return status;
}

nf_status nf_take_slice(nf_work *work, nf_context *context, const char *name, nf_slice slice, uint64_t n,
                        size_t size, nf_elements *out) {
    nf_status status = NF_OK;
    *out = (nf_elements){NULL, 0};
    NF_TRY(nf_check_place(slice, name, n, size, &context->error));
    if (!slice.host) return nf_check_slice(context, name, slice, n, size, NF_READ, out);
    if (!work || !n) return NF_OK;
    work->stage = "upload";
    NF_TRY(nf_scratch(work, nf_multiply(n, size), &out->buffer));
    NF_TRY(nf_write(work, out->buffer, 0, nf_slice_memory(slice), n * size));
done:
    return status;
}

nf_status nf_read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes) {
    return nf_read_most(work, from, offset, data, bytes, NULL);
}

nf_status nf_read_most(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                       const void *most) {
    return bytes ? work->context->ops->read(work, from, offset, data, bytes, most) : NF_OK;
}
