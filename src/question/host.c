/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/host.h"

#include "core/system.h"
#include "core/whole.h"
#include "host/host.h"
#include "opencl/host_device.h"
#include "question/derived.h"
#include "question/flow.h"

#include <string.h>

/* The tunables of the host. */
enum { FEW };
static const nf_tunable tunables[] = {{"FEW", 4096, 4096, {4096}, NULL}};
const nf_family nf_host_family = NF_FAMILY("host", tunables, 0, 0);

static int by_table(const nf_call *call) {
    return call->question->by_table && call->question->by_table(call);
}

/* 1 for a call that tables of images may answer: about at most host.FEW points and query points, or about a batch, of which no kernels are compiled. */
static int is_few(const nf_call *call) {
    const uint64_t most = (uint64_t)nf_tuned(call->cloud->context, &nf_host_family, FEW);
    if (!by_table(call)) return 0;
    if (call->cloud->batch.count) return 1;
    if (call->cloud->n > most) return 0;
    for (const nf_sized_pointer *p = call->question->options.pointers; p->to; p++) {
        const nf_points *queries = NULL;
        if (p->to != &nf_sized_points) continue;
        memcpy(&queries, (const char *)call->options + p->at, sizeof queries);
        if (queries && queries->n > most) return 0;
    }
    return 1;
}

int nf_host_is_plain(const nf_call *call) {
    const nf_context *context = call->cloud->context;
    return nf_on_host(context) && (context->plain || call->question->in_plain_c || is_few(call));
}

static nf_status take_scratch(void *user, uint64_t bytes, void **memory) {
    nf_work *work = user;
    cl_mem buffer = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, bytes, &buffer));
    *memory = nf_buffer_memory(work->context, buffer);
done:
    return status;
}

static size_t mark_scratch(void *user) { return nf_scratch_mark(user); }
static void give_scratch_back(void *user, size_t mark) { nf_scratch_back(user, mark); }

/* The cloud of a call in plain C.  `batch` must stay where it is.  Chunks are for many points. */
static nf_host_cloud cloud_of(nf_work *work, const nf_call *call, nf_batch *batch) {
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
                                      .batch = systems->count ? batch : NULL,
                                      .types.host = nf_buffer_memory(context, cloud->types.buffer)},
                           .spaces = systems->count ? systems->spaces : &cloud->space,
                           .one_space = !systems->count || systems->one_space,
                           .cancelled = context->cancelled,
                           .cancelled_user = context->cancelled_user,
                           .few = call->chunks ? 0 : (uint64_t)nf_tuned(context, &nf_host_family, FEW),
                           .scratch = take_scratch,
                           .scratch_mark = mark_scratch,
                           .scratch_back = give_scratch_back,
                           .scratch_user = work};
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

/* Where an array goes: to an output in host memory, or into a result; NULL: nowhere. */
static char *place_of(const nf_call *call, int array) {
    const nf_destination *to = call->to + array;
    if (to->copied_to) return (char *)to->copied_to->host + to->copied_to->offset;
    return nf_buffer_memory(call->cloud->context, to->at.buffer);
}

/* Writes `rows` rows of an array of the answer, from `first` on, to where it goes. */
static nf_status put(nf_work *work, const nf_call *call, int array, uint64_t first, uint64_t rows) {
    const char *from = call->answer[array];
    char *to = rows && from ? place_of(call, array) : NULL;
    nf_status status = NF_OK;
    if (!to) return NF_OK;
    const uint64_t row = nf_result_row(&call->shape, array);
    NF_TRY(nf_work_go_on(work));
    memcpy(to, from + first * row, (size_t)(rows * row));
done:
    return status;
}

/* Scratch for open arrays of which others are made, and which the caller does not want. */
static nf_status place_sources(nf_work *work, const nf_call *call, uint64_t rows, void **to) {
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++)
        if (nf_call_is_open(call, a) && rows && !nf_call_has(call, a) && (call->needs >> a & 1))
            NF_TRY(take_scratch(work, nf_multiply(rows, nf_result_row(&call->shape, a)), to + a));
done:
    return status;
}

/* What the call would take. */
static nf_status take_cost(nf_work *work, nf_call *call, const nf_host_cloud *cloud) {
    const nf_view *queries = call->queries;
    void *to[NF_ARRAYS] = {NULL};
    nf_status status = NF_OK;
    call->total = nf_min(call->cost->assumed, call->most);
    if (!by_table(call)) return NF_OK;
    NF_TRY(nf_host_table_cost(cloud, queries ? queries->n : cloud->points.n, queries != NULL));
    if (!cloud->points.batch && cloud->points.n <= cloud->few)
        NF_TRY(place_sources(work, call, call->total, to));
done:
    return status;
}

nf_status nf_host_find(nf_work *work, nf_call *call) {
    const double start = nf_system_clock();
    const uint64_t all = call->arrays | call->needs;
    nf_host_answer answer = {.wanted = call->open};
    nf_batch batch;
    const nf_host_cloud own = cloud_of(work, call, &batch);
    nf_status status = NF_OK;
    call->wait = NF_WAIT_TOTAL;
    if (call->cost) return take_cost(work, call, &own);
    for (int a = 0; a < NF_ARRAYS; a++)
        if ((all >> a & 1) && call->rows[a] && a != NF_ARRAY_FOUND) answer.wanted |= NF_WANT(a);
    if (!call->question->host) return nf_refuse_host(work->context, call->question->name);
    NF_TRY(call->question->host(call, &own, &answer));
    memcpy(call->answer, answer.arrays, sizeof call->answer);
    call->answer_write = answer.write;
    call->answer_found = answer.found;
    call->total = answer.total;
    if (!answer.write) NF_TRY(nf_derive_on_host(call));
    add_times(work->context, &answer.times, nf_system_clock() - start);
    for (int a = 0; a < NF_ARRAYS; a++)
        if (!nf_call_is_open(call, a)) NF_TRY(put(work, call, a, 0, call->rows[a]));
done:
    return status;
}

nf_status nf_host_write(nf_work *work, nf_call *call) {
    const uint64_t rows = nf_min(call->room, call->total);
    double start = nf_system_clock();
    void *to[NF_ARRAYS] = {NULL};
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        if (!nf_call_is_open(call, a)) continue;
        if (call->answer_write) to[a] = place_of(call, a);
        else NF_TRY(put(work, call, a, 0, rows + nf_call_extra(call, a)));
    }
    if (!call->answer_write) return NF_OK;
    NF_TRY(place_sources(work, call, rows, to));
    NF_TRY(nf_work_go_on(work));
    call->answer_write(call->answer_found, rows, to);
    nf_derive_in_place(call, rows, to);
    if (work->context->profile) nf_stage_add(work->context, "search", nf_system_clock() - start);
done:
    return status;
}

void nf_host_forget(nf_call *call) {
    for (int a = 0; a < NF_ARRAYS; a++)
        if (call->answer[a]) nf_release(&call->cloud->context->allocator, call->answer[a]);
}

/* ---- in chunks --------------------------------------------------------------------------------------------- */

/* The groups that chunks do not part are the rows of lists and of neighbours, or single results. */
static nf_status count(nf_flow *f) {
    nf_call *call = f->call;
    nf_status status = NF_OK;
    NF_TRY(nf_host_find(f->work, call));
    f->total = call->total;
    f->align = 1;
    f->host_starts = call->answer[NF_ARRAY_OFFSETS];
    if (f->host_starts) f->groups = call->rows[NF_ARRAY_OFFSETS] - 1;
    else {
        f->each = (uint64_t)call->shape.row;
        f->groups = f->total / f->each;
        f->has_rows = !call->open;
    }
done:
    return status;
}

/* The offsets of the rows [first, end) alone, in a result that has room for them. */
static void put_offsets(const nf_flow *f, uint64_t first, uint64_t end) {
    const uint64_t *from = f->call->answer[NF_ARRAY_OFFSETS];
    uint64_t *to = nf_buffer_memory(f->work->context, nf_call_at(f->call, NF_ARRAY_OFFSETS).buffer);
    for (uint64_t k = first; to && k <= end; k++) to[k - first] = from[k] - from[first];
}

static nf_status write_chunk(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_call *call = f->call;
    nf_status status = NF_OK;
    f->result->row = call->shape.row;
    if (f->has_rows) {
        chunk->first_row = first;
        chunk->rows = end - first;
    }
    for (int a = 0; a < NF_ARRAYS; a++) {
        const int offsets = a == NF_ARRAY_OFFSETS, open = nf_call_is_open(call, a);
        const uint64_t rows = open ? chunk->count : end - first;
        if (!nf_call_has(call, a)) continue;
        NF_TRY(nf_call_keep(call, f->result, NF_WANT(a), rows + (offsets ? 1 : 0)));
        if (offsets) put_offsets(f, first, end);
        else NF_TRY(put(f->work, call, a, open ? chunk->first : first, rows));
    }
done:
    return status;
}

const nf_chunked nf_host_chunked = {.stock = nf_stock_of_points, .count = count, .write = write_chunk};
