// The order of a small cloud in one launch of one work-group: bounds, grid, counts of cells, places, ranks.
//   points --small--> grid[1], places[cells + 1], index[n], planes[3][stride]
// Points take a place in their cell by an atomic, in any order, and are then ranked among the points of the cell: the
// order does not depend on timing.
//   ITEMS  points a work-item at most     GROUP  work-items, a power of two
//   nf_key_of  is in a part such as keys_cells.cl
//   the rest as in cells.cl; SPARSE 0
#if !defined(GROUP) || !defined(ITEMS)
#error "small.cl needs GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "order/planning.cl"
#define OWN(k)        (item + (k)*GROUP)
#define EACH          _Pragma("unroll") for (uint k = 0; k < ITEMS; k++)
#define CELLS_AN_ITEM 4 // consecutive cells that a work-item adds up at a time

// The sum of v over the work-items below, and of all.
#if LANES_BY
#define SUMS_ROOM (GROUP / 32)
TOGETHER uint nf_sum_before(uint v, uint *all, __local uint *room) {
    const uint item = (uint)get_local_id(0), before = lanes_before(v, 0);
    if (item % 32 == 31) room[item / 32] = before + v;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint sum = item % 32 < SUMS_ROOM ? room[item % 32] : 0, lower = lanes_before(sum, 0);
    *all = lanes_get(lower + sum, 31, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    return before + lanes_get(lower, item / 32, 0);
}
#else
#define PREFIX_T        uint
#define PREFIX_OP(a, b) ((a) + (b))
#define PREFIX_IDENTITY 0
#include "machine/prefix.cl"
#define SUMS_ROOM PREFIX_ROOM(GROUP)
TOGETHER uint nf_sum_before(uint v, uint *all, __local uint *room) {
    const uint item = (uint)get_local_id(0);
    room[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(room, GROUP);
    const uint before = prefix_before(room, item);
    *all = prefix_total(room, GROUP);
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}
#endif

// places[c] = the points in the cells before c, from those of each cell.
TOGETHER void nf_small_scan(__global nf_place *places, uint cells, __local uint *room) {
    const uint item = get_local_id(0);
    uint before = 0;
    for (uint start = 0; start < cells; start += GROUP * CELLS_AN_ITEM) {
        const uint first = start + item * CELLS_AN_ITEM;
        uint own[CELLS_AN_ITEM], sum = 0;
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            own[k] = first + k < cells ? places[first + k] : 0;
            sum += own[k];
        }
        uint all;
        sum = before + nf_sum_before(sum, &all, room);
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            if (first + k < cells) places[first + k] = sum;
            sum += own[k];
        }
        before += all;
    }
}

BOUNDS_KERNEL void small(__global const real *points, ulong offset, uint n, real inv_x, real inv_yz,
                         ulong cells_most, uint bits_most, __global nf_grid *grid,
                         volatile __global nf_place *places, __global uint2 *loose, __global uint *index,
                         __global real *planes, ulong stride) {
    __local union {
        nf_bounds bounds[BOUNDS_ROOM];
        uint sums[SUMS_ROOM];
    } room;
    const uint item = (uint)get_local_id(0);
    uint cell[ITEMS], place[ITEMS];
    nf_bounds mine;
    nf_bounds_none(&mine);
    points += offset;
    EACH if (OWN(k) < n) nf_bounds_take_point(&mine, points + (ulong)OWN(k) * DIMS, (int)OWN(k));
    nf_bounds_join_group(&mine, room.bounds);
    if (item == 0) *grid = nf_planned(&mine, inv_x, inv_yz, 0, points, cells_most, bits_most, 64);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (grid->refused) return;
    const uint cells = (uint)grid->cells;
    for (uint c = item; c < cells; c += GROUP) places[c] = 0;
    EACH cell[k] = (uint)nf_key_of(grid, points + (ulong)min(OWN(k), n - 1) * DIMS);
    barrier(CLK_GLOBAL_MEM_FENCE);
    EACH if (OWN(k) < n) place[k] = atomic_inc(places + cell[k]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    nf_small_scan((__global nf_place *)places, cells, room.sums);
    if (item == 0) places[cells] = n;
    barrier(CLK_GLOBAL_MEM_FENCE);
    EACH if (OWN(k) < n) loose[places[cell[k]] + place[k]] = (uint2)(OWN(k), cell[k]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    EACH {
        const uint2 own = loose[min(OWN(k), n - 1)];
        __global const real *point = points + (ulong)own.x * DIMS;
        const uint begin = places[own.y], end = places[own.y + 1];
        uint to = begin;
        if (OWN(k) >= n) continue;
#pragma unroll 4
        for (uint other = begin; other < end; other++) to += loose[other].x < own.x;
        index[to] = own.x;
        for (int a = 0; a < DIMS; a++) planes[(ulong)a * stride + to] = point[a];
    }
}
