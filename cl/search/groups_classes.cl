// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The runs of a group in a cloud of classes of radii; a part of groups.cl.  They are those of runs_classes.cl that have candidates, as far as the
// group's own radii and positions need: the others are farther away, so that results and their order are the same.
#define SCALE_LEAST                                                                                          \
    (REAL64 ? (real)0x1p-500                                                                                 \
            : (real)0x1p-60f)      // of cutoffs whose squares are in the range of `real` in any case
#define NF_FIRST (-0x7fffffff - 1) // of a loop over rows or pieces

// The cells in which candidates of a group are, of a set, along one axis.
typedef struct nf_cells_span {
    int from, to;
} nf_cells_span;

// The group's position in the cells of a grid along an axis.
static inline real nf_cells_at(NF_GLOBAL const nf_grid *grid, int axis, real coordinate) {
    return (coordinate - grid->lo[axis]) * grid->inv[axis];
}

// Within this distance of the group, but at most `reach` cells beside its own, [low, high], which are always included: points outside of the
// grid are in its last cells.  Positions are rounded as those of cells are.
static inline nf_cells_span nf_span_of(NF_GLOBAL const nf_grid *grid, const nf_reach *at, int axis,
                                       real distance, int low, int high, int reach) {
    nf_cells_span span = {0, 0};
    if (axis >= DIMS) return span;
    const real cells = nf_class_cells(grid, axis, distance) + 8 * REAL_UNIT * (real)grid->n[axis],
               from = NF_FLOOR(nf_cells_at(grid, axis, at->lo[axis]) - cells),
               to = NF_FLOOR(nf_cells_at(grid, axis, at->hi[axis]) + cells);
    span.from = from > (real)(low - reach) ? from < (real)low ? (int)from : low : low - reach;
    span.to = to < (real)(high + reach) ? to > (real)high ? (int)to : high : high + reach;
    return span;
}

// The square of the distance of the group from the cells `row` along an axis; [low, high] are its own.
static inline real nf_beside(NF_GLOBAL const nf_grid *grid, const nf_reach *at, int axis, int row, int low,
                             int high) {
    const real slack = 8 * REAL_UNIT * (real)grid->n[axis],
               gap = row < low    ? nf_cells_at(grid, axis, at->lo[axis]) - (real)(row + 1) - slack
                     : row > high ? (real)row - nf_cells_at(grid, axis, at->hi[axis]) - slack
                                  : 0,
               beside = gap > 0 ? gap * grid->edges[axis] : 0;
    return beside * beside;
}

// A row of cells: its image of the box along y and z, and the number of its first cell.
typedef struct nf_cells_row {
    int m[3];
    ulong first;
} nf_cells_row;

// Takes a row, counted without wrapping, to the box along an axis: its image.  Returns 0 if it is outside.
static inline int nf_row_enter(NF_GLOBAL const nf_grid *grid, int axis, int *row, int *image) {
    const int n = (int)grid->n[axis];
    *image = 0;
    if (*row >= 0 && *row < n) return 1; // most are: divisions take long
    if (!nf_is_periodic(grid->lattice, axis)) return 0;
    *image = nf_image_of(*row, n);
    *row -= *image * n;
    return 1;
}

// Adds the runs of the cells [x.from, x.to] of a row, from piece at->piece on.  Returns 0 if there is no room for more.
static inline int nf_row_runs(const walk_cloud *view, NF_GLOBAL const nf_grid *other, nf_cells_span x,
                              nf_cells_row *row, nf_group *group, uint *runs) {
    nf_reach *at = &group->reach;
    const int n = (int)other->n[0], inside = (x.from >= 0 && x.to < n) || !nf_is_periodic(other->lattice, 0),
              first = inside ? 0 : nf_image_of(x.from, n), last = inside ? 0 : nf_image_of(x.to, n);
    for (at->piece = max(at->piece, first); at->piece <= last; at->piece++) {
        const int from = max(x.from - at->piece * n, 0), to = min(x.to - at->piece * n, n - 1);
        if (*runs == RUNS_MOST) return 0;
        if (from > to) continue;
        const uint begin = nf_points_before(other, view->places, view->n, row->first + (uint)from),
                   end = nf_points_before(other, view->places, view->n, row->first + (uint)to + 1);
        if (begin >= end) continue;
        row->m[0] = at->piece;
        group->begin[*runs] = begin;
        group->end[*runs] = end;
        group->shift[*runs] = nf_shift_of(other, row->m);
        group->vector[*runs] = (nf_vector)NF_VECTOR_NONE;
        if (row->m[0] || row->m[1] || row->m[2]) group->vector[*runs] = nf_vector_of(&other->lattice, row->m);
        group->r2[*runs] = view->grid->r2s[at->set];
        group->set[*runs] = at->set;
        ++*runs;
    }
    at->piece = NF_FIRST;
    return 1;
}

// Adds the runs through the set at->set, from row (z, y) on.  Returns 0 if there is no room for more.
static inline int nf_set_runs(const walk_cloud *view, nf_group *group, uint *runs) {
    __global const nf_grid *grid = view->grid;
    nf_reach *at = &group->reach;
    const int t = at->set;
    if (grid->runs_before[t] == grid->runs_before[t + 1]) return 1;
    __global const nf_grid *other = grid - grid->own + NF_SET_GRID(grid->own, t);
    const int up = other->level - grid->level;
    const int low[3] = {nf_class_low(at->cell.x, up), nf_class_low(at->cell.y, up),
                        nf_class_low(at->cell.z, up)},
              high[3] = {nf_class_high(at->last, up), nf_class_high(at->cell.y, up),
                         nf_class_high(at->cell.z, up)};
    const real cutoff = grid->cutoffs[t] - (RADII == 2 || t == CLASSES ? at->spare : 0),
               cutoff2 = cutoff * cutoff * (1 + 16 * REAL_UNIT);
    const nf_cells_span ys = nf_span_of(other, at, 1, cutoff, low[1], high[1], grid->reaches[t][1]),
                        zs = nf_span_of(other, at, 2, cutoff, low[2], high[2], grid->reaches[t][2]);
    nf_cells_row row = {{0, 0, 0}, 0};
    for (at->z = max(at->z, zs.from); at->z <= zs.to; at->z++, at->y = NF_FIRST) {
        const real beside_z = DIMS > 2 ? nf_beside(other, at, 2, at->z, low[2], high[2]) : 0;
        int z = at->z;
        if (!nf_row_enter(other, 2, &z, &row.m[2])) continue;
        for (at->y = max(at->y, ys.from); at->y <= ys.to; at->y++) {
            const real beside_y = DIMS > 1 ? nf_beside(other, at, 1, at->y, low[1], high[1]) : 0,
                       left = cutoff2 - (beside_y + beside_z);
            int y = at->y;
            if (left < 0 || !nf_row_enter(other, 1, &y, &row.m[1])) continue;
            row.first = nf_cell_number(other, 0, (uint)y, (uint)z);
            const nf_cells_span x = nf_span_of(other, at, 0, NF_SQRT(left) * (1 + (real)0x1p-8f), low[0],
                                               high[0], grid->reaches[t][0]);
            if (!nf_row_runs(view, other, x, &row, group, runs)) return 0;
        }
    }
    at->z = NF_FIRST;
    return 1;
}

// Opens the next batch of the group's runs.
static inline void nf_group_runs(const walk_cloud *view, nf_group *group) {
    uint runs = 0;
    for (; group->reach.set < CLASS_SETS; group->reach.set++)
        if (!nf_set_runs(view, group, &runs)) break;
    for (; runs < RUNS_MOST; runs++) group->begin[runs] = group->end[runs] = 0;
}

// The radius of the query point at q in order.
#if QUERIES || RADII == 1
#define NF_OWN_RADIUS(view, q) ((view)->conditions.query_radii[QUERY_INDEX(view)[q]])
#else // it is a candidate, too
#define NF_OWN_RADIUS(view, q) ((view)->conditions.ordered_radii[q])
#endif

// Measures a group, the points [first, last] of a tile, and opens its first batch of runs.
static inline void nf_group_reach(const walk_cloud *view, const nf_tile *t, uint first, uint last,
                                  nf_group *group) {
    __global const nf_grid *grid = view->grid;
    nf_reach at = {.cell = t->cells[first],
                   .last = t->cells[last].x,
                   .set = 0,
                   .z = NF_FIRST,
                   .y = NF_FIRST,
                   .piece = NF_FIRST};
    real most = 0;
    at.plain = !(grid->lattice.wrapped > 0) && view->scale >= SCALE_LEAST;
    for (uint p = 0; p < 4; p++) {
        const uint q = t->first + first + min(p, last - first);
        __global const real *from = QUERY_PLANES(view) + q;
        const real x = from[0], y = DIMS > 1 ? from[QUERY_STRIDE(view)] : 0,
                   z = DIMS > 2 ? from[2 * QUERY_STRIDE(view)] : 0, own = NF_OWN_RADIUS(view, q);
        group->own[p] = own;
        at.plain &= own >= RADII_LEAST && own * view->scale >= RADII_LEAST;
        most = own > most ? own : most;
        for (int k = 0; k < 3; k++) {
            const real u = k < DIMS ? nf_coordinate(grid->lattice, k, x, y, z) : 0;
            at.lo[k] = p == 0 || u < at.lo[k] ? u : at.lo[k];
            at.hi[k] = p == 0 || u > at.hi[k] ? u : at.hi[k];
        }
    }
    // Twice the largest radius of the class with the sum of both.
    const real limit =
        NF_SQRT(grid->r2s[grid->own]) / view->scale * (RADII == 2 ? (real)0.5f : 1) * (1 - 32 * REAL_UNIT);
    at.spare = limit > most ? limit - most : 0;
    group->reach = at;
    nf_group_runs(view, group);
}
