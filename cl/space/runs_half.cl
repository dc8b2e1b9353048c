// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a point, or of points of one row, as runs of consecutive points: those of the half stencil, so that each
// pair is found from one of its points.
// A file of runs is a part of a program, for one kind of space (runs_half_box.cl for periodic boxes), and defines:
//   NF_RUNS(grid)     the number of runs
//   RUNS_MOST         a constant: CPUs hold so many runs at a time
//   OWN_FIRST         1: the points of a tile that are in one row come before all other candidates of each other, and
//                     nf_run_between gives the others; 0: they come in their run of nf_run_with, also each for itself, for
//                     the lanes' emitters to leave out
//   nf_run_with       run k of the points [first, end) of one row: the union of their runs.  `cell` is the cell of the first
//                     one, and `last` the x of the last one's
//   nf_run_between    with OWN_FIRST: the same run without these points
//   nf_own_mask(own)  with OWN_FIRST: which of 32 of these points, the first as the highest bit, are candidates of the point
//                     number `own`
//   nf_own_mask_16(first, k, shift)   which of the 16 points from k on, in a run of nf_run_with with this image, are
//                     candidates of the four points from `first` on: bit 16 p + l is for point p and candidate l
// The runs of a point ascend in k, and so do its candidates in the order of results.
//   CELLS_X, CELLS_YZ   as in cells.cl
#if !defined(displacement)
#error "runs_half.cl needs a space, a part before it"
#endif
#if defined(NF_RUNS)
#error "runs_half.cl: the program has runs already"
#endif
#if !defined(CELLS_MOST) // the host has included it
#include "machine/real.cl"
#include "space/cells.cl"
#endif

// Run 0 is the own row; the others are the rows of the half stencil: (dz, dy) > (0, 0) in this order, |dz|, |dy| <= CELLS_YZ.
#define STENCIL_WIDTH (2 * CELLS_YZ + 1)
#define NF_RUNS(grid) RUNS_MOST
#define RUNS_MOST     (DIMS == 1 ? 1 : DIMS == 2 ? CELLS_YZ + 1 : (STENCIL_WIDTH * STENCIL_WIDTH + 1) / 2)
#include "space/run.cl"

// Run k from the candidate at `own` on in the own row.
static inline nf_run nf_run_from(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint own, int k) {
    nf_run run;
    const int dz = (k + CELLS_YZ) / STENCIL_WIDTH, dy = (k + CELLS_YZ) % STENCIL_WIDTH - CELLS_YZ;
    const int y = (int)cell.y + dy, z = (int)cell.z + dz;
    run.begin = run.end = 0;
    run.shift = NF_SHIFT_NONE;
    run.vector = NF_VECTOR_NONE;
    if (y < 0 || y >= (int)grid->n[1] || z >= (int)grid->n[2]) return run;
    const uint from = cell.x > CELLS_X ? cell.x - CELLS_X : 0;
    const uint to = last + CELLS_X < grid->n[0] ? last + CELLS_X : grid->n[0] - 1;
    run.begin =
        k == 0 ? own : nf_points_before(grid, places, n, nf_cell_number(grid, from, (uint)y, (uint)z));
    run.end = nf_points_before(grid, places, n, nf_cell_number(grid, to, (uint)y, (uint)z) + 1);
    return run;
}

#include "space/own_half.cl"
