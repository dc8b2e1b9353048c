/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "host/host.h"
#include "search/entries.h"
#include "search/questions/pairs.h"
#include "search/batch.h"

/* The parts of pairs: of points of the cloud, each once; and with query points, all of them. */
static const nf_parts pairs_parts = {.runs = {"space/runs_half.cl", "space/runs_half_box.cl"},
                                     .emit = "search/emit/pairs.cl",
                                     .emit_cpu = "search/emit/pairs_cpu.cl",
                                     .count = "search/emit/count.cl",
                                     .count_cpu = "search/emit/count_cpu.cl"},
                      query_parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
                                     .emit = "search/emit/pairs.cl",
                                     .emit_cpu = "search/emit/pairs_cpu.cl",
                                     .count = "search/emit/count.cl",
                                     .count_cpu = "search/emit/count_cpu.cl"};

nf_status nf_pairs_ask(nf_work *work, nf_call *call) {
    nf_pairs_call *pairs = (nf_pairs_call *)call;
    nf_query *query = &pairs->query;
    nf_cloud *cloud = call->cloud;
    const nf_pairs_options *options = &pairs->options;
    const nf_points *queries = options->queries;
    double cutoff = pairs->search.cutoff;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    NF_TRY(nf_query_begin(work, query, call, queries, options->filters, queries ? NF_FROM_BOTH : NF_FROM_ONE,
                          &cutoff));
    if (query->filters.unknown) return NF_OK;
    query->parts = queries ? &query_parts : &pairs_parts;
    NF_TRY(nf_params_pairs(&query->params, nf_query_space(cloud), cloud->n,
                           cloud->n ? cloud->type : NF_FLOAT64, cutoff, options, error));
    NF_TRY(nf_batch_take_rules(work, query, options->filters));
    query->method = &nf_method_search;
    if (!call->outputs) call->arrays |= NF_WANT(NF_ARRAY_PAIRS);
    NF_TRY(nf_query_answers(query, call, NF_ARRAY_PAIRS));
    /* Sorting needs the number on the host; the search itself does not. */
    call->all_or_none = query->params.sorted;
    if (!call->outputs || query->params.sorted) call->wait = NF_WAIT_TOTAL;
    else if (nf_call_has(call, NF_ARRAY_FOUND) && nf_call_has(call, NF_ARRAY_PAIRS))
        call->wait = NF_WAIT_NOTHING;
done:
    return status;
}

/* Without a capacity nothing is written, and the buffer may be NULL: any other takes its place. */
nf_emit_args nf_pairs_output(const nf_query *query, nf_elements pairs, uint64_t capacity, uint64_t first) {
    cl_mem buffer = pairs.buffer ? pairs.buffer : query->cloud->points;
    nf_emit_args output = {.array = pairs,
                           .capacity = capacity,
                           .args = {nf_out(buffer), nf_u64(pairs.offset - first), nf_u64(first + capacity)},
                           .count = 3};
    nf_query_add_measures(query, &output);
    const nf_arg images_from = nf_u64(0 - first);
    if (nf_query_has_images(query)) nf_emit_add(&output, &images_from, 1);
    return output;
}

static nf_status find(nf_work *work, nf_call *call) {
    nf_query *query = &((nf_pairs_call *)call)->query;
    nf_status status = NF_OK;
    if (call->cloud->n == 0 || nf_query_count(query) == 0) {
        call->wait = NF_WAIT_TOTAL; /* of no pairs */
        return NF_OK;
    }
    nf_measures_place(&query->measures, call);
    if (call->wait == NF_WAIT_NOTHING && !call->room) call->wait = NF_WAIT_ORDER_FIRST;
    const uint64_t room = call->all_or_none && call->outputs ? 0 : call->room;
    const nf_emit_args output = nf_pairs_output(query, nf_call_at(call, NF_ARRAY_PAIRS), room, 0);
    NF_TRY(nf_query_find(work, query, &output, call->wait));
    nf_query_found(query, call);
done:
    return status;
}

nf_status nf_pairs_finish(nf_work *work, nf_call *call) {
    nf_query *query = &((nf_pairs_call *)call)->query;
    const nf_elements pairs = nf_call_at(call, NF_ARRAY_PAIRS);
    nf_status status = NF_OK;
    nf_measures_place(&query->measures, call);
    if (query->params.sorted && call->fits && query->total) {
        /* A pair as one uint64 has i in its lower half. */
        const nf_entries_order order =
            nf_entries_order_for(query->cloud, nf_query_count(query), query->params.cells.cutoff, 1);
        NF_TRY(nf_entries_sort(work, &order, pairs, query->measures.images, query->total));
    }
    NF_TRY(nf_query_measure(work, query, pairs, call->room));
done:
    return status;
}

static nf_status write(nf_work *work, nf_call *call) {
    nf_query *query = &((nf_pairs_call *)call)->query;
    nf_status status = NF_OK;
    nf_measures_place(&query->measures, call);
    if (call->grown) query->written = 0;
    const nf_emit_args output = nf_pairs_output(query, nf_call_at(call, NF_ARRAY_PAIRS), call->room, 0);
    NF_TRY(nf_query_write(work, query, &output, call->fits));
    NF_TRY(nf_pairs_finish(work, call));
done:
    return status;
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_pairs_call *pairs = (const nf_pairs_call *)call;
    return nf_host_pairs(cloud, pairs->search.cutoff, &pairs->options, NULL, answer);
}

static int by_table(const nf_call *call) { return !((const nf_pairs_call *)call)->options.sorted; }

static nf_status shape(nf_call *call) {
    nf_pairs_call *pairs = (nf_pairs_call *)call;
    return nf_shaped_take(&call->shaped, call->cloud, &pairs->search.cutoff, &pairs->options.queries,
                          &pairs->options.filters);
}

static const nf_question question = {
    .name = "nf_pairs",
    .results = "pairs",
    .arrays = NF_PAIRS_ARRAYS_ALL,
    .options = {NF_OPTIONS(nf_pairs_options),
                .pointers = {NF_QUERIES_OF(nf_pairs_options), NF_FILTERS_OF(nf_pairs_options)}},
    .ask = nf_pairs_ask,
    .find = find,
    .write = write,
    .host = on_host,
    .by_table = by_table,
    .shape = shape,
    .chunked = &nf_pairs_chunked};

nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, const nf_sync *sync,
                   nf_result **result) {
    nf_pairs_call pairs = {.search.cutoff = cutoff};
    return nf_call_run(&pairs.search.call, &question, cloud, options, &pairs.options, sync, result);
}
