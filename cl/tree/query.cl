// A query: a point whose nearest neighbours are looked for.
#pragma once
#include "tree/leaf.cl"
#include "tree/nearest.cl"

// Scaled.
typedef struct nf_query {
    real at[DIMS];
    uint own; // its number if it is not its own neighbour, or NF_NOBODY
    int w[3]; // its wraps
} nf_query;

static inline void nf_query_given(nf_query *query, __global const real *row, real scale WALK_FOLDS) {
    for (int a = 0; a < DIMS; a++) query->at[a] = nf_scaled(row[a], scale);
    query->w[0] = query->w[1] = query->w[2] = 0;
#if BOX
    real at[3] = {0, 0, 0};
    for (int a = 0; a < DIMS; a++) at[a] = row[a];
    for (int k = 0; k < DIMS; k++)
        query->w[k] =
            (int)NF_WRAPS(nf_coordinate(folds->lattice, k, at[0], at[1], at[2]), folds->lattice.inverse[k]);
#endif
}

static inline void nf_query_of_tree(nf_query *query, const nf_tree *tree, ulong slot) {
    const ulong leaf = slot / NF_LEAF, c = slot % NF_LEAF;
    for (ulong a = 0; a < DIMS; a++) query->at[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + c];
    for (ulong a = 0; a < 3; a++) query->w[a] = FOLDED ? tree->wraps[(leaf * 3 + a) * NF_LEAF + c] : 0;
}

static inline int nf_is_own(const nf_query *query, const nf_tree *tree, const nf_image *image, uint leaf,
                            uint c, uint number) {
    if (number != query->own) return 0;
#if FOLDED
    for (int k = 0; k < 3; k++)
        if (image->s[k] != tree->wraps[((ulong)leaf * 3 + (ulong)k) * NF_LEAF + c]) return 0;
    return 1;
#else
    (void)tree, (void)leaf, (void)c;
    return image->is_own;
#endif
}

// Appends the points of a leaf that may be among the nearest.
static inline void nf_leaf_meet(const nf_query *query, const nf_tree *tree, const nf_image *image, uint leaf,
                                nf_nearest *nearest WALK_FOLDS) {
    for (uint from = 0; from < NF_LEAF; from += 16) {
        const real16 d2 = nf_leaf_d2(query->at, tree, image, image->s, leaf, (int)from WALK_PASS);
        uint near = nf_at_most(d2, nearest->bound);
        real each[16];
        if (!near) continue;
        vstore16(d2, 0, each);
        for (; near; near &= near - 1) {
            const uint c = NF_FIRST_BIT(near), at = from + c,
                       number = tree->index[(ulong)leaf * NF_LEAF + at];
            if (!nf_is_own(query, tree, image, leaf, at, number)) nf_nearest_add(nearest, each[c], number);
        }
        nf_nearest_tidy(nearest);
    }
}
