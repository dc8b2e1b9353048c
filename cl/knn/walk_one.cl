// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A walker through the tree: one query.  A walker is a part of a program (knn.cl) and defines these names:
//   NF_WALKER_QUERIES             the queries of a walker
//   nf_walker                     the state
//   nf_walker_bound(w)            no box whose d2 is more than this is visited
//   nf_walker_is_past(w, least)   1 if no point with an index of at least this, at the bound, is wanted
//   nf_walker_block_d2(w, tree, image, block, from)   the d2 of the boxes of 16 siblings, from lane `from` on: at most that of any query and any point in them
//   nf_walker_take(w, tree, image, leaf)        looks at the points of a leaf
//   nf_walker_wraps(w)            the wraps of all its queries
//   nf_walker_edges(w, edge)      how far they are from the faces of a periodic box
//   nf_walker_beside(w, tree, levels)           nf_beside_d2() of the box around them
#if defined(NF_WALKER_QUERIES)
#error "walk_one.cl: the program has a walker already"
#endif
#define NF_WALKER_QUERIES 1
#include "knn/query_leaf.cl"

typedef struct nf_walker {
    nf_query query[1];
    nf_nearest nearest[1];
} nf_walker;

static inline void nf_walker_begin(nf_walker *walker, uint count) { (void)walker, (void)count; }

static inline real nf_walker_bound(const nf_walker *walker) { return walker->nearest->bound; }

static inline int nf_walker_is_past(const nf_walker *walker, uint least) {
    return least > walker->nearest->last;
}

static inline real16 nf_walker_block_d2(const nf_walker *walker, const nf_tree *tree, const nf_image *image,
                                        ulong block, int from WALK_FOLDS) {
    __global const real *boxes = tree->boxes + block * DIMS * 2 * NF_SIBLINGS + from;
    real16 sum = 0;
    for (int a = 0; a < DIMS; a++) {
#if FOLDED
        const real own = walker->query->at[a] - NF_VECTOR_ALONG(folds, walker->query->w, a),
                   slack = image->slack + walker->query->slack[a];
#else
        const real own = walker->query->at[a];
#endif
        const real16 lo = displacement(a, own, LOAD16(boxes + 2 * a * NF_SIBLINGS), IMAGE_OF_BOXES(image)),
                     hi = displacement(a, own, LOAD16(boxes + (2 * a + 1) * NF_SIBLINGS),
                                       IMAGE_OF_BOXES(image));
#if FOLDED
        const real16 gap = nf_larger(nf_larger(lo, -hi) - slack, (real16)(0));
#else
        const real16 gap = nf_larger(nf_larger(lo, -hi), (real16)(0));
#endif
        sum += NF_SQUARED(gap);
    }
    return sum;
}

static inline void nf_walker_take(nf_walker *walker, const nf_tree *tree, const nf_image *image,
                                  uint leaf WALK_FOLDS) {
    nf_leaf_meet(walker->query, tree, image, leaf, walker->nearest WALK_PASS);
}

static inline const int *nf_walker_wraps(const nf_walker *walker) { return walker->query->w; }

#if BOX
static inline void nf_walker_edges(const nf_walker *walker, const nf_folds *folds, real *edge) {
    nf_edges_add(walker->query->at, walker->query->w, folds, edge);
}

static inline real nf_walker_beside(const nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                                    const nf_folds *folds) {
    return nf_beside_d2(walker->query->at, walker->query->at, tree, levels, folds);
}
#endif
