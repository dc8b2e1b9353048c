/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "knn/query.h"

#include "arguments/tree.h"
#include "core/whole.h"
#include "space/images.h"
#include "tree/folded.h"
#include "tree/look.h"
#include "knn/walks.h"
#include "tree/curve.h"

#include <limits.h>
#include <math.h>

/* Fewer queries than this are not sorted along the curve first. */
enum { SORTED_LEAST = 8192 };

const nf_knn_array nf_knn_arrays[NF_KNN_ARRAYS] = {
    {NF_ARRAY_INDICES, "INDICES", 1},   {NF_ARRAY_DISTANCES, "DISTANCES", 1},
    {NF_ARRAY_KTH_DISTANCES, "KTH", 0}, {NF_ARRAY_MEAN_DISTANCES, "MEAN", 0},
    {NF_ARRAY_DENSITIES, "DENSITY", 0},
};

/* ---- asking ----------------------------------------------------------------------------------------------- */

/* The order of the rows with z_order, but for the points of a tree that is in it already. */
static nf_status sort_rows(nf_work *work, nf_knn_query *query) {
    const nf_view *q = &query->queries;
    nf_status status = NF_OK;
    if (!query->z_order || q->n == 0 || (!query->has_queries && !query->tree->folded)) return NF_OK;
    NF_TRY(nf_scratch(work, q->n * 4, &query->order));
    NF_TRY(nf_zsort_run(work, q, nf_elements_at(query->order, 0), NULL));
done:
    return status;
}

static nf_status check(nf_cloud *cloud, uint32_t k, const nf_knn_options *options, nf_knn_query *query) {
    nf_sentence *error = &cloud->context->error;
    const nf_points *queries = options ? options->queries : NULL;
    nf_status status = NF_OK;
    *query = (nf_knn_query){.cloud = cloud, .has_queries = queries != NULL};
    NF_TRY(nf_check_knn_options(k, options, error));
    query->k = (int)k;
    if (cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "the k nearest neighbours are not found in a batch: make a cloud of each system");
    NF_TRY(nf_check_knn_queries(queries, cloud->dims, cloud->type, error));
    if (options) {
        query->include_self = options->include_self || queries;
        query->z_order = options->z_order;
        query->max_distance = options->max_distance;
    }
done:
    return status;
}

/* A few query points need not be seen before the walk, if the cloud has a tree for points alone. */
static nf_status expect_queries(nf_knn_query *query) {
    const uint64_t rows = query->queries.n;
    int serves = 0;
    nf_status status = NF_OK;
    if (rows == 0 || rows >= SORTED_LEAST || query->z_order) return NF_OK;
    query->tree = nf_tree_kept(query->cloud, 0);
    if (query->tree) NF_TRY(nf_tree_serves(query->cloud->context, query->tree, INT_MIN, &serves));
    query->expects_queries = serves && nf_knn_refuses(query);
done:
    return status;
}

nf_status nf_knn_take(nf_work *work, nf_cloud *cloud, uint32_t k, const nf_knn_options *options,
                      nf_knn_query *query) {
    nf_status status = NF_OK;
    NF_TRY(check(cloud, k, options, query));
    if (query->has_queries) NF_TRY(nf_view_take(work, cloud, options->queries, &query->queries));
    else query->queries = nf_view_of_cloud(cloud);
done:
    return status;
}

nf_status nf_knn_build(nf_work *work, nf_knn_query *query, int expects) {
    nf_cloud *cloud = query->cloud;
    int exponent = INT_MIN;
    nf_status status = NF_OK;
    if (query->has_queries) {
        const nf_view *q = &query->queries;
        if (expects) NF_TRY(expect_queries(query));
        if (q->n && !query->expects_queries) NF_TRY(nf_zfind_run(work, q, "query point", &exponent));
        NF_TRY(nf_folded_check_far(work, q, "query point"));
    }
    if (cloud->n && !query->expects_queries) /* without rows, too: the points may not be finite */
        NF_TRY(nf_tree_build(work, cloud, exponent, query->z_order && !query->has_queries, expects,
                             &query->tree));
    if (cloud->n) NF_TRY(nf_images_check(&cloud->space, &query->tree->scaling, &cloud->context->error));
    NF_TRY(sort_rows(work, query));
    NF_TRY(nf_scratch(work, 8, &query->refused));
done:
    return status;
}

nf_status nf_knn_look(nf_work *work, const nf_knn_query *query, nf_status used, int *again) {
    uint32_t refused = 0;
    nf_status status = NF_OK;
    if (!query->expects_queries) return nf_tree_confirm(work, query->cloud, used, NULL, again);
    *again = 0;
    if (used != NF_OK) return used;
    NF_TRY(nf_read(work, query->refused, 0, &refused, sizeof refused));
    *again = refused != 0;
done:
    return status;
}

uint64_t nf_knn_rows(const nf_knn_query *query) { return query->queries.n; }

/* ---- writing ----------------------------------------------------------------------------------------------- */

/* The rows of a cloud without points. */
static nf_status fill(nf_work *work, const nf_knn_query *query, uint64_t rows,
                      const nf_elements outputs[NF_KNN_ARRAYS]) {
    static const int32_t nobody = -1;
    static const float far32 = INFINITY;
    static const double far64 = INFINITY, zero = 0;
    const nf_type type = query->cloud->type;
    nf_status status = NF_OK;
    for (int a = 0; a < NF_KNN_ARRAYS; a++) {
        const nf_knn_array *array = &nf_knn_arrays[a];
        const int is_index = array->array == NF_ARRAY_INDICES;
        const void *pattern = is_index                             ? (const void *)&nobody
                              : array->array == NF_ARRAY_DENSITIES ? (const void *)&zero
                              : type == NF_FLOAT32                 ? (const void *)&far32
                                                                   : (const void *)&far64;
        const uint64_t bytes = is_index ? 4 : nf_type_bytes(type);
        if (outputs[a].buffer)
            NF_TRY(nf_fill(work, outputs[a].buffer, pattern, bytes, outputs[a].offset * bytes,
                           rows * (array->per_k ? (uint64_t)query->k : 1) * bytes));
    }
done:
    return status;
}

/* The rows are points of the tree in its own order. */
static int is_self(const nf_knn_query *query, uint64_t rows) {
    return !query->has_queries && rows == query->cloud->n && !query->order;
}

nf_status nf_knn_write(nf_work *work, const nf_knn_query *query, uint64_t first, uint64_t rows,
                       const nf_elements outputs[NF_KNN_ARRAYS], nf_elements order) {
    const nf_cloud *cloud = query->cloud;
    const nf_view points = nf_view_part(&query->queries, first, rows);
    nf_knn_queries queries = {.first = first};
    const size_t mark = nf_scratch_mark(work);
    nf_status status = NF_OK;
    if (rows == 0) return NF_OK;
    cl_mem along = !query->z_order ? NULL : query->order ? query->order : query->tree->index.buffer;
    if (along) NF_TRY(nf_copy(work, along, first * 4, order.buffer, order.offset * 4, rows * 4));
    if (cloud->n == 0) return fill(work, query, rows, outputs);
    if (is_self(query, rows)) {
        queries.self = 1;
        queries.hilbert = query->tree->hilbert;
    } else if (along) queries = (nf_knn_queries){.order = along, .order_offset = first};
    else if (rows >= SORTED_LEAST) {
        NF_TRY(nf_scratch(work, rows * 4, &queries.order));
        NF_TRY(nf_hilbert_run(work, &points, nf_elements_at(queries.order, 0), NULL, NULL));
        queries.hilbert = nf_hilbert_sorts(cloud->dims);
    }
    NF_TRY(nf_knn_walk(work, query, &queries, rows, outputs));
done:
    nf_scratch_back(work, mark);
    return status;
}
