/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/lists.h"

#include "core/whole.h"
#include "host/host.h"
#include "search/batch.h"
#include "search/skin.h"
#include "search/ways.h"

/* The parts of lists with a decision. */
#define LISTS_PARTS(keep)                                                                                    \
    {                                                                                                        \
        .runs = {"space/runs_full.cl", "space/runs_full_box.cl"}, .emit = "search/emit/rows.cl",             \
        .emit_cpu = "search/emit/rows_cpu.cl", .count = "search/emit/row_counts.cl",                         \
        .count_cpu = "search/emit/row_counts_cpu.cl", .stages_rows = 1, .decision = (keep)                   \
    }
static const nf_parts lists_full = LISTS_PARTS("search/walk/keep_all.cl"),
                      lists_half = LISTS_PARTS("search/walk/keep_half.cl"),
                      lists_queries = LISTS_PARTS("search/walk/keep_any.cl");

static int has_skin(const nf_query *query) { return query->params.skin > 0 && query->cloud->n; }

int nf_lists_has_indices(const nf_call *call) {
    return !call->names_arrays || ((call->arrays | call->needs) & (NF_WANT(NF_ARRAY_INDICES) | NF_MEASURED));
}

/* The arrays of the answer, and what the caller must know of it. */
static nf_status ask_arrays(nf_lists_call *lists) {
    nf_call *call = &lists->search.call;
    nf_query *query = &lists->query;
    const int has_indices = nf_lists_has_indices(call), cell_order = query->params.cell_order;
    if (call->outputs && cell_order && !nf_call_has(call, NF_ARRAY_COUNTS))
        return nf_fail(&call->cloud->context->error, NF_ERROR_ARGUMENT,
                       "outputs: rows in cell order are told by their counts, too: give NF_ARRAY_COUNTS");
    if (!call->outputs) {
        call->arrays |= NF_WANT(NF_ARRAY_OFFSETS);
        if (has_indices) call->arrays |= NF_WANT(NF_ARRAY_INDICES);
        if (cell_order) call->arrays |= NF_WANT(NF_ARRAY_COUNTS);
        call->wait = NF_WAIT_TOTAL;
    } else if (query->params.sorted && has_indices) call->wait = NF_WAIT_TOTAL;
    else if (!cell_order && (nf_call_has(call, NF_ARRAY_OFFSETS) || nf_call_has(call, NF_ARRAY_FOUND)))
        call->wait = NF_WAIT_NOTHING; /* which these say */
    query->rows.counts_only = !has_indices;
    call->all_or_none =
        query->params.sorted && !(query->params.skin > 0); /* with a skin the first are written */
    call->needs |= NF_WANT(NF_ARRAY_OFFSETS);
    call->rows[NF_ARRAY_OFFSETS] = nf_query_count(query) + 1;
    call->rows[NF_ARRAY_COUNTS] = cell_order ? nf_query_count(query) : 0;
    return has_indices ? nf_query_answers(query, call, NF_ARRAY_INDICES) : NF_OK;
}

static nf_status ask(nf_work *work, nf_call *call) {
    nf_lists_call *lists = (nf_lists_call *)call;
    nf_query *query = &lists->query;
    nf_cloud *cloud = call->cloud;
    const nf_lists_options *options = &lists->options;
    double cutoff = lists->search.cutoff;
    nf_status status = NF_OK;
    NF_TRY(nf_query_begin(work, query, call, options->queries, options->filters,
                          options->half ? NF_FROM_ONE : NF_FROM_BOTH, &cutoff));
    if (query->filters.unknown) return NF_OK;
    query->method = &nf_method_rows;
    NF_TRY(nf_params_lists(&query->params, nf_query_space(cloud), cloud->n,
                           cloud->n ? cloud->type : NF_FLOAT64, cutoff, options, &cloud->context->error));
    if (cloud->batch.count && query->params.skin > 0)
        NF_TRY(nf_fail(&cloud->context->error, NF_ERROR_UNSUPPORTED,
                       "a list with a skin is that of one system: give no skin in a batch"));
    NF_TRY(nf_batch_take_rules(work, query, options->filters));
    query->parts = options->queries ? &lists_queries : options->half ? &lists_half : &lists_full;
    if (work && has_skin(query) && !call->chunks) nf_skin_ask(query);
    NF_TRY(ask_arrays(lists));
done:
    return status;
}

nf_emit_args nf_lists_output(const nf_query *query, nf_elements indices, uint64_t capacity) {
    nf_emit_args output = {.array = indices,
                           .capacity = capacity,
                           .args = {nf_in(query->rows.offsets.buffer),
                                    nf_u64(query->rows.offsets.offset - query->rows.first),
                                    nf_out(indices.buffer), nf_u64(indices.offset), nf_u64(capacity)},
                           .count = 5};
    if (query->params.cell_order && !nf_search_is_cpu(query->cloud->context)) {
        const nf_arg to[4] = {nf_out(query->rows.to.offsets.buffer), nf_u64(query->rows.to.offsets.offset),
                              nf_out(query->rows.to.counts.buffer), nf_u64(query->rows.to.counts.offset)};
        nf_emit_add(&output, to, 4);
    }
    nf_query_add_measures(query, &output);
    return output;
}

nf_status nf_lists_write(nf_work *work, nf_query *query, nf_elements indices, uint64_t room, int fits) {
    const nf_emit_args output = nf_lists_output(query, indices, room);
    nf_status status = NF_OK;
    NF_TRY(nf_query_write(work, query, &output, fits));
    if (query->params.sorted && fits && query->total) {
        const nf_entries_order order =
            nf_entries_order_for(query->cloud, nf_query_count(query), query->params.cells.cutoff, 0);
        NF_TRY(
            nf_rows_sort(work, &order, query->rows.offsets, indices, query->measures.images, query->total));
    }
    NF_TRY(nf_query_measure(work, query, indices, room));
done:
    return status;
}

/* Sets where the search counts rows: in the result, or in scratch for rows in cell order. */
static nf_status take_starts(nf_work *work, nf_query *query, nf_elements offsets, nf_elements counts) {
    nf_status status = NF_OK;
    query->rows.offsets = offsets;
    if (!query->params.cell_order) return NF_OK;
    query->rows.to.offsets = offsets;
    query->rows.to.counts = counts;
    query->rows.offsets.offset = 0;
    NF_TRY(nf_scratch(work, (nf_query_count(query) + 1) * 8, &query->rows.offsets.buffer));
done:
    return status;
}

/* The offsets, and counts in cell order, of no results. */
static nf_status write_none(nf_work *work, const nf_query *query, nf_elements offsets, nf_elements counts) {
    const uint64_t n = nf_query_count(query), zero = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_fill(work, offsets.buffer, &zero, sizeof zero, offsets.offset * 8, (n + 1) * 8));
    if (query->params.cell_order && n)
        NF_TRY(nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, n * 8));
done:
    return status;
}

/* With a skin: builds the kept list unless it has all neighbours of the points where they are now. */
static nf_status build_skin(nf_work *work, const nf_call *call) {
    const nf_query *query = &((const nf_lists_call *)call)->query;
    const size_t mark = nf_scratch_mark(work);
    nf_lists_call wide = {.search.call = {.question = call->question, .cloud = call->cloud}};
    nf_result *list = NULL;
    int stands = 0;
    nf_status status = NF_OK;
    if (!has_skin(query)) return NF_OK;
    NF_TRY(nf_skin_look(work, query, &stands));
    if (!stands) {
        NF_TRY(nf_skin_begin(query, &wide.query, &list));
        wide.search.call.names_arrays = 1;
        wide.search.call.arrays = NF_WANT(NF_ARRAY_INDICES) | wide.query.measures.arrays;
        wide.search.call.shape = nf_result_of(call->cloud);
        NF_TRY(ask_arrays(&wide));
        NF_TRY(nf_call_fill(work, &wide.search.call, list));
        NF_TRY(nf_skin_built(work, query));
    }
    nf_scratch_back(work, mark);
done:
    return status;
}

static nf_status find(nf_work *work, nf_call *call) {
    nf_query *query = &((nf_lists_call *)call)->query;
    const nf_elements offsets = nf_call_at(call, NF_ARRAY_OFFSETS),
                      counts = nf_call_at(call, NF_ARRAY_COUNTS);
    nf_status status = NF_OK;
    if (call->cloud->n == 0 || nf_query_count(query) == 0) {
        call->wait = NF_WAIT_TOTAL; /* of no neighbours */
        return write_none(work, query, offsets, counts);
    }
    NF_TRY(take_starts(work, query, offsets, counts));
    NF_TRY(build_skin(work, call));
    nf_measures_place(&query->measures, call);
    const uint64_t room = call->all_or_none && call->outputs ? 0 : call->room;
    if (call->outputs && !call->room) query->rows.counts_only = 1;
    const nf_emit_args output = nf_lists_output(query, nf_call_at(call, NF_ARRAY_INDICES), room);
    NF_TRY(nf_query_find(work, query, &output, call->wait));
    nf_query_found(query, call);
done:
    return status;
}

static nf_status write(nf_work *work, nf_call *call) {
    nf_query *query = &((nf_lists_call *)call)->query;
    nf_measures_place(&query->measures, call);
    if (call->grown) query->written = 0;
    return nf_lists_write(work, query, nf_call_at(call, NF_ARRAY_INDICES), call->room, call->fits);
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_lists_call *lists = (const nf_lists_call *)call;
    return nf_host_lists(cloud, lists->search.cutoff, &lists->options, answer);
}

/* Rows in another order, and a kept list, come from kernels. */
static int by_table(const nf_call *call) {
    const nf_lists_options *options = &((const nf_lists_call *)call)->options;
    return !options->sorted && !options->cell_order && !(options->skin > 0);
}

static nf_status shape(nf_call *call) {
    nf_lists_call *lists = (nf_lists_call *)call;
    lists->options.skin = nf_shaped_length(lists->options.skin, call->cloud->type);
    return nf_shaped_take(&call->shaped, call->cloud, &lists->search.cutoff, &lists->options.queries,
                          &lists->options.filters);
}

const nf_question nf_lists_question = {
    .name = "nf_lists",
    .results = "indices",
    .arrays = NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_COUNTS) | NF_MEASURED |
              NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_ROWS_INT64) | NF_WANT(NF_ARRAY_INDICES_INT64),
    .options = {NF_OPTIONS(nf_lists_options),
                .pointers = {NF_QUERIES_OF(nf_lists_options), NF_FILTERS_OF(nf_lists_options)}},
    .ask = ask,
    .find = find,
    .write = write,
    .host = on_host,
    .by_table = by_table,
    .shape = shape,
    .chunked = &nf_lists_chunked};

nf_status nf_lists(nf_cloud *cloud, double cutoff, const nf_lists_options *options, const nf_sync *sync,
                   nf_result **result) {
    nf_lists_call lists = {.search.cutoff = cutoff};
    return nf_call_run(&lists.search.call, &nf_lists_question, cloud, options, &lists.options, sync, result);
}
