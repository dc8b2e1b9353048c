/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nf_lists that its variants share. */
#ifndef NF_SEARCH_LISTS_H
#define NF_SEARCH_LISTS_H

#include "search/rows.h"

#include <nearfield/lists.h>

/* Begins the question. */
nf_status nf_lists_ask(nf_work *work, nf_query *query, nf_cloud *cloud, double cutoff,
                       const nf_lists_options *options);

/* 0 if only the offsets are asked for. */
int nf_lists_wants_indices(const nf_lists_options *options);

/* The output into `indices`. */
nf_output nf_lists_output(const nf_query *query, nf_slice indices, uint64_t capacity);

/* Writes up to `room` indices with what belongs to them; they are sorted only if all fit. */
nf_status nf_lists_write(nf_work *work, nf_query *query, nf_slice indices, uint64_t room, int fits);

#endif
