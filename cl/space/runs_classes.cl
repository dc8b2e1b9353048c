// The runs of runs_full_box.cl through the grids of all classes of radii (classes.cl), class after class.
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
#define NF_RUNS(grid) ((int)(grid)->runs_before[CLASSES])

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    int b = 0;
    (void)first, (void)end;
    while (b + 1 < CLASSES && (uint)k >= grid->runs_before[b + 1]) b++;
    NF_GLOBAL const nf_grid *other = grid - grid->own + b;
    const int up = other->level - grid->level, piece = k - (int)grid->runs_before[b],
              row = piece / NF_PIECES(grid), width = nf_class_rows(grid, b, 1);
    const int dz = DIMS < 3 ? 0 : row / width, dy = DIMS < 2 ? 0 : row % width;
    nf_run run = nf_window_piece(other, places, n, nf_class_low(cell.x, up) - grid->reaches[b][0],
                                 nf_class_high(last, up) + grid->reaches[b][0],
                                 nf_class_low(cell.y, up) - grid->reaches[b][1] + dy,
                                 nf_class_low(cell.z, up) - grid->reaches[b][2] + dz, piece % NF_PIECES(grid),
                                 NF_ALL);
    run.other = b;
    return run;
}
