#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "opencl/pages.h"

#if defined(__linux__)

#include <stdlib.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20, WORTH = 4 * LARGE_PAGE };

static void CL_CALLBACK release(cl_mem buffer, void *memory) {
    (void)buffer;
    free(memory);
}

cl_mem nf_pages_buffer(cl_context context, size_t bytes, cl_int *code) {
    void *memory = NULL;
    *code = CL_SUCCESS;
    if (bytes < WORTH || bytes > SIZE_MAX - LARGE_PAGE) return NULL;
    const size_t rounded = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    if (posix_memalign(&memory, LARGE_PAGE, rounded) != 0) return NULL;
    (void)madvise(memory, rounded, MADV_HUGEPAGE);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, code);
    if (*code == CL_SUCCESS) {
        *code = clSetMemObjectDestructorCallback(buffer, release, memory);
        if (*code == CL_SUCCESS) return buffer;
        clReleaseMemObject(buffer);
    }
    free(memory);
    return NULL;
}

#else

cl_mem nf_pages_buffer(cl_context context, size_t bytes, cl_int *code) {
    (void)context, (void)bytes;
    *code = CL_SUCCESS;
    return NULL;
}

#endif
