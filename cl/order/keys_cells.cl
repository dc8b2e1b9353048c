// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The key that a point is sorted by, as a part of the kernels that order points: the number of its cell.
// Another key is another file with the same function.
//   the rest as cells.cl
#pragma once
#include "machine/real.cl"
#include "space/cells.cl"
#include "order/coordinates.cl"

// The position of a point that the order stores.
static inline void nf_folded(__global const nf_grid *grid, __global const real *point, real *folded) {
    (void)grid;
    nf_fold_point(grid, point[0], NF_Y_OF(point), NF_Z_OF(point), folded);
}

static inline void nf_store_folded(__global const nf_grid *grid, __global const real *point,
                                   __global real *axes, ulong stride, ulong p) {
    real folded[3];
    nf_folded(grid, point, folded);
    for (int a = 0; a < DIMS; a++) axes[(ulong)a * stride + p] = folded[a];
}

static inline ulong nf_key_of(__global const nf_grid *grid, __global const real *point) {
    real folded[3];
    nf_folded(grid, point, folded);
    const nf_cell cell = nf_cell_of(grid, folded[0], folded[1], folded[2]);
    return nf_cell_number(grid, cell.x, cell.y, cell.z);
}
