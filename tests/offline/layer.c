/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An OpenCL layer for list_programs, which needs the programs of the library but not their results.  It runs only kernels
 * whose results affect later programs (the size of the grid, the fullest cell and the probes), so that the driver need not build the others.
 * Buffers start as zeros, and every total that is read is MANY.
 */
#define LAYER_NAME "nearfield offline"
#include "support/layer_body.h"

#include <stdlib.h>

enum { MANY = 200 };

static cl_int CL_API_CALL run_or_pass_over(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                           const size_t *offset, const size_t *global, const size_t *local,
                                           cl_uint n, const cl_event *waits, cl_event *event) {
    static const char *const run[] = {"bounds", "plan", "sample", "small", "fullest", "probe_"};
    char name[64] = "";
    target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    for (size_t k = 0; k < sizeof run / sizeof *run; k++)
        if (strncmp(name, run[k], strlen(run[k])) == 0)
            return target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, n, waits,
                                                  event);
    return event || n ? target->clEnqueueMarkerWithWaitList(queue, n, waits, event) : CL_SUCCESS;
}

static cl_mem CL_API_CALL create_zeros(cl_context context, cl_mem_flags flags, size_t size, void *host,
                                       cl_int *code) {
    void *zeros = host ? NULL : calloc(1, size ? size : 1);
    const cl_mem_flags copies = zeros ? CL_MEM_COPY_HOST_PTR : 0;
    cl_mem buffer = target->clCreateBuffer(context, flags | copies, size, zeros ? zeros : host, code);
    free(zeros);
    return buffer;
}

static cl_int CL_API_CALL read(cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t size,
                               void *data, cl_uint n, const cl_event *events, cl_event *event) {
    const cl_int code =
        target->clEnqueueReadBuffer(queue, from, CL_TRUE, offset, size, data, n, events, event);
    const cl_ulong many = MANY;
    (void)waits;
    if (size == sizeof many) memcpy(data, &many, sizeof many);
    return code;
}

static void replace_calls(void) {
    ours.clEnqueueNDRangeKernel = run_or_pass_over;
    ours.clCreateBuffer = create_zeros;
    ours.clEnqueueReadBuffer = read;
}
