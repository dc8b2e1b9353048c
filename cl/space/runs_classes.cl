// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The runs of runs_full_box.cl through the sets of candidates of a class of radii (classes.cl), set after set.  Those of an orthorhombic box
// are as long as the sphere of the cutoff needs; farther candidates are no results, so this does not change the order.
#if !defined(displacement)
#error "runs_classes.cl needs a space, a part before it"
#endif
#if defined(NF_RUNS)
#error "runs_classes.cl: the program has runs already"
#endif
#if !CLASSES
#error "runs_classes.cl needs CLASSES"
#endif
#if !defined(CELLS_MOST) // the host has included it
#include "machine/real.cl"
#include "space/cells.cl"
#endif
#include "space/run.cl"
#include "space/own_full.cl"
#include "space/runs_window.cl"
#define RUNS_MOST     32 // at a time
#define NF_RUNS(grid) ((int)(grid)->runs_before[CLASS_SETS])

// The cells between the row at `row` and the rows [low, high], which have no room for points of either.
static inline int nf_rows_between(int row, int low, int high) {
    return row < low ? low - row - 1 : row > high ? row - high - 1 : 0;
}

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    int t = 0;
    (void)first, (void)end;
    while (t + 1 < CLASS_SETS && (uint)k >= grid->runs_before[t + 1]) t++;
    NF_GLOBAL const nf_grid *other = grid - grid->own + NF_SET_GRID(grid->own, t);
    const int up = other->level - grid->level, piece = k - (int)grid->runs_before[t],
              row = piece / NF_PIECES(grid), width = nf_class_rows(grid, t, 1);
    nf_run run;
    run.begin = run.end = 0;
    run.shift = NF_SHIFT_NONE;
    run.set = t;
    // Most pieces and rows are empty: first whether the piece may have cells at all, then how far the row is.
    const int nx = (int)other->n[0], low_x = nf_class_low(cell.x, up), high_x = nf_class_high(last, up),
              image = (piece % NF_PIECES(grid) - (NF_PIECES(grid) - 1) / 2) * nx, most = grid->reaches[t][0];
    if (low_x - most - image >= nx || high_x + most - image < 0) return run;
    const int low_y = nf_class_low(cell.y, up), high_y = nf_class_high(cell.y, up),
              low_z = nf_class_low(cell.z, up), high_z = nf_class_high(cell.z, up);
    const int y = DIMS < 2 ? 0 : low_y - grid->reaches[t][1] + row % width,
              z = DIMS < 3 ? 0 : low_z - grid->reaches[t][2] + row / width;
    const real cutoff = grid->cutoffs[t],
               beside_y = (real)nf_rows_between(y, low_y, high_y) * other->edges[1],
               beside_z = (real)nf_rows_between(z, low_z, high_z) * other->edges[2],
               left = cutoff * cutoff * (1 + 16 * REAL_UNIT) - (beside_y * beside_y + beside_z * beside_z);
    if (left < 0) return run;
    const real cells = nf_class_cells(other, 0, NF_SQRT(left) * (1 + (real)0x1p-8f));
    const int reach = cells < (real)most ? (int)cells + 1 : most;
    run = nf_window_piece(other, places, n, low_x - reach, high_x + reach, y, z, piece % NF_PIECES(grid),
                          NF_ALL);
    run.set = t;
    return run;
}
