/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/pinned.h"

#include "core/check.h"
#include "opencl/context.h"

/* A queue of its own: the maps wait for no command of anyone. */
static cl_command_queue queue_of(nf_context *context) {
    cl_int code = CL_SUCCESS;
    if (!context->pins) context->pins = clCreateCommandQueue(context->cl, context->device.device, 0, &code);
    return context->pins;
}

int nf_pin(nf_context *context, uint64_t bytes, nf_pinned *out) {
    cl_int code = CL_SUCCESS;
    *out = (nf_pinned){.bytes = bytes};
    if (bytes > SIZE_MAX || !queue_of(context)) return 0;
    cl_mem buffer =
        clCreateBuffer(context->cl, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, (size_t)bytes, NULL, &code);
    if (!buffer || code != CL_SUCCESS) return 0;
    out->memory = clEnqueueMapBuffer(context->pins, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     (size_t)bytes, 0, NULL, NULL, &code);
    if (!out->memory || code != CL_SUCCESS) {
        clReleaseMemObject(buffer);
        return 0;
    }
    out->buffer = buffer;
    return 1;
}

void nf_unpin(nf_context *context, nf_pinned *pinned) {
    if (!pinned->buffer) return;
    if (clEnqueueUnmapMemObject(context->pins, pinned->buffer, pinned->memory, 0, NULL, NULL) == CL_SUCCESS)
        nf_finish(context, context->pins);
    clReleaseMemObject(pinned->buffer);
    *pinned = (nf_pinned){.buffer = NULL};
}

/* ---- memory of the caller -------------------------------------------------------------------------------------- */

int nf_is_pinned(const nf_context *context, const void *memory, uint64_t bytes) {
    const nf_host_memory *host = &context->host_memory;
    for (size_t k = 0; k < host->count; k++) {
        const uintptr_t first = (uintptr_t)host->pinned[k].memory, at = (uintptr_t)memory;
        if (at >= first && at - first <= host->pinned[k].bytes &&
            bytes <= host->pinned[k].bytes - (at - first))
            return 1;
    }
    return 0;
}

nf_status nf_host_allocate(nf_context *context, size_t bytes, void **out) {
    nf_status status = NF_OK;
    if (out) *out = NULL;
    if (!context) return NF_ERROR_ARGUMENT;
    nf_host_memory *host = &context->host_memory;
    context->error.text[0] = 0;
    if (!out)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "out is NULL: give the address of a pointer");
    if (!bytes) return NF_OK;
    NF_TRY(nf_grow(&context->allocator, (void **)&host->pinned, &host->capacity, host->count + 1,
                   sizeof *host->pinned, "the list of pinned memory", &context->error));
    if (context->staging.block && nf_pin(context, bytes, &host->pinned[host->count]))
        *out = host->pinned[host->count++].memory;
    else NF_TRY(nf_allocate_raw(&context->allocator, bytes, 1, "host memory", out, &context->error));
    nf_context_hold(context);
done:
    return status;
}

void nf_host_free(nf_context *context, void *memory) {
    if (!context || !memory) return;
    nf_host_memory *host = &context->host_memory;
    size_t k = 0;
    while (k < host->count && host->pinned[k].memory != memory) k++;
    if (k < host->count) {
        nf_unpin(context, &host->pinned[k]);
        host->pinned[k] = host->pinned[--host->count];
    } else nf_release(&context->allocator, memory);
    nf_context_free(context);
}
