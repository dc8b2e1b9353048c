/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Answers that are counts to which pairs add: histograms and coordination numbers (cl/search/emit/histogram.cl). */
#ifndef NF_SEARCH_COUNTS_H
#define NF_SEARCH_COUNTS_H

#include "search/query/query.h"

/* Adds types to the arguments of slots. */
void nf_counts_add_types(nf_emit_args *slots, nf_elements types);

/* 1 if there are no points, or no query points: all counts are 0. */
int nf_counts_are_none(const nf_query *query);

/* Sets NF_ARRAY_COUNTS, so many, to those of the pairs that are found, and the totals of query->weighted.  slots: the arguments SLOT_PARAMETERS. */
nf_status nf_counts_find(nf_work *work, nf_call *call, nf_query *query, uint64_t counts,
                         const nf_emit_args *slots);

#endif
