/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Device memory: buffers that are counted, and the scratch arena of a context. */
#ifndef NF_OPENCL_BUFFER_H
#define NF_OPENCL_BUFFER_H

#include "core/fail.h"
#include "opencl/loader.h"

#include <nearfield/context.h>

/* Every byte of memory that has no contents yet, in debug builds. */
enum { NF_SPOILED = 0xA5 };

typedef struct nf_block {
    cl_mem buffer;
    uint64_t bytes;
    int taken;
} nf_block;

/* Scratch blocks that calls take and give back, and the total of the context's device memory. */
typedef struct nf_arena {
    nf_block *blocks;
    size_t count, capacity;
    uint64_t now, peak;
} nf_arena;

/* Creates a read-write buffer that counts towards the context's memory; NULL for 0 bytes.  If the device is out of memory,
   unused scratch is released and the call repeated once. */
nf_status nf_buffer_create(nf_context *context, uint64_t bytes, const char *what, cl_mem *out);

/* Creates a buffer that kernels only read, as nf_buffer_create() does.  The contents are given at creation; nothing is enqueued.  `data` is not changed. */
nf_status nf_buffer_with(nf_context *context, void *data, uint64_t bytes, const char *what, cl_mem *out);
void nf_buffer_release(nf_context *context, cl_mem buffer);

/* Retains a buffer of the caller, which does not count towards the context's memory, and releases it again. */
nf_status nf_caller_buffer_retain(nf_context *context, cl_mem buffer);
void nf_caller_buffer_release(nf_context *context, cl_mem buffer);

/* The size of a buffer in bytes; 0 if that cannot be asked. */
uint64_t nf_buffer_bytes(const nf_context *context, cl_mem buffer);

/* The memory of a buffer of the device "host"; NULL for no buffer, and on other devices. */
void *nf_buffer_memory(const nf_context *context, cl_mem buffer);

/* The buffers of an OpenCL device, for the table of opencl/ops.h. */
cl_mem nf_cl_create(nf_context *context, void *data, uint64_t bytes, cl_int *code);
void nf_cl_release(nf_context *context, cl_mem buffer);
nf_status nf_cl_retain(nf_context *context, cl_mem buffer);
uint64_t nf_cl_bytes(const nf_context *context, cl_mem buffer);

/* A device buffer that is kept between calls and grows as needed. */
typedef struct nf_kept {
    cl_mem buffer;
    uint64_t bytes;
    uint64_t used; /* of them, by the last nf_keep() */
} nf_kept;

/* Makes it at least `bytes` large; growing loses the contents. */
nf_status nf_keep(nf_context *context, nf_kept *kept, uint64_t bytes, const char *what);
void nf_kept_free(nf_context *context, nf_kept *kept);

/* Takes scratch of at least `bytes` (at least one byte); give it back with nf_arena_give. */
nf_status nf_arena_take(nf_context *context, uint64_t bytes, cl_mem *out);
void nf_arena_give(nf_context *context, cl_mem buffer);
void nf_arena_trim(nf_context *context); /* releases all that is not taken */
void nf_arena_free(nf_context *context);

/* The size that nf_arena_take allocates for `bytes`. */
uint64_t nf_arena_bytes(uint64_t bytes);

#endif
