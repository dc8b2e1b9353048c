// Detects drivers that silently end the loops of a work-item after a number of iterations in all.
//   LOOPS_END  defined for such drivers; otherwise this file is empty
//   loops_check(tally, n)  to be called at the end of a kernel by every work-item with loops: marks the tally if loops were
//                          ended
// It is needed in kernels whose loops grow with the density of a cloud.  The loops of all others are bounded by their
// shapes (primitives/tile.h).
#pragma once
#include "search/tally.cl"
#ifdef LOOPS_END
static inline void loops_mark(__global nf_tally *tally) { tally->ended = 1; }

// After the limit each further loop ends after one iteration.  This loop should have two or three, a number that no compiler
// can know.  It compares a sum and not the counter, because Mesa's compiler assumes that a loop's condition is false after
// the loop, even for a volatile counter; the sum is volatile, because other compilers would remove the loop.
static inline void loops_check(__global nf_tally *tally, uint n) {
    const uint turns = 2 + (n & 1);
    volatile uint sum = 0;
    for (uint turn = 0; turn < turns; turn++) sum += turn + 1;
    if (sum < 3) loops_mark(tally);
}
#endif
