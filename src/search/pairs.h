/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nf_pairs that its variants share. */
#ifndef NF_SEARCH_PAIRS_H
#define NF_SEARCH_PAIRS_H

#include "search/query.h"

#include <nearfield/pairs.h>

/* Begins the question. */
nf_status nf_pairs_ask(nf_work *work, nf_query *query, nf_cloud *cloud, double cutoff,
                       const nf_pairs_options *options);

/* The output of the pairs from number `first` on into `pairs`. */
nf_output nf_pairs_output(const nf_query *query, nf_slice pairs, uint64_t capacity, uint64_t first);

#endif
