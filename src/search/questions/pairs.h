/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nf_pairs that its chunks share. */
#ifndef NF_SEARCH_PAIRS_H
#define NF_SEARCH_PAIRS_H

#include "search/query/query.h"

#include <nearfield/pairs.h>

/* A call of nf_pairs(). */
typedef struct nf_pairs_call {
    nf_search_call search;
    nf_query query;
    nf_pairs_options options;
} nf_pairs_call;

/* The arrays of pairs. */
#define NF_PAIRS_ARRAYS_ALL                                                                                  \
    (NF_WANT(NF_ARRAY_PAIRS) | NF_MEASURED | NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES) |            \
     NF_WANT(NF_ARRAY_PAIRS_INT64) | NF_WANT(NF_ARRAY_ROWS_INT64) | NF_WANT(NF_ARRAY_INDICES_INT64))

/* Asks for the pairs that pairs->options say. */
nf_status nf_pairs_ask(nf_work *work, nf_call *call);

/* Sorts the pairs that are written, if the options say so and all fit, and measures them. */
nf_status nf_pairs_finish(nf_work *work, nf_call *call);

/* The output of the pairs from number `first` on into `pairs`. */
nf_emit_args nf_pairs_output(const nf_query *query, nf_elements pairs, uint64_t capacity, uint64_t first);

/* The answer in chunks of tiles (chunks.c). */
extern const nf_chunked nf_pairs_chunked;

#endif
