/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The host as a device.  A context of it (context->is_host) has no OpenCL: its buffers are host memory, fills, copies, reads and writes are done when
 * they return, and there are no kernels.  A question answers in plain C there (question/host.h).
 */
#ifndef NF_OPENCL_HOST_DEVICE_H
#define NF_OPENCL_HOST_DEVICE_H

#include "opencl/context.h"

/* 1 for the word that names it: "host", in any case. */
int nf_is_host_device(const char *wish);

void nf_host_device_facts(nf_device_info *info);

/* A buffer with these contents, or with any if `data` is NULL.  NULL if there is no memory. */
cl_mem nf_host_buffer(const nf_context *context, const void *data, uint64_t bytes);

/* A buffer that takes memory of the context's allocator over; NULL, and the memory stays the caller's, if there is none for it. */
cl_mem nf_host_buffer_of(const nf_context *context, void *memory, uint64_t bytes);
void nf_host_buffer_free(const nf_context *context, cl_mem buffer);

uint64_t nf_host_buffer_bytes(cl_mem buffer);

/* The memory of a buffer of a context of the host, from a byte on. */
void *nf_host_memory(cl_mem buffer, uint64_t byte);

void nf_host_fill(cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset, uint64_t bytes);

/* NF_ERROR_UNSUPPORTED: `call` runs kernels. */
nf_status nf_refuse_host(nf_context *context, const char *call);

#endif
