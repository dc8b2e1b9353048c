// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A query: a point whose nearest neighbours are looked for.
#pragma once
#include "tree/images.cl"

// Scaled.
typedef struct nf_query {
    real at[DIMS];
    uint own; // its number if it is not its own neighbour, or NF_NOBODY
    int w[3]; // its wraps
#if FOLDED
    real slack[DIMS];
#endif
} nf_query;

static inline void nf_query_slack(nf_query *query WALK_FOLDS) {
#if FOLDED
    for (int a = 0; a < DIMS; a++) query->slack[a] = nf_slack_along(folds, query->at, query->w, a);
#else
    (void)query;
#endif
}

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
    nf_query_slack(query WALK_PASS);
}

static inline void nf_query_of_tree(nf_query *query, const nf_tree *tree, ulong slot WALK_FOLDS) {
    const ulong leaf = slot / NF_LEAF, c = slot % NF_LEAF;
    for (ulong a = 0; a < DIMS; a++) query->at[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + c];
    for (ulong a = 0; a < 3; a++) query->w[a] = FOLDED ? tree->wraps[(leaf * 3 + a) * NF_LEAF + c] : 0;
    nf_query_slack(query WALK_PASS);
}
