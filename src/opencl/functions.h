/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The functions of OpenCL 1.2 that are called: a table of their addresses, and macros by which code calls them as if they were linked.
 * Whoever includes this file defines NF_CL: the table.
 */
#ifndef NF_OPENCL_FUNCTIONS_H
#define NF_OPENCL_FUNCTIONS_H

#include "opencl/cl.h"

/* X(result, name, types of the arguments) */
#define NF_CL_FUNCTIONS(X)                                                                                   \
    X(cl_int, clBuildProgram, cl_program, cl_uint, const cl_device_id *, const char *,                       \
      void(CL_CALLBACK *)(cl_program, void *), void *)                                                       \
    X(cl_mem, clCreateBuffer, cl_context, cl_mem_flags, size_t, void *, cl_int *)                            \
    X(cl_command_queue, clCreateCommandQueue, cl_context, cl_device_id, cl_command_queue_properties,         \
      cl_int *)                                                                                              \
    X(cl_context, clCreateContext, const cl_context_properties *, cl_uint, const cl_device_id *,             \
      void(CL_CALLBACK *)(const char *, const void *, size_t, void *), void *, cl_int *)                     \
    X(cl_kernel, clCreateKernel, cl_program, const char *, cl_int *)                                         \
    X(cl_program, clCreateProgramWithBinary, cl_context, cl_uint, const cl_device_id *, const size_t *,      \
      const unsigned char **, cl_int *, cl_int *)                                                            \
    X(cl_program, clCreateProgramWithSource, cl_context, cl_uint, const char **, const size_t *, cl_int *)   \
    X(cl_int, clEnqueueBarrierWithWaitList, cl_command_queue, cl_uint, const cl_event *, cl_event *)         \
    X(cl_int, clEnqueueCopyBuffer, cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint,        \
      const cl_event *, cl_event *)                                                                          \
    X(cl_int, clEnqueueFillBuffer, cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint,  \
      const cl_event *, cl_event *)                                                                          \
    X(void *, clEnqueueMapBuffer, cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint,  \
      const cl_event *, cl_event *, cl_int *)                                                                \
    X(cl_int, clEnqueueMarkerWithWaitList, cl_command_queue, cl_uint, const cl_event *, cl_event *)          \
    X(cl_int, clEnqueueNDRangeKernel, cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,  \
      const size_t *, cl_uint, const cl_event *, cl_event *)                                                 \
    X(cl_int, clEnqueueReadBuffer, cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint,       \
      const cl_event *, cl_event *)                                                                          \
    X(cl_int, clEnqueueUnmapMemObject, cl_command_queue, cl_mem, void *, cl_uint, const cl_event *,          \
      cl_event *)                                                                                            \
    X(cl_int, clEnqueueWriteBuffer, cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *,         \
      cl_uint, const cl_event *, cl_event *)                                                                 \
    X(cl_int, clFinish, cl_command_queue)                                                                    \
    X(cl_int, clFlush, cl_command_queue)                                                                     \
    X(cl_int, clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info, size_t, void *, size_t *)      \
    X(cl_int, clGetContextInfo, cl_context, cl_context_info, size_t, void *, size_t *)                       \
    X(cl_int, clGetDeviceIDs, cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *)            \
    X(cl_int, clGetDeviceInfo, cl_device_id, cl_device_info, size_t, void *, size_t *)                       \
    X(cl_int, clGetEventInfo, cl_event, cl_event_info, size_t, void *, size_t *)                             \
    X(cl_int, clGetEventProfilingInfo, cl_event, cl_profiling_info, size_t, void *, size_t *)                \
    X(cl_int, clGetKernelArgInfo, cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void *, size_t *)          \
    X(cl_int, clGetKernelInfo, cl_kernel, cl_kernel_info, size_t, void *, size_t *)                          \
    X(cl_int, clGetMemObjectInfo, cl_mem, cl_mem_info, size_t, void *, size_t *)                             \
    X(cl_int, clGetPlatformIDs, cl_uint, cl_platform_id *, cl_uint *)                                        \
    X(cl_int, clGetPlatformInfo, cl_platform_id, cl_platform_info, size_t, void *, size_t *)                 \
    X(cl_int, clGetProgramBuildInfo, cl_program, cl_device_id, cl_program_build_info, size_t, void *,        \
      size_t *)                                                                                              \
    X(cl_int, clGetProgramInfo, cl_program, cl_program_info, size_t, void *, size_t *)                       \
    X(cl_int, clReleaseCommandQueue, cl_command_queue)                                                       \
    X(cl_int, clReleaseContext, cl_context)                                                                  \
    X(cl_int, clReleaseEvent, cl_event)                                                                      \
    X(cl_int, clReleaseKernel, cl_kernel)                                                                    \
    X(cl_int, clReleaseMemObject, cl_mem)                                                                    \
    X(cl_int, clReleaseProgram, cl_program)                                                                  \
    X(cl_int, clRetainCommandQueue, cl_command_queue)                                                        \
    X(cl_int, clRetainContext, cl_context)                                                                   \
    X(cl_int, clRetainEvent, cl_event)                                                                       \
    X(cl_int, clRetainMemObject, cl_mem)                                                                     \
    X(cl_int, clSetKernelArg, cl_kernel, cl_uint, size_t, const void *)                                      \
    X(cl_int, clSetMemObjectDestructorCallback, cl_mem, void(CL_CALLBACK *)(cl_mem, void *), void *)         \
    X(cl_int, clWaitForEvents, cl_uint, const cl_event *)

#define NF_CL_MEMBER(result, name, ...) result(CL_API_CALL *(name))(__VA_ARGS__);
typedef struct nf_cl_functions {
    NF_CL_FUNCTIONS(NF_CL_MEMBER)
} nf_cl_functions;
#undef NF_CL_MEMBER

#define clBuildProgram(...)                   NF_CL.clBuildProgram(__VA_ARGS__)
#define clCreateBuffer(...)                   NF_CL.clCreateBuffer(__VA_ARGS__)
#define clCreateCommandQueue(...)             NF_CL.clCreateCommandQueue(__VA_ARGS__)
#define clCreateContext(...)                  NF_CL.clCreateContext(__VA_ARGS__)
#define clCreateKernel(...)                   NF_CL.clCreateKernel(__VA_ARGS__)
#define clCreateProgramWithBinary(...)        NF_CL.clCreateProgramWithBinary(__VA_ARGS__)
#define clCreateProgramWithSource(...)        NF_CL.clCreateProgramWithSource(__VA_ARGS__)
#define clEnqueueBarrierWithWaitList(...)     NF_CL.clEnqueueBarrierWithWaitList(__VA_ARGS__)
#define clEnqueueCopyBuffer(...)              NF_CL.clEnqueueCopyBuffer(__VA_ARGS__)
#define clEnqueueFillBuffer(...)              NF_CL.clEnqueueFillBuffer(__VA_ARGS__)
#define clEnqueueMapBuffer(...)               NF_CL.clEnqueueMapBuffer(__VA_ARGS__)
#define clEnqueueMarkerWithWaitList(...)      NF_CL.clEnqueueMarkerWithWaitList(__VA_ARGS__)
#define clEnqueueNDRangeKernel(...)           NF_CL.clEnqueueNDRangeKernel(__VA_ARGS__)
#define clEnqueueReadBuffer(...)              NF_CL.clEnqueueReadBuffer(__VA_ARGS__)
#define clEnqueueUnmapMemObject(...)          NF_CL.clEnqueueUnmapMemObject(__VA_ARGS__)
#define clEnqueueWriteBuffer(...)             NF_CL.clEnqueueWriteBuffer(__VA_ARGS__)
#define clFinish(...)                         NF_CL.clFinish(__VA_ARGS__)
#define clFlush(...)                          NF_CL.clFlush(__VA_ARGS__)
#define clGetCommandQueueInfo(...)            NF_CL.clGetCommandQueueInfo(__VA_ARGS__)
#define clGetContextInfo(...)                 NF_CL.clGetContextInfo(__VA_ARGS__)
#define clGetDeviceIDs(...)                   NF_CL.clGetDeviceIDs(__VA_ARGS__)
#define clGetDeviceInfo(...)                  NF_CL.clGetDeviceInfo(__VA_ARGS__)
#define clGetEventInfo(...)                   NF_CL.clGetEventInfo(__VA_ARGS__)
#define clGetEventProfilingInfo(...)          NF_CL.clGetEventProfilingInfo(__VA_ARGS__)
#define clGetKernelArgInfo(...)               NF_CL.clGetKernelArgInfo(__VA_ARGS__)
#define clGetKernelInfo(...)                  NF_CL.clGetKernelInfo(__VA_ARGS__)
#define clGetMemObjectInfo(...)               NF_CL.clGetMemObjectInfo(__VA_ARGS__)
#define clGetPlatformIDs(...)                 NF_CL.clGetPlatformIDs(__VA_ARGS__)
#define clGetPlatformInfo(...)                NF_CL.clGetPlatformInfo(__VA_ARGS__)
#define clGetProgramBuildInfo(...)            NF_CL.clGetProgramBuildInfo(__VA_ARGS__)
#define clGetProgramInfo(...)                 NF_CL.clGetProgramInfo(__VA_ARGS__)
#define clReleaseCommandQueue(...)            NF_CL.clReleaseCommandQueue(__VA_ARGS__)
#define clReleaseContext(...)                 NF_CL.clReleaseContext(__VA_ARGS__)
#define clReleaseEvent(...)                   NF_CL.clReleaseEvent(__VA_ARGS__)
#define clReleaseKernel(...)                  NF_CL.clReleaseKernel(__VA_ARGS__)
#define clReleaseMemObject(...)               NF_CL.clReleaseMemObject(__VA_ARGS__)
#define clReleaseProgram(...)                 NF_CL.clReleaseProgram(__VA_ARGS__)
#define clRetainCommandQueue(...)             NF_CL.clRetainCommandQueue(__VA_ARGS__)
#define clRetainContext(...)                  NF_CL.clRetainContext(__VA_ARGS__)
#define clRetainEvent(...)                    NF_CL.clRetainEvent(__VA_ARGS__)
#define clRetainMemObject(...)                NF_CL.clRetainMemObject(__VA_ARGS__)
#define clSetKernelArg(...)                   NF_CL.clSetKernelArg(__VA_ARGS__)
#define clSetMemObjectDestructorCallback(...) NF_CL.clSetMemObjectDestructorCallback(__VA_ARGS__)
#define clWaitForEvents(...)                  NF_CL.clWaitForEvents(__VA_ARGS__)

#endif
