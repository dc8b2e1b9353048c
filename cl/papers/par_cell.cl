// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Par-Cell of D. Algis et al. (paper.cl), section 4.3, algorithm 2: a work-group for each cell, a work-item for each of its points.  Groups take
// several cells, and work-items several points, if there are more.  Sources are read from global memory, the same ones by all work-items.
//   as in paper.cl
#if SPARSE
#error "par_cell.cl needs a table of cells"
#endif
#include "papers/paper.cl"

PAPER_KERNEL void nf_par_cell(WALK_CLOUD, __global nf_search_status *status, FUNCTION_PARAMETERS) {
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    (void)own_carried;
    if (grid->refused) nf_refuse(&to);
    else
        for (ulong number = get_group_id(0); number < grid->cells; number += get_num_groups(0)) {
            const nf_cell cell = nf_cell_at(grid, number);
            for (uint p = places[number] + (uint)get_local_id(0); p < places[number + 1]; p += GROUP)
                nf_sum_point(&to, p, cell);
        }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
