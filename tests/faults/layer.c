/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "layer.h"

#define LAYER_NAME "nearfield faults"
#include "support/layer_body.h"

static faults_layer state;

EXPORT faults_layer *faults_layer_state(void);
EXPORT faults_layer *faults_layer_state(void) { return &state; }

/* 1 if this call must fail. */
static int strikes(const char *name) {
    if (state.calls < FAULTS_TRACED) state.names[state.calls] = name;
    state.calls++;
    if (state.fail_name && strcmp(name, state.fail_name) == 0 && state.fail_times > 0) {
        state.fail_times--;
        state.failed = name;
        return 1;
    }
    if (state.fail_at == 0 || state.calls != state.fail_at) return 0;
    state.failed = name;
    state.lost = 0;
    return 1;
}

static void count(faults_object kind, cl_int code) {
    if (code == CL_SUCCESS) state.alive[kind]++;
}

/* ---- calls that only answer a code: not made at all when they fail ------------------------------------ */

#define CODE(name, failure, parameters, ...)                                                                 \
    static cl_int CL_API_CALL wrap_##name parameters {                                                       \
        return strikes(#name) ? (failure) : target->name(__VA_ARGS__);                                       \
    }

CODE(clGetPlatformIDs, CL_OUT_OF_HOST_MEMORY, (cl_uint n, cl_platform_id *ids, cl_uint *found), n, ids, found)
CODE(clGetPlatformInfo, CL_INVALID_PLATFORM,
     (cl_platform_id id, cl_platform_info what, size_t size, void *value, size_t *got), id, what, size, value,
     got)
CODE(clGetDeviceIDs, CL_DEVICE_NOT_FOUND,
     (cl_platform_id id, cl_device_type type, cl_uint n, cl_device_id *ids, cl_uint *found), id, type, n, ids,
     found)

#define INFO(name, object, info)                                                                             \
    CODE(name, CL_OUT_OF_RESOURCES, (object of, info what, size_t size, void *value, size_t *got), of, what, \
         size, value, got)
INFO(clGetContextInfo, cl_context, cl_context_info)
INFO(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info)
INFO(clGetMemObjectInfo, cl_mem, cl_mem_info)
INFO(clGetProgramInfo, cl_program, cl_program_info)
INFO(clGetKernelInfo, cl_kernel, cl_kernel_info)
INFO(clGetEventInfo, cl_event, cl_event_info)
INFO(clGetEventProfilingInfo, cl_event, cl_profiling_info)
CODE(clGetKernelArgInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
     (cl_kernel of, cl_uint k, cl_kernel_arg_info what, size_t size, void *value, size_t *got), of, k, what,
     size, value, got)
CODE(clGetKernelWorkGroupInfo, CL_OUT_OF_RESOURCES,
     (cl_kernel of, cl_device_id device, cl_kernel_work_group_info what, size_t size, void *value,
      size_t *got),
     of, device, what, size, value, got)
CODE(clGetProgramBuildInfo, CL_OUT_OF_RESOURCES,
     (cl_program of, cl_device_id device, cl_program_build_info what, size_t size, void *value, size_t *got),
     of, device, what, size, value, got)
CODE(clBuildProgram, CL_BUILD_PROGRAM_FAILURE,
     (cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
      void(CL_CALLBACK *notify)(cl_program, void *), void *user),
     program, n, devices, options, notify, user)
CODE(clSetKernelArg, CL_OUT_OF_RESOURCES, (cl_kernel kernel, cl_uint k, size_t size, const void *value),
     kernel, k, size, value)
CODE(clSetMemObjectDestructorCallback, CL_OUT_OF_HOST_MEMORY,
     (cl_mem buffer, void(CL_CALLBACK *notify)(cl_mem, void *), void *user), buffer, notify, user)

static cl_int CL_API_CALL wrap_clGetDeviceInfo(cl_device_id of, cl_device_info what, size_t size, void *value,
                                               size_t *got) {
    const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    if (strikes("clGetDeviceInfo")) return CL_OUT_OF_RESOURCES;
    const cl_int code = target->clGetDeviceInfo(of, what, size, value, got);
    if (code == CL_SUCCESS && state.as_unknown_gpu && value) {
        if (what == CL_DEVICE_TYPE) memcpy(value, &gpu, sizeof gpu);
        if (what == CL_DRIVER_VERSION && size > 0 && *(char *)value) *(char *)value = '0';
    }
    return code;
}

/* ---- calls that wait: made, and then said to have failed, so that nothing is still running ------------ */

#define WAIT(name, parameters, ...)                                                                          \
    static cl_int CL_API_CALL wrap_##name parameters {                                                       \
        const int struck = strikes(#name);                                                                   \
        const cl_int code = target->name(__VA_ARGS__);                                                       \
        return struck ? CL_OUT_OF_RESOURCES : code;                                                          \
    }
WAIT(clFlush, (cl_command_queue queue), queue)
WAIT(clFinish, (cl_command_queue queue), queue)
WAIT(clWaitForEvents, (cl_uint n, const cl_event *events), n, events)

/* ---- calls that make something ------------------------------------------------------------------------ */

#define CREATE(name, object, kind, failure, parameters, ...)                                                 \
    static object CL_API_CALL wrap_##name parameters {                                                       \
        cl_int code = (failure);                                                                             \
        object made = strikes(#name) ? NULL : target->name(__VA_ARGS__, &code);                              \
        if (made) count(FAULTS_##kind, code);                                                                \
        if (code_out) *code_out = code;                                                                      \
        return made;                                                                                         \
    }
CREATE(clCreateContext, cl_context, context, CL_OUT_OF_HOST_MEMORY,
       (const cl_context_properties *properties, cl_uint n, const cl_device_id *devices,
        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *code_out),
       properties, n, devices, notify, user)
CREATE(clCreateCommandQueue, cl_command_queue, queue, CL_OUT_OF_RESOURCES,
       (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *code_out),
       context, device, properties)
CREATE(clCreateBuffer, cl_mem, buffer, CL_MEM_OBJECT_ALLOCATION_FAILURE,
       (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *code_out), context, flags,
       size, host)
CREATE(clCreateSubBuffer, cl_mem, buffer, CL_OUT_OF_RESOURCES,
       (cl_mem of, cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *code_out), of,
       flags, type, region)
CREATE(clCreateProgramWithSource, cl_program, program, CL_OUT_OF_HOST_MEMORY,
       (cl_context context, cl_uint n, const char **texts, const size_t *sizes, cl_int *code_out), context, n,
       texts, sizes)
CREATE(clCreateProgramWithBinary, cl_program, program, CL_INVALID_BINARY,
       (cl_context context, cl_uint n, const cl_device_id *devices, const size_t *sizes,
        const unsigned char **binaries, cl_int *codes, cl_int *code_out),
       context, n, devices, sizes, binaries, codes)
CREATE(clCreateKernel, cl_kernel, kernel, CL_INVALID_KERNEL_NAME,
       (cl_program program, const char *name, cl_int *code_out), program, name)

/* ---- retain may fail; release is counted and made ----------------------------------------------------- */

#define LIFE(Noun, object, kind)                                                                             \
    static cl_int CL_API_CALL wrap_clRetain##Noun(object of) {                                               \
        if (strikes("clRetain" #Noun)) return CL_OUT_OF_RESOURCES;                                           \
        const cl_int code = target->clRetain##Noun(of);                                                      \
        count(FAULTS_##kind, code);                                                                          \
        return code;                                                                                         \
    }                                                                                                        \
    static cl_int CL_API_CALL wrap_clRelease##Noun(object of) {                                              \
        const cl_int code = target->clRelease##Noun(of);                                                     \
        if (code == CL_SUCCESS) state.alive[FAULTS_##kind]--;                                                \
        return code;                                                                                         \
    }
LIFE(Context, cl_context, context)
LIFE(CommandQueue, cl_command_queue, queue)
LIFE(MemObject, cl_mem, buffer)
LIFE(Program, cl_program, program)
LIFE(Kernel, cl_kernel, kernel)
LIFE(Event, cl_event, event)

/* ---- commands: the event that they hand out is counted ------------------------------------------------ */

#define WAITS cl_uint n, const cl_event *waits, cl_event *event
#define COMMAND(name, failure, parameters, ...)                                                              \
    static cl_int CL_API_CALL wrap_##name parameters {                                                       \
        if (strikes(#name)) return (failure);                                                                \
        const cl_int code = target->name(__VA_ARGS__, n, waits, event);                                      \
        if (event) count(FAULTS_event, code);                                                                \
        return code;                                                                                         \
    }

static cl_int CL_API_CALL wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                                      const size_t *offset, const size_t *global,
                                                      const size_t *local, WAITS) {
    if (strikes("clEnqueueNDRangeKernel")) return CL_OUT_OF_RESOURCES;
    const cl_int code = state.lost ? target->clEnqueueMarkerWithWaitList(queue, n, waits, event)
                                   : target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global,
                                                                    local, n, waits, event);
    if (event) count(FAULTS_event, code);
    return code;
}

COMMAND(clEnqueueReadBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *to,
         WAITS),
        queue, buffer, blocking, offset, size, to)
COMMAND(clEnqueueReadBufferRect, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *from, const size_t *to,
         const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *host,
         WAITS),
        queue, buffer, blocking, from, to, region, row, slice, host_row, host_slice, host)
COMMAND(clEnqueueWriteBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
         const void *from, WAITS),
        queue, buffer, blocking, offset, size, from)
COMMAND(clEnqueueFillBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t bytes, size_t offset, size_t size,
         WAITS),
        queue, buffer, pattern, bytes, offset, size)
COMMAND(clEnqueueCopyBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t at, size_t to_at, size_t size, WAITS), queue,
        from, to, at, to_at, size)

static cl_int CL_API_CALL wrap_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *at,
                                                       WAITS) {
    if (strikes("clEnqueueUnmapMemObject")) return CL_OUT_OF_RESOURCES;
    const cl_int code = target->clEnqueueUnmapMemObject(queue, buffer, at, n, waits, event);
    if (code == CL_SUCCESS) state.mapped--;
    if (event) count(FAULTS_event, code);
    return code;
}

/* Calls without arguments between the queue and the events. */
#define MARK(name)                                                                                           \
    static cl_int CL_API_CALL wrap_##name(cl_command_queue queue, WAITS) {                                   \
        if (strikes(#name)) return CL_OUT_OF_RESOURCES;                                                      \
        const cl_int code = target->name(queue, n, waits, event);                                            \
        if (event) count(FAULTS_event, code);                                                                \
        return code;                                                                                         \
    }
MARK(clEnqueueMarkerWithWaitList)

/* If kernels are lost, waiting for them must not hang. */
static cl_int CL_API_CALL wrap_clEnqueueBarrierWithWaitList(cl_command_queue queue, WAITS) {
    if (strikes("clEnqueueBarrierWithWaitList")) return CL_OUT_OF_RESOURCES;
    const cl_int code =
        target->clEnqueueBarrierWithWaitList(queue, state.lost ? 0 : n, state.lost ? NULL : waits, event);
    if (event) count(FAULTS_event, code);
    return code;
}

static void *CL_API_CALL wrap_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                 cl_map_flags flags, size_t offset, size_t size, WAITS,
                                                 cl_int *code_out) {
    cl_int code = CL_MAP_FAILURE;
    void *at = strikes("clEnqueueMapBuffer")
                   ? NULL
                   : target->clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, n, waits, event,
                                                &code);
    if (code == CL_SUCCESS) state.mapped++;
    if (event) count(FAULTS_event, code);
    if (code_out) *code_out = code;
    return at;
}

/* ---- the table of them -------------------------------------------------------------------------------- */

/* Keeps the columns of the table. */
/* clang-format off */
#define WRAPPED(X) \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) \
    X(clGetDeviceInfo) X(clGetContextInfo) X(clGetCommandQueueInfo) \
    X(clGetMemObjectInfo) X(clGetProgramInfo) X(clGetKernelInfo) \
    X(clGetEventInfo) X(clGetEventProfilingInfo) X(clGetKernelArgInfo) \
    X(clGetKernelWorkGroupInfo) X(clGetProgramBuildInfo) X(clBuildProgram) \
    X(clSetKernelArg) X(clSetMemObjectDestructorCallback) X(clFlush) \
    X(clFinish) X(clWaitForEvents) X(clCreateContext) \
    X(clCreateCommandQueue) X(clCreateBuffer) X(clCreateSubBuffer) \
    X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clCreateKernel) \
    X(clRetainContext) X(clReleaseContext) X(clRetainCommandQueue) \
    X(clReleaseCommandQueue) X(clRetainMemObject) X(clReleaseMemObject) \
    X(clRetainProgram) X(clReleaseProgram) X(clRetainKernel) \
    X(clReleaseKernel) X(clRetainEvent) X(clReleaseEvent) \
    X(clEnqueueNDRangeKernel) X(clEnqueueReadBuffer) X(clEnqueueReadBufferRect) \
    X(clEnqueueWriteBuffer) X(clEnqueueFillBuffer) X(clEnqueueCopyBuffer) \
    X(clEnqueueUnmapMemObject) X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList) \
    X(clEnqueueMapBuffer)
/* clang-format on */

static void replace_calls(void) {
#define REPLACE(name) ours.name = wrap_##name;
    WRAPPED(REPLACE)
#undef REPLACE
}
