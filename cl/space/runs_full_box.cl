// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The runs of runs_full.cl in a periodic box: all cells around a point, counted without wrapping.
#if !defined(displacement)
#error "runs_full_box.cl needs a space, a part before it"
#endif
#if defined(NF_RUNS)
#error "runs_full_box.cl: the program has runs already"
#endif
#if !defined(CELLS_MOST) // the host has included it
#include "machine/real.cl"
#include "space/cells.cl"
#endif
#include "space/run.cl"
#include "space/own_full.cl"
#include "space/runs_window.cl"
#define RUNS_MOST 32 // at a time

// The rows ascending, pieces by pieces.
#define NF_ROWS_WIDTH(grid) (2 * (grid)->reach[1] + 1)
#define NF_RUNS(grid)                                                                                        \
    (NF_PIECES(grid) * (DIMS > 2 ? 2 * (grid)->reach[2] + 1 : 1) * (DIMS > 1 ? NF_ROWS_WIDTH(grid) : 1))

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    const int row = k / NF_PIECES(grid), width = NF_ROWS_WIDTH(grid);
    const int dz = DIMS < 3 ? 0 : row / width - grid->reach[2],
              dy = DIMS < 2 ? 0 : row % width - grid->reach[1];
    (void)first, (void)end;
    return nf_window_piece(grid, places, n, (int)cell.x - grid->reach[0], (int)last + grid->reach[0],
                           (int)cell.y + dy, (int)cell.z + dz, k % NF_PIECES(grid), NF_ALL);
}
