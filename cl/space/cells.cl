// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The grid of cells, and the candidates of a point.  This rule defines the order of results.
//
//   cell of a point   (z * ny + y) * nx + x, each index (uint)((coordinate - lo) * inv), limited to 0 .. n - 1
//                     of the point's coordinate along the axis, in open space x, y or z
//   edges             cutoff * (1 + slack) / cells_per_cutoff, as 1 / inv; a periodic axis has a whole number of them (box_plan.cl)
//   order of points   by cell, points of a cell by their index
//   row               all cells of one (y, z): its points are consecutive in this order
//   partners of p     after p in its own row, then in the rows that follow in the half stencil, z before y (runs_half.cl)
//
//   REAL64     the precision of the points
//   DIMS       1, 2 or 3
//   CELLS_X    cells per cutoff along x          CELLS_YZ  cells per cutoff along y and z
//   SYSTEMS    1: one of many grids, whose cells are numbered after those of the grids before (order/batch.cl); 0 or undefined: one
//   SPARSE     0: places[cell] is the number of points in the cells before `cell`, for 0 .. cells
//              1: places[p] is the cell of the p-th point in order; a coarse table follows with the number of points
//                 before each 2^shift-th cell, where the bisection for a cell starts
//              2: the including file defines nf_place and nf_points_before (the host reference)
//
// Only subtraction, multiplication by a power of two or by inv, and comparison are used: exact or rounded
// once, so the grid is the same on every device and on the host.  Two points closer than the cutoff are at
// most cells_per_cutoff cells apart: u = (x - lo) * inv carries a relative error of 2 units v in the last
// place, so a difference of two cell numbers is off by 4 v n at most, and slack = 2^-8 with n < 2^13 (float),
// 2^-20 with n < 2^20 (double) covers it and the 4 v by which the rule itself may exceed the cutoff. An axis
// that would have more cells than that gets edges of at least twice the length, which covers n up to 2^20.
// Limiting to 0 .. n - 1 only brings cells closer together.
//
// A few far outliers do not change the cells of the core (space/cells.h).  Dense clusters more than 2^20 cells apart get
// longer edges, which is correct but slower.
#if SPARSE != 2 // the host includes it once for each precision and number of dims
#pragma once
#endif
#if !defined(REAL64) || !defined(DIMS) || !defined(CELLS_X) || !defined(CELLS_YZ) || !defined(SPARSE)
#error "cells.cl needs REAL64, DIMS, CELLS_X, CELLS_YZ and SPARSE"
#endif
#if !defined(displacement)
#error "cells.cl needs a space, a part before it"
#endif
#include "space/spaces.cl"
#ifndef SYSTEMS
#define SYSTEMS 0
#endif

#define CELLS_MOST 1048576u
#define CELLS_FINE (REAL64 ? 1048576u : 8192u)

// A grid in device memory; the host reads the members before `lo`.
typedef struct nf_grid {
    ulong cells;
    uint n[3];
    uint bits;    // of a cell number
    int bad;      // the first point that is not accepted, or -1
    uint cut;     // nonzero: an axis has longer edges
    uint refused; // nonzero: not the expected kind of grid; the order is not built
    uint shift;   // SPARSE 1: of the coarse table
    real lo[3];
    real inv[3];
    SPACE_MEMBERS
#if SYSTEMS
    ulong base; // the cells of the grids before
#endif
} nf_grid;
#if SHIFTS
#include "space/box_plan.cl"
#endif

static inline nf_grid nf_grid_plan(const real *lo, const real *hi, real inv_x, real inv_yz,
                                   int bad SPACE_PARAMETERS) {
    nf_grid grid;
    nf_space_keep(grid, lattice);
    grid.cells = 1;
    grid.cut = grid.refused = grid.shift = 0;
    grid.bad = bad;
    for (int a = 0; a < 3; a++) {
        grid.lo[a] = 0;
        grid.inv[a] = 0;
        grid.n[a] = 1;
        if (a >= DIMS || bad >= 0) continue;
        real inv = a == 0 ? inv_x : inv_yz, extent = hi[a] - lo[a];
        if (!nf_space_axis(&grid, a, &inv)) {
            if (!(extent <= REAL_MAX)) extent = REAL_MAX;
            if (extent * inv >= (real)CELLS_FINE) {
                grid.cut = 1;
                do inv *= (real)0.5f;
                while (extent * inv >= (real)CELLS_MOST);
            }
            grid.lo[a] = lo[a];
            grid.inv[a] = inv;
            grid.n[a] = (uint)(extent * inv) + 1;
        }
        grid.cells *= grid.n[a];
    }
    nf_space_planned(&grid);
    grid.bits = 0;
    while (grid.bits < 64 && (grid.cells - 1) >> grid.bits) grid.bits++;
    return grid;
}

static inline uint nf_cell_along(real x, real lo, real inv, uint n) {
    const real u = (x - lo) * inv;
    return u > 0 ? (u < (real)(n - 1) ? (uint)(int)u : n - 1)
                 : 0; // through int, which CPUs convert in one instruction
}

typedef struct nf_cell {
    uint x, y, z;
} nf_cell;

// Of a position as the order stores it (nf_fold_point).
#define NF_CELL_ALONG(k)                                                                                     \
    nf_cell_along(nf_coordinate(grid->lattice, k, x, y, z), grid->lo[k], grid->inv[k], grid->n[k])
static inline nf_cell nf_cell_of(NF_GLOBAL const nf_grid *grid, real x, real y, real z) {
    nf_cell cell;
    cell.x = NF_CELL_ALONG(0);
    cell.y = DIMS > 1 ? NF_CELL_ALONG(1) : 0;
    cell.z = DIMS > 2 ? NF_CELL_ALONG(2) : 0;
    return cell;
}

static inline ulong nf_cell_number(NF_GLOBAL const nf_grid *grid, uint x, uint y, uint z) {
    const ulong own = ((ulong)z * grid->n[1] + y) * grid->n[0] + x;
#if SYSTEMS
    return grid->base + own;
#else
    return own;
#endif
}

// The number of points in the cells before `cell`.
#if SPARSE == 0
typedef uint nf_place;
static inline uint nf_points_before(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                    ulong cell) {
    (void)grid, (void)n;
    return places[cell];
}
#elif SPARSE == 1
typedef ulong nf_place;
static inline uint nf_points_before(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                    ulong cell) {
    NF_GLOBAL const nf_place *coarse = places + n + (cell >> grid->shift);
    uint low = (uint)coarse[0], high = (uint)coarse[1];
    while (low < high) {
        const uint middle = low + (high - low) / 2;
        if (places[middle] < cell) low = middle + 1;
        else high = middle;
    }
    return low;
}
#endif

// 32 consecutive points in this order are a tile, the unit in which pairs are written.
#define TILE_POINTS 32
