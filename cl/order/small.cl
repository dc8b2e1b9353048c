// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of a small cloud in one launch of one work-group: bounds, grid, counts of cells, places, ranks.
//   points --small--> grid[1], places[cells + 1], index[n], axes[3][stride]
// Points take a place in their cell by an atomic, in any order, and are then ranked among the points of the cell: the
// order does not depend on timing.
//   ITEMS  points a work-item at most     GROUP  work-items, a power of two; GROUP * ITEMS at most 65536
//   TABLE  the cells for which there is a table in local memory
//   nf_key_of, nf_store_folded  are in a part such as keys_cells.cl
//   the rest as cells.cl; SPARSE 0
#if !defined(GROUP) || !defined(ITEMS) || !defined(TABLE)
#error "small.cl needs GROUP, ITEMS and TABLE"
#endif
#include "machine/each.cl"
#include "order/planning.cl"
#include "machine/group.cl"
#define OWN(k) (item + (k)*GROUP)
#if LANES_BY // arrays of ITEMS elements stay in registers
#define EACH _Pragma("unroll") for (uint k = 0; k < ITEMS; k++)
#else // PoCL 3.1 computes wrong places in 1-D, in double, if these loops are unrolled
#define EACH for (uint k = 0; k < ITEMS; k++)
#endif
#define RANK_AHEAD    4 // points of a cell that are loaded at a time
#define CELLS_AN_ITEM 4 // consecutive cells that a work-item adds up at a time

// The place of each point in the order, from a table of cells in local memory if it fits, otherwise in global memory.
#define RANK_NAME  nf_small_rank_local
#define RANK_SPACE __local
#define RANK_FENCE CLK_LOCAL_MEM_FENCE
#include "order/small_rank.cl"
#define RANK_NAME  nf_small_rank_global
#define RANK_SPACE __global
#define RANK_FENCE CLK_GLOBAL_MEM_FENCE
#include "order/small_rank.cl"

BOUNDS_KERNEL void small(__global const real *points, ulong offset, uint n, real inv_x, real inv_yz,
                         ulong cells_most, uint bits_most, __global nf_grid *grid,
                         volatile __global nf_place *places, __global uint *index, __global real *axes,
                         ulong stride SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    __local union {
        nf_bounds bounds[BOUNDS_ROOM];
        uint sums[GROUP_ROOM];
    } room;
    __local ushort loose[GROUP * ITEMS + RANK_AHEAD];
    __local uint table[TABLE + 1];
    const uint item = (uint)get_local_id(0);
    uint cell[ITEMS], to[ITEMS];
    nf_bounds mine;
    nf_bounds_none(&mine);
    points += offset;
    EACH if (OWN(k) < n) nf_bounds_take_point(&mine, points + (ulong)OWN(k) * DIMS, (int)OWN(k) SPACE_PASS);
    nf_bounds_join_group(&mine, room.bounds);
    if (item == 0) *grid = nf_planned(&mine, inv_x, inv_yz, 0, points, cells_most, bits_most, 64 SPACE_PASS);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); // of `room`, too
    if (grid->refused) return;
    const uint cells = (uint)grid->cells;
    EACH cell[k] = (uint)nf_key_of(grid, points + (ulong)min(OWN(k), n - 1) * DIMS);
    if (cells <= TABLE) {
        nf_small_rank_local(table, cells, n, cell, to, loose, room.sums);
        for (uint c = item; c <= cells; c += GROUP) places[c] = table[c];
    } else nf_small_rank_global(places, cells, n, cell, to, loose, room.sums);
    EACH if (OWN(k) < n) loose[to[k]] = (ushort)OWN(k);
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH if (OWN(k) < n) {
        const uint own = loose[OWN(k)];
        index[OWN(k)] = own;
        nf_store_folded(grid, points + (ulong)own * DIMS, axes, stride, OWN(k));
    }
}
