// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// X-pencil of D. Algis et al. (paper.cl), section 5.2, algorithm 5: a work-group for the targets in a pencil of consecutive cells along x, one for
// each work-item, which holds it in registers.  The group copies the sources of the pencil, with a ghost cell at each end, and of the pencils around
// it to local memory, one pencil after the other.
//   pencil  the cells of a pencil: it has at most GROUP points, and with the ghosts at most SOURCES
//   the rest as in local.cl
#if SPARSE
#error "x_pencil.cl needs a table of cells"
#endif
#include "papers/local.cl"

// Copies the sources of a run to local memory.
TOGETHER void nf_load_run(const nf_summing *to, __local real *sources, const nf_run *run) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint q = run->begin + (uint)get_local_id(0); q < run->end; q += GROUP)
        nf_source_load(to, sources, q - run->begin, q);
    barrier(CLK_LOCAL_MEM_FENCE);
}

PAPER_KERNEL void nf_x_pencil(WALK_CLOUD, __global nf_search_status *status, uint pencil,
                              FUNCTION_PARAMETERS) {
    __local real sources[SOURCE_REALS];
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    const nf_sub_box box = nf_sub_box_of(grid, get_group_id(0), pencil, 1, 1);
    const ulong cell = nf_cell_number(grid, (uint)box.from[0], (uint)box.from[1], (uint)box.from[2]);
    const uint first = places[cell], end = places[cell + (uint)box.count[0]],
               p = first + (uint)get_local_id(0);
    const int rows = first < end ? nf_source_rows(grid, &box) : 0;
    nf_target target = nf_target_of(&to, min(p, n - 1));
    const uint x = nf_cell_of(grid, target.at[0], target.at[1], target.at[2]).x;
    (void)own_carried;
    for (nf_source_row row = nf_source_row_from(&cloud, &box, 0); row.number < rows;
         row = nf_source_row_from(&cloud, &box, row.number + 1)) {
        nf_load_run(&to, sources, &row.run);
        if (p < end) nf_add_row(&to, &target, sources, &row, x);
    }
    if (p < end) nf_target_put(&to, &target);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
