/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/query/query.h"

#include "core/whole.h"
#include "question/result.h"
#include "order/batch.h"
#include "search/rows.h"
#include "search/ways.h"

static nf_filters_case case_of(const nf_cloud *cloud, const nf_points *queries, nf_pair_from from) {
    return (nf_filters_case){.n = cloud->n,
                             .type = cloud->type,
                             .queries = queries,
                             .from = from,
                             .space = cloud->batch.count ? NULL : &cloud->space,
                             .has_types = cloud->has_types,
                             .types = cloud->type_range};
}

nf_status nf_query_check_type_count(const nf_cloud *cloud, const nf_points *queries, uint32_t count) {
    const nf_filters_case of = case_of(cloud, queries, NF_FROM_BOTH);
    return nf_check_type_count(&of, count, &cloud->context->error);
}

nf_elements nf_query_types(const nf_query *query) {
    return query->has_queries ? query->queries.types : query->cloud->types;
}

nf_status nf_query_begin(nf_work *work, nf_query *query, nf_call *call, const nf_points *queries,
                         const nf_filters *filters, nf_pair_from from, double *cutoff) {
    nf_cloud *cloud = call->cloud;
    nf_sentence *error = &cloud->context->error;
    const nf_filters_case of = case_of(cloud, queries, from);
    nf_status status = NF_OK;
    *query = (nf_query){.cloud = cloud, .has_queries = queries != NULL};
    NF_TRY(nf_cloud_check_dims(cloud, "a search with a cutoff"));
    NF_TRY(nf_cloud_batch_check_cutoff(cloud, cutoff));
    if (queries) {
        NF_TRY(nf_check_queries(queries, cloud->dims, cloud->type, cloud->batch.count, error));
        NF_TRY(nf_view_take(work, cloud, queries, &query->queries));
        call->queries = &query->queries;
    }
    NF_TRY(nf_filters_take(work, cloud->context, filters, &of, cutoff, &query->filters));
    if (filters && filters->exclusions)
        call->reads[0] = (nf_named_array){"the offsets of the exclusions", filters->exclusions->offsets,
                                          nf_query_count(query) + 1, 8};
done:
    return status;
}

const nf_space *nf_query_space(const nf_cloud *cloud) {
    static const nf_space checked = {.kind = NF_SPACE_OPEN};
    return cloud->batch.count ? &checked : &cloud->space;
}

nf_search nf_query_search(const nf_query *query) {
    return (nf_search){.context = query->cloud->context,
                       .sources = nf_view_of_cloud(query->cloud),
                       .targets = nf_query_targets(query),
                       .apart = query->has_queries,
                       .rule = &query->params.rule,
                       .rules = query->rules,
                       .candidates = nf_search_candidates(query->cloud),
                       .parts = query->parts,
                       .images = nf_query_has_images(query),
                       .measured = nf_query_measures_rows(query) ? query->measures.arrays : 0,
                       .cell_order = query->params.cell_order,
                       .filters = &query->filters};
}

uint64_t nf_query_count(const nf_query *query) {
    return query->has_queries ? query->queries.n : query->cloud->n;
}

nf_view nf_query_targets(const nf_query *query) {
    return query->has_queries ? query->queries : nf_view_of_cloud(query->cloud);
}

static nf_status find_search(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_search search = nf_query_search(query);
    query->written = output->capacity > 0;
    return nf_search_write(work, &search, output, &query->found);
}

static nf_status write_search(nf_work *work, nf_query *query, const nf_emit_args *output, int fits) {
    const nf_search search = nf_query_search(query);
    nf_status status = NF_OK;
    (void)fits;
    NF_TRY(nf_search_fill(work, &search, &query->found, output));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

const nf_method nf_method_search = {.expects = 1, .find = find_search, .write = write_search};

static nf_status find_in_a_pass(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_search search = nf_query_search(query);
    nf_found *found = &query->found;
    nf_status status = NF_OK;
    *found = (nf_found){0};
    query->written = 1;
    NF_TRY(nf_search_status_take(work, &found->status));
    NF_TRY(nf_search_pass(work, &search, query->parts->emit, query->parts->emit_cpu, found->status,
                          output->args, output->count));
    NF_TRY(nf_search_status_check_now(work, found->status));
done:
    return status;
}

const nf_method nf_method_pass = {.expects = 1, .find = find_in_a_pass};

static nf_status read_total(nf_work *work, nf_query *query) {
    const nf_found *found = &query->found;
    return nf_read_most(work, found->total, found->total_at * 8, &query->total, sizeof query->total,
                        &query->assumed);
}

/* Writes the rows that were left out, if the status says that there are any. */
static nf_status write_overflow(nf_work *work, nf_query *query, const nf_emit_args *output,
                                const nf_search_status *status) {
    nf_found *found = &query->found;
    const int stored = found->overflow == NF_OVERFLOW_ASKED && found->masks && query->written;
    found->overflow = stored && status->overflow != work->number ? NF_OVERFLOW_NONE : NF_OVERFLOW_NOW;
    return stored && found->overflow == NF_OVERFLOW_NOW ? query->method->overflow(work, query, output)
                                                        : NF_OK;
}

/* Reads the number of results found.  `again`: the grid was not as expected, and the result is invalid (order.h). */
static nf_status read_found(nf_work *work, nf_query *query, const nf_emit_args *output, int *again) {
    const nf_search search = nf_query_search(query);
    nf_found *found = &query->found;
    const int in_status = found->status && found->total == found->status, tells = in_status || found->tells;
    const nf_search_status most = {.total = query->assumed, .overflow = work->number};
    nf_search_status seen = {0};
    nf_status status = NF_OK;
    if (in_status) {
        NF_TRY(nf_read_most(work, found->status, 0, &seen, sizeof seen, &most));
        NF_TRY(nf_search_status_check(work->context, &seen));
        query->total = seen.total;
    } else if (tells) NF_TRY(read_total(work, query));
    if (tells && query->total != NF_UNKNOWN) nf_order_accept(query->cloud);
    else NF_TRY(nf_order_look(work, query->cloud, again));
    if (*again) return NF_OK;
    const int once_most = in_status && !query->method->rows &&
                          query->total == NF_SEARCH_ONCE_MOST; /* or more: they are counted separately */
    if (once_most) NF_TRY(nf_search_count(work, &search, found));
    if (once_most || !tells) NF_TRY(read_total(work, query));
    NF_TRY(write_overflow(work, query, output, &seen));
    if (!query->has_queries) nf_search_learn(query->cloud, query->total);
done:
    return status;
}

/* Finds what is to be taken from a kept list, which has no grid that could be refused. */
static nf_status find_kept(nf_work *work, nf_query *query, const nf_emit_args *output, nf_wait wait) {
    nf_status status = NF_OK;
    NF_TRY(query->method->find(work, query, output));
    if (wait == NF_WAIT_TOTAL) NF_TRY(read_total(work, query));
done:
    return status;
}

nf_status nf_query_find(nf_work *work, nf_query *query, const nf_emit_args *output, nf_wait wait) {
    const nf_method *method = query->method;
    nf_cells *cells = &query->params.cells;
    const size_t mark = nf_scratch_mark(work);
    const int unseen = method->expects && !nf_search_looks_first(work->context) &&
                       (wait == NF_WAIT_TOTAL || wait == NF_WAIT_ORDER ||
                        (wait == NF_WAIT_NOTHING && nf_order_foresees(query->cloud, cells)));
    nf_status status = NF_OK;
    query->reads_total = wait == NF_WAIT_TOTAL;
    if (method->kept) return find_kept(work, query, output, wait);
    for (int again = 1; again;) {
        nf_scratch_back(work, mark);
        again = 0;
        if (query->has_queries) NF_TRY(nf_view_order(work, query->cloud, cells, &query->queries));
        else if (unseen) NF_TRY(nf_order_build(work, query->cloud, cells, wait != NF_WAIT_NOTHING));
        else NF_TRY(nf_order_build_now(work, query->cloud, cells));
        NF_TRY(method->find(work, query, output));
        if (wait == NF_WAIT_TOTAL) NF_TRY(read_found(work, query, output, &again));
        if (wait == NF_WAIT_ORDER) NF_TRY(nf_order_look(work, query->cloud, &again));
    }
done:
    return status;
}

nf_status nf_query_write(nf_work *work, nf_query *query, const nf_emit_args *output, int fits) {
    if (query->written || !output->capacity || (fits && query->total == 0)) return NF_OK;
    return query->method->write(work, query, output, fits);
}

/* ---- measures ------------------------------------------------------------------------------------------- */

int nf_query_has_images(const nf_query *query) {
    return !query->method->kept && nf_measures_need_images(&query->cloud->space, query->measures.arrays);
}

int nf_query_measures_rows(const nf_query *query) {
    return query->measures.arrays && query->method->rows && !query->params.sorted &&
           !nf_search_is_cpu(query->cloud->context);
}

static int keeps_images(const nf_query *query) {
    return nf_query_has_images(query) && !nf_query_measures_rows(query);
}

void nf_query_add_measures(const nf_query *query, nf_emit_args *output) {
    cl_mem any = query->cloud->points;
    if (nf_query_measures_rows(query)) {
        const nf_measures_args to = nf_measures_args_for(&query->measures, any);
        nf_emit_add(output, to.args, to.count);
    } else if (nf_query_has_images(query)) {
        const nf_arg images = nf_out(query->measures.images ? query->measures.images : any);
        nf_emit_add(output, &images, 1);
    }
}

nf_status nf_query_answers(nf_query *query, nf_call *call, nf_array entries) {
    query->measures.arrays = call->arrays & NF_MEASURED;
    call->needs |= NF_WANT(entries);
    if (keeps_images(query) && !call->cloud->context->plain) call->needs |= NF_WANT(NF_ARRAY_IMAGES);
    call->open = (call->arrays | call->needs) & (NF_WANT(entries) | NF_WANT(NF_ARRAY_IMAGES) | NF_MEASURED);
    if (!call->cost) return NF_OK;
    query->assumed = call->cost->assumed;
    if (query->assumed > UINT64_MAX / 256)
        return nf_fail(&call->cloud->context->error, NF_ERROR_ARGUMENT,
                       "%s: cost->assumed is %llu: the size of so many %s in bytes overflows",
                       call->question->name, (unsigned long long)query->assumed, call->question->results);
    return NF_OK;
}

void nf_query_found(const nf_query *query, nf_call *call) {
    call->found = nf_elements_at(query->found.total, query->found.total_at);
    call->total = query->total;
}

nf_status nf_query_measure(nf_work *work, const nf_query *query, nf_elements entries, uint64_t most) {
    const nf_search search = nf_query_search(query);
    const nf_measured measured = {.offsets = query->rows.offsets,
                                  .entries = entries,
                                  .total = nf_elements_at(query->found.total, query->found.total_at),
                                  .most = most};
    if (query->method->kept || nf_query_measures_rows(query)) return NF_OK;
    return nf_measure_run(work, &search, &query->measures, &measured);
}
