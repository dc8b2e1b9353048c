// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The axes of a grid in a periodic box; cells.cl includes this file.
//   along a periodic axis: n = floor(height / edge) cells, at least 1, so that the box is a whole number of cells
//   reach                  the cells within which the partners of a point are, in either direction; more than n if the cutoff is
//                          longer than the box: then the cells repeat, in other images
// No division: OpenCL does not round it correctly in float.

// The factor of 1 / edge by which cells must be wider to pay for rounding: at most 1 / (1 + error / cutoff).
static inline real nf_widening(const nf_lattice *lattice) {
    const real share = lattice->error * lattice->per_cutoff;
    real factor = 1 - share;
    if (share < (real)0.5f) return factor;
    for (factor = (real)0.5f; factor * (1 + share) > 1;) factor *= (real)0.5f;
    return factor;
}

// Sets the images that runs may have: up to most[k] boxes away along vector k.
static inline void nf_images_set(nf_grid *grid, const int *most) {
    real shift = 0;
    for (int k = 0; k < 3; k++) {
        grid->radix[k] = 2 * most[k] + 1;
        for (int a = 0; a < 3; a++) shift += (real)most[k] * NF_ABS(grid->lattice.vectors[k][a]);
    }
    grid->crossed = (float)(8 * REAL_UNIT * shift * grid->lattice.per_cutoff);
}

// The same, from those of a cell at `reach` from any cell of the box.
static inline void nf_images_plan(nf_grid *grid) {
    int most[3];
    for (int k = 0; k < 3; k++)
        most[k] =
            nf_is_periodic(grid->lattice, k) ? (grid->reach[k] + (int)grid->n[k] - 1) / (int)grid->n[k] : 0;
    nf_images_set(grid, most);
    grid->blur = (float)grid->lattice.blur;
}

static inline int nf_space_axis_of(nf_grid *grid, int k, real *inv) {
    const nf_lattice *lattice = &grid->lattice;
    const real finest = *inv * nf_widening(lattice), cells = NF_FLOOR(lattice->height[k] * finest);
    grid->reach[k] = (int)lattice->cells[k];
    *inv = finest;
    if (!nf_is_periodic(*lattice, k)) return 0;
    grid->lo[k] = 0;
    grid->n[k] = cells < 1 ? 1 : cells < (real)CELLS_MOST ? (uint)cells : CELLS_MOST;
    grid->inv[k] = (real)grid->n[k] * lattice->inverse[k];
    if (cells < 1)
        grid->reach[k] =
            (int)((lattice->cutoff + lattice->error) * lattice->inverse[k] * (1 + 4 * REAL_UNIT)) + 1;
    return 1;
}
#define nf_space_axis(grid, k, inv) nf_space_axis_of(grid, k, inv)
#define nf_space_planned(grid)      nf_images_plan(grid)

// Makes the grid of a cloud that of query points with these bounds: adds their blur, and sets what they need to be paid for.
// Returns 0 if the grid does not pay for that.
static inline int nf_lattice_queries(nf_grid *grid, const real *lo, const real *hi) {
    nf_lattice *lattice = &grid->lattice, theirs = grid->lattice;
    int pays = 1;
    nf_lattice_measure(&theirs, lo, hi);
    for (int k = 0; k < DIMS; k++) {
        if (theirs.paid[k] * theirs.stretch[k] > lattice->paid[k] * lattice->stretch[k]) pays = 0;
        if (theirs.wrapped > lattice->wrapped && !NF_HAS_RESERVE(lattice) && NF_ABS(lattice->origin[k]) > 0)
            pays = 0;
        lattice->paid[k] = theirs.paid[k];
    }
    lattice->smear += theirs.smear;
    if (theirs.wrapped > 0) lattice->wrapped = 1;
    lattice->blur = lattice->wrapped > 0 ? lattice->smear : 0;
    grid->blur = (float)lattice->blur;
    return pays;
}
#define nf_space_queries(grid, lo, hi) nf_lattice_queries(grid, lo, hi)
#define nf_space_paid(grid, to)                                                                              \
    for (int k = 0; k < 3; k++) (to)[k] = (grid)->lattice.paid[k]

// The image m and the cell inside the box of a cell that may be outside.
static inline int nf_image_of(int cell, int n) { return cell >= 0 ? cell / n : -((n - 1 - cell) / n); }

static inline nf_shift nf_shift_of(NF_GLOBAL const nf_grid *grid, const int *m) {
    return m[2] + grid->radix[2] * (m[1] + grid->radix[1] * m[0]);
}

// m of a shift.
static inline void nf_shift_image(NF_GLOBAL const nf_grid *grid, nf_shift shift, int *m) {
    m[0] = m[1] = m[2] = 0;
    if (shift == NF_SHIFT_NONE) return; // of most results: divisions take long
    for (int k = 2; k >= 0; k--) {
        const int radix = grid->radix[k], lowest = (radix - 1) / 2;
        const int above = nf_image_of(shift + lowest, radix);
        m[k] = shift - above * radix;
        shift = above;
    }
}

// S for two points as given, of which the second one's image is that of the shift.
static inline void nf_image_between(NF_GLOBAL const nf_grid *grid, nf_shift shift, const real *own,
                                    const real *other, int *m) {
    int w[3];
    nf_shift_image(grid, shift, m);
    if (grid->lattice.wrapped > 0) {
        nf_wraps_of(&grid->lattice, own[0], own[1], own[2], w);
        for (int k = 0; k < 3; k++) m[k] += w[k];
        nf_wraps_of(&grid->lattice, other[0], other[1], other[2], w);
        for (int k = 0; k < 3; k++) m[k] -= w[k];
    }
}

static inline nf_vector nf_vector_between(NF_GLOBAL const nf_grid *grid, nf_shift shift, const real *own,
                                          const real *other) {
    int s[3];
    nf_image_between(grid, shift, own, other, s);
    return nf_vector_of(&grid->lattice, s);
}
