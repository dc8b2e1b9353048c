// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Detects drivers that silently end the loops of a work-item after a number of iterations in all.
//   LOOPS_END          defined for such drivers; otherwise nothing is done
//   nf_loops_ended(n)  1 if loops of this work-item were ended; n: any number that no compiler can know
//   LOOPS_PARAMETERS   the last parameter of a kernel with loops that grow with its data: ended[1]
//   LOOPS_CHECK(n)     at its end, for every work-item: sets *ended if loops were ended
#pragma once
#ifdef LOOPS_END
// After the limit each further loop ends after one iteration.  This loop should have two or three.  It compares a sum and not the
// counter, because Mesa's compiler assumes that a loop's condition is false after the loop, even for a volatile counter; the sum is
// volatile, because other compilers would remove the loop.
static inline int nf_loops_ended(uint n) {
    const uint turns = 2 + (n & 1);
    volatile uint sum = 0;
    for (uint turn = 0; turn < turns; turn++) sum += turn + 1;
    return sum < 3;
}
#define LOOPS_PARAMETERS , volatile __global uint *ended
#define LOOPS_CHECK(n)   (void)(nf_loops_ended(n) ? *ended = 1 : 0)
#else
#define LOOPS_PARAMETERS
#define LOOPS_CHECK(n) (void)0
#endif
