// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of points by counting: the points of each cell, their places, and their ranks among the points of the cell.  It takes fewer
// bytes and launches than a sort, and more time where many points are in one cell.
//   --clear--> counts[cells]; points --count--> counts[cells], taken[n] --scan--> places[cells + 1] --scatter--> loose[n] --rank--> index[n], axes[3][stride]
// Points take a place in their cell by an atomic, in any order, and are then ranked by their numbers: the order does not depend on timing.
//   CROWD  the most points of a cell; if one has more, the grid is refused (NF_GRID_CROWDED in src/order/order.h)
//   GRID_KEPT  1: the grid is that of an order before, for points inside a periodic box; if one is outside, the grid is refused
//          (NF_GRID_OUTSIDE)
//   GROUP, ITEMS  as in each.cl
//   nf_key_of, nf_store_folded  are in a part such as keys_cells.cl
//   the rest as in cells.cl; SPARSE 0, one system
#if !defined(GROUP) || !defined(ITEMS)
#error "counted.cl needs GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "order/counting.cl"

EACH_KERNEL void clear(ulong cells, __global nf_grid *grid, __global uint *counts) {
    const ulong items = get_global_size(0);
    for (ulong c = get_global_id(0); c < cells; c += items) counts[c] = 0;
    if (GRID_KEPT && get_global_id(0) == 0) grid->refused = nf_kept_refused(grid, cells);
}

EACH_KERNEL void count(__global const real *points, ulong offset, uint n, __global nf_grid *grid,
                       volatile __global uint *counts, __global uint2 *taken) {
    points += offset;
    if (grid->refused) return;
    FOR_EACH(p, n) {
        const uint why = nf_count_point(points, p, grid, counts, taken);
        if (why) grid->refused = why;
    }
}

EACH_KERNEL void scatter(uint n, __global const nf_grid *grid, __global const nf_place *places,
                         __global const uint2 *taken, __global uint *loose) {
    if (grid->refused) return;
    FOR_EACH(p, n) nf_scatter_point(p, places, taken, loose);
}

EACH_KERNEL void rank(__global const real *points, ulong offset, uint n, __global const nf_grid *grid,
                      __global const nf_place *places, __global const uint *loose, __global uint *index,
                      __global real *axes, ulong stride) {
    points += offset;
    if (grid->refused) return;
    FOR_EACH(p, n) nf_rank_point(p, points, grid, places, loose, index, axes, stride);
}
