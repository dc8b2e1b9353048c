/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results in chunks within a budget of device memory: pairs by tiles, and lists by rows. */
#include "question/flow.h"
#include "search/batch.h"
#include "search/questions/lists.h"
#include "search/questions/pairs.h"

/* Makes room in the result for a chunk of pairs or indices and what is measured of them, and sets the places. */
static nf_status place(nf_flow *f, nf_query *query, uint64_t count) {
    nf_call *call = f->call;
    nf_status status = NF_OK;
    NF_TRY(nf_call_keep(call, f->result, call->open, count));
    nf_measures_place(&query->measures, call);
    query->total = count;
done:
    return status;
}

/* ---- pairs ---------------------------------------------------------------------------------------------- */

static nf_status check_pairs(nf_call *call) {
    const nf_pairs_options *options = &((nf_pairs_call *)call)->options;
    if (options->sorted)
        return nf_fail(&call->cloud->context->error, NF_ERROR_UNSUPPORTED,
                       "pairs in chunks are not sorted: half lists in chunks (nf_lists) give them in sorted "
                       "order");
    return NF_OK;
}

/* Orders the cloud, and counts the pairs of each tile. */
static nf_status count_tiles(nf_flow *f) {
    nf_query *query = &((nf_pairs_call *)f->call)->query;
    nf_cloud *cloud = f->call->cloud;
    nf_status status = NF_OK;
    if (!cloud->n || !nf_query_count(query)) return NF_OK;
    if (query->has_queries) NF_TRY(nf_view_order(f->work, cloud, &query->params.cells, &query->queries));
    else NF_TRY(nf_order_build_now(f->work, cloud, &query->params.cells));
    NF_TRY(nf_flow_trim(f));
    const nf_search search = nf_query_search(query);
    query->found = (nf_found){0};
    NF_TRY(nf_search_status_take(f->work, &query->found.status));
    NF_TRY(nf_search_count(f->work, &search, &query->found));
    NF_TRY(nf_search_status_check_now(f->work, query->found.status));
    f->groups = nf_search_tile_count(&search);
    f->align = query->found.align;
    f->starts = nf_elements_at(query->found.bases, 0);
    NF_TRY(nf_flow_start(f, f->groups, &f->total));
    f->has_rows = 0;
done:
    return status;
}

/* The pairs of the tiles [first, end). */
static nf_status write_tiles(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_query part = ((const nf_pairs_call *)f->call)->query;
    const nf_search search = nf_query_search(&part);
    nf_status status = NF_OK;
    NF_TRY(place(f, &part, chunk->count));
    if (chunk->count) {
        const nf_elements pairs = nf_call_at(f->call, NF_ARRAY_PAIRS);
        nf_emit_args output = nf_pairs_output(&part, pairs, chunk->count, chunk->first);
        output.tiles = (nf_tiles){first, end};
        NF_TRY(nf_search_fill(f->work, &search, &part.found, &output));
        NF_TRY(nf_search_status_check_now(f->work, part.found.status));
        NF_TRY(nf_query_measure(f->work, &part, pairs, chunk->count));
    }
done:
    return status;
}

const nf_chunked nf_pairs_chunked = {.stock = nf_search_stock,
                                     .check = check_pairs,
                                     .count = count_tiles,
                                     .write = write_tiles,
                                     .by_cells = 1};

/* ---- lists ---------------------------------------------------------------------------------------------- */

static nf_status check_lists(nf_call *call) {
    const nf_lists_options *options = &((nf_lists_call *)call)->options;
    nf_sentence *error = &call->cloud->context->error;
    if (!nf_lists_has_indices(call))
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have indices: nf_lists without chunks gives the offsets alone");
    if (options->cell_order)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have their rows in the order of the points: give no cell_order");
    return NF_OK;
}

/* Counts the neighbours of each point. */
static nf_status count_rows(nf_flow *f) {
    nf_query *query = &((nf_lists_call *)f->call)->query;
    nf_cloud *cloud = f->call->cloud;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    query->rows.counts_only = 1; /* a chunk is a search of its own */
    f->groups = nf_query_count(query);
    f->align = 1;
    NF_TRY(nf_scratch(f->work, (f->groups + 1) * 8, &f->starts.buffer));
    if (!cloud->n || !f->groups)
        return nf_fill(f->work, f->starts.buffer, &zero, sizeof zero, 0, (f->groups + 1) * 8);
    const size_t mark = nf_scratch_mark(f->work);
    query->rows.offsets = f->starts;
    if (!query->has_queries) NF_TRY(nf_order_build_now(f->work, cloud, &query->params.cells));
    NF_TRY(nf_flow_trim(f));
    const nf_emit_args none = nf_lists_output(query, nf_elements_at(cloud->points, 0), 0);
    NF_TRY(nf_query_find(f->work, query, &none, NF_WAIT_TOTAL));
    nf_scratch_back(f->work, mark); /* of the count: chunks are ordered and searched by themselves */
    f->total = query->total;
done:
    return status;
}

/* The query about the rows [first, first + rows): those of a part of the query points, or of the points.  offsets: of their systems, or NULL. */
static nf_query part_of(const nf_query *query, uint64_t first, uint64_t rows, const uint64_t *offsets) {
    const nf_view all = nf_query_targets(query);
    nf_query part = *query;
    part.has_queries = 1;
    part.queries = nf_view_part(&all, first, rows);
    part.queries.offsets = offsets;
    part.rows.first = first;
    part.written = 0;
    return part;
}

/* Each chunk orders its points, and searches for them. */
typedef nf_status order_points(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *points);
static nf_status search_rows(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk,
                             const uint64_t *offsets, order_points *order) {
    const uint64_t rows = end - first;
    nf_query *query = &((nf_lists_call *)f->call)->query;
    nf_query part = part_of(query, first, rows, offsets);
    nf_status status = NF_OK;
    chunk->first_row = first;
    chunk->rows = rows;
    NF_TRY(nf_call_keep(f->call, f->result, NF_WANT(NF_ARRAY_OFFSETS), rows + 1));
    NF_TRY(place(f, &part, chunk->count));
    part.rows.offsets = nf_call_at(f->call, NF_ARRAY_OFFSETS);
    NF_TRY(nf_rows_rebase(f->work, f->starts, first, rows, part.rows.offsets));
    if (chunk->count) {
        part.found.total = part.rows.offsets.buffer;
        part.found.total_at = rows;
        NF_TRY(nf_search_status_take(f->work, &part.found.status));
        NF_TRY(order(f->work, part.cloud, &query->params.cells, &part.queries));
        NF_TRY(nf_lists_write(f->work, &part, nf_call_at(f->call, NF_ARRAY_INDICES), chunk->count, 1));
    }
done:
    return status;
}

static nf_status write_rows(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    const nf_query *query = &((const nf_lists_call *)f->call)->query;
    return search_rows(f, first, end, chunk, nf_query_targets(query).offsets, nf_view_order);
}

/* The cloud is ordered as it is after the count; in a batch, rows are in as many tiles as there can be. */
static nf_status write_rows_of_shape(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    const nf_cloud *cloud = f->call->cloud;
    uint64_t *offsets = NULL;
    nf_status status = NF_OK;
    if (cloud->batch.count)
        NF_TRY(nf_shaped_offsets(cloud->context, cloud->batch.count, end - first, &offsets));
    NF_TRY(search_rows(f, first, end, chunk, offsets, nf_view_order_queries));
done:
    nf_release(&cloud->context->allocator, offsets);
    return status;
}

const nf_chunked nf_lists_chunked = {.stock = nf_search_stock,
                                     .check = check_lists,
                                     .count = count_rows,
                                     .write = write_rows,
                                     .write_shape = write_rows_of_shape,
                                     .by_cells = 1};
