// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a point as runs of consecutive points: those of the full stencil, so that each pair is found from both of
// its points.  The definitions are those of runs_half.cl.
//   CELLS_X, CELLS_YZ   as in cells.cl
#if !defined(displacement)
#error "runs_full.cl needs a space, a part before it"
#endif
#if defined(NF_RUNS)
#error "runs_full.cl: the program has runs already"
#endif
#if !defined(CELLS_MOST) // the host has included it
#include "machine/real.cl"
#include "space/cells.cl"
#endif

// The rows (z + dz, y + dy), |dz|, |dy| <= CELLS_YZ, ascending; the own row is in the middle.
#define STENCIL_WIDTH (2 * CELLS_YZ + 1)
#define NF_RUNS(grid) RUNS_MOST
#define RUNS_MOST     (DIMS == 1 ? 1 : DIMS == 2 ? STENCIL_WIDTH : STENCIL_WIDTH * STENCIL_WIDTH)
#include "space/run.cl"
#include "space/own_full.cl"

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    nf_run run;
    const int dz = DIMS < 3 ? 0 : k / STENCIL_WIDTH - CELLS_YZ,
              dy = DIMS < 2 ? 0 : k % STENCIL_WIDTH - CELLS_YZ;
    const int y = (int)cell.y + dy, z = (int)cell.z + dz;
    (void)first, (void)end;
    run.begin = run.end = 0;
    run.shift = NF_SHIFT_NONE;
    run.vector = NF_VECTOR_NONE;
    if (y < 0 || y >= (int)grid->n[1] || z < 0 || z >= (int)grid->n[2]) return run;
    const uint from = cell.x > CELLS_X ? cell.x - CELLS_X : 0;
    const uint to = last + CELLS_X < grid->n[0] ? last + CELLS_X : grid->n[0] - 1;
    run.begin = nf_points_before(grid, places, n, nf_cell_number(grid, from, (uint)y, (uint)z));
    run.end = nf_points_before(grid, places, n, nf_cell_number(grid, to, (uint)y, (uint)z) + 1);
    return run;
}
