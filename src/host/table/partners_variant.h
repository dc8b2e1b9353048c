/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The partners of a point among the images: candidates, a test with a margin, and the pair rule; a part of table_variant.h. */
/* ---- the pair rule -------------------------------------------------------------------------------------------- */

/* A query point. */
typedef struct target {
    uint32_t index;
    const real *at;       /* as given */
    const int32_t *wraps; /* NULL: no point is outside of the box */
} target;

static inline target target_of(const host_table *t, uint32_t p) {
    const int32_t *wraps = t->query_cell_list.wraps;
    return (target){p, row_of(t->query_points, p), wraps ? wraps + 3 * (size_t)p : NULL};
}

/* The image S of image k for a query point. */
static inline void image_of(const host_table *t, const target *own, uint32_t k, int *s) {
#if SHIFTS
    memcpy(s, t->boxes + t->box[k], 3 * sizeof *s);
    if (!own->wraps) return;
    const int32_t *other = t->cell_list.wraps + 3 * (size_t)t->index[k];
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
    const uint32_t *cell = t->query_cell_list.cells + 4 * (size_t)p;
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
    for (int a = 0; a < DIMS; a++) n.at[a] = (float)t->query_cell_list.at[a][p];
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
        if (job->filters.any && !meets(job, 1, t->query_first + own->index, t->first + other, d2)) continue;
        list[kept++] = k;
    }
    return kept;
}

/* Appends the partners of a query point; returns the new length. */
static inline size_t partners(const host_job *job, const host_table *t, uint32_t p, uint32_t *list,
                              size_t listed) {
    const window w = window_of(t, p);
    const probe own = probe_of(t, p);
    const uint32_t *cell = t->query_cell_list.cells + 4 * (size_t)p;
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
        total += partners(job, t, t->query_cell_list.order[o], t->list, at) - at;
    }
    t->begins[t->targets] = (uint32_t)total;
done:
    return status;
}
