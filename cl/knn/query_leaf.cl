// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A query and the points of a leaf.
#pragma once
#include "knn/query.cl"
#include "tree/leaf.cl"
#include "knn/nearest.cl"

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
