/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/flow.h"

#include "core/whole.h"
#include "question/derived.h"
#include "question/host.h"
#include "question/result.h"

#include <string.h>

/* The largest row of an array in bytes bounds the results for which one buffer has room. */
static uint64_t buffer_most(const nf_flow *f) {
    const uint64_t row = 8 * (uint64_t)f->call->cloud->dims;
    return f->work->context->device.largest_buffer / nf_max(row, 16);
}

/* ---- where chunks end ----------------------------------------------------------------------------------- */

static nf_status read_starts(nf_flow *f, uint64_t first, uint64_t count, uint64_t *starts) {
    if (!f->host_starts)
        return nf_read(f->work, f->starts.buffer, (f->starts.offset + first) * 8, starts, count * 8);
    memcpy(starts, f->host_starts + first, (size_t)count * 8);
    return NF_OK;
}

nf_status nf_flow_start(nf_flow *f, uint64_t group, uint64_t *start) {
    *start = group * f->each;
    return f->each ? NF_OK : read_starts(f, group, 1, start);
}

/* The most results of `align` groups, which are the least that a chunk can have. */
static nf_status find_largest(nf_flow *f, uint64_t *largest) {
    enum { BLOCK = 1 << 17 };
    const nf_allocator *allocator = &f->work->context->allocator;
    uint64_t *starts = NULL, begin = 0;
    nf_status status = NF_OK;
    *largest = f->each * nf_min(f->align, f->groups);
    if (f->each) return NF_OK;
    NF_TRY(nf_allocate_raw(allocator, (size_t)nf_min(BLOCK, f->groups + 1), sizeof *starts,
                           "the starts of rows or tiles", (void **)&starts, &f->work->context->error));
    for (uint64_t first = 0; first <= f->groups; first += BLOCK) {
        const uint64_t count = nf_min(BLOCK, f->groups + 1 - first);
        NF_TRY(read_starts(f, first, count, starts));
        for (uint64_t k = 0; k < count; k++) {
            if ((first + k) % f->align != 0 && first + k != f->groups) continue;
            if (starts[k] < begin || starts[k] > f->total)
                NF_TRY(nf_fail(
                    &f->work->context->error, NF_ERROR_DEVICE,
                    "the device gave starts of rows or tiles that do not ascend: its results cannot be "
                    "trusted"));
            *largest = nf_max(*largest, starts[k] - begin);
            begin = starts[k];
        }
    }
done:
    nf_release(allocator, starts);
    return status;
}

typedef nf_status write_groups(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk);

/* Writes a chunk, and what is made of its arrays. */
static nf_status write_chunk(nf_flow *f, write_groups *write, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_status status = NF_OK;
    NF_TRY(write(f, first, end, chunk));
    NF_TRY(nf_derive(f->work, f->call, &(nf_part_of_answer){chunk->first_row, chunk->rows, chunk->count}));
done:
    return status;
}

/* A chunk of so many groups and results. */
typedef struct chunk_shape {
    const nf_flow *flow;
    uint64_t groups, count;
} chunk_shape;

/* Writes it into a result of its own. */
static nf_status write_shape(nf_work *work, const void *what) {
    const chunk_shape *shape = what;
    const nf_chunked *chunked = shape->flow->chunked;
    nf_result result = nf_result_of(shape->flow->call->cloud);
    nf_chunk chunk = {.result = &result, .count = shape->count, .total = shape->count};
    nf_flow f = *shape->flow;
    f.work = work;
    f.result = &result;
    const nf_status status = write_chunk(&f, chunked->write_shape ? chunked->write_shape : chunked->write, 0,
                                         shape->groups, &chunk);
    nf_result_free_arrays(&result);
    return status;
}

/* The bytes of a chunk of so many groups and results, besides those that are held from chunk to chunk. */
static uint64_t chunk_bytes(const nf_flow *f, uint64_t groups, uint64_t count) {
    uint64_t bytes = 0;
    (void)nf_cost_of(f->work->context, write_shape, &(chunk_shape){f, groups, count}, &bytes);
    return bytes;
}

nf_status nf_flow_refuse(nf_flow *f, uint64_t needed, uint64_t largest) {
    const uint64_t budget = f->budget.bytes;
    if (needed <= budget) return NF_OK;
    f->work->makes = 0; /* its commands have ended */
    if (f->call->chunks->enough) *f->call->chunks->enough = needed;
    return nf_fail(
        &f->call->cloud->context->error, NF_ERROR_MEMORY,
        "the memory budget of %llu byte%s is too small for the points, what finds them, and the %llu "
        "result%s of the largest row or tile, which need %llu bytes: give a larger budget (memory_budget)",
        (unsigned long long)budget, budget == 1 ? "" : "s", (unsigned long long)largest,
        largest == 1 ? "" : "s", (unsigned long long)needed);
}

/* Checks that each chunk has room: ordering and counting had, and the largest that cannot be parted has. */
static nf_status plan_chunks(nf_flow *f) {
    nf_sentence *error = &f->work->context->error;
    uint64_t largest = 0, least = 0;
    nf_status status = NF_OK;
    if (!f->groups) return NF_OK;
    const uint64_t peak = nf_budget_peak(&f->budget);
    nf_arena_trim(f->work->context); /* the commands that used it have ended: the total was read */
    f->fixed = nf_budget_held(&f->budget);
    f->most = buffer_most(f);
    NF_TRY(find_largest(f, &largest));
    if (largest > f->most)
        NF_TRY(nf_fail(
            error, NF_ERROR_MEMORY,
            "one row or tile has %llu results, more than a buffer of this device has room for (%llu bytes)",
            (unsigned long long)largest, (unsigned long long)f->work->context->device.largest_buffer));
    NF_TRY(nf_cost_of(f->work->context, write_shape, &(chunk_shape){f, nf_min(f->align, f->groups), largest},
                      &least));
    NF_TRY(nf_flow_refuse(f, nf_max(peak, f->fixed + least), largest));
done:
    return status;
}

static int has_room(const nf_flow *f, uint64_t groups, uint64_t count) {
    return count <= f->most && f->fixed + chunk_bytes(f, groups, count) <= f->budget.bytes;
}

/* The last group at which a chunk can end that begins at `first`; by bisection, as most of the starts need not be read again.  A chunk
   of `align` groups has room in any case. */
static nf_status end_of(nf_flow *f, uint64_t first, uint64_t begin, uint64_t *end, uint64_t *stop) {
    const uint64_t units = nf_ceiling(f->groups, f->align);
    uint64_t low = first / f->align + 1, high = units + 1;
    nf_status status = NF_OK;
    *end = nf_min(low * f->align, f->groups);
    NF_TRY(nf_flow_start(f, *end, stop));
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2, at = nf_min(middle * f->align, f->groups);
        uint64_t start = 0;
        NF_TRY(nf_flow_start(f, at, &start));
        if (has_room(f, at - first, start - begin)) {
            low = middle;
            *end = at;
            *stop = start;
        } else high = middle;
    }
done:
    return status;
}

/* Writes chunk after chunk, and gives each to the caller. */
static nf_status run(nf_flow *f) {
    const size_t mark = nf_scratch_mark(f->work);
    nf_status status = NF_OK;
    NF_TRY(plan_chunks(f));
    if (!f->has_rows && !f->total) return NF_OK;
    for (uint64_t first = 0, begin = 0; first < f->groups;) {
        nf_chunk chunk = {.result = f->result, .first = begin, .total = f->total};
        uint64_t end = 0, stop = 0;
        nf_scratch_back(f->work, mark);
        NF_TRY(end_of(f, first, begin, &end, &stop));
        chunk.count = stop - begin;
        nf_budget_make_room(&f->budget, f->result, chunk_bytes(f, end - first, chunk.count));
        NF_TRY(write_chunk(f, f->chunked->write, first, end, &chunk));
        NF_TRY(nf_work_wait(f->work));
        f->result->total = chunk.count;
        f->work->makes = 0; /* its commands have ended */
        f->call->given = 1;
        const nf_status taken = nf_budget_give(f->call->cloud, f->call->chunks, &chunk);
        const nf_status unmapped = nf_result_unmap_all(f->result);
        NF_TRY(nf_work_resume(f->work)); /* after an error of `take`, too: later calls wait for this work */
        NF_TRY(taken);
        NF_TRY(unmapped);
        f->work->makes = 1;
        first = end;
        begin = stop;
    }
done:
    return status;
}

nf_status nf_flow_trim(const nf_flow *f) {
    nf_status status = NF_OK;
    NF_TRY(nf_work_wait(f->work));
    nf_arena_trim(f->work->context);
done:
    return status;
}

/* What is asked, without taking it: a call that is refused releases nothing. */
static nf_status check(nf_call *call) {
    nf_status status = NF_OK;
    NF_TRY(nf_call_ask(NULL, call));
    if (call->question->chunked->check) NF_TRY(call->question->chunked->check(call));
done:
    return status;
}

nf_status nf_flow_run(nf_call *call, const nf_sync *sync) {
    nf_cloud *cloud = call->cloud;
    const nf_chunked *chunked = cloud->context->plain ? &nf_host_chunked : call->question->chunked;
    nf_work work;
    nf_flow f = {.call = call, .chunked = chunked, .work = &work, .has_rows = 1};
    int is_new = 0;
    nf_status status = nf_result_open(cloud, &f.result, &is_new);
    if (status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_budget_check(cloud->context, call->chunks));
    NF_TRY(check(call));
    /* A budget has room for the order that the call needs, but not for one of other points or cells beside it. */
    if (chunked->by_cells && call->chunks->memory_budget) nf_order_free(cloud);
    nf_budget_begin(&f.budget, cloud, call->chunks, chunked->stock);
    if (chunked->check_budget) NF_TRY(chunked->check_budget(&f));
    work.saves_memory = 1;
    NF_TRY(nf_call_ask(&work, call));
    work.makes = 1;
    NF_TRY(chunked->count(&f));
    NF_TRY(run(&f));
done:
    if (f.budget.context) nf_budget_end(&f.budget);
    status = nf_work_end(&work, status);
    if (call->chunks->found && status == NF_OK) *call->chunks->found = f.total;
    nf_result_free(f.result);
    return status;
}
