/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A call in chunks within a budget: where they end, and the course of the call.  The questions say how a chunk is written (nf_chunked). */
#ifndef NF_QUESTION_FLOW_H
#define NF_QUESTION_FLOW_H

#include "question/budget.h"
#include "question/call.h"

/* An answer in chunks.  Its results are in groups: rows, or aligned tiles, whose starts are on the device. */
typedef struct nf_flow {
    nf_call *call;
    const nf_chunked *chunked;
    nf_work *work;
    nf_result *result;
    nf_budget budget;
    uint64_t fixed; /* bytes that are held from chunk to chunk: the points, their order or tree, the starts */
    uint64_t most;  /* results for which a buffer has room */

    /* nf_chunked.count sets these. */
    uint64_t total;         /* results */
    uint64_t groups, align; /* align: a chunk begins at a multiple of it */
    int has_rows;           /* 1: groups are rows, which are in chunks without results, too; so at first */
    uint64_t each;          /* results of each group, if all have the same number; otherwise 0 */
    nf_elements starts;     /* uint64: the results before each group, and the total; none with `each` */
    const uint64_t *host_starts; /* in place of `starts` on the host: in the answer; NULL elsewhere */
} nf_flow;

/* Reads the number of results before a group. */
nf_status nf_flow_start(nf_flow *f, uint64_t group, uint64_t *start);

/* Waits for what was enqueued, and gives scratch back, so that it and what comes are not held at once. */
nf_status nf_flow_trim(const nf_flow *f);

/* Refuses a budget that is smaller than what is needed for chunks of at least `largest` results. */
nf_status nf_flow_refuse(nf_flow *f, uint64_t needed, uint64_t largest);

/* Counts the results, and gives them in chunks.  The call's options are taken. */
nf_status nf_flow_run(nf_call *call, const nf_sync *sync);

#endif
