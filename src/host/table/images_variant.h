/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cells of the points and the images within reach of them, cell by cell; a part of table_variant.h, whose macros it needs. */
/* ---- cells ---------------------------------------------------------------------------------------------------- */

/* The cells of points, and where these are in the box. */
static void take_cells(const nf_grid *grid, const void *rows, uint32_t n, const host_cell_list *cell_list) {
    for (uint32_t p = 0; p < n; p++) {
        const real *r = row_of(rows, p);
        real at[3] = {X(r), Y(r), Z(r)};
        uint32_t *own = cell_list->cells + 4 * (size_t)p;
#if SHIFTS
        if (cell_list->wraps) {
            int w[3];
            nf_wraps_of(&grid->lattice, at[0], at[1], at[2], w);
            nf_lattice_fold_by(&grid->lattice, w, at[0], at[1], at[2], at);
            memcpy(cell_list->wraps + 3 * (size_t)p, w, sizeof w);
        }
#endif
        const nf_cell cell = nf_cell_of(grid, at[0], at[1], at[2]);
        own[0] = cell.x;
        own[1] = cell.y;
        own[2] = cell.z;
        own[3] = (uint32_t)nf_cell_number(grid, cell.x, cell.y, cell.z);
        for (int a = 0; a < DIMS; a++) cell_list->at[a][p] = (double)at[a];
    }
}

/* The points by cell: a counting sort. */
static void sort_cells(const nf_grid *grid, uint32_t n, const host_cell_list *cell_list) {
    uint32_t *const bases = cell_list->bases;
    const size_t end = (size_t)grid->cells + 2;
    memset(bases, 0, end * sizeof *bases);
    for (uint32_t p = 0; p < n; p++) bases[cell_list->cells[4 * (size_t)p + 3] + 2]++;
    for (size_t c = 2; c < end; c++) bases[c] += bases[c - 1];
    for (uint32_t p = 0; p < n; p++) cell_list->order[bases[cell_list->cells[4 * (size_t)p + 3] + 1]++] = p;
}

/* The middle of the points in the box. */
static void take_middle(const host_cell_list *cell_list, uint32_t n, double *middle) {
    for (int a = 0; a < DIMS; a++) {
        const double *at = cell_list->at[a];
        double lo = at[0], hi = at[0];
        for (uint32_t p = 1; p < n; p++) {
            lo = at[p] < lo ? at[p] : lo;
            hi = at[p] > hi ? at[p] : hi;
        }
        middle[a] = lo + (hi - lo) / 2;
    }
}

/* Makes positions in the box relative to the middle, in units of the cutoff; returns 0 if one is too far for the test in float. */
static int scale(const host_cell_list *cell_list, uint32_t n, const double *middle, double inverse) {
    double most = 0;
    for (int a = 0; a < DIMS; a++) {
        double *at = cell_list->at[a], far = 0;
        for (uint32_t p = 0; p < n; p++) {
            at[p] = (at[p] - middle[a]) * inverse;
            far = at[p] > far ? at[p] : -at[p] > far ? -at[p] : far;
        }
        most += far * far;
    }
    return most < (double)NF_MARGIN_REACH / 2;
}

/* ---- images --------------------------------------------------------------------------------------------------- */

/* Cells of a row of the table that are in one image of the box. */
typedef struct piece {
    int x, y, z;          /* the first of them, counted without wrapping */
    int in_x, in_y, in_z; /* the same within its image of the box */
    int image[3];         /* m of this image */
    int cells;            /* so many */
} piece;

#if SHIFTS
#define IMAGE_OF(cell, n) nf_image_of(cell, n)
#else
#define IMAGE_OF(cell, n) ((void)(n), 0 * (cell))
#endif

/* The cells from x on in the image of x. */
static inline void piece_from(const nf_grid *grid, const host_table *t, piece *it) {
    const int end = t->low[0] + t->wide[0], rest = (int)grid->n[0] - it->in_x;
    it->cells = rest < end - it->x ? rest : end - it->x;
}

static inline void row_begins(const nf_grid *grid, const host_table *t, piece *it) {
    it->x = t->low[0];
    it->image[0] = IMAGE_OF(it->x, (int)grid->n[0]);
    it->in_x = it->x - it->image[0] * (int)grid->n[0];
    piece_from(grid, t, it);
}

static inline piece first_piece(const nf_grid *grid, const host_table *t) {
    piece it = {.y = t->low[1], .z = t->low[2]};
    it.image[1] = IMAGE_OF(it.y, (int)grid->n[1]);
    it.image[2] = IMAGE_OF(it.z, (int)grid->n[2]);
    it.in_y = it.y - it.image[1] * (int)grid->n[1];
    it.in_z = it.z - it.image[2] * (int)grid->n[2];
    row_begins(grid, t, &it);
    return it;
}

/* Goes on to the next piece of the table; returns 0 behind the last one. */
static inline int next_piece(const nf_grid *grid, const host_table *t, piece *it) {
    it->x += it->cells;
    if (it->x < t->low[0] + t->wide[0]) {
        it->image[0]++;
        it->in_x = 0;
        piece_from(grid, t, it);
        return 1;
    }
    if (++it->in_y == (int)grid->n[1]) it->in_y = 0, it->image[1]++;
    if (++it->y == t->low[1] + t->wide[1]) {
        it->y = t->low[1];
        it->image[1] = IMAGE_OF(it->y, (int)grid->n[1]);
        it->in_y = it->y - it->image[1] * (int)grid->n[1];
        if (++it->in_z == (int)grid->n[2]) it->in_z = 0, it->image[2]++;
        if (++it->z == t->low[2] + t->wide[2]) return 0;
    }
    row_begins(grid, t, it);
    return 1;
}

/* bases[...]: of the first cell of a piece. */
static inline const uint32_t *bases_of(const nf_grid *grid, const host_table *t, const piece *it) {
    return t->cell_list.bases + ((size_t)it->in_z * grid->n[1] + (size_t)it->in_y) * grid->n[0] +
           (size_t)it->in_x;
}

/* How far the table reaches, and how many cells it has. */
static uint64_t plan_table(const host_job *job, const nf_grid *grid, host_table *t) {
    uint64_t cells = 1;
    for (int k = 0; k < 3; k++) {
#if SHIFTS
        const int reach = grid->reach[k], beyond = k < DIMS && nf_is_periodic(grid->lattice, k) ? reach : 0;
        (void)job;
#else
        const int reach = k ? job->places.cells_yz : (int)job->places.cells_x, beyond = 0;
#endif
        t->reach[k] = k < DIMS ? reach : 0;
        t->low[k] = -beyond;
        t->wide[k] = (int)grid->n[k] + 2 * beyond;
        cells = nf_multiply(cells, (uint64_t)t->wide[k]);
    }
    return cells;
}

static uint64_t count_images(const nf_grid *grid, const host_table *t) {
    uint64_t images = 0;
    piece it = first_piece(grid, t);
    do {
        const uint32_t *bases = bases_of(grid, t, &it);
        images += bases[it.cells] - bases[0];
    } while (next_piece(grid, t, &it));
    return images;
}

/* The number of images of the box that partners may be in. */
static uint64_t box_count(const nf_grid *grid) {
#if SHIFTS
    return nf_multiply(nf_multiply((uint64_t)grid->radix[0], (uint64_t)grid->radix[1]),
                       (uint64_t)grid->radix[2]);
#else
    (void)grid;
    return 1;
#endif
}

/* Adds the images of a piece, from `to` on. */
static inline uint32_t fill_piece(const nf_grid *grid, const host_table *t, const piece *it,
                                  const uint32_t *bases, uint32_t to) {
    const uint32_t count = bases[it->cells] - bases[0], *order = t->cell_list.order + bases[0];
    const int is_own = !it->image[0] && !it->image[1] && !it->image[2];
    int32_t *const index = t->index + to;
    memcpy(index, order, count * sizeof *index);
    for (uint32_t k = 0; is_own && k < count; k++) t->own[order[k]] = to + k;
#if SHIFTS
    const int box = nf_shift_of(grid, it->image) + (int)(box_count(grid) - 1) / 2;
    const nf_vector vector = nf_vector_of(&grid->lattice, it->image);
    memcpy(t->boxes + box, it->image, sizeof it->image);
    memcpy((real *)t->vectors + 3 * (size_t)box, vector.at, sizeof vector.at);
#else
    const int box = 0;
#endif
    for (int a = 0; a < DIMS; a++) {
#if SHIFTS
        const double shift = (double)vector.at[a] * t->inverse;
#else
        const double shift = 0;
        (void)grid;
#endif
        float *const at = t->at[a] + to;
        const double *const from = t->cell_list.at[a];
        for (uint32_t k = 0; k < count; k++) at[k] = (float)(from[order[k]] + shift);
    }
    for (uint32_t k = 0; k < count; k++) t->box[to + k] = box;
    return to + count;
}

static void fill(const nf_grid *grid, host_table *t) {
    uint32_t to = 0, *starts = t->starts;
    piece it = first_piece(grid, t);
    do {
        const uint32_t *bases = bases_of(grid, t, &it);
        for (int c = 0; c < it.cells; c++) *starts++ = to + (bases[c] - bases[0]);
        to = fill_piece(grid, t, &it, bases, to);
    } while (next_piece(grid, t, &it));
    *starts = to;
    for (int a = 0; a < DIMS; a++) memset(t->at[a] + to, 0, HOST_TABLE_BEYOND * sizeof *t->at[a]);
}
