/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The table of images for one space, precision and number of dims: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME      of its row              BOX       1: the space of periodic boxes; 0: open space
 *   DIMS      1, 2 or 3               REAL64    1: double; 0: float
 */
#include "host/walk/rule_variant.h"
#include "host/table/table.h"
#include "space/margin_direct.cl"

#define X(r) ((r)[0])
#define Y(r) (DIMS > 1 ? (r)[DIMS > 1] : 0)
#define Z(r) (DIMS > 2 ? (r)[DIMS - 1] : 0)

static inline const real *row_of(const void *rows, uint32_t p) {
    return (const real *)rows + (size_t)p * DIMS;
}

/* ---- cells ---------------------------------------------------------------------------------------------------- */

/* The cells of points, and where these are in the box. */
static void take_cells(const nf_grid *grid, const void *rows, uint32_t n, const host_bins *bins) {
    for (uint32_t p = 0; p < n; p++) {
        const real *r = row_of(rows, p);
        real at[3] = {X(r), Y(r), Z(r)};
        uint32_t *own = bins->cells + 4 * (size_t)p;
#if SHIFTS
        if (bins->wraps) {
            int w[3];
            nf_wraps_of(&grid->lattice, at[0], at[1], at[2], w);
            nf_lattice_fold_by(&grid->lattice, w, at[0], at[1], at[2], at);
            memcpy(bins->wraps + 3 * (size_t)p, w, sizeof w);
        }
#endif
        const nf_cell cell = nf_cell_of(grid, at[0], at[1], at[2]);
        own[0] = cell.x;
        own[1] = cell.y;
        own[2] = cell.z;
        own[3] = (uint32_t)nf_cell_number(grid, cell.x, cell.y, cell.z);
        for (int a = 0; a < DIMS; a++) bins->at[a][p] = (double)at[a];
    }
}

/* The points by cell: a counting sort. */
static void sort_cells(const nf_grid *grid, uint32_t n, const host_bins *bins) {
    uint32_t *const bases = bins->bases;
    const size_t end = (size_t)grid->cells + 2;
    memset(bases, 0, end * sizeof *bases);
    for (uint32_t p = 0; p < n; p++) bases[bins->cells[4 * (size_t)p + 3] + 2]++;
    for (size_t c = 2; c < end; c++) bases[c] += bases[c - 1];
    for (uint32_t p = 0; p < n; p++) bins->order[bases[bins->cells[4 * (size_t)p + 3] + 1]++] = p;
}

/* The middle of the points in the box. */
static void take_middle(const host_bins *bins, uint32_t n, double *middle) {
    for (int a = 0; a < DIMS; a++) {
        const double *at = bins->at[a];
        double lo = at[0], hi = at[0];
        for (uint32_t p = 1; p < n; p++) {
            lo = at[p] < lo ? at[p] : lo;
            hi = at[p] > hi ? at[p] : hi;
        }
        middle[a] = lo + (hi - lo) / 2;
    }
}

/* Makes positions in the box relative to the middle, in units of the cutoff; returns 0 if one is too far for the test in float. */
static int scale(const host_bins *bins, uint32_t n, const double *middle, double inverse) {
    double most = 0;
    for (int a = 0; a < DIMS; a++) {
        double *at = bins->at[a], far = 0;
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
    return t->bins.bases + ((size_t)it->in_z * grid->n[1] + (size_t)it->in_y) * grid->n[0] + (size_t)it->in_x;
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
    const uint32_t count = bases[it->cells] - bases[0], *order = t->bins.order + bases[0];
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
        const double *const from = t->bins.at[a];
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

/* ---- the pair rule -------------------------------------------------------------------------------------------- */

/* A query point. */
typedef struct target {
    uint32_t index;
    const real *at;       /* as given */
    const int32_t *wraps; /* NULL: no point is outside of the box */
} target;

static inline target target_of(const host_table *t, uint32_t p) {
    const int32_t *wraps = t->query_bins.wraps;
    return (target){p, row_of(t->query_points, p), wraps ? wraps + 3 * (size_t)p : NULL};
}

/* The image S of image k for a query point. */
static inline void image_of(const host_table *t, const target *own, uint32_t k, int *s) {
#if SHIFTS
    memcpy(s, t->boxes + t->box[k], 3 * sizeof *s);
    if (!own->wraps) return;
    const int32_t *other = t->bins.wraps + 3 * (size_t)t->index[k];
    for (int a = 0; a < 3; a++) s[a] += own->wraps[a] - other[a];
#else
    (void)t, (void)own, (void)k;
    s[0] = s[1] = s[2] = 0;
#endif
}

/* The cell vectors, for S.H. */
#if SHIFTS
typedef nf_lattice lattice;
#else
typedef char lattice;
#endif

static inline lattice lattice_in(const host_table *t) {
    lattice numbers;
    memcpy(&numbers, &t->lattice, sizeof numbers);
    return numbers;
}

/* S.H. */
static inline nf_vector vector_as(const lattice *numbers, const int *s) {
#if SHIFTS
    return nf_vector_of(numbers, s);
#else
    (void)numbers, (void)s;
    return NF_VECTOR_NONE;
#endif
}

/* The same of image k, whose S this is for a query point. */
static inline nf_vector vector_of(const host_table *t, const lattice *numbers, const target *own, uint32_t k,
                                  const int *s) {
#if SHIFTS
    nf_vector vector;
    if (own->wraps) return vector_as(numbers, s);
    memcpy(&vector, (const real *)t->vectors + 3 * (size_t)t->box[k], sizeof vector);
    return vector;
#else
    (void)t, (void)numbers, (void)own, (void)k, (void)s;
    return NF_VECTOR_NONE;
#endif
}

static inline real square(const real *own, const real *other, nf_vector vector) {
    return nf_distance2(X(own), Y(own), Z(own), X(other), Y(other), Z(other), vector, 1);
}

static inline int is_positive(const int *s) { return s[0] ? s[0] > 0 : s[1] ? s[1] > 0 : s[2] > 0; }

/* ---- partners ------------------------------------------------------------------------------------------------- */

/* The cells of the table around a query point, both ends included. */
typedef struct window {
    int from[3], to[3];
} window;

static inline window window_of(const host_table *t, uint32_t p) {
    const uint32_t *cell = t->query_bins.cells + 4 * (size_t)p;
    window w;
    for (int k = 0; k < 3; k++) {
        const int own = (int)cell[k] - t->low[k], from = own - t->reach[k], to = own + t->reach[k];
        w.from[k] = from < 0 ? 0 : from;
        w.to[k] = to < t->wide[k] ? to : t->wide[k] - 1;
    }
    return w;
}

/* The number of candidates of all query points. */
static uint64_t count_candidates(const host_table *t) {
    const size_t wide = (size_t)t->wide[0];
    uint64_t candidates = 0;
    for (uint32_t p = 0; p < t->targets; p++) {
        const window w = window_of(t, p);
        for (int z = w.from[2]; z <= w.to[2]; z++) {
            const uint32_t *row = t->starts + ((size_t)z * (size_t)t->wide[1] + (size_t)w.from[1]) * wide;
            for (int y = w.from[1]; y <= w.to[1]; y++, row += wide)
                candidates += row[w.to[0] + 1] - row[w.from[0]];
        }
    }
    return candidates;
}

/* The test in float: t of cl/space/margin_direct.cl, and 1. */
typedef struct probe {
    float at[3];
    float lo,
        hi; /* below lo a candidate is a partner, from hi on it is none; between them the pair rule decides */
} probe;

static inline probe probe_of(const host_table *t, uint32_t p) {
    probe n = {{0, 0, 0}, 0, 0};
    for (int a = 0; a < DIMS; a++) n.at[a] = (float)t->query_bins.at[a][p];
    const float far = (n.at[0] * n.at[0] + n.at[1] * n.at[1]) + n.at[2] * n.at[2],
                margin = NF_MARGIN(far) + t->blur;
    n.lo = 1 - margin;
    n.hi = 1 + margin;
    return n;
}

enum { CHUNK = 256, LANES = 4 };

/* Tests the images [first, first + count) in whole vectors: is[k] is -1 below hi, or 0.  Returns nonzero if the rule must decide any. */
static inline int test(const host_table *t, const probe *own, size_t first, size_t count, int32_t *is) {
    const float lo = own->lo, hi = own->hi;
    int32_t doubt[LANES] = {0}, any = 0;
    for (size_t from = 0; from < count; from += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            const size_t k = from + lane;
            const float dx = t->at[0][first + k] - own->at[0],
                        dy = DIMS > 1 ? t->at[1][first + k] - own->at[1] : 0,
                        dz = DIMS > 2 ? t->at[2][first + k] - own->at[2] : 0;
            const float d2 = (dx * dx + dy * dy) + dz * dz;
            is[k] = d2 < hi ? -1 : 0;
            doubt[lane] |= (d2 >= lo ? -1 : 0) & is[k];
        }
    for (size_t lane = 0; lane < LANES; lane++) any |= doubt[lane];
    return any;
}

/* Appends those of the images [begin, end) that pass the test; returns the new length. */
static inline size_t append(const host_table *t, const probe *own, size_t begin, size_t end, size_t self,
                            uint32_t *list, size_t listed, int *doubt) {
    for (size_t first = begin; first < end; first += CHUNK) {
        const size_t count = end - first < CHUNK ? end - first : CHUNK;
        int32_t is[CHUNK];
        *doubt |= test(t, own, first, count, is);
        if (self - first < count) is[self - first] = 0; /* no point is its own partner */
        for (size_t k = count; k % LANES; k++) is[k] = 0;
        for (size_t k = 0; k < count; k += LANES)
            for (size_t lane = k; lane < k + LANES; lane++) {
                list[listed] =
                    (uint32_t)(first + lane); /* without a branch: kept only if the count is incremented */
                listed -= (size_t)is[lane];
            }
    }
    return listed;
}

/* Leaves in list[first .. listed) the partners by the rule and the filters that are, in half lists, in this row; returns the new length. */
static size_t choose(const host_job *job, const host_table *t, const target *own, uint32_t *list,
                     size_t first, size_t listed) {
    const real r2 = (real)job->params.rule.r2;
    const lattice numbers = lattice_in(t);
    size_t kept = first;
    for (size_t l = first; l < listed; l++) {
        const uint32_t k = list[l], other = (uint32_t)t->index[k];
        int s[3];
        image_of(t, own, k, s);
        const real d2 = square(own->at, row_of(t->points, other), vector_of(t, &numbers, own, k, s));
        if (!nf_is_pair(d2, r2)) continue;
        if (t->half && (other < own->index || (other == own->index && !is_positive(s)))) continue;
        if (job->filters.any && !meets(job, 1, own->index, other, d2)) continue;
        list[kept++] = k;
    }
    return kept;
}

/* Appends the partners of a query point; returns the new length. */
static inline size_t partners(const host_job *job, const host_table *t, uint32_t p, uint32_t *list,
                              size_t listed) {
    const window w = window_of(t, p);
    const probe own = probe_of(t, p);
    const uint32_t *cell = t->query_bins.cells + 4 * (size_t)p;
    const int row_z = (int)cell[2] - t->low[2], row_y = (int)cell[1] - t->low[1];
    const size_t first = listed, self = t->apart ? SIZE_MAX : t->own[p], wide = (size_t)t->wide[0];
    int doubt = t->half || job->filters.any;
    for (int z = t->full ? w.from[2] : row_z; z <= w.to[2]; z++) {
        const int from_y = t->full || z > row_z ? w.from[1] : row_y;
        const uint32_t *row = t->starts + ((size_t)z * (size_t)t->wide[1] + (size_t)from_y) * wide;
        for (int y = from_y; y <= w.to[1]; y++, row += wide) {
            const int from_self = !t->full && z == row_z && y == row_y;
            listed = append(t, &own, from_self ? self + 1 : row[w.from[0]], row[w.to[0] + 1], self, list,
                            listed, &doubt);
        }
    }
    if (!doubt) return listed;
    const target given = target_of(t, p);
    return choose(job, t, &given, list, first, listed);
}

static nf_status find_partners(const host_job *job, host_table *t) {
    size_t total = 0;
    nf_status status = NF_OK;
    for (uint32_t o = 0; o < t->targets; o++) {
        const size_t at = t->counts_only ? 0 : total;
        NF_TRY(nf_host_go_on(job->cloud, o));
        t->begins[o] = (uint32_t)total;
        total += partners(job, t, t->query_bins.order[o], t->list, at) - at;
    }
    t->begins[t->targets] = (uint32_t)total;
done:
    return status;
}

/* ---- the search ----------------------------------------------------------------------------------------------- */

/* Sets the test in float; returns 0 if it cannot serve. */
static int plan_test(const host_job *job, const nf_grid *grid, host_table *t) {
    double middle[3], blur = 0;
    t->inverse = job->params.rule.inverse;
#if SHIFTS
    /* Twice that of folded points pays for the roundings of the middle and of images in double. */
    blur = 2 * (double)grid->lattice.smear + (double)grid->crossed;
#else
    (void)grid;
#endif
    t->blur = (float)blur + 0x1p-20f; /* of the rule in float */
    take_middle(&t->bins, t->n, middle);
    const int is_near = scale(&t->bins, t->n, middle, t->inverse);
    return (!t->apart || scale(&t->query_bins, t->targets, middle, t->inverse)) && is_near &&
           t->blur < 0.125f;
}

/* Makes the table of a job whose points are taken, and finds the partners of all query points. */
static nf_status find(host_job *job, int counts_only, host_table **out, int *served) {
    host_table_sizes sizes = {.n = job->n, .targets = job->query_count};
    const host_table_sizes most = nf_host_table_most(job->n, job->query_count);
    host_table plan = {.walk = &NAME,
                       .apart = job->queries != NULL,
                       .half = job->params.half,
                       .full = job->full || job->queries,
                       .counts_only = counts_only,
                       .n = (uint32_t)job->n,
                       .targets = (uint32_t)job->query_count,
                       .points = job->points,
                       .query_points = job->query_points};
    int wraps = 0;
    nf_grid own_grid, grid;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    *served = 0;
    NF_TRY(make_grid(job, &own_grid));
    NF_TRY(make_query_grid(job, &own_grid, &grid));
    sizes.grid_cells = grid.cells;
    sizes.cells = plan_table(job, &grid, &plan);
    job->times.bounds += nf_host_lap(&start);
    if (sizes.cells > most.cells) return NF_OK;
#if SHIFTS
    wraps = grid.lattice.wrapped > 0;
    memcpy(&plan.lattice, &grid.lattice, sizeof grid.lattice);
#endif
    NF_TRY(nf_host_table_take(job->cloud, &sizes, wraps, &plan, out));
    host_table *t = *out;
    take_cells(&grid, t->points, t->n, &t->bins);
    if (t->apart) take_cells(&grid, t->query_points, t->targets, &t->query_bins);
    job->times.keys += nf_host_lap(&start);
    sort_cells(&grid, t->n, &t->bins);
    if (t->apart) sort_cells(&grid, t->targets, &t->query_bins);
    job->times.sort += nf_host_lap(&start);
    sizes.images = count_images(&grid, t);
    sizes.boxes = box_count(&grid);
    if (sizes.images > most.images || sizes.boxes > most.boxes || !plan_test(job, &grid, t)) return NF_OK;
    NF_TRY(nf_host_table_take_images(job->cloud, &sizes, t));
    fill(&grid, t);
    job->times.order += nf_host_lap(&start);
    sizes.candidates = count_candidates(t);
    if (sizes.candidates > most.candidates) return NF_OK;
    NF_TRY(nf_host_table_take_list(job->cloud, &sizes, t));
    NF_TRY(find_partners(job, t));
    *served = 1;
done:
    return status;
}

/* ---- results -------------------------------------------------------------------------------------------------- */

/* Where results go; NULL: nowhere.  The caller's memory may have any alignment. */
typedef struct places {
    char *pairs, *indices, *shifts, *distances, *vectors;
} places;

enum { BLOCK = 64 }; /* rows whose distances are computed together */

/* Writes the shift and the vector of row `at`, from `own` to the image S of `other`; returns d2. */
static inline real put(places to, uint64_t at, const real *own, const real *other, const int *s,
                       nf_vector vector) {
    const real D[3] = {displacement(0, X(own), X(other), vector), displacement(1, Y(own), Y(other), vector),
                       displacement(2, Z(own), Z(other), vector)};
    if (to.shifts)
        for (size_t a = 0; a < 3; a++) memcpy(to.shifts + (3 * at + a) * sizeof *s, s + a, sizeof *s);
    if (to.vectors)
        for (size_t a = 0; a < DIMS; a++) memcpy(to.vectors + (DIMS * at + a) * sizeof *D, D + a, sizeof *D);
    return square(own, other, vector);
}

/* Writes the distances of the rows from `at` on. */
static inline void put_distances(places to, uint64_t at, const real *squares, uint32_t count) {
    for (uint32_t k = 0; to.distances && k < count; k++) {
        const real d = NF_SQRT(squares[k]);
        memcpy(to.distances + (at + k) * sizeof d, &d, sizeof d);
    }
}

static inline int has_measures(places to) { return to.shifts || to.vectors || to.distances; }

/* Writes the first results of a row of lists as rows from `at` on. */
static inline void put_row(const host_table *t, const lattice *numbers, places to, uint64_t at,
                           const target *own, const int32_t *wraps, const uint32_t *list, uint64_t many) {
    const real at_own[3] = {X(own->at), Y(own->at), Z(own->at)};
    const target given = {own->index, at_own, wraps};
    real squares[BLOCK];
    for (uint64_t l = 0; to.indices && l < many; l++)
        memcpy(to.indices + (at + l) * sizeof *t->index, t->index + list[l], sizeof *t->index);
    for (uint64_t first = 0; has_measures(to) && first < many; first += BLOCK) {
        const uint32_t count = many - first < BLOCK ? (uint32_t)(many - first) : BLOCK;
        for (uint32_t l = 0; l < count; l++) {
            const uint32_t k = list[first + l];
            int s[3];
            image_of(t, &given, k, s);
            squares[l] = put(to, at + first + l, given.at, row_of(t->points, (uint32_t)t->index[k]), s,
                             vector_of(t, numbers, &given, k, s));
        }
        put_distances(to, at + first, squares, count);
    }
}

/* The rows of lists, query point by query point in the order of cells, up to `count` results. */
static void write_rows(const host_table *t, uint64_t count, places to) {
    const lattice numbers = lattice_in(t);
    for (uint32_t o = 0; o < t->targets; o++) {
        const target own = target_of(t, t->query_bins.order[o]);
        const uint64_t at = t->offsets[own.index], all = t->begins[o + 1] - t->begins[o],
                       many = at >= count        ? 0
                              : count - at < all ? count - at
                                                 : all;
        if (own.wraps) put_row(t, &numbers, to, at, &own, own.wraps, t->list + t->begins[o], many);
        else put_row(t, &numbers, to, at, &own, NULL, t->list + t->begins[o], many);
    }
}

/* Writes the pair of a query point and image k as row `at`, i < j, or i = j with a positive S; returns d2. */
static inline real put_pair(const host_table *t, const lattice *numbers, places to, uint64_t at,
                            const target *own, uint32_t k) {
    const uint32_t i = own->index, j = (uint32_t)t->index[k];
    const real *other = row_of(t->points, j);
    int s[3];
    image_of(t, own, k, s);
    const int ascends = t->apart || i < j || (i == j && is_positive(s));
    const int32_t pair[2] = {(int32_t)(ascends ? i : j), (int32_t)(ascends ? j : i)};
    if (to.pairs) memcpy(to.pairs + at * sizeof pair, pair, sizeof pair);
    if (ascends) return put(to, at, own->at, other, s, vector_of(t, numbers, own, k, s));
    for (int a = 0; a < 3; a++) s[a] = -s[a];
    return put(to, at, other, own->at, s, vector_as(numbers, s));
}

/* The pairs, tile by tile, turn by turn over its points, up to `count`. */
static void write_pairs(const host_table *t, uint64_t count, places to) {
    const lattice numbers = lattice_in(t);
    real squares[BLOCK];
    uint64_t done = 0;
    uint32_t held = 0;
    for (uint32_t first = 0; first < t->targets && done < count; first += HOST_TILE) {
        const uint32_t many = t->targets - first < HOST_TILE ? t->targets - first : HOST_TILE;
        const uint64_t end = t->begins[first + many] < count ? t->begins[first + many] : count;
        target own[HOST_TILE];
        for (uint32_t lane = 0; lane < many; lane++)
            own[lane] = target_of(t, t->query_bins.order[first + lane]);
        for (uint32_t turn = 0; done < end; turn++)
            for (uint32_t lane = 0; lane < many && done < end; lane++) {
                const uint32_t at = t->begins[first + lane] + turn;
                if (at >= t->begins[first + lane + 1]) continue;
                squares[held++] = put_pair(t, &numbers, to, done++, own + lane, t->list[at]);
                if (held < BLOCK && done < end) continue;
                put_distances(to, done - held, squares, held);
                held = 0;
            }
    }
}

static void write(const host_table *t, uint64_t count, void *const *to) {
    const places all = {to[NF_ARRAY_PAIRS], to[NF_ARRAY_INDICES], to[NF_ARRAY_SHIFTS], to[NF_ARRAY_DISTANCES],
                        to[NF_ARRAY_VECTORS]};
    if (t->offsets) write_rows(t, count, all);
    else write_pairs(t, count, all);
}

const host_table_walk NAME = {find, write};
