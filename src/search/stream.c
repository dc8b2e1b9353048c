/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results in chunks within a budget of device memory: pairs by tiles, and lists by rows. */
#include "question/result.h"
#include "search/flow.h"
#include "search/lists.h"
#include "search/pairs.h"

/* ---- pairs ---------------------------------------------------------------------------------------------- */

/* The pairs of the tiles [first, end). */
static nf_status write_tiles(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_query *query = f->query;
    const nf_search search = nf_query_search(query);
    nf_status status = NF_OK;
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_PAIRS, chunk->count));
    NF_TRY(nf_query_keep_measures(query, f->result));
    f->result->rows[NF_ARRAY_PAIRS] = chunk->count;
    if (chunk->count) {
        const nf_slice pairs = nf_at(f->result->arrays[NF_ARRAY_PAIRS].buffer, 0);
        nf_output output = nf_pairs_output(query, pairs, chunk->count, chunk->first);
        output.tiles = (nf_tiles){first, end};
        NF_TRY(nf_search_fill(f->work, &search, &query->found, &output));
        NF_TRY(nf_search_status_check_now(f->work, query->found.status));
        NF_TRY(nf_query_measure(f->work, query, pairs, chunk->count));
    }
done:
    return status;
}

/* Gives the scratch of the order back, so that it and that of the count are not held at once. */
static nf_status release_scratch(nf_flow *f) {
    nf_status status = NF_OK;
    NF_TRY(nf_work_wait(f->work));
    nf_context_trim(f->work->context);
done:
    return status;
}

static nf_status ask_pairs(const nf_flow *f, nf_work *work, double cutoff) {
    const nf_pairs_options *options = f->options;
    nf_context *context = f->cloud->context;
    nf_status status = NF_OK;
    if (options && (options->sorted || options->method == NF_PAIRS_POTENTIAL))
        NF_TRY(
            nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                    "pairs in chunks are neither sorted nor made by NF_PAIRS_POTENTIAL: half lists in chunks "
                    "(nf_lists_stream) give them in sorted order"));
    NF_TRY(nf_pairs_ask(work, f->query, f->cloud, cutoff, options));
done:
    return status;
}

/* Orders the cloud, and counts the pairs of each tile. */
static nf_status count_tiles(nf_flow *f) {
    nf_cloud *cloud = f->cloud;
    nf_query *query = f->query;
    nf_status status = NF_OK;
    const uint64_t count = nf_query_count(query);
    if (!cloud->n || !count) return NF_OK;
    if (query->has_queries)
        NF_TRY(nf_view_order(f->work, query->cloud, &query->params.cells, &query->queries));
    else NF_TRY(nf_order_build_now(f->work, query->cloud, &query->params.cells));
    NF_TRY(release_scratch(f));
    const nf_search search = nf_query_search(query);
    query->found = (nf_found){0};
    NF_TRY(nf_search_status_take(f->work, &query->found.status));
    NF_TRY(nf_search_count(f->work, &search, &query->found));
    NF_TRY(nf_search_status_check_now(f->work, query->found.status));
    f->groups = nf_search_tile_count(&search);
    f->align = query->found.align;
    f->starts = nf_at(query->found.bases, 0);
    NF_TRY(nf_flow_start(f, f->groups, &f->total));
done:
    return status;
}

nf_status nf_pairs_stream(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_stream *stream, const nf_sync *sync, uint64_t *total) {
    const nf_flow f = {.stream = stream,
                       .options = options,
                       .cloud = cloud,
                       .ask = ask_pairs,
                       .count = count_tiles,
                       .write = write_tiles};
    return nf_flow_run(&f, cutoff, sync, total);
}

/* ---- lists ---------------------------------------------------------------------------------------------- */

/* The question about the rows [first, first + rows): those of a part of the query points, or of the points. */
static nf_query ask_rows(const nf_query *query, uint64_t first, uint64_t rows) {
    const nf_view all = nf_query_targets(query);
    nf_query part = *query;
    part.has_queries = 1;
    part.queries = nf_view_rows(all.points, all.base, first, rows);
    part.queries.offsets = all.offsets;
    part.first_row = first;
    part.written = 0;
    return part;
}

/* Each chunk orders its points, and searches for them. */
static nf_status write_rows(nf_flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    const uint64_t rows = end - first;
    nf_query part = ask_rows(f->query, first, rows);
    nf_status status = NF_OK;
    chunk->first_row = first;
    chunk->rows = rows;
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_OFFSETS, rows + 1));
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_INDICES, chunk->count));
    NF_TRY(nf_query_keep_measures(&part, f->result));
    f->result->rows[NF_ARRAY_OFFSETS] = rows + 1;
    f->result->rows[NF_ARRAY_INDICES] = chunk->count;
    part.offsets = nf_at(f->result->arrays[NF_ARRAY_OFFSETS].buffer, 0);
    NF_TRY(nf_rows_rebase(f->work, f->starts, first, rows, part.offsets));
    if (chunk->count) {
        part.found.total = part.offsets.buffer;
        part.found.total_at = rows;
        NF_TRY(nf_search_status_take(f->work, &part.found.status));
        NF_TRY(nf_view_order(f->work, part.cloud, &f->query->params.cells, &part.queries));
        NF_TRY(nf_lists_write(f->work, &part, nf_at(f->result->arrays[NF_ARRAY_INDICES].buffer, 0),
                              chunk->count, 1));
    }
done:
    return status;
}

static nf_status ask_lists(const nf_flow *f, nf_work *work, double cutoff) {
    const nf_lists_options *options = f->options;
    nf_context *context = f->cloud->context;
    nf_status status = NF_OK;
    if (!nf_lists_wants_indices(options))
        NF_TRY(nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have indices: nf_lists gives the offsets alone"));
    NF_TRY(nf_lists_ask(work, f->query, f->cloud, cutoff, options));
    if (options && options->cell_order)
        NF_TRY(nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have their rows in the order of the points: give no cell_order"));
done:
    return status;
}

/* Counts the neighbours of each point. */
static nf_status count_rows(nf_flow *f) {
    nf_cloud *cloud = f->cloud;
    nf_query *query = f->query;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    query->counts_only = 1; /* a chunk is a search of its own */
    f->groups = nf_query_count(query);
    f->align = 1;
    NF_TRY(nf_scratch(f->work, (f->groups + 1) * 8, &f->starts.buffer));
    if (!cloud->n || !f->groups)
        return nf_fill(f->work, f->starts.buffer, &zero, sizeof zero, 0, (f->groups + 1) * 8);
    const size_t mark = nf_scratch_mark(f->work);
    query->offsets = f->starts;
    if (!query->has_queries) NF_TRY(nf_order_build_now(f->work, query->cloud, &query->params.cells));
    NF_TRY(release_scratch(f));
    const nf_output none = nf_lists_output(query, nf_at(cloud->points, 0), 0);
    NF_TRY(nf_query_find(f->work, query, &none, NF_KNOW_NUMBER));
    nf_scratch_back(f->work, mark); /* of the count: chunks are ordered and searched by themselves */
    f->total = query->total;
done:
    return status;
}

nf_status nf_lists_stream(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                          const nf_stream *stream, const nf_sync *sync, uint64_t *total) {
    const nf_flow f = {.stream = stream,
                       .options = options,
                       .cloud = cloud,
                       .ask = ask_lists,
                       .count = count_rows,
                       .write = write_rows};
    return nf_flow_run(&f, cutoff, sync, total);
}
