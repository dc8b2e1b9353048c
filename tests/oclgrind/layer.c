/*
 * An OpenCL layer for the oclgrind lane: fills and copies become writes, because oclgrind does not take what
 * clEnqueueFillBuffer and clEnqueueCopyBuffer put into a buffer for initialised.
 */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl_layer.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static const cl_icd_dispatch *target;
static cl_icd_dispatch ours;

static cl_int CL_API_CALL fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t bytes,
                               size_t offset, size_t size, cl_uint n, const cl_event *waits,
                               cl_event *event) {
    /* The real call judges the arguments. */
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

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *got) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION || (value && size < sizeof version)) return CL_INVALID_VALUE;
    if (value) memcpy(value, &version, sizeof version);
    if (got) *got = sizeof version;
    return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *next, cl_uint *entries_out,
                                      const cl_icd_dispatch **out) {
    if (!next || !entries_out || !out || entries < sizeof ours / sizeof(void *)) return CL_INVALID_VALUE;
    target = next;
    memcpy(&ours, next, sizeof ours);
    ours.clEnqueueFillBuffer = fill;
    ours.clEnqueueCopyBuffer = copy;
    *entries_out = sizeof ours / sizeof(void *);
    *out = &ours;
    return CL_SUCCESS;
}
