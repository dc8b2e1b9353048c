/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"
#include "core/whole.h"
#include "opencl/error.h"
#include "question/result.h"
#include "primitives/run.h"
#include "search/query.h"
#include "search/shaped.h"
#include "search/batch.h"
#include "space/bins.h"
#include "space/batch.h"

#include <nearfield/histogram.h>

/* Of points of the cloud, each pair once; and with query points, all of them. */
static const nf_parts histogram_parts = {.runs = {"space/runs_half.cl", "space/runs_half_box.cl"},
                                         .emit = "search/emit_histogram.cl",
                                         .emit_cpu = "search/emit_histogram_cpu.cl"},
                      query_parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
                                     .emit = "search/emit_histogram.cl",
                                     .emit_cpu = "search/emit_histogram_cpu.cl"};

/* ---- the method ------------------------------------------------------------------------------------------ */

/* output->array: the counts; output->capacity: the bins. */
static nf_status count(nf_work *work, nf_query *query, const nf_output *output) {
    const nf_search search = nf_query_search(query);
    const nf_slice counts = output->array;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    query->found = (nf_found){0};
    query->written = 1;
    work->stage = "search";
    NF_TRY(nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, output->capacity * 8));
    NF_TRY(nf_search_status_take(work, &query->found.status));
    NF_TRY(nf_search_pass(work, &search, query->parts->emit, query->parts->emit_cpu, query->found.status,
                          output->args, output->count));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

static nf_status count_with_total(nf_work *work, nf_query *query, const nf_output *output) {
    nf_status status = NF_OK;
    NF_TRY(count(work, query, output));
    NF_TRY(nf_scratch(work, 8, &query->found.total));
    NF_TRY(nf_reduce_run(work, NF_UINT64, NF_SUM, output->array, nf_at(query->found.total, 0),
                         output->capacity));
done:
    return status;
}

static const nf_method method_into = {.find = count},
                       method_result = {.expects = 1, .find = count_with_total};

/* ---- the question ---------------------------------------------------------------------------------------- */

/* A question, and the table of its edges on the device. */
typedef struct bins_query {
    nf_query query;
    double cutoff;
    uint32_t bins;
    cl_mem edges;
} bins_query;

static nf_status ask(nf_work *work, bins_query *a, nf_cloud *cloud, double cutoff, uint32_t bins,
                     const nf_histogram_options *options, const nf_method *method) {
    const nf_points *queries = options ? options->queries : NULL;
    const nf_filters *filters = options ? options->filters : NULL;
    nf_status status = NF_OK;
    *a = (bins_query){.bins = bins};
    NF_TRY(nf_query_begin(work, &a->query, cloud, queries, filters, queries ? NF_FROM_BOTH : NF_FROM_ONE,
                          &cutoff));
    NF_TRY(nf_params_histogram(&a->query.params, nf_query_space(cloud), cloud->n,
                               cloud->n ? cloud->type : NF_FLOAT64, cutoff, bins, options,
                               &cloud->context->error));
    NF_TRY(nf_batch_check_histogram(cloud->batch.cutoffs != NULL, &cloud->context->error));
    NF_TRY(nf_batch_take_rules(work, &a->query, filters));
    a->query.parts = queries ? &query_parts : &histogram_parts;
    a->query.method = method;
    a->cutoff = cutoff;
done:
    return status;
}

/* A buffer that is created with its contents: writing to one would wait for the commands before. */
static nf_status make_edges(bins_query *a) {
    const nf_cloud *cloud = a->query.cloud;
    nf_context *context = cloud->context;
    const size_t element = nf_type_bytes(cloud->type), count = (size_t)a->bins + 1;
    void *squares = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(&context->allocator, count, element, "the edges of bins", &squares, &context->error));
    nf_bins_squares(&a->query.params.rule, a->cutoff, a->bins, cloud->type, squares);
    NF_TRY(nf_buffer_with(context, squares, count * element, "the edges of bins", &a->edges));
done:
    nf_release(&context->allocator, squares);
    return status;
}

/* Counts the pairs of a cloud, or sets the counts of none to zero. */
static nf_status count_into(nf_work *work, bins_query *a, nf_slice counts, nf_knowing knowing) {
    const nf_cloud *cloud = a->query.cloud;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    if (cloud->n == 0 || nf_query_count(&a->query) == 0)
        return nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, (uint64_t)a->bins * 8);
    NF_TRY(make_edges(a));
    const nf_output output = {.array = counts,
                              .capacity = a->bins,
                              .args = {nf_inout(counts.buffer), nf_u64(counts.offset), nf_in(a->edges),
                                       nf_real(cloud->type, 1 / a->query.params.rule.r2), nf_u32(a->bins)},
                              .count = 5};
    NF_TRY(nf_query_find(work, &a->query, &output, knowing));
done:
    nf_buffer_release(work->context, a->edges); /* the commands in the queue keep it */
    return status;
}

nf_status nf_histogram(nf_cloud *cloud, double cutoff, uint32_t bins, const nf_histogram_options *options,
                       const nf_sync *sync, nf_result **result) {
    nf_work work;
    bins_query a;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(ask(&work, &a, cloud, cutoff, bins, options, &method_result));
    NF_TRY(nf_result_keep(*result, NF_ARRAY_COUNTS, bins));
    NF_TRY(count_into(&work, &a, nf_at((*result)->arrays[NF_ARRAY_COUNTS].buffer, 0), NF_KNOW_NUMBER));
    NF_TRY(nf_result_wait(&work));
    (*result)->total = a.query.total;
    (*result)->rows[NF_ARRAY_COUNTS] = bins;
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

nf_status nf_histogram_into(nf_cloud *cloud, double cutoff, uint32_t bins,
                            const nf_histogram_options *options, nf_slice counts, const nf_sync *sync) {
    nf_work work;
    bins_query a;
    nf_status status = NF_OK;
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(ask(&work, &a, cloud, cutoff, bins, options, &method_into));
    NF_TRY(nf_query_check_place(&a.query, "counts", counts, bins, 8));
    NF_TRY(count_into(&work, &a, counts, NF_KNOW_PLACE));
done:
    return nf_work_end(&work, status);
}

/* A call about a cloud of a shape. */
typedef struct histogram_shape {
    const nf_histogram_options *options;
    uint32_t bins;
} histogram_shape;

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const histogram_shape *shape = query;
    nf_histogram_options options =
        shape->options ? *shape->options : (nf_histogram_options){.cells_per_cutoff = 0};
    nf_shaped_query shaped;
    nf_result *result = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_shaped_take(cloud, options.queries, options.filters, &shaped));
    options.queries = shaped.queries;
    options.filters = shaped.filters;
    NF_TRY(nf_histogram(cloud, shaped.cutoff, shape->bins, &options, NULL, &result));
done:
    nf_result_free(result);
    nf_shaped_free(cloud, &shaped);
    return status;
}

nf_status nf_histogram_memory(nf_context *context, const nf_points *points, uint32_t bins,
                              const nf_histogram_options *options, uint64_t *bytes) {
    const histogram_shape shape = {options, bins};
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape(points, "points", &context->error));
    const nf_shaped_call call = {.shape = points, .one_cutoff = 1, .ask = ask_shape, .query = &shape};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
