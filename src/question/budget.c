/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/budget.h"

#include "core/whole.h"
#include "question/result.h"

void nf_stock_add(nf_stock *stock, const nf_kept *kept) {
    stock->bytes += kept->bytes;
    stock->spare += kept->bytes - kept->used;
}

nf_stock nf_stock_of_points(const nf_cloud *cloud) {
    nf_stock stock = {0, 0};
    nf_stock_add(&stock, &cloud->own);
    if (cloud->points != cloud->own.buffer) stock.spare = stock.bytes;
    return stock;
}

/* All of the order counts, whatever of it is used, but not lists with a skin, which are of another question. */
nf_stock nf_stock_of_order(const nf_cloud *cloud) {
    nf_stock stock = nf_stock_of_points(cloud);
    stock.bytes += nf_order_bytes(cloud);
    return stock;
}

nf_status nf_budget_check(nf_context *context, const nf_chunks *chunks) {
    if (!chunks || !chunks->take)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       chunks ? "chunks->take is NULL: give the function that takes chunks"
                              : "chunks is NULL");
    return NF_OK;
}

void nf_budget_begin(nf_budget *budget, nf_cloud *cloud, const nf_chunks *chunks,
                     nf_stock (*stock)(const nf_cloud *cloud)) {
    nf_context *context = cloud->context;
    nf_arena *arena = &context->arena;
    const uint64_t own = stock(cloud).bytes;
    const uint64_t bytes =
        chunks->memory_budget ? chunks->memory_budget : context->device.global_memory / 4 * 3;
    nf_arena_trim(context);
    *budget = (nf_budget){context, cloud, stock, bytes, arena->now - nf_min(own, arena->now), arena->peak};
    arena->peak = arena->now;
}

void nf_budget_make_room(const nf_budget *budget, nf_result *result, uint64_t bytes) {
    if (nf_budget_held(budget) + bytes <= budget->bytes) return;
    nf_result_free_arrays(result);
    nf_arena_trim(budget->context);
}

nf_status nf_budget_give(nf_cloud *cloud, const nf_chunks *chunks, const nf_chunk *chunk) {
    nf_sentence *error = &cloud->context->error;
    cloud->in_chunks = 1;
    const nf_status status = chunks->take(chunks->user, chunk);
    cloud->in_chunks = 0;
    if (status != NF_OK)
        nf_blame(error, "chunks->take ended the search: it returned %d (%s)%s", (int)status,
                 nf_status_name(status), error->text[0] ? "; the last error of its calls: " : "");
    return status;
}

/* Of bytes of the context, those of the call. */
static uint64_t of_call(const nf_budget *budget, uint64_t bytes) {
    const uint64_t others = budget->others + budget->stock(budget->cloud).spare;
    return bytes - nf_min(others, bytes);
}

uint64_t nf_budget_peak(const nf_budget *budget) { return of_call(budget, budget->context->arena.peak); }

void nf_budget_end(nf_budget *budget) {
    nf_arena *arena = &budget->context->arena;
    arena->peak = nf_max(arena->peak, budget->before);
}

uint64_t nf_budget_held(const nf_budget *budget) { return of_call(budget, budget->context->arena.now); }
