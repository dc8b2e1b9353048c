/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The device memory of a call with a budget: what it holds is seen from the context's own count. */
#ifndef NF_ORDER_BUDGET_H
#define NF_ORDER_BUDGET_H

#include "order/order.h"

#include <nearfield/stream.h>

typedef struct nf_budget {
    nf_context *context;
    uint64_t bytes;  /* the budget */
    uint64_t others; /* held by other objects of the context when the call began */
    uint64_t before; /* the peak of the context until then */
} nf_budget;

/* Checks a stream, and begins a call about a cloud with its budget, to which the cloud's own memory counts, and what the call has kept about it:
   NULL or one of its keepsakes.  Releases unused scratch, so that the peak is that of the call. */
nf_status nf_budget_begin(nf_budget *budget, nf_cloud *cloud, const nf_stream *stream,
                          const nf_keepsake *kept);

/* Gives a chunk to the caller. */
nf_status nf_budget_give(const nf_budget *budget, const nf_stream *stream, const nf_chunk *chunk);

/* Ends the count of a stage: the most that the call held since its beginning. */
uint64_t nf_budget_peak(const nf_budget *budget);

/* Restores the peak of the context; after the call, or after nf_budget_peak. */
void nf_budget_end(nf_budget *budget);

/* What the call holds now, with unused scratch. */
uint64_t nf_budget_held(const nf_budget *budget);

#endif
