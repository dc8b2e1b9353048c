// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The steps of an order by counting, for one point each: kernels call them in several launches (counted.cl) or in one (counted_once.cl).
//   CROWD, GRID_KEPT  as in counted.cl
#pragma once
#if !defined(CROWD) || !defined(GRID_KEPT)
#error "counting.cl needs CROWD and GRID_KEPT"
#endif
#include "machine/real.cl"
#include "space/cells.cl"
#include "order/coordinates.cl"
#define GRID_CROWDED 2
#define GRID_OUTSIDE 3

// Of a grid that is kept: 0, or why it cannot serve.  The table has room for `cells`, the one after the last among them.
static inline uint nf_kept_refused(__global const nf_grid *grid, ulong cells) {
#if GRID_KEPT
    return grid->cells >= cells || grid->lattice.wrapped > 0 ? GRID_OUTSIDE : 0;
#else
    (void)cells;
    return (uint)grid->refused;
#endif
}

// 1 if a point is inside of the box; 0 also if it is not finite.
#if GRID_KEPT
static inline int nf_is_inside(__global const nf_grid *grid, __global const real *point) {
    int is = 1;
    for (int k = 0; k < DIMS; k++) {
        const real along = NF_COORDINATE_OF(grid->lattice, k, point);
        is = is && NF_WRAPS(along, grid->lattice.inverse[k]) == 0;
    }
    return is;
}
#else
#define nf_is_inside(grid, point) 1
#endif

// counts: zeros at first.  taken: the cell of each point, and its place in the cell.  Returns 0, or why the grid cannot serve.
static inline uint nf_count_point(__global const real *points, ulong p, __global const nf_grid *grid,
                                  volatile __global uint *counts, __global uint2 *taken) {
    if (!nf_is_inside(grid, points + p * DIMS)) return GRID_OUTSIDE;
    const uint cell = (uint)nf_key_of(grid, points + p * DIMS), place = atomic_inc(counts + cell);
    taken[p] = (uint2)(cell, place);
    return place == CROWD ? GRID_CROWDED : 0;
}

static inline void nf_scatter_point(ulong p, __global const nf_place *places, __global const uint2 *taken,
                                    __global uint *loose) {
    const uint2 own = taken[p];
    loose[places[own.x] + own.y] = (uint)p;
}

// Point number p of those scattered takes the place by its number among those of its cell.
static inline void nf_rank_point(ulong p, __global const real *points, __global const nf_grid *grid,
                                 __global const nf_place *places, __global const uint *loose,
                                 __global uint *index, __global real *axes, ulong stride) {
    const uint own = loose[p];
    __global const real *point = points + (ulong)own * DIMS;
    const uint cell = (uint)nf_key_of(grid, point), begin = places[cell], end = places[cell + 1];
    uint to = begin;
    for (uint other = begin; other < end; other++) to += loose[other] < own;
    index[to] = own;
    nf_store_folded(grid, point, axes, stride, to);
}
