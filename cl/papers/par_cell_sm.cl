// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Par-Cell-SM of D. Algis et al. (paper.cl), section 4.4, algorithm 3: as Par-Cell, but the work-group copies the sources to local memory, run by
// run, and a run of more than SOURCES points in several steps.
//   as in local.cl
#if SPARSE
#error "par_cell_sm.cl needs a table of cells"
#endif
#include "papers/local.cl"

// Adds the sources of a run; `computes` is 0 for work-items without a target.
TOGETHER void nf_add_in_steps(const nf_summing *to, nf_target *target, int computes, __local real *sources,
                              const nf_run *run) {
    for (uint from = run->begin; from < run->end; from += SOURCES) {
        const uint count = min((uint)SOURCES, run->end - from);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint slot = (uint)get_local_id(0); slot < count; slot += GROUP)
            nf_source_load(to, sources, slot, from + slot);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (computes) nf_add_sources(to, target, sources, 0, count, from, run->shift, run->vector);
    }
}

PAPER_KERNEL void nf_par_cell_sm(WALK_CLOUD, __global nf_search_status *status, FUNCTION_PARAMETERS) {
    __local real sources[SOURCE_REALS];
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    const ulong cells = grid->refused ? 0 : grid->cells;
    (void)own_carried;
    if (grid->refused) nf_refuse(&to);
    for (ulong number = get_group_id(0); number < cells; number += get_num_groups(0)) {
        const nf_cell cell = nf_cell_at(grid, number);
        const uint begin = places[number], end = places[number + 1];
        const int runs = NF_RUNS(grid);
        for (uint first = begin; first < end; first += GROUP) {
            const uint p = first + (uint)get_local_id(0);
            nf_target target = nf_target_of(&to, min(p, end - 1));
            for (int k = 0; k < runs; k++) {
                const nf_run run = nf_run_with(grid, places, n, cell, cell.x, 0, 0, k);
                nf_add_in_steps(&to, &target, p < end, sources, &run);
            }
            if (p < end) nf_target_put(&to, &target);
        }
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
