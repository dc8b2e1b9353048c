// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Par-Part-NoLoop and Par-Part-Loop of D. Algis et al. (paper.cl), sections 4.1 and 4.2, algorithm 1: a work-item for each point, which reads all
// its sources from global memory; with a loop it takes several points, and there may be any number of work-items.
//   LOOP  1: with the loop     the rest as in paper.cl
#if !defined(LOOP)
#error "par_part.cl needs LOOP"
#endif
#include "papers/paper.cl"

PAPER_KERNEL void nf_par_part(WALK_CLOUD, __global nf_search_status *status, FUNCTION_PARAMETERS) {
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    (void)own_carried;
    if (grid->refused) nf_refuse(&to);
    else {
#if LOOP
        for (ulong p = get_global_id(0); p < n; p += get_global_size(0)) {
#else
        const ulong p = get_global_id(0);
        if (p < n) {
#endif
            real at[3];
            nf_position(&cloud, (uint)p, at);
            nf_sum_point(&to, (uint)p, nf_cell_of(grid, at[0], at[1], at[2]));
        }
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
