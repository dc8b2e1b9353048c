/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The types and constants of OpenCL that are used, so that a build needs no headers of OpenCL.  They are those of its specification,
 * with the names and texts of the Khronos headers, which may be included, too; a test compares them.
 */
#ifndef NF_OPENCL_CL_H
#define NF_OPENCL_CL_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CL_API_CALL __stdcall
#define CL_CALLBACK __stdcall
#else
#define CL_API_CALL
#define CL_CALLBACK
#endif

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef float cl_float;
typedef double cl_double;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_device_type;
typedef cl_bitfield cl_device_fp_config;
typedef cl_bitfield cl_command_queue_properties;
typedef cl_bitfield cl_mem_flags;
typedef cl_bitfield cl_map_flags;
typedef intptr_t cl_context_properties;
typedef cl_uint cl_platform_info;
typedef cl_uint cl_device_info;
typedef cl_uint cl_context_info;
typedef cl_uint cl_command_queue_info;
typedef cl_uint cl_mem_info;
typedef cl_uint cl_program_info;
typedef cl_uint cl_program_build_info;
typedef cl_uint cl_kernel_info;
typedef cl_uint cl_kernel_arg_info;
typedef cl_uint cl_event_info;
typedef cl_uint cl_profiling_info;

/* Statuses, without parentheses, as in the Khronos headers: another text would be another macro. */
// NOLINTBEGIN(bugprone-macro-parentheses)
#define CL_SUCCESS                                   0
#define CL_DEVICE_NOT_FOUND                          -1
#define CL_DEVICE_NOT_AVAILABLE                      -2
#define CL_COMPILER_NOT_AVAILABLE                    -3
#define CL_MEM_OBJECT_ALLOCATION_FAILURE             -4
#define CL_OUT_OF_RESOURCES                          -5
#define CL_OUT_OF_HOST_MEMORY                        -6
#define CL_PROFILING_INFO_NOT_AVAILABLE              -7
#define CL_MEM_COPY_OVERLAP                          -8
#define CL_BUILD_PROGRAM_FAILURE                     -11
#define CL_MAP_FAILURE                               -12
#define CL_MISALIGNED_SUB_BUFFER_OFFSET              -13
#define CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST -14
#define CL_COMPILE_PROGRAM_FAILURE                   -15
#define CL_LINKER_NOT_AVAILABLE                      -16
#define CL_LINK_PROGRAM_FAILURE                      -17
#define CL_KERNEL_ARG_INFO_NOT_AVAILABLE             -19
#define CL_INVALID_VALUE                             -30
#define CL_INVALID_DEVICE_TYPE                       -31
#define CL_INVALID_PLATFORM                          -32
#define CL_INVALID_DEVICE                            -33
#define CL_INVALID_CONTEXT                           -34
#define CL_INVALID_QUEUE_PROPERTIES                  -35
#define CL_INVALID_COMMAND_QUEUE                     -36
#define CL_INVALID_HOST_PTR                          -37
#define CL_INVALID_MEM_OBJECT                        -38
#define CL_INVALID_BINARY                            -42
#define CL_INVALID_BUILD_OPTIONS                     -43
#define CL_INVALID_PROGRAM                           -44
#define CL_INVALID_PROGRAM_EXECUTABLE                -45
#define CL_INVALID_KERNEL_NAME                       -46
#define CL_INVALID_KERNEL_DEFINITION                 -47
#define CL_INVALID_KERNEL                            -48
#define CL_INVALID_ARG_INDEX                         -49
#define CL_INVALID_ARG_VALUE                         -50
#define CL_INVALID_ARG_SIZE                          -51
#define CL_INVALID_KERNEL_ARGS                       -52
#define CL_INVALID_WORK_DIMENSION                    -53
#define CL_INVALID_WORK_GROUP_SIZE                   -54
#define CL_INVALID_WORK_ITEM_SIZE                    -55
#define CL_INVALID_GLOBAL_OFFSET                     -56
#define CL_INVALID_EVENT_WAIT_LIST                   -57
#define CL_INVALID_EVENT                             -58
#define CL_INVALID_OPERATION                         -59
#define CL_INVALID_BUFFER_SIZE                       -61
#define CL_INVALID_GLOBAL_WORK_SIZE                  -63
#define CL_INVALID_PROPERTY                          -64
#define CL_PLATFORM_NOT_FOUND_KHR                    -1001
// NOLINTEND(bugprone-macro-parentheses)

/* Values and flags. */
#define CL_DEVICE_TYPE_ACCELERATOR             (1 << 3)
#define CL_DEVICE_TYPE_ALL                     0xFFFFFFFF
#define CL_DEVICE_TYPE_CPU                     (1 << 1)
#define CL_DEVICE_TYPE_GPU                     (1 << 2)
#define CL_FALSE                               0
#define CL_FP_FMA                              (1 << 5)
#define CL_MAP_READ                            (1 << 0)
#define CL_MAP_WRITE                           (1 << 1)
#define CL_MEM_ALLOC_HOST_PTR                  (1 << 4)
#define CL_MEM_COPY_HOST_PTR                   (1 << 5)
#define CL_MEM_READ_ONLY                       (1 << 2)
#define CL_MEM_READ_WRITE                      (1 << 0)
#define CL_MEM_USE_HOST_PTR                    (1 << 3)
#define CL_MEM_WRITE_ONLY                      (1 << 1)
#define CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE (1 << 0)
#define CL_QUEUE_PROFILING_ENABLE              (1 << 1)
#define CL_TRUE                                1

/* Properties that are asked for. */
#define CL_COMPLETE                       0x0
#define CL_QUEUED                         0x3
#define CL_PLATFORM_NAME                  0x0902
#define CL_DEVICE_TYPE                    0x1000
#define CL_DEVICE_MAX_COMPUTE_UNITS       0x1002
#define CL_DEVICE_MAX_WORK_GROUP_SIZE     0x1004
#define CL_DEVICE_MAX_MEM_ALLOC_SIZE      0x1010
#define CL_DEVICE_SINGLE_FP_CONFIG        0x101B
#define CL_DEVICE_GLOBAL_MEM_SIZE         0x101F
#define CL_DEVICE_LOCAL_MEM_SIZE          0x1023
#define CL_DEVICE_AVAILABLE               0x1027
#define CL_DEVICE_COMPILER_AVAILABLE      0x1028
#define CL_DEVICE_NAME                    0x102B
#define CL_DEVICE_VENDOR                  0x102C
#define CL_DRIVER_VERSION                 0x102D
#define CL_DEVICE_VERSION                 0x102F
#define CL_DEVICE_EXTENSIONS              0x1030
#define CL_DEVICE_PLATFORM                0x1031
#define CL_DEVICE_HOST_UNIFIED_MEMORY     0x1035
#define CL_DEVICE_OPENCL_C_VERSION        0x103D
#define CL_DEVICE_OPENCL_C_ALL_VERSIONS   0x1066
#define CL_CONTEXT_DEVICES                0x1081
#define CL_CONTEXT_PLATFORM               0x1084
#define CL_QUEUE_CONTEXT                  0x1090
#define CL_QUEUE_DEVICE                   0x1091
#define CL_QUEUE_PROPERTIES               0x1093
#define CL_MEM_FLAGS                      0x1101
#define CL_MEM_SIZE                       0x1102
#define CL_MEM_CONTEXT                    0x1106
#define CL_MEM_ASSOCIATED_MEMOBJECT       0x1107
#define CL_MEM_OFFSET                     0x1108
#define CL_PROGRAM_NUM_DEVICES            0x1162
#define CL_PROGRAM_DEVICES                0x1163
#define CL_PROGRAM_BINARY_SIZES           0x1165
#define CL_PROGRAM_BINARIES               0x1166
#define CL_PROGRAM_BUILD_LOG              0x1183
#define CL_KERNEL_NUM_ARGS                0x1191
#define CL_KERNEL_ARG_TYPE_NAME           0x1198
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_EVENT_CONTEXT                  0x11D4
#define CL_PROFILING_COMMAND_START        0x1282
#define CL_PROFILING_COMMAND_END          0x1283

#endif
