// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The grids of classes of radii.  Points whose radii differ much are ordered by class before cell: class c has the radii up to
// limits[c], half of limits[c - 1], and the last class all smaller ones.  A point of class a has its candidates in sets, one after the
// other, each with a grid whose cells are as wide as the cutoffs of its pairs need:
//   set b, b <= a     the points of class b, grid b
//   set CLASSES       the points of the classes after a, which all have smaller radii, grid CLASSES + a; they are in the order once more.
//                     If the radius of the query point alone counts (rule 0), it is all points, and the other sets are empty.
// In answers that have each pair once, from whichever point it is found (`each_once`), sets b < a are empty, too: pairs of two classes are found
// from the points with the larger radii, as those with smaller ones would look through the grids of the larger ones, mostly in vain.
// The grids are nested: a cell is one of the cloud's grid, halved `level` times along each axis.  cells.cl includes this file.
//   reaches[t]      the cells within which the partners in set t are, of any point of the grid's own class, along each axis
//   runs_before[t]  the runs (runs_classes.cl) through the sets before t
//   cutoffs[t]      the distance along an axis, with rounding, within which they are
//   r2s[t]          the squared cutoff of pairs with set t, as the rule scales it: at least that of each of its pairs
//   smaller         unless rule 0: points with radii up to this are in set CLASSES; -1 if set CLASSES is empty, as it is for the last class
// Two points closer than a cutoff are at most cutoff / edge + 4 v n + 1 cells apart, v the unit of `real`, n the number of cells: the
// bound of cells.cl.
#define CLASS_GRIDS (2 * CLASSES)

// What the host gives (write_given in src/order/classes.c).
typedef struct nf_classes_given {
    real limits[CLASSES], scale, unused; // scale: that of the rule
    uint levels[CLASS_GRIDS], points[CLASS_GRIDS], rule, table_bits;
    uint each_once, even; // each_once: 0 or 1; even: not used
} nf_classes_given;

// The cell of a point, as the order stores it, along an axis of a grid with cells halved so many times.
#define NF_CLASS_CELL(grid, level, k, x, y, z)                                                               \
    ((k) < DIMS ? nf_cell_along(nf_coordinate((grid)->lattice, k, x, y, z), (grid)->lo[k],                   \
                                (grid)->inv[k] * (real)(1u << (level)), (grid)->n[k] << (level))             \
                : 0)

// The grid of set t of the points of class a.
#define NF_SET_GRID(a, t) ((t) < CLASSES ? (t) : CLASSES + (a))

// Scales the blur, which is in units of the cutoff, to that of the class.
static inline void nf_class_blur(NF_GLOBAL nf_grid *grid) {
    grid->lattice.per_cutoff *= grid->sharper;
    grid->lattice.smear *= grid->sharper;
    grid->lattice.blur *= grid->sharper;
    grid->blur = (float)grid->lattice.blur;
}

// The rows of cells of a set along an axis in which the points of one cell of the grid may have partners, and the first and last
// of them beside that cell.
static inline int nf_class_rows(NF_GLOBAL const nf_grid *grid, int t, int axis) {
    const int up = (grid - grid->own + NF_SET_GRID(grid->own, t))->level - grid->level;
    return (1 << (up > 0 ? up : 0)) + 2 * grid->reaches[t][axis];
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
            for (int a = 0; a < 3; a++)
                skew += NF_ABS(grid->lattice.normal[j][a] * grid->lattice.normal[k][a]);
    for (int k = 0; k < 3; k++)
        grid->edges[k] = skew > 0 || k >= DIMS ? 0 : (1 - (real)0x1p-8f) / grid->inv[k];
}

// 1 if points of class a have candidates in set t.
static inline int nf_class_has(NF_GLOBAL const nf_classes_given *given, int a, int t) {
    const int least = given->each_once ? a : 0;
    return given->points[NF_SET_GRID(a, t)] && (t == CLASSES || (given->rule != 0 && t >= least && t <= a));
}

static inline void nf_class_reaches(NF_GLOBAL nf_grid *grids, int a, NF_GLOBAL const nf_classes_given *given,
                                    int *images) {
    NF_GLOBAL nf_grid *grid = grids + a;
    for (int t = 0; t < CLASS_SETS; t++) {
        NF_GLOBAL const nf_grid *other = grids + NF_SET_GRID(a, t);
        const int of = t < CLASSES ? t : a + 1 < CLASSES ? a + 1 : a;
        const real cutoff = NF_RADII_CUTOFF(given->rule, given->limits[a], given->limits[of]),
                   scaled = cutoff * given->scale;
        grid->r2s[t] = scaled * scaled;
        grid->cutoffs[t] = (cutoff + grid->lattice.error) * (1 + 16 * REAL_UNIT);
        for (int k = 0; k < 3; k++) {
            const int n = (int)other->n[k], periodic = nf_is_periodic(grid->lattice, k);
            const real cells = nf_class_cells(other, k, grid->cutoffs[t]);
            const int reach = k >= DIMS ? 0 : !periodic && !(cells < (real)n) ? n : (int)cells + 1;
            const int most = periodic ? (reach + n - 1) / n : 0;
            grid->reaches[t][k] = reach;
            if (nf_class_has(given, a, t) && most > images[k]) images[k] = most;
        }
    }
}

static inline void nf_class_runs(NF_GLOBAL nf_grid *grid, int a, NF_GLOBAL const nf_classes_given *given) {
    uint runs = 0;
    grid->smaller = a + 1 < CLASSES && nf_class_has(given, a, CLASSES) ? given->limits[a + 1] : -1;
    for (int t = 0; t < CLASS_SETS; t++) {
        grid->runs_before[t] = runs;
        if (nf_class_has(given, a, t))
            runs += (uint)grid->radix[0] * (uint)(DIMS > 1 ? nf_class_rows(grid, t, 1) : 1) *
                    (uint)(DIMS > 2 ? nf_class_rows(grid, t, 2) : 1);
    }
    grid->runs_before[CLASS_SETS] = runs;
}

// Makes all grids from the first one, which is that of the cloud, and which becomes the head of all.
static inline void nf_classes_plan(NF_GLOBAL nf_grid *grids, NF_GLOBAL const nf_classes_given *given) {
    ulong cells = 0;
    uint bits = 0;
    int images[3] = {0, 0, 0};
    for (int g = CLASS_GRIDS - 1; g >= 0; g--) { // the first one last, as the others are copies of it
        const uint level = given->levels[g];
        if (g) grids[g] = grids[0];
        grids[g].own = g;
        grids[g].level = (int)level;
        for (int k = 0; k < DIMS; k++) {
            grids[g].n[k] <<= level;
            grids[g].inv[k] *= (real)(1u << level);
        }
    }
    for (int g = 0; g < CLASS_GRIDS; g++) {
        grids[g].base = cells;
        if (g < CLASSES || given->points[g]) // query points may be in classes that have no points
            cells += (ulong)grids[g].n[0] * grids[g].n[1] * grids[g].n[2];
        if (g < CLASSES) nf_class_reaches(grids, g, given, images);
    }
    while (bits < 64 && (cells - 1) >> bits) bits++;
    for (int g = 0; g < CLASS_GRIDS; g++) {
        const int c = g % CLASSES;
        const real cutoff = NF_RADII_CUTOFF(given->rule, given->limits[c], given->limits[0]);
        const real share = cutoff * grids[g].lattice.per_cutoff;
        grids[g].sharper = share < 1 ? 1 / share : 1;
        nf_class_blur(grids + g);
        nf_grid grid = grids[g];
        nf_images_set(&grid, images);
        nf_class_edges(&grid);
        grid.bits = bits;
        grid.shift = bits > given->table_bits ? bits - given->table_bits : 0;
        grid.runs_before[CLASS_SETS] = 0;
        grids[g] = grid;
    }
    for (int c = 0; c < CLASSES; c++) nf_class_runs(grids + c, c, given);
    grids[0].cells = cells;
}

// Makes grids[1 ..] those of query points, whose first one is planned, from those of the cloud.  Class 0 has the cutoff of the cloud, so
// that the blur of its grid is not scaled.
static inline void nf_classes_spread(NF_GLOBAL const nf_grid *of, NF_GLOBAL nf_grid *grids) {
    for (int g = 1; g < CLASS_GRIDS; g++) {
        grids[g] = of[g];
        grids[g].lattice = grids[0].lattice;
        nf_class_blur(grids + g);
    }
}
