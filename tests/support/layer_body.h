/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The common part of layers for the OpenCL loader (OPENCL_LAYERS).  A layer defines LAYER_NAME, includes this file once, and
 * defines replace_calls(), which puts its functions into `ours`; these forward calls to `target`.
 */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl_layer.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static const cl_icd_dispatch *target; /* the next layer, or the driver */
static cl_icd_dispatch ours;

static void replace_calls(void);

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *got) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char name[] = LAYER_NAME;
    const void *from = what == CL_LAYER_API_VERSION ? (const void *)&version : name;
    const size_t bytes = what == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
    if (what != CL_LAYER_API_VERSION && what != CL_LAYER_NAME) return CL_INVALID_VALUE;
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, from, bytes);
    if (got) *got = bytes;
    return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *next, cl_uint *entries_out,
                                      const cl_icd_dispatch **out) {
    if (!next || !entries_out || !out || entries < sizeof ours / sizeof(void *)) return CL_INVALID_VALUE;
    target = next;
    memcpy(&ours, next, sizeof ours);
    replace_calls();
    *entries_out = sizeof ours / sizeof(void *);
    *out = &ours;
    return CL_SUCCESS;
}
