/* Device memory: counted buffers, and the scratch arena that lives as long as its context. */
#ifndef NF_OPENCL_BUFFER_H
#define NF_OPENCL_BUFFER_H

#include "core/fail.h"

#include <nearfield/context.h>

typedef struct nf_block {
    cl_mem buffer;
    uint64_t bytes;
    int taken;
} nf_block;

/* Blocks that calls take and give back; and the count of all device memory of the context. */
typedef struct nf_arena {
    nf_block *blocks;
    size_t count, capacity;
    uint64_t now, peak;
} nf_arena;

/* A read-write buffer that counts towards the context's memory; 0 bytes give a NULL buffer.  When the device
   is out of memory the unused scratch is given back and the call tried once more. */
nf_status nf_buffer_create(nf_context *context, uint64_t bytes, const char *what, cl_mem *out);
void nf_buffer_release(nf_context *context, cl_mem buffer);

/* A device buffer that grows and is kept from call to call. */
typedef struct nf_kept {
    cl_mem buffer;
    uint64_t bytes;
} nf_kept;

/* Room for at least `bytes`; what was in it is lost when it grows. */
nf_status nf_keep(nf_context *context, nf_kept *kept, uint64_t bytes, const char *what);
void nf_kept_free(nf_context *context, nf_kept *kept);

/* Scratch of at least `bytes` (at least one byte is given), the block's to give back with nf_arena_give. */
nf_status nf_arena_take(nf_context *context, uint64_t bytes, cl_mem *out);
void nf_arena_give(nf_context *context, cl_mem buffer);
void nf_arena_free(nf_context *context);

/* What nf_arena_take allocates for `bytes`. */
uint64_t nf_arena_bytes(uint64_t bytes);

#endif
