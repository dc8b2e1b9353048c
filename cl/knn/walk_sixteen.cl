// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A walker through the tree: 16 queries that are near each other and have no wraps.  They walk together, by the box around them; at a leaf those look at
// its points that its box is near enough for.  The names are those of walk_one.cl.
#if defined(NF_WALKER_QUERIES)
#error "walk_sixteen.cl: the program has a walker already"
#endif
#if FOLDED
#error "walk_sixteen.cl is for points without wraps"
#endif
#define NF_WALKER_QUERIES 16
#include "knn/query_leaf.cl"

typedef struct nf_walker {
    nf_query query[16];
    nf_nearest nearest[16];
    uint count;
    real at[DIMS][16];
    real lo[DIMS], hi[DIMS];
    real bounds[16]; // of the queries; negative where there is none
    real bound;      // the largest
} nf_walker;

static inline void nf_walker_look(nf_walker *walker) {
    for (uint i = 0; i < walker->count; i++) walker->bounds[i] = walker->nearest[i].bound;
    walker->bound = nf_largest(LOAD16_OWN(walker->bounds));
}

// The queries and their lists are set.
static inline void nf_walker_begin(nf_walker *walker, uint count) {
    walker->count = count;
    for (int a = 0; a < DIMS; a++) {
        walker->lo[a] = (real)INFINITY;
        walker->hi[a] = -(real)INFINITY;
        for (uint i = 0; i < 16; i++) {
            const real at = i < count ? walker->query[i].at[a] : (real)INFINITY;
            walker->at[a][i] = at;
            if (i >= count) continue;
            walker->lo[a] = fmin(walker->lo[a], at);
            walker->hi[a] = fmax(walker->hi[a], at);
        }
    }
    for (uint i = count; i < 16; i++) walker->bounds[i] = -1;
    nf_walker_look(walker);
}

static inline real nf_walker_bound(const nf_walker *walker) { return walker->bound; }

static inline int nf_walker_is_past(const nf_walker *walker, uint least) {
    for (uint i = 0; i < walker->count; i++)
        if (walker->bounds[i] == walker->bound && least <= walker->nearest[i].last) return 0;
    return 1;
}

static inline real16 nf_walker_block_d2(const nf_walker *walker, const nf_tree *tree, const nf_image *image,
                                        ulong block, int from WALK_FOLDS) {
    __global const real *boxes = tree->boxes + block * DIMS * 2 * NF_SIBLINGS + from;
    real16 sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const real16 lo = displacement(a, walker->hi[a], LOAD16(boxes + 2 * a * NF_SIBLINGS),
                                       IMAGE_OF_BOXES(image)),
                     hi = displacement(a, walker->lo[a], LOAD16(boxes + (2 * a + 1) * NF_SIBLINGS),
                                       IMAGE_OF_BOXES(image)),
                     gap = nf_larger(nf_larger(lo, -hi), (real16)(0));
        sum += NF_SQUARED(gap);
    }
    return sum;
}

static inline void nf_walker_take(nf_walker *walker, const nf_tree *tree, const nf_image *image,
                                  uint leaf WALK_FOLDS) {
    const ulong block = leaf / NF_SIBLINGS, lane = leaf % NF_SIBLINGS;
    __global const real *box = tree->boxes + block * DIMS * 2 * NF_SIBLINGS + lane;
    real16 sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const real16 at = LOAD16_OWN(walker->at[a]), low = box[2 * a * NF_SIBLINGS],
                     high = box[(2 * a + 1) * NF_SIBLINGS],
                     lo = displacement(a, at, low, IMAGE_OF_BOXES(image)),
                     hi = displacement(a, at, high, IMAGE_OF_BOXES(image)),
                     gap = nf_larger(nf_larger(lo, -hi), (real16)(0));
        sum += NF_SQUARED(gap);
    }
    uint near = nf_at_most_each(sum, LOAD16_OWN(walker->bounds));
    if (!near) return;
    for (; near; near &= near - 1) {
        const uint i = NF_FIRST_BIT(near);
        nf_leaf_meet(&walker->query[i], tree, image, leaf, &walker->nearest[i] WALK_PASS);
        walker->bounds[i] = walker->nearest[i].bound;
    }
    walker->bound = nf_largest(LOAD16_OWN(walker->bounds));
}

static inline const int *nf_walker_wraps(const nf_walker *walker) { return walker->query[0].w; }

#if BOX
static inline void nf_walker_edges(const nf_walker *walker, const nf_folds *folds, real *edge) {
    for (uint i = 0; i < walker->count; i++)
        nf_edges_add(walker->query[i].at, walker->query[i].w, folds, edge);
}

static inline real nf_walker_beside(const nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                                    const nf_folds *folds) {
    return nf_beside_d2(walker->lo, walker->hi, tree, levels, folds);
}
#endif
