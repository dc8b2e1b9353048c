// The candidates of a point, or of points of one row, as runs of consecutive points.  They are those of the half stencil, so
// that each pair is found from one of its points.
//   RUNS            the number of runs of a point
//   nf_run          consecutive candidates, and their image
//   nf_run_of, nf_run_between
//   CELLS_X, CELLS_YZ   as in cells.cl, which must come before, as must the displacement
#if !defined(CELLS_MOST) || !defined(displacement)
#error "runs_half.cl needs cells.cl and a displacement"
#endif

// Partners of a point come in runs [begin, end) of the order: run 0 is its own row, the others are the rows
// of the half stencil: (dz, dy) > (0, 0) in this order, |dz|, |dy| <= CELLS_YZ.
#define STENCIL_WIDTH (2 * CELLS_YZ + 1)
#define RUNS          (DIMS == 1 ? 1 : DIMS == 2 ? CELLS_YZ + 1 : (STENCIL_WIDTH * STENCIL_WIDTH + 1) / 2)

typedef struct nf_run {
    uint begin, end;
    nf_shift shift; // the image of the candidates
} nf_run;

// Run k of the points from one in `cell` to the one at `p` in the cell `last` of the same row: the union of their runs,
// without these points.
static inline nf_run nf_run_between(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                    nf_cell cell, uint last, uint p, int k) {
    nf_run run;
    const int dz = (k + CELLS_YZ) / STENCIL_WIDTH, dy = (k + CELLS_YZ) % STENCIL_WIDTH - CELLS_YZ;
    const int y = (int)cell.y + dy, z = (int)cell.z + dz;
    run.begin = run.end = 0;
    run.shift = NF_SHIFT_NONE;
    if (y < 0 || y >= (int)grid->n[1] || z >= (int)grid->n[2]) return run;
    const uint from = cell.x > CELLS_X ? cell.x - CELLS_X : 0;
    const uint to = last + CELLS_X < grid->n[0] ? last + CELLS_X : grid->n[0] - 1;
    run.begin =
        k == 0 ? p + 1 : nf_points_before(grid, places, n, nf_cell_number(grid, from, (uint)y, (uint)z));
    run.end = nf_points_before(grid, places, n, nf_cell_number(grid, to, (uint)y, (uint)z) + 1);
    return run;
}

// The same for the point at p only.
static inline nf_run nf_run_of(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                               nf_cell cell, uint p, int k) {
    return nf_run_between(grid, places, n, cell, cell.x, p, k);
}
