/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the sums of every strategy must be.  Each function fails the calling test. */
#ifndef SUPPORT_SUMS_INTERACTION_CHECKS_H
#define SUPPORT_SUMS_INTERACTION_CHECKS_H

#include "support/sums/interactions.h"

/* Compares the sums and totals of a system by the function for charges with those of the host: images up to `reach`.  strategy: NULL, or its name. */
void interactions_check(nf_context *context, const nf_function *charges, const char *strategy,
                        const interactions_setup *s, int reach);

/* Points of a lattice in a box, each moved by at most some units in the last place and some a box away, with a cutoff of the lattice constant: only
   the rule can decide.  The neighbours that are summed are those of the host's lists. */
void interactions_check_lattice(nf_context *context, const nf_function *charges, const char *strategy);

/* A cloud that moves is ordered without waiting.  Where the new points need other cells, all sums are NaN, and the next call that may wait is right.
   Where the strategy cannot serve them, a word of the sentence: of the first call, if it waits, and of the next; otherwise NULL. */
void interactions_check_moved(nf_context *context, const char *strategy, const char *first, const char *next);

#endif
