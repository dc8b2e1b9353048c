/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_knn() and its variants. */
#include "core/check.h"
#include "core/check_tree.h"
#include "core/whole.h"
#include "question/budget.h"
#include "question/result.h"
#include "question/shaped.h"
#include "knn/walks.h"

/* ---- into a result ------------------------------------------------------------------------------------------ */

static uint32_t arrays_of(const nf_knn_options *options) {
    return options && options->arrays ? options->arrays
                                      : NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES);
}

static nf_status keep_array(nf_result *result, nf_array array, uint64_t rows, nf_slice *place) {
    nf_status status = NF_OK;
    NF_TRY(nf_result_keep(result, array, rows));
    result->rows[array] = rows;
    *place = nf_at(result->arrays[array].buffer, 0);
done:
    return status;
}

/* The rows [first, first + rows). */
static nf_status answer(nf_work *work, const nf_knn_query *query, uint32_t arrays, uint64_t first,
                        uint64_t rows, nf_result *result) {
    nf_slice places[NF_KNN_ARRAYS] = {{NULL, 0}}, order = {NULL, 0};
    nf_status status = NF_OK;
    result->row = query->k;
    for (int a = 0; a < NF_KNN_ARRAYS; a++)
        if (arrays & NF_WANT(nf_knn_arrays[a].array))
            NF_TRY(keep_array(result, nf_knn_arrays[a].array, rows, &places[a]));
    if (query->z_order) NF_TRY(keep_array(result, NF_ARRAY_ORDER, rows, &order));
    NF_TRY(nf_knn_write(work, query, first, rows, places, order));
    result->total = rows * (uint64_t)query->k;
done:
    return status;
}

nf_status nf_knn(nf_cloud *cloud, int k, const nf_knn_options *options, const nf_sync *sync,
                 nf_result **result) {
    nf_work work;
    nf_knn_query query;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    /* In a box a walk through a tree that is refused would look at all images that there can be. */
    for (int again = 1, expects = cloud->space.kind == NF_SPACE_OPEN; again; expects = 0) {
        nf_scratch_back(&work, 0);
        status = nf_knn_take(&work, cloud, k, options, &query);
        if (status == NF_OK) status = nf_knn_build(&work, &query, expects);
        if (status == NF_OK)
            status = answer(&work, &query, arrays_of(options), 0, nf_knn_rows(&query), *result);
        NF_TRY(nf_knn_look(&work, &query, status, &again));
    }
    NF_TRY(nf_result_wait(&work));
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

/* ---- into the caller's buffers -------------------------------------------------------------------------------- */

/* A place of the caller: its name, and the bytes of its elements. */
typedef struct knn_place {
    const char *name;
    nf_slice slice;
    uint64_t n;
    size_t size;
} knn_place;
enum { PLACES = NF_KNN_ARRAYS + 1 }; /* the last one is that of the order */

static void list_places(const nf_knn_query *query, const nf_knn_places *places, knn_place all[PLACES]) {
    const uint64_t rows = nf_knn_rows(query), many = rows * (uint64_t)query->k;
    const size_t size = nf_type_bytes(query->cloud->type);
    all[0] = (knn_place){"indices", places->indices, many, 4};
    all[1] = (knn_place){"distances", places->distances, many, size};
    all[2] = (knn_place){"kth_distances", places->kth_distances, rows, size};
    all[3] = (knn_place){"mean_distances", places->mean_distances, rows, size};
    all[4] = (knn_place){"densities", places->densities, rows, size};
    all[5] = (knn_place){"order", places->order, rows, 4};
}

static nf_status check_places(const nf_knn_query *query, const knn_place all[PLACES]) {
    nf_context *context = query->cloud->context;
    nf_status status = NF_OK;
    if (query->z_order && !all[PLACES - 1].slice.buffer)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "places->order has no buffer: rows in z-order need it");
    for (int a = 0; a < PLACES; a++) {
        if (!all[a].slice.buffer) continue;
        NF_TRY(nf_view_check_place(query->cloud, query->has_queries ? &query->queries : NULL, all[a].name,
                                   all[a].slice, all[a].n, all[a].size));
        for (int b = 0; b < a; b++)
            if (all[b].slice.buffer)
                NF_TRY(nf_check_apart(context, all[b].name, all[b].slice, all[a].name, all[a].slice,
                                      all[b].n * all[b].size, all[b].size, all[a].n * all[a].size,
                                      all[a].size));
    }
done:
    return status;
}

nf_status nf_knn_into(nf_cloud *cloud, int k, const nf_knn_options *options, const nf_knn_places *places,
                      const nf_sync *sync) {
    knn_place all[PLACES];
    nf_slice slices[NF_KNN_ARRAYS];
    nf_knn_query query;
    nf_work work;
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_status status = nf_work_begin(&work, cloud->context, sync);
    if (status != NF_OK) return nf_work_end(&work, status);
    if (!places) {
        status = nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT, "places is NULL");
        goto done;
    }
    NF_TRY(nf_knn_take(&work, cloud, k, options, &query));
    list_places(&query, places, all);
    NF_TRY(check_places(&query, all));
    NF_TRY(nf_knn_build(&work, &query, 0));
    for (int a = 0; a < NF_KNN_ARRAYS; a++) slices[a] = all[a].slice;
    NF_TRY(nf_knn_write(&work, &query, 0, nf_knn_rows(&query), slices, places->order));
done:
    return nf_work_end(&work, status);
}

/* ---- in chunks -------------------------------------------------------------------------------------------------- */

typedef struct knn_chunks {
    nf_work *work;
    nf_knn_query query;
    uint32_t arrays;
    const nf_stream *stream;
    nf_budget budget;
    nf_result *result;
    uint64_t fixed; /* bytes that the call holds beside the chunks */
    uint64_t rows;  /* of a chunk */
} knn_chunks;

/* The order of the points in cells is of other questions. */
static nf_stock stock_of(const nf_cloud *cloud) {
    const nf_stock points = nf_stock_of_points(cloud), tree = nf_tree_stock(cloud);
    return (nf_stock){points.bytes + tree.bytes, points.spare + tree.spare};
}

/* A chunk of so many rows. */
typedef struct chunk_shape {
    const knn_chunks *chunks;
    uint64_t rows;
} chunk_shape;

static nf_status write_shape(nf_work *work, const void *what) {
    const chunk_shape *shape = what;
    const knn_chunks *c = shape->chunks;
    const nf_cloud *cloud = c->query.cloud;
    nf_result result = nf_result_of(cloud);
    const nf_status status = answer(work, &c->query, c->arrays, 0, shape->rows, &result);
    nf_result_free_arrays(&result);
    return status;
}

static uint64_t chunk_bytes(const knn_chunks *c, uint64_t rows) {
    uint64_t bytes = 0;
    (void)nf_cost_of(c->work->context, write_shape, &(chunk_shape){c, rows}, &bytes);
    return bytes;
}

/* The bytes of the smallest chunk, of a row or of all `rows`; or the error of a call that cannot be answered. */
static nf_status least_bytes(const knn_chunks *c, uint64_t rows, uint64_t *bytes) {
    nf_status status = NF_OK;
    NF_TRY(nf_cost_of(c->work->context, write_shape, &(chunk_shape){c, 1}, bytes));
    *bytes = nf_least(*bytes, chunk_bytes(c, rows));
done:
    return status;
}

static int has_room(const knn_chunks *c, uint64_t rows) {
    const uint64_t row = (uint64_t)c->query.k * nf_type_bytes(c->query.cloud->type);
    return rows <= c->work->context->device.largest_buffer / row &&
           c->fixed + chunk_bytes(c, rows) <= c->budget.bytes;
}

static nf_status check_budget(const knn_chunks *c, uint64_t needed) {
    if (needed <= c->budget.bytes) return NF_OK;
    return nf_fail(&c->work->context->error, NF_ERROR_MEMORY,
                   "the memory budget of %llu byte%s is too small for the tree and a row, which need at most "
                   "%llu bytes: give a larger budget (memory_budget)",
                   (unsigned long long)c->budget.bytes, c->budget.bytes == 1 ? "" : "s",
                   (unsigned long long)needed);
}

/* What a call takes until its first chunk, of so many rows, has been written: about a cloud of this shape. */
typedef struct knn_shape {
    int k;
    const nf_knn_options *options;
    uint64_t rows;
    int in_chunks; /* 1: as nf_knn_stream() does it, with query points that may be used where they are */
} knn_shape;

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const knn_shape *shape = query;
    nf_knn_options options = shape->options ? *shape->options : (nf_knn_options){.queries = NULL};
    nf_points queries = options.queries ? nf_shaped_points(options.queries) : (nf_points){.n = 0};
    nf_result result = nf_result_of(cloud);
    nf_knn_query knn;
    nf_work work;
    nf_status status = NF_OK;
    if (shape->in_chunks) options.queries = nf_shaped_unless_used(options.queries, &queries);
    else if (options.queries) options.queries = &queries;
    options.max_distance = 0; /* the memory does not depend on it */
    NF_TRY(nf_work_begin(&work, cloud->context, NULL));
    NF_TRY(nf_knn_take(&work, cloud, shape->k, &options, &knn));
    NF_TRY(nf_knn_build(&work, &knn, 0));
    if (shape->in_chunks) nf_context_trim(cloud->context);
    NF_TRY(answer(&work, &knn, arrays_of(&options), 0, nf_least(shape->rows, nf_knn_rows(&knn)), &result));
done:
    status = nf_work_end(&work, status);
    nf_result_free_arrays(&result);
    return status;
}

/* Refuses a budget that is certainly too small before the tree is built, and says what certainly suffices.  Between the two it depends on the points,
   and plan() knows. */
static nf_status check_build(const knn_chunks *c, int k, const nf_knn_options *options) {
    nf_context *context = c->work->context;
    const nf_cloud *cloud = c->query.cloud;
    const nf_points shape = {.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
    const uint64_t copy = shape.n * (uint64_t)shape.dims * nf_type_bytes(shape.type); /* which it has */
    const knn_shape query = {.k = k, .options = options, .rows = 1, .in_chunks = 1};
    const nf_shaped_call call = {.shape = &shape, .ask = ask_shape, .query = &query};
    const nf_stock kept = nf_tree_stock(cloud);
    uint64_t least = 0, most = 0;
    nf_status status = NF_OK;
    if (cloud->n == 0 || (c->query.has_queries && options->queries->n == 0) ||
        nf_tree_kept(cloud, c->query.z_order && !c->query.has_queries))
        return NF_OK;
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_LEAST, &least));
    if (least - copy <= c->budget.bytes) return NF_OK;
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, &most));
    NF_TRY(check_budget(c, nf_budget_held(&c->budget) - (kept.bytes - kept.spare) + most - copy));
done:
    return status;
}

/* The most rows that a chunk has room for. */
static nf_status plan(knn_chunks *c) {
    const uint64_t all = nf_knn_rows(&c->query);
    uint64_t least = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_work_wait(c->work));
    const uint64_t peak = nf_budget_peak(&c->budget);
    nf_context_trim(c->work->context);
    c->fixed = nf_budget_held(&c->budget);
    NF_TRY(least_bytes(c, all, &least));
    NF_TRY(check_budget(c, nf_most(peak, c->fixed + least)));
    uint64_t low = 1, high = all;
    if (has_room(c, all)) low = all;
    while (high > low + 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (has_room(c, middle)) low = middle;
        else high = middle;
    }
    c->rows = low;
done:
    return status;
}

static nf_status give_chunks(knn_chunks *c) {
    const uint64_t all = nf_knn_rows(&c->query), k = (uint64_t)c->query.k;
    const size_t mark = nf_scratch_mark(c->work);
    nf_status status = NF_OK;
    if (all == 0) return NF_OK;
    NF_TRY(plan(c));
    for (uint64_t first = 0; first < all; first += c->rows) {
        const uint64_t rows = nf_least(c->rows, all - first);
        const nf_chunk chunk = {.result = c->result,
                                .first = first * k,
                                .count = rows * k,
                                .first_row = first,
                                .rows = rows,
                                .total = all * k};
        nf_scratch_back(c->work, mark);
        nf_budget_make_room(&c->budget, c->result, chunk_bytes(c, rows));
        NF_TRY(answer(c->work, &c->query, c->arrays, first, rows, c->result));
        NF_TRY(nf_work_wait(c->work));
        NF_TRY(nf_budget_give(&c->budget, c->stream, &chunk));
        NF_TRY(nf_work_resume(c->work));
    }
done:
    return status;
}

nf_status nf_knn_stream(nf_cloud *cloud, int k, const nf_knn_options *options, const nf_stream *stream,
                        const nf_sync *sync) {
    nf_work work;
    knn_chunks c = {.work = &work, .arrays = arrays_of(options), .stream = stream};
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, &c.result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_budget_check(cloud->context, stream));
    NF_TRY(nf_knn_check(cloud, k, options, &c.query));
    nf_budget_begin(&c.budget, cloud, stream, stock_of);
    NF_TRY(check_build(&c, k, options));
    NF_TRY(nf_knn_take(&work, cloud, k, options, &c.query));
    NF_TRY(nf_knn_build(&work, &c.query, 0));
    NF_TRY(give_chunks(&c));
done:
    if (c.budget.context) nf_budget_end(&c.budget);
    status = nf_work_end(&work, status);
    nf_result_free(c.result);
    return status;
}

/* ---- how much memory --------------------------------------------------------------------------------------------- */

nf_status nf_knn_memory(nf_context *context, const nf_points *points, int k, const nf_knn_options *options,
                        uint64_t *bytes) {
    const nf_points *queries = options ? options->queries : NULL;
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape_of(points, "points", NF_KNN_DIMS_MOST, &context->error));
    if (queries) NF_TRY(nf_check_shape_of(queries, "query points", NF_KNN_DIMS_MOST, &context->error));
    NF_TRY(nf_check_knn_options(k, options, &context->error));
    const knn_shape shape = {.k = k, .options = options, .rows = UINT64_MAX};
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = &shape};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
