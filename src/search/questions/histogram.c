/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/values.h"
#include "core/slice.h"
#include "core/whole.h"
#include "host/host.h"
#include "opencl/error.h"
#include "search/query/query.h"
#include "search/questions/counts.h"
#include "search/questions/weights.h"
#include "search/batch.h"
#include "space/bins.h"
#include "space/batch.h"

#include <nearfield/histogram.h>

#define HISTOGRAM_OF(half_or_full, slots, lanes, cpu)                                                        \
    {                                                                                                        \
        .runs = {"space/runs_" half_or_full ".cl", "space/runs_" half_or_full "_box.cl"}, .emit = (lanes),   \
        .emit_cpu = (cpu), .decision = (slots)                                                               \
    }
/* Of points of the cloud, each pair once; and with query points, all of them. */
#define HISTOGRAM_PARTS(slots, ...)                                                                          \
    { HISTOGRAM_OF("half", slots, __VA_ARGS__), HISTOGRAM_OF("full", slots, __VA_ARGS__) }
/* With bins of equal width, or with edges. */
#define HISTOGRAMS(slots, slots_edges, ...)                                                                  \
    { HISTOGRAM_PARTS(slots, __VA_ARGS__), HISTOGRAM_PARTS(slots_edges, __VA_ARGS__) }
/* One histogram, or one for each pair of types. */
#define BY_TYPES(...)                                                                                        \
    {                                                                                                        \
        HISTOGRAMS("search/emit/slots_bins.cl", "search/emit/slots_bins_edges.cl", __VA_ARGS__),             \
            HISTOGRAMS("search/emit/slots_types.cl", "search/emit/slots_types_edges.cl", __VA_ARGS__)        \
    }
/* Without weights, and with them. */
static const nf_parts histogram_parts[2][2][2][2] = {
    BY_TYPES("search/emit/histogram.cl", "search/emit/histogram_cpu.cl"),
    BY_TYPES("search/emit/weighted.cl", "search/emit/weighted_cpu.cl")};

typedef struct histogram_call {
    nf_search_call search;
    double cutoff; /* as the caller gave it; the worst cases of a cost change that of the search */
    nf_query query;
    nf_histogram_options options;
    nf_bins bins;
    uint64_t counts;    /* their number: bins, of all pairs of types */
    nf_filters filters; /* those of the options, without pairs before the first edge */
    cl_mem edges;       /* the table of the edges of bins */
    nf_weighted weighted;
    nf_points weights, query_weights; /* of a shape */
} histogram_call;

static nf_status ask_types(histogram_call *h) {
    const uint64_t types = h->options.type_count;
    nf_cloud *cloud = h->search.call.cloud;
    nf_status status = NF_OK;
    h->counts = h->bins.count;
    if (types == 0) return NF_OK;
    NF_TRY(nf_query_check_type_count(cloud, h->options.queries, h->options.type_count));
    h->counts *= types * types;
    if (h->counts > NF_HISTOGRAM_COUNTS_MOST)
        status = nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT,
                         "%lu bins of %lu x %lu types are more than %d counts: give fewer bins",
                         (unsigned long)h->bins.count, (unsigned long)types, (unsigned long)types,
                         NF_HISTOGRAM_COUNTS_MOST);
done:
    return status;
}

/* The cutoff as asked, or the last edge; or 0, of which the filters make one. */
static nf_status ask_bins(histogram_call *h) {
    const double *edges = h->options.edges;
    h->bins.edges = edges;
    nf_status status = NF_OK;
    NF_TRY(nf_check_bins(&h->bins, h->cutoff, &h->search.call.cloud->context->error));
    h->bins.cutoff = edges ? edges[h->bins.count] : h->search.cutoff;
    if (!edges || !(edges[0] > 0)) return NF_OK;
    if (h->options.filters) h->filters = *h->options.filters;
    if (edges[0] > h->filters.min_distance) h->filters.min_distance = edges[0];
    h->options.filters = &h->filters;
done:
    return status;
}

static nf_status check_weights(const histogram_call *h) {
    const nf_cloud *cloud = h->search.call.cloud;
    const nf_histogram_options *options = &h->options;
    const nf_points *weights = options->weights, *of_queries = options->query_weights,
                    *queries = options->queries;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    if (!weights && nf_call_has(&h->search.call, NF_ARRAY_WEIGHTED_COUNTS))
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "the weighted counts are asked for, and the points have no weights: set weights"));
    if (of_queries && !queries)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "query_weights are given, and no query points"));
    if (weights && queries && !of_queries)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "query points have no weights: set query_weights"));
    if (of_queries && !weights)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "the points of the cloud have no weights: set weights"));
    NF_TRY(nf_check_values(weights, "weights", cloud->n, 1, cloud->type, error));
    NF_TRY(nf_check_values(of_queries, "query_weights", queries ? queries->n : 0, 1, cloud->type, error));
    NF_TRY(nf_check_finite(weights, "weight", error));
    NF_TRY(nf_check_finite(of_queries, "query weight", error));
done:
    return status;
}

/* What the answer has: the counts, and with weights their sums. */
static nf_status ask_arrays(nf_work *work, histogram_call *h) {
    nf_call *call = &h->search.call;
    const nf_cloud *cloud = call->cloud;
    const nf_histogram_options *options = &h->options;
    const size_t element = nf_type_bytes(cloud->type);
    nf_status status = NF_OK;
    call->needs = NF_WANT(NF_ARRAY_COUNTS);
    call->rows[NF_ARRAY_COUNTS] = h->counts;
    if (options->weights) {
        NF_TRY(
            nf_weighted_take(work, cloud->context, options->weights, options->query_weights, &h->weighted));
        call->needs |= NF_WANT(NF_ARRAY_WEIGHTED_COUNTS);
        call->rows[NF_ARRAY_WEIGHTED_COUNTS] = h->counts;
        call->reads[1] = (nf_named_array){"weights", nf_slice_of(h->weighted.other.rows, element),
                                          h->weighted.other.n, element};
        if (options->query_weights)
            call->reads[2] = (nf_named_array){"query_weights", nf_slice_of(h->weighted.own.rows, element),
                                              h->weighted.own.n, element};
    }
    if (!call->outputs) call->arrays = call->needs;
    if (!call->outputs) call->wait = NF_WAIT_TOTAL;
done:
    return status;
}

static nf_status ask(nf_work *work, nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    nf_query *query = &h->query;
    nf_cloud *cloud = call->cloud;
    const nf_histogram_options *options = &h->options;
    const nf_points *queries = options->queries;
    nf_status status = NF_OK;
    NF_TRY(ask_bins(h));
    NF_TRY(nf_query_begin(work, query, call, queries, options->filters, queries ? NF_FROM_BOTH : NF_FROM_ONE,
                          &h->bins.cutoff));
    NF_TRY(nf_params_histogram(&query->params, nf_query_space(cloud), cloud->n,
                               cloud->n ? cloud->type : NF_FLOAT64, &h->bins, options->filters,
                               &cloud->context->error));
    NF_TRY(nf_batch_check_histogram(cloud->batch.cutoffs != NULL, &cloud->context->error));
    NF_TRY(nf_batch_take_rules(work, query, options->filters));
    NF_TRY(ask_types(h));
    NF_TRY(check_weights(h));
    query->parts = &histogram_parts[options->weights != NULL][options->type_count > 0][options->edges != NULL]
                                   [queries != NULL];
    NF_TRY(ask_arrays(work, h));
done:
    return status;
}

/* A buffer that is created with its contents: writing to one would wait for the commands before. */
static nf_status make_edges(histogram_call *h) {
    const nf_cloud *cloud = h->search.call.cloud;
    nf_context *context = cloud->context;
    const size_t element = nf_type_bytes(cloud->type), count = (size_t)h->bins.count + 1;
    void *squares = NULL;
    nf_status status = NF_OK;
    if (cloud->n == 0) return NF_OK;
    NF_TRY(nf_allocate(&context->allocator, count, element, "the edges of bins", &squares, &context->error));
    nf_bins_squares(&h->query.params.rule, &h->bins, cloud->type, squares);
    NF_TRY(nf_buffer_with(context, squares, count * element, "the edges of bins", &h->edges));
done:
    nf_release(&context->allocator, squares);
    return status;
}

static nf_status find(nf_work *work, nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    nf_query *query = &h->query;
    const nf_cloud *cloud = call->cloud;
    nf_emit_args slots = {.count = 0};
    nf_status status = NF_OK;
    NF_TRY(make_edges(h));
    const nf_arg bins[3] = {nf_in(h->edges), nf_real(cloud->type, 1 / query->params.rule.r2),
                            nf_u32(h->bins.count)},
                 types = nf_u32(h->options.type_count);
    if (h->options.weights) {
        h->weighted.totals = nf_call_at(call, NF_ARRAY_WEIGHTED_COUNTS);
        query->weighted = &h->weighted;
        if (!nf_counts_are_none(query)) NF_TRY(nf_weighted_begin(work, &h->weighted, h->counts));
    }
    nf_emit_add(&slots, bins, 3);
    if (h->options.type_count) {
        nf_counts_add_types(&slots, nf_query_types(query));
        nf_counts_add_types(&slots, cloud->types);
        nf_emit_add(&slots, &types, 1);
    }
    NF_TRY(nf_counts_find(work, call, query, h->counts, &slots));
done:
    nf_buffer_release(work->context, h->edges); /* the commands in the queue keep it */
    h->edges = NULL;
    return status;
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const histogram_call *h = (const histogram_call *)call;
    return nf_host_histogram(cloud, &h->bins, &h->options, answer);
}

static nf_status shape(nf_call *call) {
    histogram_call *h = (histogram_call *)call;
    const nf_bins bins = {.count = h->bins.count, .edges = h->options.edges};
    const nf_status status = nf_check_bins(&bins, h->cutoff, &call->cloud->context->error);
    if (status != NF_OK) return status;
    h->options.edges = NULL; /* as much memory as bins of equal width */
    h->options.weights = nf_shaped_unless_used(h->options.weights, &h->weights);
    h->options.query_weights = nf_shaped_unless_used(h->options.query_weights, &h->query_weights);
    return nf_shaped_take(&call->shaped, call->cloud, &h->search.cutoff, &h->options.queries,
                          &h->options.filters);
}

static const nf_question question = {
    .name = "nf_histogram",
    .results = "pairs",
    .arrays = NF_WANT(NF_ARRAY_COUNTS) | NF_WANT(NF_ARRAY_WEIGHTED_COUNTS),
    .options = {NF_OPTIONS(nf_histogram_options),
                .pointers = {NF_QUERIES_OF(nf_histogram_options), NF_FILTERS_OF(nf_histogram_options),
                             NF_SIZED_POINTER(nf_histogram_options, weights, nf_sized_points, "weights"),
                             NF_SIZED_POINTER(nf_histogram_options, query_weights, nf_sized_points,
                                              "query_weights")}},
    .ask = ask,
    .find = find,
    .host = on_host,
    .shape = shape,
    .one_cutoff = 1};

nf_status nf_histogram(nf_cloud *cloud, double cutoff, uint32_t bins, const nf_histogram_options *options,
                       const nf_sync *sync, nf_result **result) {
    histogram_call h = {.search.cutoff = cutoff, .cutoff = cutoff, .bins.count = bins};
    return nf_call_run(&h.search.call, &question, cloud, options, &h.options, sync, result);
}
