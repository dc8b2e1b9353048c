// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Marks the tally if the driver has ended loops of the search (machine/loops_ended.cl).
//   LOOPS_END  as there; otherwise this file is empty
//   nf_loops_check(tally, n)  to be called at the end of a kernel by every work-item with loops
// It is needed in kernels whose loops grow with the density of a cloud.  The loops of all others are bounded by their
// shapes (primitives/tile.h).
#pragma once
#include "machine/loops_ended.cl"
#include "search/tally.cl"
#ifdef LOOPS_END
static inline void nf_loops_mark(__global nf_tally *tally) { tally->ended = 1; }

static inline void nf_loops_check(__global nf_tally *tally, uint n) {
    if (nf_loops_ended(n)) nf_loops_mark(tally);
}
#endif
