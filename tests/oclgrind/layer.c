/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An OpenCL layer for the lane oclgrind: replaces fills and copies by writes, because oclgrind treats memory written by
 * clEnqueueFillBuffer and clEnqueueCopyBuffer as uninitialised.
 */
#define LAYER_NAME "nearfield oclgrind"
#include "support/layer_body.h"

#include <stdlib.h>

static cl_int CL_API_CALL fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t bytes,
                               size_t offset, size_t size, cl_uint n, const cl_event *waits,
                               cl_event *event) {
    /* The real call checks the arguments. */
    cl_int code = target->clEnqueueFillBuffer(queue, buffer, pattern, bytes, offset, size, n, waits, event);
    char *text = code == CL_SUCCESS && size ? malloc(size) : NULL;
    if (!text) return code;
    for (size_t at = 0; at < size; at += bytes) memcpy(text + at, pattern, bytes);
    code = target->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, size, text, 0, NULL, NULL);
    free(text);
    return code;
}

static cl_int CL_API_CALL copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t at, size_t to_at,
                               size_t size, cl_uint n, const cl_event *waits, cl_event *event) {
    cl_int code = target->clEnqueueCopyBuffer(queue, from, to, at, to_at, size, n, waits, event);
    char *text = code == CL_SUCCESS && size ? malloc(size) : NULL;
    if (!text) return code;
    code = target->clEnqueueReadBuffer(queue, from, CL_TRUE, at, size, text, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = target->clEnqueueWriteBuffer(queue, to, CL_TRUE, to_at, size, text, 0, NULL, NULL);
    free(text);
    return code;
}

static void replace_calls(void) {
    ours.clEnqueueFillBuffer = fill;
    ours.clEnqueueCopyBuffer = copy;
}
