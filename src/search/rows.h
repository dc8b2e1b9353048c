/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results as rows: the partners of each point, at the offsets of a prefix sum. */
#ifndef NF_SEARCH_ROWS_H
#define NF_SEARCH_ROWS_H

#include "search/query/query.h"
#include "search/entries.h"

/* Two passes: the first counts into query->rows.offsets, which a prefix sum makes the offsets; the second writes. */
extern const nf_method nf_method_rows;

/* Writes the offsets of the n rows from `first` on, counted from the first of them, to part[n + 1]. */
nf_status nf_rows_rebase(nf_work *work, nf_elements offsets, uint64_t first, uint64_t n, nf_elements part);

/* Sorts each row in ascending order: indices[total], and with them images[total], which may be NULL. */
nf_status nf_rows_sort(nf_work *work, const nf_entries_order *order, nf_elements offsets, nf_elements indices,
                       cl_mem images, uint64_t total);

#endif
