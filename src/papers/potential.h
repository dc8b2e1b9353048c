/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pipeline of the Thrust articles: potential pairs, flags, compaction.  A baseline. */
#ifndef NF_PAPERS_POTENTIAL_H
#define NF_PAPERS_POTENTIAL_H

#include "search/search.h"

extern const nf_family nf_potential_family;

/* Finds all pairs of the ordered cloud in scratch of the work: *pairs has room for all potential pairs, found->total is the
   number of pairs.  Waits for the number of potential pairs: *potential, which is what it
   is assumed to be where costs are added up. */
nf_status nf_potential_run(nf_work *work, const nf_search *search, cl_mem *pairs, nf_found *found,
                           uint64_t *potential);

#endif
