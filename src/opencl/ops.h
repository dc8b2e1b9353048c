/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * What differs between devices.  A context points to a row of functions: that of OpenCL (ops.c); that of the host, which has neither queues nor kernels, so that
 * commands are done when they return (host_device.c); or one of those of costs, which count buffers and run nothing (memory/cost.c).  memory/buffer.h, launch.h,
 * work.h and program/program.h declare the functions that call them, and say what these do.  NULL in a row: there is nothing to do.
 */
#ifndef NF_OPENCL_OPS_H
#define NF_OPENCL_OPS_H

#include "opencl/launch.h"

typedef struct nf_device_ops {
    /* Buffers, of at least one byte.  NULL: *code is the reason, or CL_SUCCESS where host memory is short and context->error says so. */
    cl_mem (*create)(nf_context *context, void *data, uint64_t bytes, cl_int *code);
    void (*release)(nf_context *context, cl_mem buffer);
    nf_status (*retain)(nf_context *context, cl_mem buffer); /* of the caller */
    uint64_t (*bytes)(const nf_context *context, cl_mem buffer);
    void *(*memory)(cl_mem buffer); /* where it is in host memory */
    nf_status (*check_slice)(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                             nf_access access);
    nf_status (*region)(nf_context *context, nf_slice slice, nf_region *out); /* of a slice with a buffer */
    /* Commands, of at least one byte. */
    nf_status (*fill)(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes,
                      uint64_t offset, uint64_t bytes);
    nf_status (*copy)(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                      uint64_t bytes);
    nf_status (*write)(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes);
    nf_status (*read)(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                      const void *most);
    /* The first bytes of a buffer, to be read where the host can, once the commands before have ended; and their end, in which nothing is cancelled. */
    nf_status (*map)(nf_work *work, cl_mem buffer, uint64_t bytes, void **out);
    nf_status (*unmap)(nf_work *work, cl_mem buffer, void *mapped);
    /* Kernels. */
    nf_status (*program)(nf_context *context, nf_program *to); /* of which the spec is set */
    nf_status (*launch)(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                        const nf_arg *args, size_t count);
    /* Works. */
    nf_status (*begin)(nf_work *work, const nf_sync *sync);
    nf_status (*end)(nf_work *work, nf_status status);
    nf_status (*wait)(nf_work *work);
    nf_status (*resume)(nf_work *work);
    nf_status (*finish)(nf_context *context);
    int is_worst; /* 1: sizes that depend on the data are those of the worst case (nf_cost_worst) */
} nf_device_ops;

extern const nf_device_ops nf_opencl_ops, nf_host_ops;

#endif
