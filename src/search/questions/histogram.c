/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "host/host.h"
#include "opencl/error.h"
#include "primitives/run.h"
#include "search/query/query.h"
#include "search/batch.h"
#include "space/bins.h"
#include "space/batch.h"

#include <nearfield/histogram.h>

/* Of points of the cloud, each pair once; and with query points, all of them. */
static const nf_parts histogram_parts = {.runs = {"space/runs_half.cl", "space/runs_half_box.cl"},
                                         .emit = "search/emit/histogram.cl",
                                         .emit_cpu = "search/emit/histogram_cpu.cl"},
                      query_parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
                                     .emit = "search/emit/histogram.cl",
                                     .emit_cpu = "search/emit/histogram_cpu.cl"};

/* ---- the method ------------------------------------------------------------------------------------------ */

/* output->array: the counts; output->capacity: the bins. */
static nf_status count(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_elements counts = output->array;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, output->capacity * 8));
    NF_TRY(nf_method_pass.find(work, query, output));
done:
    return status;
}

static nf_status count_with_total(nf_work *work, nf_query *query, const nf_emit_args *output) {
    nf_status status = NF_OK;
    NF_TRY(count(work, query, output));
    NF_TRY(nf_scratch(work, 8, &query->found.total));
    NF_TRY(nf_reduce_run(work, NF_UINT64, NF_SUM, output->array, nf_elements_at(query->found.total, 0),
                         output->capacity));
done:
    return status;
}

static const nf_method method_counts = {.find = count},
                       method_total = {.expects = 1, .find = count_with_total};

/* ---- the question ---------------------------------------------------------------------------------------- */

typedef struct histogram_call {
    nf_search_call search;
    nf_query query;
    nf_histogram_options options;
    uint32_t bins;
    double last_edge; /* the cutoff as asked, or as the filters allow */
    cl_mem edges;     /* the table of the edges of bins */
} histogram_call;

static nf_status ask(nf_work *work, nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    nf_query *query = &h->query;
    nf_cloud *cloud = call->cloud;
    const nf_histogram_options *options = &h->options;
    const nf_points *queries = options->queries;
    nf_status status = NF_OK;
    h->last_edge = h->search.cutoff;
    NF_TRY(nf_query_begin(work, query, call, queries, options->filters, queries ? NF_FROM_BOTH : NF_FROM_ONE,
                          &h->last_edge));
    NF_TRY(nf_params_histogram(&query->params, nf_query_space(cloud), cloud->n,
                               cloud->n ? cloud->type : NF_FLOAT64, h->last_edge, h->bins, options,
                               &cloud->context->error));
    NF_TRY(nf_batch_check_histogram(cloud->batch.cutoffs != NULL, &cloud->context->error));
    NF_TRY(nf_batch_take_rules(work, query, options->filters));
    query->parts = queries ? &query_parts : &histogram_parts;
    if (!call->outputs) call->arrays = NF_WANT(NF_ARRAY_COUNTS);
    if (!call->outputs) call->wait = NF_WAIT_TOTAL;
    call->needs = NF_WANT(NF_ARRAY_COUNTS);
    call->rows[NF_ARRAY_COUNTS] = h->bins;
done:
    return status;
}

/* A buffer that is created with its contents: writing to one would wait for the commands before. */
static nf_status make_edges(histogram_call *h) {
    const nf_cloud *cloud = h->search.call.cloud;
    nf_context *context = cloud->context;
    const size_t element = nf_type_bytes(cloud->type), count = (size_t)h->bins + 1;
    void *squares = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(&context->allocator, count, element, "the edges of bins", &squares, &context->error));
    nf_bins_squares(&h->query.params.rule, h->last_edge, h->bins, cloud->type, squares);
    NF_TRY(nf_buffer_with(context, squares, count * element, "the edges of bins", &h->edges));
done:
    nf_release(&context->allocator, squares);
    return status;
}

/* Counts the pairs of a cloud, or sets the counts of none to zero. */
static nf_status find(nf_work *work, nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    nf_query *query = &h->query;
    const nf_cloud *cloud = call->cloud;
    const nf_elements counts = nf_call_at(call, NF_ARRAY_COUNTS);
    const uint64_t zero = 0;
    const int totals = call->wait == NF_WAIT_TOTAL || nf_call_has(call, NF_ARRAY_FOUND);
    nf_status status = NF_OK;
    if (cloud->n == 0 || nf_query_count(query) == 0)
        return nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, (uint64_t)h->bins * 8);
    query->method = totals ? &method_total : &method_counts;
    NF_TRY(make_edges(h));
    const nf_emit_args output = {.array = counts,
                                 .capacity = h->bins,
                                 .args = {nf_inout(counts.buffer), nf_u64(counts.offset), nf_in(h->edges),
                                          nf_real(cloud->type, 1 / query->params.rule.r2), nf_u32(h->bins)},
                                 .count = 5};
    NF_TRY(nf_query_find(work, query, &output, call->wait));
    nf_query_found(query, call);
done:
    nf_buffer_release(work->context, h->edges); /* the commands in the queue keep it */
    h->edges = NULL;
    return status;
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const histogram_call *h = (const histogram_call *)call;
    return nf_host_histogram(cloud, h->search.cutoff, h->bins, &h->options, answer);
}

static nf_status shape(nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    return nf_shaped_take(&call->shaped, call->cloud, &h->search.cutoff, &h->options.queries,
                          &h->options.filters);
}

static const nf_question question = {
    .name = "nf_histogram",
    .results = "pairs",
    .arrays = NF_WANT(NF_ARRAY_COUNTS),
    .options = {NF_OPTIONS(nf_histogram_options),
                .pointers = {NF_QUERIES_OF(nf_histogram_options), NF_FILTERS_OF(nf_histogram_options)}},
    .ask = ask,
    .find = find,
    .host = on_host,
    .shape = shape,
    .one_cutoff = 1};

nf_status nf_histogram(nf_cloud *cloud, double cutoff, uint32_t bins, const nf_histogram_options *options,
                       const nf_sync *sync, nf_result **result) {
    histogram_call h = {.search.cutoff = cutoff, .bins = bins};
    return nf_call_run(&h.search.call, &question, cloud, options, &h.options, sync, result);
}
