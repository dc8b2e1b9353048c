// For drivers that end the loops of a work-item after so many iterations in all, without a word: tells whether they have.
//   LOOPS_END  defined where the driver is one of them; elsewhere nothing of this is compiled
//   loops_check(tally, n)  at the end of a kernel, by every work-item that looped: marks the tally where loops were ended
// For kernels whose loops are as long as a cloud is dense.  Those of all others are bounded by the shapes that the host
// gives them (primitives/tile.h).
#pragma once
#include "search/tally.cl"
#ifdef LOOPS_END
static inline void loops_mark(__global nf_tally *tally) { tally->ended = 1; }

// Once the iterations are used up each further loop has one.  This one is to have two or three, which no compiler can
// know.  They add up to something else than the counter: Mesa's takes it for granted that a loop's condition does not
// hold behind the loop, also of a volatile counter, and other compilers need no loop for sums that are not volatile.
static inline void loops_check(__global nf_tally *tally, uint n) {
    const uint turns = 2 + (n & 1);
    volatile uint sum = 0;
    for (uint turn = 0; turn < turns; turn++) sum += turn + 1;
    if (sum < 3) loops_mark(tally);
}
#endif
