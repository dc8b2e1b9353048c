// The grids of classes of radii.  Points whose radii differ much are ordered by class before cell: class c has the radii up to
// limits[c], half of limits[c - 1], and the last class all smaller ones.  Each class has its own grid, so that a point with a small radius
// does not look at all that is within the largest cutoff.  The grids are nested: a cell of class c is one of the cloud's grid, halved
// `level` times along each axis.  cells.cl includes this file.
//   reaches[b]      the cells of class b within which the partners in it are, of any point of the grid's own class, along each axis
//   runs_before[b]  the runs (runs_classes.cl) through the grids of the classes before b
//   cutoffs[b]      the distance along an axis, with rounding, within which they are
//   r2s[b]          the squared cutoff of pairs with class b, as the rule scales it: at least that of each of its pairs
// Two points closer than a cutoff are at most cutoff / edge + 4 v n + 1 cells apart, v the unit of `real`, n the number of cells: the
// bound of cells.cl.

// What the host gives (write_given in src/order/classes.c).
typedef struct nf_classes_given {
    real limits[CLASSES], scale, unused; // scale: that of the rule
    uint levels[CLASSES], points[CLASSES], rule, table_bits;
} nf_classes_given;

// The cell of a point, as the order stores it, along an axis of a grid with cells halved so many times.
#define NF_CLASS_CELL(grid, level, k, x, y, z)                                                               \
    ((k) < DIMS ? nf_cell_along(nf_coordinate((grid)->lattice, k, x, y, z), (grid)->lo[k],                   \
                                (grid)->inv[k] * (real)(1u << (level)), (grid)->n[k] << (level))             \
                : 0)

// Scales the blur, which is in units of the cutoff, to that of the class.
static inline void nf_class_blur(NF_GLOBAL nf_grid *grid) {
    grid->lattice.per_cutoff *= grid->sharper;
    grid->lattice.smear *= grid->sharper;
    grid->lattice.blur *= grid->sharper;
    grid->blur = (float)grid->lattice.blur;
}

// The rows of cells of class b along an axis that the points of one cell of the grid may have partners in, and the first of them.
static inline int nf_class_rows(NF_GLOBAL const nf_grid *grid, int b, int axis) {
    const int up = (grid - grid->own + b)->level - grid->level;
    return (1 << (up > 0 ? up : 0)) + 2 * grid->reaches[b][axis];
}
static inline int nf_class_low(uint cell, int up) { return (int)(up > 0 ? cell << up : cell >> -up); }
static inline int nf_class_high(uint cell, int up) {
    return (int)(up > 0 ? (cell << up) + (1u << up) - 1 : cell >> -up);
}

// The cells along an axis that two points at this distance, with rounding, may be apart, but for the last one.
static inline real nf_class_cells(NF_GLOBAL const nf_grid *grid, int axis, real distance) {
    return distance * grid->inv[axis] * (1 + 16 * REAL_UNIT) + 4 * REAL_UNIT * (real)grid->n[axis];
}

// Heights along the axes add up as squares if the axes are at right angles.
static inline void nf_class_edges(nf_grid *grid) {
    real skew = 0;
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < j; k++)
            for (int a = 0; a < 3; a++) skew += NF_ABS(grid->lattice.normal[j][a] * grid->lattice.normal[k][a]);
    for (int k = 0; k < 3; k++)
        grid->edges[k] = skew > 0 || k >= DIMS ? 0 : (1 - (real)0x1p-8f) / grid->inv[k];
}

static inline void nf_class_reaches(NF_GLOBAL nf_grid *grids, int a, NF_GLOBAL const nf_classes_given *given,
                                    int *images) {
    NF_GLOBAL nf_grid *grid = grids + a;
    for (int b = 0; b < CLASSES; b++) {
        NF_GLOBAL const nf_grid *other = grids + b;
        const real cutoff = NF_RADII_CUTOFF(given->rule, given->limits[a], given->limits[b]),
                   scaled = cutoff * given->scale;
        grid->r2s[b] = scaled * scaled;
        grid->cutoffs[b] = (cutoff + grid->lattice.error) * (1 + 16 * REAL_UNIT);
        for (int k = 0; k < 3; k++) {
            const int n = (int)other->n[k], periodic = nf_is_periodic(grid->lattice, k);
            const real cells = nf_class_cells(other, k, grid->cutoffs[b]);
            int reach = k >= DIMS ? 0 : !periodic && !(cells < (real)n) ? n : (int)cells + 1;
            const int most = periodic ? (reach + n - 1) / n : 0;
            grid->reaches[b][k] = reach;
            if (given->points[b] && most > images[k]) images[k] = most;
        }
    }
}

static inline void nf_class_runs(NF_GLOBAL nf_grid *grid, NF_GLOBAL const nf_classes_given *given) {
    uint runs = 0;
    for (int b = 0; b < CLASSES; b++) {
        grid->runs_before[b] = runs;
        if (given->points[b])
            runs += (uint)grid->radix[0] * (uint)(DIMS > 1 ? nf_class_rows(grid, b, 1) : 1) *
                    (uint)(DIMS > 2 ? nf_class_rows(grid, b, 2) : 1);
    }
    grid->runs_before[CLASSES] = runs;
}

// Makes the grids of all classes from the first one, which is that of the cloud, and which becomes the head of all.
static inline void nf_classes_plan(NF_GLOBAL nf_grid *grids, NF_GLOBAL const nf_classes_given *given) {
    ulong cells = 0;
    int images[3] = {0, 0, 0};
    for (int c = CLASSES - 1; c >= 0; c--) { // the first one last, as the others are copies of it
        const uint level = given->levels[c];
        if (c) grids[c] = grids[0];
        grids[c].own = c;
        grids[c].level = (int)level;
        for (int k = 0; k < DIMS; k++) {
            grids[c].n[k] <<= level;
            grids[c].inv[k] *= (real)(1u << level);
        }
    }
    for (int c = 0; c < CLASSES; c++) {
        grids[c].base = cells;
        cells += (ulong)grids[c].n[0] * grids[c].n[1] * grids[c].n[2];
        nf_class_reaches(grids, c, given, images);
    }
    for (int c = 0; c < CLASSES; c++) {
        const real cutoff = NF_RADII_CUTOFF(given->rule, given->limits[c], given->limits[0]);
        nf_grid grid = grids[c];
        const real share = cutoff * grid.lattice.per_cutoff;
        nf_images_set(&grid, images);
        grid.sharper = share < 1 ? 1 / share : 1;
        nf_class_edges(&grid);
        grids[c] = grid;
        nf_class_blur(grids + c);
        nf_class_runs(grids + c, given);
    }
    uint bits = 0;
    while (bits < 64 && (cells - 1) >> bits) bits++;
    for (int c = 0; c < CLASSES; c++) {
        grids[c].bits = bits;
        grids[c].shift = bits > given->table_bits ? bits - given->table_bits : 0;
    }
    grids[0].cells = cells;
}

// Makes grids[1 ..] those of query points, whose first one is planned, from those of the cloud.
static inline void nf_classes_spread(NF_GLOBAL const nf_grid *of, NF_GLOBAL nf_grid *grids) {
    for (int c = 1; c < CLASSES; c++) {
        grids[c] = of[c];
        grids[c].lattice = grids[0].lattice;
        nf_class_blur(grids + c);
    }
}
