/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_knn(). */
#include "core/check.h"
#include "arguments/tree.h"
#include "core/whole.h"
#include "host/host.h"
#include "knn/entries.h"
#include "knn/walks.h"
#include "question/flow.h"

typedef struct knn_call {
    nf_call call;
    uint32_t k;
    nf_knn_options options;
    nf_knn_query query;
} knn_call;

/* ---- the question ------------------------------------------------------------------------------------------- */

/* What is measured of neighbours when their indices and distances are written. */
#define NF_KNN_MEASURED (NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))

static nf_status ask(nf_work *work, nf_call *call) {
    knn_call *knn = (knn_call *)call;
    nf_knn_query *query = &knn->query;
    const uint64_t found = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES);
    nf_status status = NF_OK;
    NF_TRY(nf_knn_take(work, call->cloud, knn->k, &knn->options, query));
    if (!call->names_arrays) call->arrays = found;
    if (call->outputs && query->z_order && !nf_call_has(call, NF_ARRAY_ORDER))
        NF_TRY(nf_fail(&call->cloud->context->error, NF_ERROR_ARGUMENT,
                       "outputs: rows in z-order are told by their order: give NF_ARRAY_ORDER"));
    if (query->z_order) call->arrays |= NF_WANT(NF_ARRAY_ORDER);
    if (call->arrays & NF_KNN_MEASURED) *(call->outputs ? &call->needs : &call->arrays) |= found;
    call->shape.row = query->k;
    call->queries = query->has_queries ? &query->queries : NULL;
    for (int a = 0; a < NF_ARRAYS; a++)
        if ((call->arrays | call->needs) >> a & 1) call->rows[a] = nf_knn_rows(query);
    call->total = nf_knn_rows(query) * (uint64_t)query->k;
done:
    return status;
}

/* Writes the rows [first, first + rows) to the outputs of the call. */
static nf_status write(nf_work *work, const nf_knn_query *query, const nf_call *call, uint64_t first,
                       uint64_t rows) {
    const nf_knn_entries entries = {.indices = nf_call_at(call, NF_ARRAY_INDICES),
                                    .distances = nf_call_at(call, NF_ARRAY_DISTANCES),
                                    .order = nf_call_at(call, NF_ARRAY_ORDER),
                                    .vectors = nf_call_at(call, NF_ARRAY_VECTORS),
                                    .shifts = nf_call_at(call, NF_ARRAY_SHIFTS)};
    nf_elements outputs[NF_KNN_ARRAYS];
    nf_status status = NF_OK;
    for (int a = 0; a < NF_KNN_ARRAYS; a++) outputs[a] = nf_call_at(call, (int)nf_knn_arrays[a].array);
    NF_TRY(nf_knn_write(work, query, first, rows, outputs, entries.order));
    NF_TRY(nf_knn_entries_measure(work, query, first, rows, &entries));
done:
    return status;
}

/* A call that makes a result may build the tree with what is expected, and repeats what was wrong.  In a box it does not, as a walk through a tree that is
   refused would look at all images that there can be. */
static nf_status find(nf_work *work, nf_call *call) {
    const knn_call *knn = (const knn_call *)call;
    const size_t mark = nf_scratch_mark(work);
    const int looks = !call->outputs;
    nf_status status = NF_OK;
    for (int again = 1, expects = looks && call->cloud->space.kind == NF_SPACE_OPEN; again; expects = 0) {
        nf_knn_query query = knn->query;
        nf_scratch_back(work, mark);
        again = 0;
        status = nf_knn_build(work, &query, expects);
        if (status == NF_OK) status = write(work, &query, call, 0, nf_knn_rows(&query));
        if (looks) status = nf_knn_look(work, &query, status, &again);
        NF_TRY(status);
    }
done:
    return status;
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const knn_call *knn = (const knn_call *)call;
    return nf_host_knn(cloud, knn->query.k, &knn->options, answer);
}

/* The memory does not depend on the largest distance. */
static nf_status shape(nf_call *call) {
    knn_call *knn = (knn_call *)call;
    nf_status status = NF_OK;
    knn->options.max_distance = 0;
    if (!knn->options.queries) return NF_OK;
    NF_TRY(nf_check_shape_of(knn->options.queries, "query points", NF_KNN_DIMS_MOST,
                             &call->cloud->context->error));
    call->shaped.queries = nf_shaped_points(knn->options.queries);
    knn->options.queries = &call->shaped.queries;
done:
    return status;
}

/* ---- in chunks ---------------------------------------------------------------------------------------------- */

/* The order of the points in cells is of other questions. */
static nf_stock stock_of(const nf_cloud *cloud) {
    const nf_stock points = nf_stock_of_points(cloud), tree = nf_tree_stock(cloud);
    return (nf_stock){points.bytes + tree.bytes, points.spare + tree.spare};
}

/* The rows [first, first + rows), in a result. */
static nf_status write_rows(nf_work *work, nf_call *call, uint64_t first, uint64_t rows, nf_result *result) {
    const knn_call *knn = (const knn_call *)call;
    nf_status status = NF_OK;
    result->row = knn->query.k;
    NF_TRY(nf_call_keep(call, result, call->arrays, rows));
    NF_TRY(write(work, &knn->query, call, first, rows));
done:
    return status;
}

static nf_status write_chunk(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    chunk->first_row = first;
    chunk->rows = end - first;
    return write_rows(f->work, f->call, first, end - first, f->result);
}

/* A call in chunks about a cloud of a shape, until its first chunk, of one row, has been written.  Query points may be used where they
   are.  It is a copy of the call, as what it asks and finds is about that cloud. */
static nf_status run_shaped(nf_cloud *cloud, void *what) {
    knn_call like = *(const knn_call *)what;
    nf_result result = nf_result_of(cloud);
    nf_work work;
    nf_status status = NF_OK;
    like.call.cloud = cloud;
    like.options.queries = nf_shaped_unless_used(like.options.queries, &like.call.shaped.queries);
    like.options.max_distance = 0;
    NF_TRY(nf_work_begin(&work, cloud->context, NULL));
    NF_TRY(nf_call_ask(&work, &like.call));
    NF_TRY(nf_knn_build(&work, &like.query, 0));
    nf_arena_trim(cloud->context);
    NF_TRY(write_rows(&work, &like.call, 0, nf_min(1, nf_knn_rows(&like.query)), &result));
done:
    status = nf_work_end(&work, status);
    nf_result_free_arrays(&result);
    return status;
}

/* Refuses a budget that is certainly too small before the tree is built, and says what certainly suffices.  Between the two it depends on the points:
   nf_flow_run() looks again when the tree is built. */
static nf_status check_budget(nf_flow *f) {
    knn_call *knn = (knn_call *)f->call;
    const nf_cloud *cloud = f->call->cloud;
    const nf_points of = {.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
    const uint64_t copy = of.n * (uint64_t)of.dims * nf_type_bytes(of.type); /* which it has */
    const nf_shaped_call shaped = {.shape = &of, .ask = run_shaped, .query = knn};
    const nf_stock kept = nf_tree_stock(cloud);
    uint64_t least = 0, most = 0;
    nf_status status = NF_OK;
    if (cloud->n == 0 || (knn->query.has_queries && knn->options.queries->n == 0) ||
        nf_tree_kept(cloud, knn->query.z_order && !knn->query.has_queries))
        return NF_OK;
    NF_TRY(nf_shaped_cost(cloud->context, &shaped, NF_COST_LEAST, &least));
    if (least - copy <= f->budget.bytes) return NF_OK;
    NF_TRY(nf_shaped_cost(cloud->context, &shaped, NF_COST_MOST, &most));
    NF_TRY(nf_flow_refuse(f, nf_budget_held(&f->budget) - (kept.bytes - kept.spare) + most - copy,
                          (uint64_t)knn->k));
done:
    return status;
}

static nf_status build(nf_flow *f) {
    knn_call *knn = (knn_call *)f->call;
    nf_status status = NF_OK;
    NF_TRY(nf_knn_build(f->work, &knn->query, 0));
    NF_TRY(nf_work_wait(f->work));
    f->groups = nf_knn_rows(&knn->query);
    f->align = 1;
    f->each = (uint64_t)knn->k;
    f->total = f->groups * f->each;
done:
    return status;
}

static const nf_chunked chunked = {
    .stock = stock_of, .check_budget = check_budget, .count = build, .write = write_chunk};

static const nf_question question = {
    .name = "nf_knn",
    .results = "neighbours",
    .arrays = NF_KNN_ARRAYS_ALL | NF_WANT(NF_ARRAY_INDICES_INT64),
    .options = {NF_OPTIONS(nf_knn_options), .pointers = {NF_QUERIES_OF(nf_knn_options)}},
    .ask = ask,
    .find = find,
    .host = on_host,
    .shape = shape,
    .chunked = &chunked};

nf_status nf_knn(nf_cloud *cloud, uint32_t k, const nf_knn_options *options, const nf_sync *sync,
                 nf_result **result) {
    knn_call knn = {.k = k};
    return nf_call_run(&knn.call, &question, cloud, options, &knn.options, sync, result);
}
