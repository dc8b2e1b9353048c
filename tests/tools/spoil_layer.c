/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A layer in the OpenCL loader that stands for other bad drivers: with SPOIL_READ=BYTES the last byte of every read that is
 * large, and has so many, is wrong; with CHATTER it prints to standard error's number whatever that is; with
 * LARGEST_BUFFER=BYTES it has no memory for larger buffers.
 */
#define LAYER_NAME "nearfield spoil"
#include "support/layer_body.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 1000 };

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem from, cl_bool blocking, size_t offset,
                                      size_t bytes, void *to, cl_uint waits, const cl_event *list,
                                      cl_event *event) {
    static const char chatter[] = "a driver's chatter\n";
    const cl_int code =
        target->clEnqueueReadBuffer(queue, from, blocking, offset, bytes, to, waits, list, event);
    const char *spoilt = getenv("SPOIL_READ");
    if (code == CL_SUCCESS && spoilt && bytes >= LARGE && bytes >= strtoul(spoilt, NULL, 10))
        ((unsigned char *)to)[bytes - 1] ^= 1;
    if (getenv("CHATTER") && write(STDERR_FILENO, chatter, sizeof chatter - 1) < 0) return code;
    return code;
}

/* LARGEST_BUFFER: the bytes of the largest buffer for which there is memory. */
static cl_mem CL_API_CALL create(cl_context context, cl_mem_flags flags, size_t bytes, void *data,
                                 cl_int *code) {
    const char *largest = getenv("LARGEST_BUFFER");
    if (!largest || bytes <= strtoul(largest, NULL, 10))
        return target->clCreateBuffer(context, flags, bytes, data, code);
    if (code) *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return NULL;
}

static void replace_calls(void) {
    ours.clEnqueueReadBuffer = read_buffer;
    ours.clCreateBuffer = create;
}
