// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The runs of runs_half.cl in a periodic box: the half of the cells around a point, counted without wrapping, that follows its
// own, z before y before x; so each pair of images is found from one of its points.
#if !defined(displacement)
#error "runs_half_box.cl needs a space, a part before it"
#endif
#if defined(NF_RUNS)
#error "runs_half_box.cl: the program has runs already"
#endif
#if !defined(CELLS_MOST) // the host has included it
#include "machine/real.cl"
#include "space/cells.cl"
#endif
#include "space/run.cl"
#include "space/runs_window.cl"
#define RUNS_MOST 32 // at a time

// The rows from the own one on, pieces by pieces.
#define NF_ROWS_WIDTH(grid) (2 * (grid)->reach[1] + 1)
#define NF_RUNS(grid)                                                                                        \
    (NF_PIECES(grid) *                                                                                       \
     ((DIMS > 2 ? (grid)->reach[2] * NF_ROWS_WIDTH(grid) : 0) + (DIMS > 1 ? (grid)->reach[1] : 0) + 1))

// Run k from the candidate at `own` on in the own row.
static inline nf_run nf_run_from(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint own, int k) {
    const int row = DIMS < 2 ? 0 : k / NF_PIECES(grid) + grid->reach[1], width = NF_ROWS_WIDTH(grid);
    const int dz = DIMS < 2 ? 0 : row / width, dy = DIMS < 2 ? 0 : row % width - grid->reach[1];
    const int is_own = k < NF_PIECES(grid), from = is_own ? (int)last : (int)cell.x - grid->reach[0];
    return nf_window_piece(grid, places, n, from, (int)last + grid->reach[0], (int)cell.y + dy,
                           (int)cell.z + dz, k % NF_PIECES(grid), is_own ? own : NF_ALL);
}

#include "space/own_half.cl"
