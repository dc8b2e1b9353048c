/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/pages.h"

#include "core/system.h"

enum { WORTH = 8 << 20 };

static void CL_CALLBACK release(cl_mem buffer, void *memory) {
    (void)buffer;
    nf_system_free_pages(memory);
}

cl_mem nf_pages_buffer(cl_context context, size_t bytes, cl_int *code) {
    *code = CL_SUCCESS;
    void *memory = bytes < WORTH ? NULL : nf_system_large_pages(bytes);
    if (!memory) return NULL;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, code);
    if (*code == CL_SUCCESS) {
        *code = clSetMemObjectDestructorCallback(buffer, release, memory);
        if (*code == CL_SUCCESS) return buffer;
        clReleaseMemObject(buffer);
    }
    nf_system_free_pages(memory);
    return NULL;
}
