/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An OpenCL layer for list_programs, which needs the programs of the library but not their results.  It builds and runs only kernels
 * whose results affect later programs (the size of the grid, the fullest cell, the probes, and whether a point is refused).  A program
 * without them is not built, and its kernels are those of an empty program.  Buffers start as zeros, every total that is read is MANY,
 * and none is copied: kernels that did not run left it as it was in scratch that is used again.
 */
#define LAYER_NAME "nearfield offline"
#include "support/layer_body.h"

#include <ctype.h>
#include <stdlib.h>

enum { MANY = 200 };

static const char *const run[] = {"bounds",  "plan",   "sample",   "small",
                                  "fullest", "probe_", "nf_direct"}; /* their names begin so */
#define STAND_IN "stand_in"

/* 1 if the text has " NAME(" for the name of a kernel that runs. */
static int has_kernel_that_runs(const char *text) {
    for (size_t k = 0; k < sizeof run / sizeof *run; k++)
        for (const char *at = strstr(text, run[k]); at; at = strstr(at + 1, run[k])) {
            const char *end = at;
            while (isalnum((unsigned char)*end) || *end == '_') end++;
            if (at > text && isspace((unsigned char)at[-1]) && *end == '(') return 1;
        }
    return 0;
}

static cl_int CL_API_CALL build_or_pass_over(cl_program program, cl_uint n, const cl_device_id *devices,
                                             const char *options, void(CL_CALLBACK *done)(cl_program, void *),
                                             void *data) {
    size_t size = 0;
    char *text = NULL;
    int runs = 1;
    if (target->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) == CL_SUCCESS && size)
        text = calloc(1, size + 1);
    if (text && target->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL) == CL_SUCCESS)
        runs = has_kernel_that_runs(text);
    free(text);
    return runs ? target->clBuildProgram(program, n, devices, options, done, data) : CL_SUCCESS;
}

/* Of a program that was not built, a kernel of the empty program, which is built once for each context. */
static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *code) {
    static const char *source = "__kernel void " STAND_IN "(void) {}";
    static cl_context had = NULL;
    static cl_program empty = NULL;
    cl_context context = NULL;
    cl_int said = CL_SUCCESS;
    cl_kernel kernel = target->clCreateKernel(program, name, &said);
    if (said == CL_INVALID_PROGRAM_EXECUTABLE) {
        target->clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL);
        if (context != had) {
            if (empty) target->clReleaseProgram(empty);
            empty = target->clCreateProgramWithSource(context, 1, &source, NULL, &said);
            said = target->clBuildProgram(empty, 0, NULL, NULL, NULL, NULL);
            had = context;
        }
        kernel = target->clCreateKernel(empty, STAND_IN, &said);
    }
    if (code) *code = said;
    return kernel;
}

static void get_name(cl_kernel kernel, size_t size, char *name) {
    *name = 0;
    target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, name, NULL);
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    char name[64];
    get_name(kernel, sizeof name, name);
    return strcmp(name, STAND_IN) == 0 ? CL_SUCCESS : target->clSetKernelArg(kernel, index, size, value);
}

static cl_int CL_API_CALL run_or_pass_over(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                           const size_t *offset, const size_t *global, const size_t *local,
                                           cl_uint n, const cl_event *waits, cl_event *event) {
    char name[64];
    get_name(kernel, sizeof name, name);
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

static cl_int CL_API_CALL copy_no_total(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                        size_t to_offset, size_t size, cl_uint n, const cl_event *waits,
                                        cl_event *event) {
    if (size != sizeof(cl_ulong))
        return target->clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, n, waits, event);
    return event || n ? target->clEnqueueMarkerWithWaitList(queue, n, waits, event) : CL_SUCCESS;
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
    ours.clBuildProgram = build_or_pass_over;
    ours.clCreateKernel = create_kernel;
    ours.clSetKernelArg = set_argument;
    ours.clEnqueueNDRangeKernel = run_or_pass_over;
    ours.clCreateBuffer = create_zeros;
    ours.clEnqueueCopyBuffer = copy_no_total;
    ours.clEnqueueReadBuffer = read;
}
