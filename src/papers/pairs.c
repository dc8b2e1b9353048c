/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pairs of the Thrust articles: those of nf_pairs(), found by storing and compacting potential pairs (potential.h). */
#include "host/host.h"
#include "opencl/memory/cost.h"
#include "papers/potential.h"
#include "search/questions/pairs.h"

#include <nearfield/experimental/papers.h>

/* A call of nf_paper_pairs(). */
typedef struct paper_call {
    nf_pairs_call pairs;
    nf_paper_pairs_options options;
    cl_mem all;         /* the pairs, in scratch with room for all potential ones */
    uint64_t potential; /* the number of potential pairs */
} paper_call;

static nf_status check(const nf_call *call, const nf_paper_pairs_options *options) {
    nf_sentence *error = &call->cloud->context->error;
    if (options->cells_per_cutoff < 0 || options->cells_per_cutoff > 3)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "cells_per_cutoff is 1, 2, 3 or 0 for the cells of nf_pairs, not %d",
                       options->cells_per_cutoff);
    if (call->cost && options->assumed_potential > UINT64_MAX / 256)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "nf_paper_pairs: the size of so many potential pairs in bytes overflows");
    if (call->cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "nf_paper_pairs knows no systems: use nf_pairs for a batch");
    if (call->cloud->space.kind != NF_SPACE_OPEN)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "nf_paper_pairs works in open space only: use nf_pairs in a periodic box");
    return NF_OK;
}

static nf_status ask(nf_work *work, nf_call *call) {
    paper_call *paper = (paper_call *)call;
    const nf_paper_pairs_options *options = &paper->options;
    nf_cells *cells = &paper->pairs.query.params.cells;
    const int per_cutoff = options->cells_per_cutoff;
    nf_status status = NF_OK;
    NF_TRY(check(call, options));
    paper->pairs.options.sorted = options->sorted;
    NF_TRY(nf_pairs_ask(work, call));
    if (per_cutoff) *cells = nf_cells_with(cells->cutoff, call->cloud->type, per_cutoff, per_cutoff);
    call->wait = NF_WAIT_TOTAL;
    if (call->cost) paper->potential = options->assumed_potential;
done:
    return status;
}

static nf_status find(nf_work *work, nf_call *call) {
    paper_call *paper = (paper_call *)call;
    nf_query *query = &paper->pairs.query;
    nf_status status = NF_OK;
    if (call->cloud->n == 0) return NF_OK;
    NF_TRY(nf_order_build_now(work, call->cloud, &query->params.cells));
    const nf_search search = nf_query_search(query);
    NF_TRY(nf_potential_run(work, &search, &paper->all, &query->found, &paper->potential));
    NF_TRY(nf_read_most(work, query->found.total, 0, &query->total, sizeof query->total, &query->assumed));
    nf_search_learn(call->cloud, query->total);
    nf_query_found(query, call);
done:
    return status;
}

static nf_status write(nf_work *work, nf_call *call) {
    const paper_call *paper = (const paper_call *)call;
    const nf_elements pairs = nf_call_at(call, NF_ARRAY_PAIRS);
    nf_status status = NF_OK;
    NF_TRY(nf_copy(work, paper->all, 0, pairs.buffer, pairs.offset * 8,
                   (call->fits ? call->total : call->room) * 8));
    NF_TRY(nf_pairs_finish(work, call));
done:
    return status;
}

/* Tiles of one point: the partners of a point, then those of the next one. */
static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_pairs_call *pairs = (const nf_pairs_call *)call;
    const nf_host_order order = {.cells = pairs->query.params.cells, .tile_points = 1};
    return nf_host_pairs(cloud, pairs->search.cutoff, &pairs->options, &order, answer);
}

static nf_status shape(nf_call *call) {
    nf_pairs_call *pairs = (nf_pairs_call *)call;
    return nf_shaped_take(&call->shaped, call->cloud, &pairs->search.cutoff, &pairs->options.queries,
                          &pairs->options.filters);
}

static const nf_question question = {.name = "nf_paper_pairs",
                                     .results = "pairs",
                                     .arrays = NF_PAIRS_ARRAYS_ALL,
                                     .options = {NF_OPTIONS(nf_paper_pairs_options)},
                                     .ask = ask,
                                     .find = find,
                                     .write = write,
                                     .host = on_host,
                                     .in_plain_c = 1,
                                     .shape = shape};

nf_status nf_paper_pairs(nf_cloud *cloud, double cutoff, const nf_paper_pairs_options *options,
                         const nf_sync *sync, nf_result **result) {
    paper_call paper = {.pairs.search.cutoff = cutoff};
    const nf_status status =
        nf_call_run(&paper.pairs.search.call, &question, cloud, options, &paper.options, sync, result);
    if (paper.options.potential && !paper.options.cost)
        *paper.options.potential = status == NF_OK || status == NF_ERROR_CAPACITY ? paper.potential : 0;
    return status;
}
