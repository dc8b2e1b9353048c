/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/budget.h"

#include "core/whole.h"

static uint64_t rules_bytes(const nf_batch *batch) {
    size_t bytes = 0;
    if (!batch->rules ||
        clGetMemObjectInfo(batch->rules, CL_MEM_SIZE, sizeof bytes, &bytes, NULL) != CL_SUCCESS)
        return 0;
    return bytes;
}

static uint64_t order_bytes(const nf_cloud *cloud) {
    const nf_order *order = &cloud->order;
    const nf_layout_kept *layout = &cloud->batch.kept;
    return order->planes.bytes + order->index.bytes + order->places.bytes + order->grid.bytes +
           order->unreserved.grid.bytes + layout->offsets.bytes + layout->system.bytes +
           layout->places.bytes + rules_bytes(&cloud->batch);
}

/* The points and what is kept about them between calls, but for lists with a skin, which are of another question. */
static uint64_t cloud_bytes(const nf_cloud *cloud) { return cloud->own.bytes + order_bytes(cloud); }

static nf_status check_stream(nf_context *context, const nf_stream *stream) {
    if (!stream || !stream->take)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       stream ? "stream->take is NULL: give the function that takes chunks"
                              : "stream is NULL");
    return NF_OK;
}

nf_status nf_budget_begin(nf_budget *budget, nf_cloud *cloud, const nf_stream *stream,
                          const nf_keepsake *kept) {
    nf_context *context = cloud->context;
    nf_arena *arena = &context->arena;
    const uint64_t own = cloud_bytes(cloud) + (kept ? kept->bytes : 0);
    nf_status status = NF_OK;
    NF_TRY(check_stream(context, stream));
    const uint64_t bytes =
        stream->memory_budget ? stream->memory_budget : context->device.global_memory / 4 * 3;
    nf_context_trim(context);
    *budget = (nf_budget){context, bytes, arena->now - nf_least(own, arena->now), arena->peak};
    arena->peak = arena->now;
done:
    return status;
}

nf_status nf_budget_give(const nf_budget *budget, const nf_stream *stream, const nf_chunk *chunk) {
    nf_sentence *error = &budget->context->error;
    const nf_status status = stream->take(stream->user, chunk);
    if (status != NF_OK && !error->text[0])
        return nf_fail(error, status, "stream->take ended the search: it returned %s",
                       nf_status_name(status));
    return status;
}

uint64_t nf_budget_peak(const nf_budget *budget) { return budget->context->arena.peak - budget->others; }

void nf_budget_end(nf_budget *budget) {
    nf_arena *arena = &budget->context->arena;
    arena->peak = nf_most(arena->peak, budget->before);
}

uint64_t nf_budget_held(const nf_budget *budget) {
    const uint64_t now = budget->context->arena.now;
    return now - nf_least(budget->others, now);
}
