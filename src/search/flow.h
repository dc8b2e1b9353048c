/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A search in chunks within a budget: where they end, and the course of the call.  The questions are in stream.c. */
#ifndef NF_SEARCH_FLOW_H
#define NF_SEARCH_FLOW_H

#include "search/query.h"
#include "question/budget.h"

#include <nearfield/stream.h>

/* A search in chunks.  Its results are in groups, rows or aligned tiles, whose starts are on the device. */
typedef struct nf_flow {
    const nf_stream *stream;
    const void *options; /* of the question */
    nf_cloud *cloud;
    nf_work *work;
    nf_query *query;
    nf_result *result;
    nf_budget budget;
    uint64_t total;         /* results */
    uint64_t fixed;         /* bytes that are held from chunk to chunk: the points, their order, the starts */
    uint64_t most;          /* results for which a buffer has room */
    nf_slice starts;        /* uint64: the results before each group, and the total */
    int begun;              /* 1: the question is taken; commands may be in the queue */
    int refused;            /* 1: the budget is too small; what was enqueued has run */
    uint64_t groups, align; /* align: a chunk begins at a multiple of it */
    /* Checks and takes the question.  work: NULL to check alone what the host knows. */
    nf_status (*ask)(const struct nf_flow *flow, nf_work *work, double cutoff);
    nf_status (*count)(struct nf_flow *flow); /* sets starts, groups, align and total */
    nf_status (*write)(struct nf_flow *flow, uint64_t first, uint64_t end, nf_chunk *chunk);
} nf_flow;

/* Reads the number of results before a group. */
nf_status nf_flow_start(nf_flow *f, uint64_t group, uint64_t *start);

/* Counts the results, and gives them in chunks; *total receives their number, unless it is NULL. */
nf_status nf_flow_run(const nf_flow *given, double cutoff, const nf_sync *sync, uint64_t *total);

#endif
