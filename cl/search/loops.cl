// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Marks the status if the driver has ended loops of the search (machine/loops_ended.cl).
//   LOOPS_END  as there; otherwise this file is empty
//   nf_loops_check(status, n)  to be called at the end of a kernel by every work-item with loops
// It is needed in kernels whose loops grow with the density of a cloud.  The loops of all others are bounded by their
// shapes (primitives/tile.h).
#pragma once
#include "machine/loops_ended.cl"
#include "search/status.cl"
#ifdef LOOPS_END
static inline void nf_loops_mark(__global nf_search_status *status) { status->ended = 1; }

static inline void nf_loops_check(__global nf_search_status *status, uint n) {
    if (nf_loops_ended(n)) nf_loops_mark(status);
}
#endif
