/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/host.h"

#include "core/system.h"
#include "core/whole.h"
#include "host/host.h"
#include "opencl/host_device.h"
#include "opencl/launch.h"
#include "question/outputs.h"

#include <string.h>

static int has(uint64_t arrays, int array) { return (arrays >> array & 1) != 0; }

/* The cloud of a call in plain C.  `batch` must stay where it is. */
static nf_host_cloud cloud_of(const nf_call *call, nf_batch *batch) {
    const nf_cloud *cloud = call->cloud;
    nf_context *context = cloud->context;
    const nf_cloud_batch *systems = &cloud->batch;
    *batch = (nf_batch){.count = systems->count, .offsets = systems->offsets, .cutoffs = systems->cutoffs};
    return (nf_host_cloud){.allocator = &context->allocator,
                           .error = &context->error,
                           .points = {.n = cloud->n,
                                      .dims = cloud->dims,
                                      .type = cloud->type,
                                      .rows.host = nf_buffer_memory(context, cloud->points),
                                      .batch = systems->count ? batch : NULL},
                           .spaces = systems->count ? systems->spaces : &cloud->space,
                           .one_space = !systems->count || systems->one_space,
                           .cancelled = context->cancelled,
                           .cancelled_user = context->cancelled_user};
}

/* The times by stage of a context that is timed. */
static void add_times(nf_context *context, const nf_host_times *t, double ms) {
    const struct {
        const char *name;
        double ms;
    } before[] = {{"bounds", t->bounds}, {"keys", t->keys}, {"sort", t->sort}, {"order", t->order}};
    double search = ms;
    if (!context->profile) return;
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        search -= before[k].ms;
        if (before[k].ms > 0) nf_stage_add(context, before[k].name, before[k].ms);
    }
    nf_stage_add(context, "search", search);
}

/* Answers what is asked.  forget() releases what was found, also after an error. */
static nf_status find(nf_call *call, nf_host_answer *answer) {
    const double start = nf_system_clock();
    nf_batch batch;
    const nf_host_cloud own = cloud_of(call, &batch);
    const uint64_t all = call->arrays | call->needs;
    nf_status status = NF_OK;
    answer->wanted = call->open;
    for (int a = 0; a < NF_ARRAYS; a++)
        if (has(all, a) && call->rows[a] && a != NF_ARRAY_FOUND) answer->wanted |= NF_WANT(a);
    if (!call->question->host) NF_TRY(nf_refuse_host(call->cloud->context, call->question->name));
    NF_TRY(call->question->host(call, &own, answer));
    call->total = answer->total;
    call->wait = NF_WAIT_TOTAL;
    add_times(call->cloud->context, &answer->times, nf_system_clock() - start);
done:
    return status;
}

static void forget(const nf_call *call, nf_host_answer *answer) {
    const nf_host_cloud own = {.allocator = &call->cloud->context->allocator};
    nf_host_answer_free(&own, answer);
}

/* ---- into a result ------------------------------------------------------------------------------------------ */

/* Hands the arrays over. */
static nf_status keep(nf_call *call, nf_host_answer *answer, nf_result *result) {
    nf_status status = NF_OK;
    result->row = call->shape.row;
    memcpy(result->shapes, call->shape.shapes, sizeof result->shapes);
    result->total = call->total;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const uint64_t rows = has(call->open, a) ? call->total : call->rows[a];
        if (!has(call->arrays & answer->wanted, a)) continue;
        result->rows[a] = rows;
        if (!rows) continue;
        NF_TRY(nf_keep_memory(call->cloud->context, &result->arrays[a], answer->arrays[a],
                              rows * nf_result_row(result, a)));
        answer->arrays[a] = NULL; /* it is the result's */
    }
done:
    return status;
}

static nf_status into_result(nf_call *call, const nf_sync *sync, nf_result **result) {
    nf_host_answer answer = {.wanted = 0};
    nf_work work;
    int is_new = 0;
    nf_status status = nf_result_open(call->cloud, result, &is_new);
    if (status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, call->cloud->context, sync));
    NF_TRY(nf_call_ask(NULL, call));
    nf_result_free_arrays(*result); /* they hold nothing any more */
    NF_TRY(find(call, &answer));
    NF_TRY(keep(call, &answer, *result));
done:
    forget(call, &answer);
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

/* ---- into outputs --------------------------------------------------------------------------------------------- */

/* Copies what fits. */
static void put_outputs(nf_call *call, const nf_host_answer *answer) {
    const nf_outputs *outputs = call->outputs;
    call->fits = call->total <= call->room;
    for (uint32_t k = 0; k < outputs->count; k++) {
        const nf_output *output = outputs->arrays + k;
        const int array = (int)output->array, open = has(call->open, array);
        const void *from = array == NF_ARRAY_FOUND ? &call->total : answer->arrays[array];
        uint64_t rows = call->rows[array];
        if (open) rows = call->all_or_none && !call->fits ? 0 : nf_min(call->room, call->total);
        if (rows)
            memcpy((char *)output->host + output->offset, from,
                   (size_t)(rows * nf_result_row(&call->shape, array)));
    }
}

static nf_status into_outputs(nf_call *call, const nf_sync *sync) {
    nf_host_answer answer = {.wanted = 0};
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, call->cloud->context, sync));
    NF_TRY(nf_call_ask(NULL, call));
    NF_TRY(nf_outputs_check_places(call));
    NF_TRY(find(call, &answer));
    put_outputs(call, &answer);
    status = nf_call_check_room(call);
done:
    forget(call, &answer);
    status = nf_work_end(&work, status);
    if (call->outputs->found && (status == NF_OK || status == NF_ERROR_CAPACITY))
        *call->outputs->found = call->total;
    return status;
}

/* ---- in chunks --------------------------------------------------------------------------------------------- */

/* The answer in groups that chunks do not part: the rows of lists and of neighbours, or single results. */
typedef struct groups {
    nf_call *call;
    const nf_host_answer *answer;
    nf_work *work;
    nf_result *result;
    const uint64_t *offsets; /* of the rows of lists; NULL: there are none */
    uint64_t count;
    uint64_t each; /* results of a group, without offsets */
} groups;

static groups groups_of(nf_work *work, nf_call *call, const nf_host_answer *answer, nf_result *result) {
    groups g = {
        .call = call, .answer = answer, .work = work, .result = result, .each = (uint64_t)call->shape.row};
    if (has(call->needs, NF_ARRAY_OFFSETS)) {
        g.offsets = answer->arrays[NF_ARRAY_OFFSETS];
        g.count = call->rows[NF_ARRAY_OFFSETS] - 1;
    } else g.count = call->total / g.each;
    return g;
}

/* The results before a group. */
static uint64_t start_of(const groups *g, uint64_t group) {
    return g->offsets ? g->offsets[group] : group * g->each;
}

static uint64_t bytes_of(const groups *g, uint64_t first, uint64_t end) {
    const nf_call *call = g->call;
    uint64_t bytes = g->offsets ? (end - first + 1) * 8 : 0;
    for (int a = 0; a < NF_ARRAYS; a++)
        if (has(call->arrays, a) && !(g->offsets && a == NF_ARRAY_OFFSETS))
            bytes += (call->open ? start_of(g, end) - start_of(g, first) : end - first) *
                     nf_result_row(&call->shape, a);
    return bytes;
}

/* The last group with which a chunk from `first` on has room. */
static uint64_t end_of(const groups *g, uint64_t first, uint64_t budget) {
    uint64_t low = first + 1, high = g->count + 1;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (bytes_of(g, first, middle) <= budget) low = middle;
        else high = middle;
    }
    return low;
}

static nf_status check_groups(const groups *g, uint64_t budget) {
    const uint64_t unlike = g->offsets ? g->count : nf_min(g->count, 1); /* without rows all are alike */
    uint64_t largest = 0;
    for (uint64_t k = 0; k < unlike; k++) largest = nf_max(largest, bytes_of(g, k, k + 1));
    if (largest <= budget) return NF_OK;
    if (g->call->chunks->enough) *g->call->chunks->enough = largest;
    return nf_fail(&g->work->context->error, NF_ERROR_MEMORY,
                   "the memory budget of %llu bytes is too small for the largest row or result, which needs "
                   "%llu bytes: give a larger budget "
                   "(memory_budget)",
                   (unsigned long long)budget, (unsigned long long)largest);
}

/* Copies the rows [first, first + rows) of an array to its place in a result. */
static nf_status put(const groups *g, int array, uint64_t first, uint64_t rows) {
    const uint64_t row = nf_result_row(&g->call->shape, array);
    const char *from = g->answer->arrays[array];
    return rows && from
               ? nf_write(g->work, nf_call_at(g->call, array).buffer, 0, from + first * row, rows * row)
               : NF_OK;
}

static nf_status put_offsets(const groups *g, uint64_t first, uint64_t rows) {
    uint64_t *to = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_call_keep(g->call, g->result, NF_WANT(NF_ARRAY_OFFSETS), rows + 1));
    to = nf_buffer_memory(g->work->context, nf_call_at(g->call, NF_ARRAY_OFFSETS).buffer);
    for (uint64_t k = 0; k <= rows; k++) to[k] = g->offsets[first + k] - g->offsets[first];
done:
    return status;
}

/* Fills the result with a chunk, and gives it to the caller. */
static nf_status give(const groups *g, uint64_t first, uint64_t end) {
    nf_call *call = g->call;
    nf_chunk chunk = {.result = g->result,
                      .first = start_of(g, first),
                      .count = start_of(g, end) - start_of(g, first),
                      .total = call->total};
    const uint64_t at = call->open ? chunk.first : first, rows = call->open ? chunk.count : end - first;
    nf_status status = NF_OK;
    if (g->offsets || !call->open) {
        chunk.first_row = first;
        chunk.rows = end - first;
    }
    if (g->offsets) NF_TRY(put_offsets(g, first, chunk.rows));
    for (int a = 0; a < NF_ARRAYS; a++) {
        if (!has(call->arrays, a) || (g->offsets && a == NF_ARRAY_OFFSETS)) continue;
        NF_TRY(nf_call_keep(call, g->result, NF_WANT(a), rows));
        NF_TRY(put(g, a, at, rows));
    }
    g->result->total = chunk.count;
    status = nf_budget_give(call->cloud, call->chunks, &chunk);
done:
    return status;
}

static nf_status in_chunks(nf_call *call, const nf_sync *sync) {
    nf_context *context = call->cloud->context;
    const nf_chunked *chunked = call->question->chunked;
    const uint64_t budget = call->chunks->memory_budget ? call->chunks->memory_budget : UINT64_MAX;
    nf_host_answer answer = {.wanted = 0};
    nf_result *result = NULL;
    nf_work work;
    int is_new = 0;
    nf_status status = nf_result_open(call->cloud, &result, &is_new);
    if (status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(nf_budget_check(context, call->chunks));
    if (chunked->check) NF_TRY(chunked->check(call));
    NF_TRY(nf_call_ask(NULL, call));
    NF_TRY(find(call, &answer));
    result->row = call->shape.row;
    const groups g = groups_of(&work, call, &answer, result);
    NF_TRY(check_groups(&g, budget));
    for (uint64_t first = 0; first < g.count;) {
        const uint64_t end = end_of(&g, first, budget);
        NF_TRY(give(&g, first, end));
        first = end;
    }
done:
    status = nf_work_end(&work, status);
    if (call->chunks->found && status == NF_OK) *call->chunks->found = call->total;
    forget(call, &answer);
    nf_result_free(result);
    return status;
}

nf_status nf_host_call(nf_call *call, const nf_sync *sync, nf_result **result) {
    if (call->chunks) return in_chunks(call, sync);
    if (call->outputs) return into_outputs(call, sync);
    return into_result(call, sync, result);
}
