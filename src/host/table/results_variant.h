/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Rows and pairs, and what is measured of them, written where they go; a part of table_variant.h. */
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
    for (uint64_t l = 0; to.indices && l < many; l++) {
        const int32_t index = (int32_t)t->first + t->index[list[l]];
        memcpy(to.indices + (at + l) * sizeof index, &index, sizeof index);
    }
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
        const target own = target_of(t, t->query_cell_list.order[o]);
        const uint64_t at = t->offsets[own.index] - t->offsets[0], all = t->begins[o + 1] - t->begins[o],
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
    const uint32_t i = own->index, j = (uint32_t)t->index[k], first = t->query_first + i,
                   second = t->first + j;
    const real *other = row_of(t->points, j);
    int s[3];
    image_of(t, own, k, s);
    const int ascends = t->apart || i < j || (i == j && is_positive(s));
    const int32_t pair[2] = {(int32_t)(ascends ? first : second), (int32_t)(ascends ? second : first)};
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
            own[lane] = target_of(t, t->query_cell_list.order[first + lane]);
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
