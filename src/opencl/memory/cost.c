/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/cost.h"

#include "core/whole.h"
#include "opencl/ops.h"

#include <string.h>

/* ---- the device that counts ----------------------------------------------------------------------------------- */

/* What stands in for a buffer: its bytes. */
static uint64_t *counted_of(cl_mem buffer) { return (uint64_t *)(void *)buffer; }

static cl_mem create(nf_context *context, void *data, uint64_t bytes, cl_int *code) {
    uint64_t *counted = NULL;
    (void)data, (void)code;
    if (nf_allocate(&context->allocator, 1, sizeof *counted, "the count of a buffer", (void **)&counted,
                    &context->error) != NF_OK)
        return NULL;
    *counted = bytes;
    return (cl_mem)(void *)counted;
}

static void release(nf_context *context, cl_mem buffer) {
    nf_release(&context->allocator, counted_of(buffer));
}

static uint64_t bytes_of(const nf_context *context, cl_mem buffer) {
    (void)context;
    return *counted_of(buffer);
}

static nf_status read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                      const void *most) {
    (void)from, (void)offset;
    if (most && work->context->ops->is_worst) memmove(data, most, (size_t)bytes);
    else memset(data, 0, (size_t)bytes);
    return NF_OK;
}

#define COST_ROW .create = create, .release = release, .bytes = bytes_of, .read = read
static const nf_device_ops rows[] = {
    [NF_COST_LEAST] = {COST_ROW}, [NF_COST_MOST] = {COST_ROW, .is_worst = 1}};

/* ---- costs ------------------------------------------------------------------------------------------------------ */

void nf_cost_begin(nf_cost_run *cost, nf_context *context, nf_costing costing) {
    *cost = (nf_cost_run){.context = context,
                          .ops = context->ops,
                          .arena = context->arena,
                          .works = context->works,
                          .lost = context->lost};
    memcpy(cost->tile_states, context->tile_states, sizeof cost->tile_states);
    memset(&context->arena, 0, sizeof context->arena);
    memset(context->tile_states, 0, sizeof context->tile_states);
    context->ops = &rows[costing];
}

uint64_t nf_cost_end(nf_cost_run *cost) {
    nf_context *context = cost->context;
    const uint64_t most = context->arena.peak;
    nf_arena_free(context);
    context->ops = cost->ops;
    context->arena = cost->arena;
    context->works = cost->works;
    context->lost = cost->lost;
    memcpy(context->tile_states, cost->tile_states, sizeof cost->tile_states);
    return most;
}

/* A request takes a free block of up to twice its size, for which a later one then needs another.  A call in chunks has one block more than the call:
   where the rows of a chunk start. */
uint64_t nf_cost_left_over(const nf_context *context) {
    enum { SHARE = 16, SMALL_SHARE = 4, SMALL_MOST = 262144 };
    const nf_arena *arena = &context->arena;
    uint64_t scratch = 0;
    for (size_t k = 0; k < arena->count; k++) scratch += arena->blocks[k].bytes;
    const uint64_t small = nf_max(scratch / SMALL_SHARE, scratch ? nf_arena_bytes(1) : 0);
    return nf_cost_worst(context, 0, scratch / SHARE + nf_min(small, SMALL_MOST));
}

nf_status nf_cost_of(nf_context *context, nf_status (*part)(nf_work *work, const void *what),
                     const void *what, uint64_t *bytes) {
    nf_cost_run cost;
    nf_work work;
    nf_cost_begin(&cost, context, NF_COST_MOST);
    nf_status status = nf_work_begin(&work, context, NULL);
    if (status == NF_OK) status = part(&work, what);
    status = nf_work_end(&work, status);
    *bytes = nf_cost_end(&cost);
    if (status != NF_OK) *bytes = NF_COST_UNKNOWN;
    return status;
}

uint64_t nf_cost_worst(const nf_context *context, uint64_t number, uint64_t worst) {
    return context->ops->is_worst ? worst : number;
}
