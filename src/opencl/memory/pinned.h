/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pinned memory: host memory that stays where it is, which devices read and write by themselves.  It does not count as memory of the context. */
#ifndef NF_OPENCL_PINNED_H
#define NF_OPENCL_PINNED_H

#include "opencl/loader.h"

#include <nearfield/context.h>
#include <stddef.h>

typedef struct nf_pinned {
    cl_mem buffer; /* mapped from the beginning to the end; NULL: there is none */
    void *memory;
    uint64_t bytes;
} nf_pinned;

/* Makes pinned memory of at least one byte: 1, or 0 if the driver has none, which is no error of the context. */
int nf_pin(nf_context *context, uint64_t bytes, nf_pinned *out);

/* No command may use the memory any more. */
void nf_unpin(nf_context *context, nf_pinned *pinned);

/* What nf_host_allocate() has pinned for the caller. */
typedef struct nf_host_memory {
    nf_pinned *pinned;
    size_t count, capacity;
} nf_host_memory;

/* 1 if these bytes of host memory are in memory that nf_host_allocate() has pinned. */
int nf_is_pinned(const nf_context *context, const void *memory, uint64_t bytes);

#endif
