/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/layout.h"

#include "opencl/program/assemble.h"

#include <stdio.h>

static cl_program build(nf_context *context, const char *source, const char *options) {
    static const char kernel[] = "__kernel void ask(__global ulong *out) { out[0] = sizeof(ASKED); }\n";
    const nf_sources sources = nf_program_sources(NULL);
    char *file = NULL;
    cl_int code = CL_SUCCESS;
    ck_assert_int_eq(nf_assemble(NULL, &sources, source, &file, NULL), NF_OK);
    const char *texts[2] = {file, kernel};
    cl_program program = clCreateProgramWithSource(nf_context_cl(context), 2, texts, NULL, &code);
    nf_release(NULL, file);
    ck_assert_int_eq(code, CL_SUCCESS);
    code = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    ck_assert_msg(code == CL_SUCCESS, "%s with %s does not build", source, options);
    return program;
}

uint64_t support_sizeof(nf_context *context, const char *source, const char *options, const char *type) {
    char all[1024];
    const size_t one = 1;
    cl_ulong bytes = 0;
    cl_int code = CL_SUCCESS;
    const int length = snprintf(all, sizeof all, "-cl-std=CL1.2 -D ASKED=%s %s", type, options);
    ck_assert(length > 0 && (size_t)length < sizeof all);
    cl_program program = build(context, source, all);
    cl_kernel kernel = clCreateKernel(program, "ask", &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_mem out = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof bytes, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_command_queue queue = nf_context_queue(context);
    ck_assert_int_eq(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof bytes, &bytes, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return bytes;
}
