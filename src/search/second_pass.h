/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The two passes of rows: what the first decides is kept for the second, if there is room for it. */
#ifndef NF_SEARCH_SECOND_PASS_H
#define NF_SEARCH_SECOND_PASS_H

#include "search/search.h"

/* Counts the partners of each point.  `offsets`: where, the arguments of emit/row_counts.cl. */
nf_status nf_second_pass_count(nf_work *work, const nf_search *search, nf_found *found,
                               const nf_arg offsets[2]);

/* Writes the rows that were counted by it or by nf_search_pass; found->masks is NULL in the latter case. */
nf_status nf_second_pass_write(nf_work *work, const nf_search *search, const nf_found *found,
                               const nf_emit_args *output);

/* The rows of the tiles that have no masks, a part of nf_second_pass_write. */
nf_status nf_overflow_write(nf_work *work, const nf_search *search, const nf_found *found,
                            const nf_emit_args *output);

/* sizeof(nf_second_pass_room) in cl/search/second_pass_entries.cl, at most. */
uint64_t nf_second_pass_room_bytes(const nf_search *search);

#endif
