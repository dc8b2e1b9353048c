// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// X-pencil-reg of D. Algis et al. (paper.cl), section 5.3: as X-pencil, but the targets are those of a sub-box of cells, whose points are read from
// global memory once: where a pencil of sources has targets, these are copied from the registers of their work-items.
//   cells_x, cells_y, cells_z  of the sub-box: it has at most GROUP points, and a pencil with the ghosts at most SOURCES
//   the rest as in local.cl
#if SPARSE
#error "x_pencil_reg.cl needs a table of cells"
#endif
#include "papers/local.cl"

// The row of a target, and the points of the sub-box in a row: positions [begin, end) of the order.
typedef struct nf_box_row {
    int y, z;
    uint begin, end;
} nf_box_row;
static inline nf_box_row nf_box_row_of(const nf_walk_cloud *cloud, const nf_sub_box *box, int row) {
    nf_box_row found;
    found.y = box->from[1] + row % box->count[1];
    found.z = box->from[2] + row / box->count[1];
    const ulong number = nf_cell_number(cloud->grid, (uint)box->from[0], (uint)found.y, (uint)found.z);
    found.begin = cloud->places[number];
    found.end = cloud->places[number + (uint)box->count[0]];
    return found;
}

// Copies the sources of a row to local memory; `computes`: the work-item has a target.
TOGETHER void nf_load_row(const nf_summing *to, const nf_target *target, int computes, const nf_sub_box *box,
                          const nf_source_row *row, __local real *sources) {
    const int y = row->y - box->from[1], z = row->z - box->from[2],
              in_box = y >= 0 && y < box->count[1] && z >= 0 && z < box->count[2] &&
                       row->run.shift == NF_SHIFT_NONE;
    const nf_box_row own = nf_box_row_of(&to->cloud, box, in_box ? z * box->count[1] + y : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint q = row->run.begin + (uint)get_local_id(0); q < row->run.end; q += GROUP)
        if (!(in_box && q >= own.begin && q < own.end)) nf_source_load(to, sources, q - row->run.begin, q);
    if (in_box && computes && target->p >= own.begin && target->p < own.end)
        nf_source_store(sources, target->p - row->run.begin, target->at, &target->own);
    barrier(CLK_LOCAL_MEM_FENCE);
}

PAPER_KERNEL void nf_x_pencil_reg(WALK_CLOUD, __global nf_search_status *status, uint cells_x, uint cells_y,
                                  uint cells_z, FUNCTION_PARAMETERS) {
    __local real sources[SOURCE_REALS];
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    const nf_sub_box box = nf_sub_box_of(grid, get_group_id(0), cells_x, cells_y, cells_z);
    const uint reach1 = (uint)NF_REACH(grid, 1), reach2 = (uint)NF_REACH(grid, 2);
    nf_box_row own = nf_box_row_of(&cloud, &box, 0);
    uint p = own.begin, before = 0;
    int computes = 0;
    (void)own_carried;
    for (int k = 0; k < box.count[1] * box.count[2]; k++) { // target number get_local_id(0) of the sub-box
        const nf_box_row row = nf_box_row_of(&cloud, &box, k);
        const uint at = (uint)get_local_id(0) - before;
        if (at < row.end - row.begin) {
            own = row;
            p = row.begin + at;
            computes = 1;
        }
        before += row.end - row.begin;
    }
    const int rows = before ? nf_source_rows(grid, &box) : 0;
    nf_target target = nf_target_of(&to, min(p, n - 1));
    const uint x = nf_cell_of(grid, target.at[0], target.at[1], target.at[2]).x;
    for (nf_source_row row = nf_source_row_from(&cloud, &box, 0); row.number < rows;
         row = nf_source_row_from(&cloud, &box, row.number + 1)) {
        nf_load_row(&to, &target, computes, &box, &row, sources);
        if (computes && abs(row.y - own.y) <= reach1 && abs(row.z - own.z) <= reach2)
            nf_add_row(&to, &target, sources, &row, x);
    }
    if (computes) nf_target_put(&to, &target);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
