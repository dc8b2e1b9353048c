// The key that a point is sorted by, as a part of the kernels that order points: the number of its cell.
// Another key is another file with the same function.
//   the rest as cells.cl
#pragma once
#include "machine/real.cl"
#include "space/cells.cl"

static inline ulong nf_key_of(__global const nf_grid *grid, __global const real *point) {
    const nf_cell cell =
        nf_cell_of(grid, point[0], DIMS > 1 ? point[DIMS > 1] : 0, DIMS > 2 ? point[DIMS - 1] : 0);
    return nf_cell_number(grid, cell.x, cell.y, cell.z);
}
