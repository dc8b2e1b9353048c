/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search in a batch: its tiles, and the rule of each system (cl/search/batch.cl). */
#ifndef NF_SEARCH_BATCH_H
#define NF_SEARCH_BATCH_H

#include "search/query/query.h"

/* Ends a search about a batch, after query->params is set: checks and takes the rule of each system.  Nothing if there is one system.
   work: NULL to check alone. */
nf_status nf_batch_take_rules(const nf_work *work, nf_query *query, const nf_filters *filters);

/* What a cloud keeps for a search: its points, their order, and the rules of its systems. */
nf_stock nf_search_stock(const nf_cloud *cloud);

/* Adds the arguments SYSTEM_PARAMETERS to `to`; returns their number, 0 or NF_SYSTEM_ARGS. */
enum { NF_SYSTEM_ARGS = 4 };
size_t nf_batch_args(const nf_search *search, nf_arg *to);

#endif
