/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/pinned.h"

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
