// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A walk through the tree by one work-item, of siblings the nearest first, for a walker: a visitor (visit.cl) with a bound, which becomes less on the way.
// The walker is a part of the program (knn/walk_one.cl has its names).  Nodes are worth a visit by nf_walker_block_d2() and nf_walker_bound(), and
// nf_walker_take() takes leaves.
#pragma once
#if !defined(NF_WALKER_QUERIES)
#error "visit_nearest.cl needs a walker"
#endif
#include "tree/images.cl"

// Of the siblings whose bits are set, the nearest, and of equally near ones the first.
static inline uint nf_nearest_sibling(uint near, const real *d2) {
    uint child = NF_FIRST_BIT(near);
    for (near &= near - 1; near; near &= near - 1) {
        const uint c = NF_FIRST_BIT(near);
        if (d2[c] < d2[child]) child = c;
    }
    return child;
}

// Depth first, of siblings the nearest first; without the leaf `skip`.
static inline void nf_walk(nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                           const nf_image *image, uint skip WALK_FOLDS) {
    real d2[NF_LEVELS][NF_SIBLINGS];
    uint near[NF_LEVELS], block[NF_LEVELS];
    int level = (int)levels->count - 1, enter = 1;
    block[level] = 0;
    while (level < (int)levels->count) {
        const ulong at = levels->start[level] + block[level];
        if (enter) {
            near[level] = 0;
            for (uint from = 0; from < NF_SIBLINGS; from += 16) {
                const real16 all = nf_walker_block_d2(walker, tree, image, at, (int)from WALK_PASS);
                near[level] |= nf_at_most(all, nf_walker_bound(walker)) << from;
                vstore16(all, 0, d2[level] + from);
            }
            enter = 0;
        }
        if (!near[level]) {
            level++;
            continue;
        }
        const uint child = nf_nearest_sibling(near[level], d2[level]);
        const real distance = d2[level][child], bound = nf_walker_bound(walker);
        if (distance > bound) {
            level++;
            continue;
        }
        near[level] ^= 1u << child;
        if (distance == bound)
            if (nf_walker_is_past(walker, tree->least[at * NF_SIBLINGS + child])) continue;
        const uint node = block[level] * NF_SIBLINGS + child;
        if (level > 0) {
            block[--level] = node;
            enter = 1;
        } else if (node != skip) nf_walker_take(walker, tree, image, node WALK_PASS);
    }
}
