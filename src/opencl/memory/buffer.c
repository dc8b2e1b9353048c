/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/buffer.h"

#include "opencl/error.h"
#include "opencl/ops.h"
#include "opencl/memory/pages.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_ROUND = 4096 };

#if defined(NF_DEBUG)
/* In debug builds new memory has no zeros that a kernel could take for its own.  Larger buffers are left as the driver gives them. */
static cl_mem create_spoiled(nf_context *context, uint64_t bytes, cl_int *code) {
    enum { MOST = 1 << 28 };
    void *spoiled = bytes <= MOST ? malloc((size_t)bytes) : NULL;
    cl_mem buffer = NULL;
    if (!spoiled) return NULL;
    memset(spoiled, NF_SPOILED, (size_t)bytes);
    buffer =
        clCreateBuffer(context->cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, (size_t)bytes, spoiled, code);
    free(spoiled);
    return buffer;
}
#else
static cl_mem create_spoiled(nf_context *context, uint64_t bytes, cl_int *code) {
    (void)context, (void)bytes, (void)code;
    return NULL;
}
#endif

cl_mem nf_cl_create(nf_context *context, void *data, uint64_t bytes, cl_int *code) {
    /* Drivers that allocate on first use do not report here that a buffer is too large. */
    if (bytes > SIZE_MAX || bytes > context->device.global_memory) {
        *code = CL_INVALID_BUFFER_SIZE;
        return NULL;
    }
    cl_mem buffer = data ? NULL : create_spoiled(context, bytes, code);
    const int pages = !data && !buffer && nf_is_cpu(&context->device);
    if (pages) buffer = nf_pages_buffer(context->cl, (size_t)bytes, code);
    if (data)
        buffer =
            clCreateBuffer(context->cl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (size_t)bytes, data, code);
    else if (!buffer) buffer = clCreateBuffer(context->cl, CL_MEM_READ_WRITE, (size_t)bytes, NULL, code);
    return *code == CL_SUCCESS ? buffer : NULL;
}

void nf_cl_release(nf_context *context, cl_mem buffer) {
    (void)context;
    clReleaseMemObject(buffer);
}

nf_status nf_cl_retain(nf_context *context, cl_mem buffer) {
    nf_status status = NF_OK;
    NF_TRY_CL(context, clRetainMemObject(buffer));
done:
    return status;
}

uint64_t nf_cl_bytes(const nf_context *context, cl_mem buffer) {
    size_t bytes = 0;
    (void)context;
    return clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL) == CL_SUCCESS ? bytes : 0;
}

/* Adds the bytes of a buffer to the memory of the context. */
static void count(nf_arena *arena, uint64_t bytes) {
    arena->now += bytes < UINT64_MAX - arena->now ? bytes : UINT64_MAX - arena->now;
    if (arena->now > arena->peak) arena->peak = arena->now;
}

nf_status nf_buffer_with(nf_context *context, void *data, uint64_t bytes, const char *what, cl_mem *out) {
    nf_arena *arena = &context->arena;
    cl_int code = CL_SUCCESS;
    *out = NULL;
    if (bytes == 0) return NF_OK;
    cl_mem buffer = context->ops->create(context, data, bytes, &code);
    if (!buffer && code == CL_SUCCESS) return NF_ERROR_MEMORY; /* of the host */
    if (!buffer && nf_cl_has_no_room(code)) {
        nf_arena_trim(context);
        buffer = context->ops->create(context, data, bytes, &code);
    }
    if (!buffer)
        return nf_fail(&context->error, nf_cl_has_no_room(code) ? NF_ERROR_MEMORY : NF_ERROR_DEVICE,
                       "cannot allocate %llu bytes of device memory for %s: %s (the largest buffer of this "
                       "device is %llu bytes)",
                       (unsigned long long)bytes, what, nf_cl_name(code),
                       (unsigned long long)context->device.largest_buffer);
    count(arena, bytes);
    *out = buffer;
    return NF_OK;
}

nf_status nf_buffer_create(nf_context *context, uint64_t bytes, const char *what, cl_mem *out) {
    return nf_buffer_with(context, NULL, bytes, what, out);
}

uint64_t nf_buffer_bytes(const nf_context *context, cl_mem buffer) {
    return context->ops->bytes(context, buffer);
}

void *nf_buffer_memory(const nf_context *context, cl_mem buffer) {
    return buffer && context->ops->memory ? context->ops->memory(buffer) : NULL;
}

void nf_buffer_release(nf_context *context, cl_mem buffer) {
    if (!buffer) return;
    context->arena.now -= nf_buffer_bytes(context, buffer);
    context->ops->release(context, buffer);
}

nf_status nf_caller_buffer_retain(nf_context *context, cl_mem buffer) {
    return context->ops->retain ? context->ops->retain(context, buffer) : NF_OK;
}

void nf_caller_buffer_release(nf_context *context, cl_mem buffer) {
    if (context->ops->retain) context->ops->release(context, buffer);
}

nf_status nf_keep(nf_context *context, nf_kept *kept, uint64_t bytes, const char *what) {
    nf_status status = NF_OK;
    if (kept->bytes < bytes) {
        nf_kept_free(context, kept);
        NF_TRY(nf_buffer_create(context, bytes, what, &kept->buffer));
        kept->bytes = bytes;
    }
    kept->used = bytes;
done:
    return status;
}

void nf_kept_free(nf_context *context, nf_kept *kept) {
    nf_buffer_release(context, kept->buffer);
    *kept = (nf_kept){.buffer = NULL};
}

uint64_t nf_arena_bytes(uint64_t bytes) {
    if (bytes > UINT64_MAX - BLOCK_ROUND) return bytes;
    return bytes ? (bytes + BLOCK_ROUND - 1) / BLOCK_ROUND * BLOCK_ROUND : BLOCK_ROUND;
}

/* The smallest free block that is large enough, but not much larger than needed. */
static nf_block *best_fit(nf_arena *arena, uint64_t bytes) {
    nf_block *best = NULL;
    for (size_t k = 0; k < arena->count; k++) {
        nf_block *block = &arena->blocks[k];
        if (!block->taken && block->bytes >= bytes && block->bytes <= 2 * bytes + 65536 &&
            (!best || block->bytes < best->bytes))
            best = block;
    }
    return best;
}

/* Releases free blocks that are too small for this request, as otherwise sizes that grow from call to call would
   accumulate blocks.  Much smaller blocks are kept: they serve other requests. */
static void release_smaller(nf_context *context, uint64_t bytes) {
    nf_arena *arena = &context->arena;
    size_t worst = arena->count;
    for (size_t k = 0; k < arena->count; k++)
        if (!arena->blocks[k].taken && arena->blocks[k].bytes < bytes &&
            arena->blocks[k].bytes >= bytes / 8 &&
            (worst == arena->count || arena->blocks[k].bytes > arena->blocks[worst].bytes))
            worst = k;
    if (worst == arena->count) return;
    nf_buffer_release(context, arena->blocks[worst].buffer);
    arena->blocks[worst] = arena->blocks[--arena->count];
}

nf_status nf_arena_take(nf_context *context, uint64_t bytes, cl_mem *out) {
    nf_arena *arena = &context->arena;
    nf_status status = NF_OK;
    *out = NULL;
    nf_block *block = best_fit(arena, nf_arena_bytes(bytes));
    if (!block) {
        nf_block made = {.bytes = nf_arena_bytes(bytes)};
        NF_TRY(nf_grow(&context->allocator, (void **)&arena->blocks, &arena->capacity, arena->count + 1,
                       sizeof *arena->blocks, "the list of scratch blocks", &context->error));
        release_smaller(context, made.bytes);
        NF_TRY(nf_buffer_create(context, made.bytes, "scratch", &made.buffer));
        block = &arena->blocks[arena->count++]; /* only now: creating the buffer may have trimmed the list */
        *block = made;
    }
    block->taken = 1;
    *out = block->buffer;
done:
    return status;
}

void nf_arena_give(nf_context *context, cl_mem buffer) {
    nf_arena *arena = &context->arena;
    for (size_t k = 0; k < arena->count; k++)
        if (arena->blocks[k].buffer == buffer) arena->blocks[k].taken = 0;
}

void nf_arena_trim(nf_context *context) {
    nf_arena *arena = &context->arena;
    size_t kept = 0;
    for (size_t k = 0; k < arena->count; k++) {
        if (arena->blocks[k].taken) arena->blocks[kept++] = arena->blocks[k];
        else nf_buffer_release(context, arena->blocks[k].buffer);
    }
    arena->count = kept;
    for (int k = 0; k < NF_TILE_STATES; k++)
        if (!context->tile_states[k].taken) nf_kept_free(context, &context->tile_states[k].kept);
}

void nf_context_trim(nf_context *context) {
    if (!context) return;
    nf_arena_trim(context);
    nf_staging_trim(context);
    nf_team_trim(context->team);
}

void nf_arena_free(nf_context *context) {
    nf_arena *arena = &context->arena;
    for (size_t k = 0; k < arena->count; k++) nf_buffer_release(context, arena->blocks[k].buffer);
    for (int k = 0; k < NF_TILE_STATES; k++) nf_kept_free(context, &context->tile_states[k].kept);
    nf_release(&context->allocator, arena->blocks);
    memset(arena, 0, sizeof *arena);
}

void nf_context_memory(const nf_context *context, uint64_t *now, uint64_t *peak) {
    if (now) *now = context ? context->arena.now : 0;
    if (peak) *peak = context ? context->arena.peak : 0;
}
