/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include <nearfield/lists.h>

#include "core/check.h"
#include "core/whole.h"
#include "question/result.h"
#include "primitives/run.h"
#include "search/lists.h"
#include "search/shaped.h"
#include "search/skin.h"
#include "search/batch.h"
#include "search/ways.h"

#include <string.h>

/* The parts of lists with a decision. */
#define LISTS_PARTS(keep)                                                                                    \
    {                                                                                                        \
        .runs = {"space/runs_full.cl", "space/runs_full_box.cl"}, .emit = "search/emit_rows.cl",             \
        .emit_cpu = "search/emit_rows_cpu.cl", .count = "search/emit_row_counts.cl",                         \
        .count_cpu = "search/emit_row_counts_cpu.cl", .stages_rows = 1, .decision = (keep)                   \
    }
static const nf_parts lists_full = LISTS_PARTS("search/keep_all.cl"),
                      lists_half = LISTS_PARTS("search/keep_half.cl"),
                      lists_queries = LISTS_PARTS("search/keep_any.cl");

nf_status nf_lists_ask(nf_work *work, nf_query *query, nf_cloud *cloud, double cutoff,
                       const nf_lists_options *options) {
    const nf_points *queries = options ? options->queries : NULL;
    const int half = options && options->half;
    nf_status status = NF_OK;
    NF_TRY(nf_query_begin(work, query, cloud, queries, options ? options->filters : NULL,
                          half ? NF_FROM_ONE : NF_FROM_BOTH, &cutoff));
    if (query->filters.unknown) return NF_OK;
    query->method = &nf_method_rows;
    NF_TRY(nf_params_lists(&query->params, nf_query_space(cloud), cloud->n,
                           cloud->n ? cloud->type : NF_FLOAT64, cutoff, options, &cloud->context->error));
    if (cloud->batch.count && query->params.skin > 0)
        NF_TRY(nf_fail(&cloud->context->error, NF_ERROR_UNSUPPORTED,
                       "a list with a skin is that of one system: give no skin in a batch"));
    NF_TRY(nf_batch_take_rules(work, query, options ? options->filters : NULL));
    query->counts_only = !nf_lists_wants_indices(options);
    query->parts = queries ? &lists_queries : half ? &lists_half : &lists_full;
    query->measures.arrays = options ? options->arrays & NF_MEASURED : 0;
done:
    return status;
}

nf_output nf_lists_output(const nf_query *query, nf_slice indices, uint64_t capacity) {
    nf_output output = {.array = indices,
                        .capacity = capacity,
                        .args = {nf_in(query->offsets.buffer),
                                 nf_u64(query->offsets.offset - query->first_row), nf_out(indices.buffer),
                                 nf_u64(indices.offset), nf_u64(capacity)},
                        .count = 5};
    if (query->params.cell_order && !nf_search_is_cpu(query->cloud->context)) {
        const nf_arg placed[4] = {nf_out(query->placed.offsets.buffer), nf_u64(query->placed.offsets.offset),
                                  nf_out(query->placed.counts.buffer), nf_u64(query->placed.counts.offset)};
        memcpy(output.args + output.count, placed, sizeof placed);
        output.count += 4;
    }
    nf_query_add_measures(query, &output);
    return output;
}

nf_status nf_lists_write(nf_work *work, nf_query *query, nf_slice indices, uint64_t room, int fits) {
    const nf_output output = nf_lists_output(query, indices, room);
    nf_status status = NF_OK;
    NF_TRY(nf_query_write(work, query, &output, fits));
    if (query->params.sorted && fits && query->total) {
        const nf_entries_order order =
            nf_entries_order_for(query->cloud, nf_query_count(query), query->params.cells.cutoff, 0);
        NF_TRY(nf_rows_sort(work, &order, query->offsets, indices, query->measures.images, query->total));
    }
    NF_TRY(nf_query_measure(work, query, indices, room));
done:
    return status;
}

/* Sets where the search counts rows: in the result, or in scratch for rows in cell order. */
static nf_status take_starts(nf_work *work, nf_query *query, nf_slice offsets, nf_slice counts) {
    nf_status status = NF_OK;
    query->offsets = offsets;
    if (!query->params.cell_order) return NF_OK;
    query->placed.offsets = offsets;
    query->placed.counts = counts;
    query->offsets.offset = 0;
    NF_TRY(nf_scratch(work, (nf_query_count(query) + 1) * 8, &query->offsets.buffer));
done:
    return status;
}

/* The offsets, and counts in cell order, of no results. */
static nf_status write_none(nf_work *work, const nf_query *query, nf_slice offsets, nf_slice counts) {
    const uint64_t n = nf_query_count(query), zero = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_fill(work, offsets.buffer, &zero, sizeof zero, offsets.offset * 8, (n + 1) * 8));
    if (query->params.cell_order && n)
        NF_TRY(nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, n * 8));
done:
    return status;
}

static nf_status fill_result(nf_work *work, nf_query *query, nf_result *result, int wants_indices) {
    const nf_kept *kept = &result->arrays[NF_ARRAY_INDICES];
    const uint64_t room =
        wants_indices ? nf_query_measures_room(query, result, nf_result_room(result, NF_ARRAY_INDICES)) : 0;
    const uint64_t n = nf_query_count(query), counted = query->params.cell_order ? n : 0;
    nf_status status = NF_OK;
    NF_TRY(nf_result_keep(result, NF_ARRAY_OFFSETS, n + 1));
    NF_TRY(nf_result_keep(result, NF_ARRAY_COUNTS, counted));
    const nf_slice offsets = nf_at(result->arrays[NF_ARRAY_OFFSETS].buffer, 0),
                   counts = nf_at(result->arrays[NF_ARRAY_COUNTS].buffer, 0);
    NF_TRY(take_starts(work, query, offsets, counts));
    if (n && query->cloud->n) {
        const nf_output output = nf_lists_output(query, nf_at(kept->buffer, 0), room);
        NF_TRY(nf_query_find(work, query, &output, NF_KNOW_NUMBER));
        if (query->total > room) query->written = 0;
        if (wants_indices) {
            NF_TRY(nf_result_keep(result, NF_ARRAY_INDICES, query->total));
            NF_TRY(nf_query_keep_measures(query, result));
            NF_TRY(nf_lists_write(work, query, nf_at(kept->buffer, 0), query->total, 1));
        }
    } else NF_TRY(write_none(work, query, offsets, counts));
    NF_TRY(nf_result_wait(work));
    result->total = query->total;
    result->rows[NF_ARRAY_OFFSETS] = n + 1;
    result->rows[NF_ARRAY_COUNTS] = counted;
    result->rows[NF_ARRAY_INDICES] = wants_indices ? query->total : 0;
done:
    return status;
}

static int has_skin(const nf_query *query) { return query->params.skin > 0 && query->cloud->n; }

/* With a skin: builds the kept list unless it has all neighbours of the points where they are now. */
static nf_status build_skin(nf_work *work, const nf_query *query) {
    const size_t mark = nf_scratch_mark(work);
    nf_query wide;
    int stands = 0;
    nf_status status = NF_OK;
    if (!has_skin(query)) return NF_OK;
    NF_TRY(nf_skin_look(work, query, &stands));
    if (!stands) {
        nf_result *list = NULL;
        NF_TRY(nf_skin_begin(query, &wide, &list));
        NF_TRY(fill_result(work, &wide, list, 1));
        NF_TRY(nf_skin_built(work, query));
    }
    nf_scratch_back(work, mark);
done:
    return status;
}

int nf_lists_wants_indices(const nf_lists_options *options) {
    return !options || !options->arrays || (options->arrays & (NF_WANT(NF_ARRAY_INDICES) | NF_MEASURED));
}

/* assumed: the number of indices, where costs are added up. */
static nf_status answer(nf_cloud *cloud, double cutoff, const nf_lists_options *options, uint64_t assumed,
                        const nf_sync *sync, nf_result **result) {
    nf_work work;
    nf_query query;
    int is_new = 0, accepted = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(nf_lists_ask(&work, &query, cloud, cutoff, options));
    accepted = 1;
    query.assumed.total = assumed;
    if (has_skin(&query)) nf_skin_ask(&query);
    NF_TRY(build_skin(&work, &query));
    NF_TRY(fill_result(&work, &query, *result, nf_lists_wants_indices(options)));
done:
    if (status != NF_OK && accepted) nf_skin_drop(cloud); /* the enqueued commands may not have run */
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

nf_status nf_lists(nf_cloud *cloud, double cutoff, const nf_lists_options *options, const nf_sync *sync,
                   nf_result **result) {
    return answer(cloud, cutoff, options, 0, sync, result);
}

enum { PLACES = 3 };

/* The caller's slices for offsets, indices, and counts in cell order. */
static void set_places(const nf_query *query, nf_slice offsets, nf_slice indices, uint64_t capacity,
                       nf_slice counts, nf_placed places[PLACES]) {
    const uint64_t n = nf_query_count(query);
    places[0] = (nf_placed){"offsets", offsets, n + 1, 8};
    places[1] = (nf_placed){"indices", indices, capacity, 4};
    places[2] = (nf_placed){"counts", query->params.cell_order ? counts : nf_at(NULL, 0), n, 8};
}

static nf_status check_places(const nf_query *query, const nf_placed places[PLACES]) {
    nf_status status = NF_OK;
    for (int k = 0; k < PLACES; k++)
        if (k < 2 || query->params.cell_order)
            NF_TRY(nf_query_check_place(query, places[k].name, places[k].at, places[k].n, places[k].size));
    NF_TRY(nf_check_all_apart(query->cloud->context, places, PLACES));
done:
    return status;
}

nf_status nf_lists_into(nf_cloud *cloud, double cutoff, const nf_lists_options *options, nf_slice offsets,
                        nf_slice indices, uint64_t capacity, const nf_sync *sync, uint64_t *needed) {
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_work work;
    nf_query query;
    nf_status status = NF_OK;
    const nf_slice counts = options ? options->counts : nf_at(NULL, 0);
    nf_placed places[PLACES];
    int accepted = 0;
    if (needed) *needed = 0;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(nf_lists_ask(&work, &query, cloud, cutoff, options));
    set_places(&query, offsets, indices, capacity, counts, places);
    NF_TRY(check_places(&query, places));
    if (cloud->n == 0 || nf_query_count(&query) == 0) {
        NF_TRY(write_none(&work, &query, offsets, counts));
        goto done;
    }
    if (has_skin(&query)) nf_skin_ask(&query);
    NF_TRY(take_starts(&work, &query, offsets, counts));
    if (!nf_lists_wants_indices(options)) capacity = 0;
    if (!capacity) query.counts_only = 1;
    NF_TRY(nf_query_take_places(&work, &query, options ? &options->places : NULL, capacity, places, PLACES));
    accepted = 1;
    NF_TRY(build_skin(&work, &query));
    /* Sorting needs the number on the host; the search itself does not. */
    const int sorted = query.params.sorted && nf_lists_wants_indices(options);
    const nf_knowing knowing = needed || sorted          ? NF_KNOW_NUMBER
                               : query.params.cell_order ? NF_KNOW_PLACE
                                                         : NF_KNOW_PLACE_OR_UNKNOWN;
    const nf_output output = nf_lists_output(&query, indices, sorted ? 0 : capacity);
    NF_TRY(nf_query_find(&work, &query, &output, knowing));
    const int fits = knowing == NF_KNOW_NUMBER && query.total <= capacity;
    if (!sorted || fits) NF_TRY(nf_lists_write(&work, &query, indices, capacity, fits));
    if (needed) *needed = query.total;
    if (knowing == NF_KNOW_NUMBER && !fits && nf_lists_wants_indices(options))
        status = nf_fail(&context->error, NF_ERROR_CAPACITY, "there are %llu indices and room for %llu",
                         (unsigned long long)query.total, (unsigned long long)capacity);
done:
    if (status != NF_OK && status != NF_ERROR_CAPACITY && accepted) nf_skin_drop(cloud);
    return nf_work_end(&work, status);
}

/* A call about a cloud of a shape. */
typedef struct lists_shape {
    const nf_lists_options *options;
    uint64_t total;
} lists_shape;

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const lists_shape *shape = query;
    nf_lists_options options = shape->options ? *shape->options : (nf_lists_options){.sorted = 0};
    nf_shaped_query shaped;
    nf_result *result = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_shaped_take(cloud, options.queries, options.filters, &shaped));
    options.queries = shaped.queries;
    options.filters = shaped.filters;
    options.skin = nf_shaped_length(options.skin, cloud->type);
    NF_TRY(answer(cloud, shaped.cutoff, &options, shape->total, NULL, &result));
done:
    nf_result_free(result);
    nf_shaped_free(cloud, &shaped);
    return status;
}

nf_status nf_lists_memory(nf_context *context, const nf_points *points, const nf_lists_options *options,
                          uint64_t total, uint64_t *bytes) {
    const lists_shape shape = {options, total};
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape(points, "points", &context->error));
    if (total > UINT64_MAX / 256)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT, "the size of so many indices in bytes overflows"));
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = &shape};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
