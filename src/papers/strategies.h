/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The strategies of D. Algis et al. (arXiv:2406.16091), in the order of its sections 4 and 5.  Calls take them by name or if they are stored. */
#ifndef NF_PAPERS_STRATEGIES_H
#define NF_PAPERS_STRATEGIES_H

#include "interact/strategy.h"

enum { NF_PAPER_STRATEGIES = 7 };
extern const nf_strategy nf_strategies_of_paper[NF_PAPER_STRATEGIES];

#endif
