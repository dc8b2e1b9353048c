/*
 * A layer in the OpenCL loader that stands for a bad driver: the kernel that STOP_KERNEL names hangs when it is
 * launched, that of CRASH_KERNEL crashes, and work-groups of SKIP_GROUP work-items do nothing.
 */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl_layer.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static const cl_icd_dispatch *target;
static cl_icd_dispatch ours;

static int is_named(cl_kernel kernel, const char *variable) {
    char name[128] = "";
    const char *wanted = getenv(variable);
    return wanted &&
           target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) ==
               CL_SUCCESS &&
           strcmp(name, wanted) == 0;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                                 const size_t *global, const size_t *local, cl_uint waits,
                                 const cl_event *list, cl_event *event) {
    if (is_named(kernel, "STOP_KERNEL"))
        for (;;) pause();
    if (is_named(kernel, "CRASH_KERNEL")) abort();
    const char *skipped = getenv("SKIP_GROUP");
    if (skipped && local && local[0] == strtoul(skipped, NULL, 10))
        return target->clEnqueueMarkerWithWaitList(queue, waits, list, event);
    return target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, waits, list, event);
}

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *got) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION || (value && size < sizeof version)) return CL_INVALID_VALUE;
    if (value) memcpy(value, &version, sizeof version);
    if (got) *got = sizeof version;
    return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *next, cl_uint *our_count,
                                      const cl_icd_dispatch **out) {
    if (!next || !our_count || !out || count * sizeof(void *) > sizeof ours) return CL_INVALID_VALUE;
    target = next;
    memcpy((void *)&ours, next, count * sizeof(void *));
    ours.clEnqueueNDRangeKernel = launch;
    *our_count = count;
    *out = &ours;
    return CL_SUCCESS;
}
