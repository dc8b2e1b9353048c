// The order of points by counting: the points of each cell, their places, and their ranks among the points of the cell.  It takes fewer
// bytes and launches than a sort, and more time where many points are in one cell.
//   --clear--> counts[cells]; points --count--> counts[cells], taken[n] --scan--> places[cells + 1] --scatter--> loose[n] --rank--> index[n], planes[3][stride]
// Points take a place in their cell by an atomic, in any order, and are then ranked by their numbers: the order does not depend on timing.
//   CROWD  the most points of a cell; if one has more, the grid is refused (NF_GRID_CROWDED in src/order/order.h)
//   GRID_KEPT  1: the grid is that of an order before, for points inside of a periodic box; if one is outside, the grid is refused
//          (NF_GRID_OUTSIDE)
//   GROUP, ITEMS  as in each.cl
//   nf_key_of, nf_store_folded  are in a part such as keys_cells.cl
//   the rest as in cells.cl; SPARSE 0, one system
#if !defined(GROUP) || !defined(ITEMS) || !defined(CROWD) || !defined(GRID_KEPT)
#error "counted.cl needs GROUP, ITEMS, CROWD and GRID_KEPT"
#endif
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#define GRID_CROWDED 2
#define GRID_OUTSIDE 3

// The table has room for `cells`, the one after the last among them.
EACH_KERNEL void clear(ulong cells, __global nf_grid *grid, __global uint *counts) {
    const ulong items = get_global_size(0);
    for (ulong c = get_global_id(0); c < cells; c += items) counts[c] = 0;
#if GRID_KEPT
    if (get_global_id(0) == 0)
        grid->refused = grid->cells >= cells || grid->lattice.wrapped > 0 ? GRID_OUTSIDE : 0;
#else
    (void)grid;
#endif
}

// 1 if a point is inside of the box; 0 also if it is not finite.
#if GRID_KEPT
static inline int nf_is_inside(__global const nf_grid *grid, __global const real *point) {
    int is = 1;
    for (int k = 0; k < DIMS; k++) {
        const real along = nf_coordinate(grid->lattice, k, point[0], DIMS > 1 ? point[DIMS > 1] : 0,
                                         DIMS > 2 ? point[DIMS - 1] : 0);
        is = is && NF_WRAPS(along, grid->lattice.inverse[k]) == 0;
    }
    return is;
}
#else
#define nf_is_inside(grid, point) 1
#endif

// counts: zeros at first.  taken: the cell of each point, and its place in the cell.
EACH_KERNEL void count(__global const real *points, ulong offset, uint n, __global nf_grid *grid,
                       volatile __global uint *counts, __global uint2 *taken) {
    points += offset;
    if (grid->refused) return;
    FOR_EACH(p, n) {
        if (!nf_is_inside(grid, points + p * DIMS)) {
            grid->refused = GRID_OUTSIDE;
            continue;
        }
        const uint cell = (uint)nf_key_of(grid, points + p * DIMS), place = atomic_inc(counts + cell);
        taken[p] = (uint2)(cell, place);
        if (place == CROWD) grid->refused = GRID_CROWDED;
    }
}

EACH_KERNEL void scatter(uint n, __global const nf_grid *grid, __global const nf_place *places,
                         __global const uint2 *taken, __global uint *loose) {
    if (grid->refused) return;
    FOR_EACH(p, n) {
        const uint2 own = taken[p];
        loose[places[own.x] + own.y] = (uint)p;
    }
}

EACH_KERNEL void rank(__global const real *points, ulong offset, uint n, __global const nf_grid *grid,
                      __global const nf_place *places, __global const uint *loose, __global uint *index,
                      __global real *planes, ulong stride) {
    points += offset;
    if (grid->refused) return;
    FOR_EACH(p, n) {
        const uint own = loose[p];
        __global const real *point = points + (ulong)own * DIMS;
        const uint cell = (uint)nf_key_of(grid, point), begin = places[cell], end = places[cell + 1];
        uint to = begin;
        for (uint other = begin; other < end; other++) to += loose[other] < own;
        index[to] = own;
        nf_store_folded(grid, point, planes, stride, to);
    }
}
