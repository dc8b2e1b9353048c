/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/call.h"

#include "core/whole.h"
#include "opencl/host_device.h"
#include "question/derived.h"
#include "question/flow.h"
#include "question/host.h"
#include "question/outputs.h"

#include <string.h>

nf_status nf_call_refuse_array(const nf_call *call, int array, const char *where) {
    const char *name = nf_array_name(array);
    nf_sentence *error = &call->cloud->context->error;
    if (array == NF_ARRAY_FOUND)
        return call->question->results ? nf_fail(error, NF_ERROR_ARGUMENT,
                                                 "%s names NF_ARRAY_FOUND, which is for outputs: "
                                                 "nf_result_total() is the number of a result",
                                                 where)
                                       : nf_fail(error, NF_ERROR_ARGUMENT,
                                                 "%s names NF_ARRAY_FOUND, but %s finds no number of results",
                                                 where, call->question->name);
    if (name)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s names the %s, which %s does not have", where, name,
                       call->question->name);
    return nf_fail(error, NF_ERROR_ARGUMENT, "%s names array %d, which %s does not have", where, array,
                   call->question->name);
}

/* ---- what the caller gives --------------------------------------------------------------------------------- */

static nf_status check_arrays(const nf_call *call) {
    for (int a = 0; a < NF_ARRAYS; a++)
        if ((call->arrays & ~call->question->arrays) >> a & 1) return nf_call_refuse_array(call, a, "arrays");
    return NF_OK;
}

static nf_status first_of(nf_status status, nf_status next) { return status == NF_OK ? next : status; }

/* Copies the options with all that they point to.  After an error the numbers that the caller receives can still be cleared. */
static nf_status take_copies(nf_call *call, nf_shared_options *shared) {
    const nf_question *question = call->question;
    nf_sentence *error = call->cloud ? &call->cloud->context->error : NULL;
    call->copies.count = 0;
    nf_status status = nf_sized_take(&question->options, "options", call->caller_options, call->options,
                                     &call->copies, error);
    memcpy(shared, call->options, sizeof *shared);
    status = first_of(status, nf_sized_follow(&nf_sized_outputs, "outputs", &shared->outputs, &call->copies,
                                              status == NF_OK ? error : NULL));
    status = first_of(status, nf_sized_follow(&nf_sized_chunks, "chunks", &shared->chunks, &call->copies,
                                              status == NF_OK ? error : NULL));
    call->outputs = shared->outputs;
    call->chunks = shared->chunks;
    call->cost = NULL;
    if (shared->cost) {
        const nf_status of_cost = nf_sized_take(&nf_sized_cost, "cost", shared->cost, &call->own_cost, NULL,
                                                status == NF_OK ? error : NULL);
        status = first_of(status, of_cost);
        if (of_cost == NF_OK) {
            call->cost = &call->own_cost;
            call->cost_bytes = &shared->cost->bytes;
        }
    }
    if (call->chunks && !question->chunked && status == NF_OK)
        status = nf_fail(error, NF_ERROR_UNSUPPORTED, "%s has no chunks: set options.chunks to NULL",
                         question->name);
    return status;
}

/* Copies the options, and checks the arrays that they name if there is a cloud. */
static nf_status take_options(nf_call *call) {
    nf_shared_options shared;
    nf_status status = take_copies(call, &shared);
    if (status != NF_OK || !call->cloud) return status;
    if (call->outputs) {
        NF_TRY(nf_outputs_check(call));
        shared.arrays = call->arrays & ~NF_WANT(NF_ARRAY_FOUND);
        memcpy(call->options, &shared, sizeof shared);
    } else {
        call->arrays = shared.arrays;
        call->names_arrays = call->arrays != 0;
        NF_TRY(check_arrays(call));
    }
done:
    return status;
}

/* ---- into a result ------------------------------------------------------------------------------------------ */

nf_status nf_call_keep(nf_call *call, nf_result *result, uint64_t arrays, uint64_t rows) {
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        if (!(arrays >> a & 1)) continue;
        const uint64_t own = rows + nf_call_extra(call, a);
        NF_TRY(nf_result_keep(result, a, own));
        call->to[a].at = nf_elements_at(result->arrays[a].buffer, 0);
        result->rows[a] = own;
    }
done:
    return status;
}

/* The destinations of the arrays whose rows are known, and of what the last call has left of the others. */
static nf_status place_in_result(nf_work *work, nf_call *call, nf_result *result) {
    const uint64_t all = call->arrays | nf_call_hidden(call);
    nf_status status = NF_OK;
    result->row = call->shape.row;
    memcpy(result->shapes, call->shape.shapes, sizeof result->shapes);
    call->room = call->open ? UINT64_MAX : 0;
    for (int a = 0; a < NF_ARRAYS; a++) {
        call->to[a] = (nf_destination){{NULL, 0}, NULL};
        if (!(all >> a & 1)) continue;
        if (nf_call_is_open(call, a)) {
            const uint64_t room = nf_result_room(result, a), extra = nf_call_extra(call, a);
            call->room = nf_min(call->room, room - nf_min(extra, room));
            call->to[a].at.buffer = result->arrays[a].buffer;
        } else if (nf_call_has(call, a)) NF_TRY(nf_call_keep(call, result, NF_WANT(a), call->rows[a]));
        else NF_TRY(nf_scratch(work, call->rows[a] * nf_result_row(result, a), &call->to[a].at.buffer));
    }
done:
    return status;
}

/* Makes room for all that was found. */
static nf_status grow(nf_call *call, nf_result *result) {
    nf_status status = NF_OK;
    call->grown = call->total > call->room;
    NF_TRY(nf_call_keep(call, result, call->open, call->total));
    call->room = call->total;
    call->fits = 1;
done:
    return status;
}

/* The steps of the question, or those in plain C. */
static nf_status find(nf_work *work, nf_call *call) {
    return work->context->plain ? nf_host_find(work, call) : call->question->find(work, call);
}

static nf_status write(nf_work *work, nf_call *call) {
    return work->context->plain ? nf_host_write(work, call) : call->question->write(work, call);
}

nf_status nf_call_fill(nf_work *work, nf_call *call, nf_result *result) {
    nf_status status = NF_OK;
    NF_TRY(place_in_result(work, call, result));
    NF_TRY(find(work, call));
    if (call->open) {
        NF_TRY(grow(call, result));
        if (nf_call_writes(call, call->total)) NF_TRY(write(work, call));
    }
    NF_TRY(nf_derive(work, call, NULL));
    NF_TRY(nf_result_wait(work));
    result->total = call->total;
done:
    return status;
}

uint64_t nf_call_hidden(const nf_call *call) {
    return call->cloud->context->plain ? 0 : call->needs & ~call->arrays;
}

/* Below so many points a call takes about as long as the threads of the host take to begin. */
enum { ONE_THREAD = 1024 };

/* In plain C a call reads what it is given where it is, and takes nothing. */
nf_status nf_call_ask(nf_work *work, nf_call *call) {
    const nf_cloud *cloud = call->cloud;
    const uint64_t sources = nf_derived_sources(call->question, call->arrays);
    nf_status status = NF_OK;
    call->shape = nf_result_of(cloud);
    call->needs = call->open = 0;
    if (call->outputs) call->needs = sources;
    else call->arrays |= sources;
    call->wait = NF_WAIT_ORDER_FIRST;
    call->most = UINT64_MAX;
    call->all_or_none = call->fits = call->grown = 0;
    call->queries = NULL;
    call->found = (nf_elements){NULL, 0};
    call->total = 0;
    memset(call->reads, 0, sizeof call->reads);
    memset(call->rows, 0, sizeof call->rows);
    memset(call->to, 0, sizeof call->to);
    if (work) work->few = cloud->n < ONE_THREAD;
    NF_TRY(call->question->ask(cloud->context->plain ? NULL : work, call));
    if (work && call->queries) work->few &= call->queries->n < ONE_THREAD;
    nf_derived_ask(call);
done:
    return status;
}

static nf_status into_result(nf_call *call, const nf_sync *sync, nf_result **result) {
    nf_work work;
    int is_new = 0;
    nf_status status = nf_result_open(call->cloud, result, &is_new);
    if (status != NF_OK || !result) return status; /* NULL is refused */
    NF_TRY(nf_work_begin(&work, call->cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(nf_call_ask(&work, call));
    work.makes = 1;
    NF_TRY(nf_call_fill(&work, call, *result));
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

/* ---- into outputs --------------------------------------------------------------------------------------------- */

static nf_status write_outputs(nf_work *work, nf_call *call) {
    nf_status status = NF_OK;
    NF_TRY(find(work, call));
    NF_TRY(nf_outputs_put_number(work, call));
    call->fits = call->wait == NF_WAIT_TOTAL && call->total <= call->room;
    if (nf_call_writes(call, call->room) &&
        (call->fits ? nf_call_writes(call, call->total) : !call->all_or_none))
        NF_TRY(write(work, call));
    NF_TRY(nf_derive(work, call, NULL));
    NF_TRY(nf_outputs_give(work, call));
done:
    return status;
}

nf_status nf_call_check_room(const nf_call *call) {
    if (call->cost || call->wait != NF_WAIT_TOTAL || !call->open || call->fits) return NF_OK;
    return nf_fail(&call->cloud->context->error, NF_ERROR_CAPACITY,
                   "there are %llu %s and room for %llu: give outputs with more rows",
                   (unsigned long long)call->total, call->question->results, (unsigned long long)call->room);
}

static nf_status into_outputs(nf_call *call, const nf_sync *sync) {
    const nf_question *question = call->question;
    nf_context *context = call->cloud->context;
    uint64_t *found = call->cost ? NULL : call->outputs->found;
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(nf_call_ask(&work, call));
    if (nf_outputs_want_number(call)) call->wait = question->results ? NF_WAIT_TOTAL : NF_WAIT_ORDER;
    NF_TRY(nf_outputs_check_memory(call));
    NF_TRY(nf_outputs_place(&work, call));
    work.makes = 1;
    NF_TRY(write_outputs(&work, call));
    status = nf_call_check_room(call);
done:
    status = nf_work_end(&work, status);
    if (found && (status == NF_OK || status == NF_ERROR_CAPACITY)) *found = call->total;
    return status;
}

/* ---- what it takes ---------------------------------------------------------------------------------------------- */

static nf_status run_shaped(nf_cloud *cloud, void *what) {
    nf_call *call = what;
    nf_cloud *const own = call->cloud;
    nf_result *result = NULL;
    nf_status status = NF_OK;
    NF_TRY(take_options(call));
    call->cloud = cloud;
    if (call->question->shape) NF_TRY(call->question->shape(call));
    status = call->outputs ? into_outputs(call, NULL) : into_result(call, NULL, &result);
done:
    nf_release(&own->context->allocator, call->shaped.offsets);
    call->shaped.offsets = NULL;
    call->cloud = own;
    nf_result_free(result);
    return status;
}

nf_status nf_call_cost(nf_call *call, uint64_t *bytes) {
    const nf_cloud *cloud = call->cloud;
    const nf_batch batch = {.count = cloud->batch.count};
    const int32_t none = 0;
    const nf_points shape = {.n = cloud->n,
                             .dims = cloud->dims,
                             .type = cloud->type,
                             .batch = batch.count ? &batch : NULL,
                             .types.host = cloud->has_types ? &none : NULL};
    const nf_shaped_call shaped = {
        .shape = &shape, .one_cutoff = call->question->one_cutoff, .ask = run_shaped, .query = call};
    return nf_shaped_cost(cloud->context, &shaped, NF_COST_MOST, bytes);
}

static nf_status say_cost(nf_call *call) {
    nf_status status = NF_OK;
    if (call->question->cost) NF_TRY(call->question->cost(call, call->cost_bytes));
    else NF_TRY(nf_call_cost(call, call->cost_bytes));
done:
    return status;
}

/* The numbers that the caller receives are 0 after an error.  A cost does not write that of outputs. */
static void clear_numbers(const nf_call *call) {
    if (call->cost) *call->cost_bytes = 0;
    if (call->outputs && call->outputs->found && !call->cost) *call->outputs->found = 0;
    if (call->chunks && call->chunks->found) *call->chunks->found = 0;
    if (call->chunks && call->chunks->enough) *call->chunks->enough = 0;
}

/* ---- in kernels, or in plain C ----------------------------------------------------------------------------------- */

static nf_status answer(nf_call *call, const nf_sync *sync, nf_result **result) {
    const nf_status status = call->chunks    ? nf_flow_run(call, sync)
                             : call->outputs ? into_outputs(call, sync)
                                             : into_result(call, sync, result);
    nf_host_forget(call);
    return status;
}

/* On the host a call that needs a program which is not compiled begins again, in plain C.  A chunk that was given has met all programs but sorts, of
   which all are compiled. */
static nf_status answer_somehow(nf_call *call, const nf_sync *sync, nf_result **result) {
    nf_context *context = call->cloud->context;
    context->lacks = 0;
    nf_status status = answer(call, sync, result);
    if (status == NF_ERROR_UNSUPPORTED && context->lacks && !context->plain && !call->given) {
        context->plain = 1;
        status = answer(call, sync, result);
    }
    return status;
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

nf_status nf_call_run(nf_call *call, const nf_question *question, nf_cloud *cloud, const void *options,
                      void *copy, const nf_sync *sync, nf_result **result) {
    nf_status status = NF_OK;
    int is_new = 0;
    nf_sync_clear(sync);
    call->question = question;
    call->cloud = cloud;
    call->caller_options = options;
    call->options = copy;
    call->given = 0;
    if (cloud) cloud->context->error.text[0] = 0;
    status = take_options(call);
    clear_numbers(call);
    if (!cloud) return nf_result_open(NULL, result, &is_new);
    nf_sentence *error = &cloud->context->error;
    NF_TRY(status);
    if ((call->outputs || call->cost || call->chunks) && result)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s makes no result with outputs, cost or chunks: give NULL for it", question->name));
    if (call->chunks && (call->outputs || call->cost))
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "%s: give chunks without outputs and cost", question->name));
    if (!call->cost) NF_TRY(nf_cloud_check_ready(cloud, question->name));
    const int plain = cloud->context->plain;
    cloud->context->plain = nf_host_is_plain(call);
    status = call->cost ? say_cost(call) : answer_somehow(call, sync, result);
    cloud->context->plain = plain;
    return status;
done:
    if (result && *result && (*result)->context == cloud->context) nf_result_close(result, 0, status);
    return status;
}
