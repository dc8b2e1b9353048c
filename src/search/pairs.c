/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"
#include "core/whole.h"
#include "question/result.h"
#include "primitives/run.h"
#include "search/entries.h"
#include "search/pairs.h"
#include "search/potential.h"
#include "search/shaped.h"
#include "search/batch.h"

#include <nearfield/pairs.h>

/* The parts of pairs: of points of the cloud, each once; and with query points, all of them. */
static const nf_parts pairs_parts = {.runs = {"space/runs_half.cl", "space/runs_half_box.cl"},
                                     .emit = "search/emit_pairs.cl",
                                     .emit_cpu = "search/emit_pairs_cpu.cl",
                                     .count = "search/emit_count.cl",
                                     .count_cpu = "search/emit_count_cpu.cl"},
                      query_parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
                                     .emit = "search/emit_pairs.cl",
                                     .emit_cpu = "search/emit_pairs_cpu.cl",
                                     .count = "search/emit_count.cl",
                                     .count_cpu = "search/emit_count_cpu.cl"};

static const nf_method *const methods[] = {
    [NF_PAIRS_SEARCH] = &nf_method_search, [NF_PAIRS_POTENTIAL] = &nf_method_potential};

nf_status nf_pairs_ask(nf_work *work, nf_query *query, nf_cloud *cloud, double cutoff,
                       const nf_pairs_options *options) {
    const nf_points *queries = options ? options->queries : NULL;
    const nf_filters *filters = options ? options->filters : NULL;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    NF_TRY(
        nf_query_begin(work, query, cloud, queries, filters, queries ? NF_FROM_BOTH : NF_FROM_ONE, &cutoff));
    if (query->filters.unknown) return NF_OK;
    query->parts = queries ? &query_parts : &pairs_parts;
    NF_TRY(nf_params_pairs(&query->params, nf_query_space(cloud), cloud->n,
                           cloud->n ? cloud->type : NF_FLOAT64, cutoff, options, error));
    if (cloud->batch.count && query->params.method == NF_PAIRS_POTENTIAL)
        NF_TRY(nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "NF_PAIRS_POTENTIAL knows no systems: use NF_PAIRS_SEARCH in a batch"));
    NF_TRY(nf_batch_take_rules(work, query, filters));
    query->method = methods[query->params.method];
    query->measures.arrays = options ? options->arrays & NF_MEASURED : 0;
done:
    return status;
}

/* Without a capacity nothing is written, and the buffer may be NULL: any other takes its place. */
nf_output nf_pairs_output(const nf_query *query, nf_slice pairs, uint64_t capacity, uint64_t first) {
    cl_mem buffer = pairs.buffer ? pairs.buffer : query->cloud->points;
    nf_output output = {.array = pairs,
                        .capacity = capacity,
                        .args = {nf_out(buffer), nf_u64(pairs.offset - first), nf_u64(first + capacity)},
                        .count = 3};
    nf_query_add_measures(query, &output);
    if (nf_query_has_images(query)) output.args[output.count++] = nf_u64(0 - first);
    return output;
}

static nf_output output_of(const nf_query *query, nf_slice pairs, uint64_t capacity) {
    return nf_pairs_output(query, pairs, capacity, 0);
}

/* Writes up to `room` pairs in the requested order; they are sorted only if all fit. */
static nf_status write_pairs(nf_work *work, nf_query *query, nf_slice pairs, uint64_t room, int fits) {
    const nf_output output = output_of(query, pairs, room);
    nf_status status = NF_OK;
    NF_TRY(nf_query_write(work, query, &output, fits));
    if (query->params.sorted && fits && query->total) {
        /* A pair as one uint64 has i in its lower half. */
        const nf_entries_order order =
            nf_entries_order_for(query->cloud, nf_query_count(query), query->params.cells.cutoff, 1);
        NF_TRY(nf_entries_sort(work, &order, pairs, query->measures.images, query->total));
    }
    NF_TRY(nf_query_measure(work, query, pairs, room));
done:
    return status;
}

/* Uses the buffer of the earlier result; if it is too small, allocates a larger one and writes the pairs again. */
static nf_status fill_result(nf_work *work, nf_query *query, nf_result *result) {
    const nf_kept *kept = &result->arrays[NF_ARRAY_PAIRS];
    const uint64_t room = nf_query_measures_room(query, result, nf_result_room(result, NF_ARRAY_PAIRS));
    const nf_output output = output_of(query, nf_at(kept->buffer, 0), room);
    nf_status status = NF_OK;
    NF_TRY(nf_query_find(work, query, &output, NF_KNOW_NUMBER));
    if (query->total > room) query->written = 0;
    NF_TRY(nf_result_keep(result, NF_ARRAY_PAIRS, query->total));
    NF_TRY(nf_query_keep_measures(query, result));
    NF_TRY(write_pairs(work, query, nf_at(kept->buffer, 0), query->total, 1));
    NF_TRY(nf_result_wait(work));
    result->total = result->rows[NF_ARRAY_PAIRS] = query->total;
    result->potential = query->potential;
done:
    return status;
}

/* sizes: of the result, where costs are added up; otherwise NULL. */
static nf_status answer(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                        const nf_pairs_sizes *sizes, const nf_sync *sync, nf_result **result) {
    nf_work work;
    nf_query query;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(nf_pairs_ask(&work, &query, cloud, cutoff, options));
    if (sizes) {
        query.assumed.total = sizes->pairs;
        query.assumed.potential = sizes->potential;
    }
    if (cloud->n && nf_query_count(&query)) NF_TRY(fill_result(&work, &query, *result));
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, const nf_sync *sync,
                   nf_result **result) {
    return answer(cloud, cutoff, options, NULL, sync, result);
}

nf_status nf_pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, const nf_sync *sync,
                         uint64_t *count) {
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    if (!count) return nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT, "count is NULL");
    nf_work work;
    nf_query query;
    nf_status status = NF_OK;
    *count = 0;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_pairs_ask(&work, &query, cloud, cutoff, options));
    query.measures.arrays = 0;
    if (cloud->n == 0 || nf_query_count(&query) == 0) goto done;
    const nf_output none = output_of(&query, nf_at(NULL, 0), 0);
    NF_TRY(nf_query_find(&work, &query, &none, NF_KNOW_NUMBER));
    *count = query.total;
done:
    return nf_work_end(&work, status);
}

enum { PLACES = 2 };

/* Checks the caller's slices for pairs and their number. */
static nf_status check_places(const nf_query *query, const nf_placed places[PLACES]) {
    nf_status status = NF_OK;
    for (int k = 0; k < PLACES; k++)
        if (k == 0 || places[k].at.buffer)
            NF_TRY(nf_query_check_place(query, places[k].name, places[k].at, places[k].n, places[k].size));
    NF_TRY(nf_check_all_apart(query->cloud->context, places, PLACES));
done:
    return status;
}

nf_status nf_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                        uint64_t capacity, nf_slice total, const nf_sync *sync, uint64_t *needed) {
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_work work;
    nf_query query;
    nf_status status = NF_OK;
    const uint64_t zero = 0;
    const nf_placed places[PLACES] = {{"pairs", pairs, capacity, 8}, {"total", total, 1, 8}};
    if (needed) *needed = 0;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(nf_pairs_ask(&work, &query, cloud, cutoff, options));
    NF_TRY(check_places(&query, places));
    NF_TRY(nf_query_take_places(&work, &query, options ? &options->places : NULL, capacity, places, PLACES));
    if (cloud->n == 0 || nf_query_count(&query) == 0) {
        if (total.buffer) NF_TRY(nf_fill(&work, total.buffer, &zero, sizeof zero, total.offset * 8, 8));
        goto done;
    }
    /* Sorting and copying potential pairs need the number on the host; the search itself does not. */
    const int sorted = query.params.sorted;
    nf_knowing knowing = NF_KNOW_PLACE;
    if (needed || sorted || query.params.method == NF_PAIRS_POTENTIAL) knowing = NF_KNOW_NUMBER;
    else if (total.buffer && capacity) knowing = NF_KNOW_PLACE_OR_UNKNOWN;
    const nf_output output = output_of(&query, pairs, sorted ? 0 : capacity);
    NF_TRY(nf_query_find(&work, &query, &output, knowing));
    if (total.buffer)
        NF_TRY(
            nf_copy(&work, query.found.total, query.found.total_at * 8, total.buffer, total.offset * 8, 8));
    const int fits = knowing == NF_KNOW_NUMBER && query.total <= capacity;
    if (!sorted || fits) NF_TRY(write_pairs(&work, &query, pairs, capacity, fits));
    if (needed) *needed = query.total;
    if (knowing == NF_KNOW_NUMBER && !fits)
        status = nf_fail(&context->error, NF_ERROR_CAPACITY, "there are %llu pairs and room for %llu",
                         (unsigned long long)query.total, (unsigned long long)capacity);
done:
    return nf_work_end(&work, status);
}

/* A call about a cloud of a shape. */
typedef struct pairs_shape {
    const nf_pairs_options *options;
    const nf_pairs_sizes *sizes;
} pairs_shape;

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const pairs_shape *shape = query;
    nf_pairs_options options = shape->options ? *shape->options : (nf_pairs_options){.sorted = 0};
    nf_shaped_query shaped;
    nf_result *result = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_shaped_take(cloud, options.queries, options.filters, &shaped));
    options.queries = shaped.queries;
    options.filters = shaped.filters;
    NF_TRY(answer(cloud, shaped.cutoff, &options, shape->sizes, NULL, &result));
done:
    nf_result_free(result);
    nf_shaped_free(cloud, &shaped);
    return status;
}

nf_status nf_pairs_memory(nf_context *context, const nf_points *points, const nf_pairs_options *options,
                          const nf_pairs_sizes *sizes, uint64_t *bytes) {
    const pairs_shape shape = {options, sizes};
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    if (!sizes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "sizes is NULL");
    NF_TRY(nf_check_shape(points, "points", &context->error));
    if (sizes->pairs > UINT64_MAX / 256 || sizes->potential > UINT64_MAX / 256)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT, "the size of so many pairs in bytes overflows"));
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = &shape};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
