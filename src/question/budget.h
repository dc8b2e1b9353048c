/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The device memory of a call with a budget: what it holds is seen from the context's own count. */
#ifndef NF_QUESTION_BUDGET_H
#define NF_QUESTION_BUDGET_H

#include "order/order.h"

#include <nearfield/outputs.h>

/* What a cloud keeps for a question. */
typedef struct nf_stock {
    uint64_t bytes;
    uint64_t spare; /* of them: more than its points need, from when it had more */
} nf_stock;
void nf_stock_add(nf_stock *stock, const nf_kept *kept);

/* The memory that a cloud keeps: its copy of the points, without and with their order. */
nf_stock nf_stock_of_points(const nf_cloud *cloud);
nf_stock nf_stock_of_order(const nf_cloud *cloud);

typedef struct nf_budget {
    nf_context *context;
    const nf_cloud *cloud;
    nf_stock (*stock)(const nf_cloud *cloud);
    uint64_t bytes;  /* the budget */
    uint64_t others; /* held by other objects of the context when the call began */
    uint64_t before; /* the peak of the context until then */
} nf_budget;

/* Checks the caller's budget and function. */
nf_status nf_budget_check(nf_context *context, const nf_chunks *chunks);

/* Begins a call about a cloud with the budget of `chunks` that are checked, to which the stock of the cloud counts, but for what is spare then.  Releases unused
   scratch, so that the peak is that of the call. */
void nf_budget_begin(nf_budget *budget, nf_cloud *cloud, const nf_chunks *chunks,
                     nf_stock (*stock)(const nf_cloud *cloud));

/* Releases the arrays of a result and unused scratch, which the chunk before has left, if the next one, of so many bytes, would not have room beside
   them. */
void nf_budget_make_room(const nf_budget *budget, nf_result *result, uint64_t bytes);

/* Gives a chunk to the caller.  The sentence of an error says what `take` returned, and then what the last call said that failed in it, which may be
   about something else. */
nf_status nf_budget_give(nf_cloud *cloud, const nf_chunks *chunks, const nf_chunk *chunk);

/* Ends the count of a stage: the most that the call held since its beginning. */
uint64_t nf_budget_peak(const nf_budget *budget);

/* Restores the peak of the context; after the call, or after nf_budget_peak. */
void nf_budget_end(nf_budget *budget);

/* What the call holds now, with unused scratch. */
uint64_t nf_budget_held(const nf_budget *budget);

#endif
