// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of a walker (walk_one.cl, walk_sixteen.cl) through the tree and its images.
#pragma once
#include "tree/visit_nearest.cl"

#if BOX
// The images up to `reach` away but for those up to `done` away.
static inline void nf_walk_shell(nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                                 const int *reach, const int *done, const nf_folds *folds) {
    nf_image image;
    int m[3];
    for (m[0] = -reach[0]; m[0] <= reach[0]; m[0]++)
        for (m[1] = -reach[1]; m[1] <= reach[1]; m[1]++)
            for (m[2] = -reach[2]; m[2] <= reach[2]; m[2]++) {
                int is_done = 1;
                for (int k = 0; k < 3; k++) is_done &= abs(m[k]) <= (uint)done[k];
                if (is_done) continue;
                nf_image_at(&image, folds, nf_walker_wraps(walker), m);
                nf_walk(walker, tree, levels, &image, NF_NOBODY, folds);
            }
}

// The images beside the own one: the nearest first, then half as far again, as far as the bound allows, which is lower each time.
static inline void nf_walk_others(nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                                  const nf_folds *folds) {
    real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX}, distance = REAL_MAX;
    int done[3] = {0, 0, 0};
    const real beside = nf_walker_beside(walker, tree, levels, folds);
    nf_walker_edges(walker, folds, edge);
    for (int k = 0; k < 3; k++)
        if (folds->height[k] > 0) distance = folds->height[k] < distance ? folds->height[k] : distance;
    for (;; distance *= (real)1.5f) {
        int wanted[3], reach[3], is_done = 1;
        const real most = nf_images_distance(nf_walker_bound(walker), beside);
        if (most < 0) return;
        nf_images_within(folds, edge, most, wanted);
        nf_images_within(folds, edge, distance, reach);
        for (int k = 0; k < 3; k++) {
            is_done &= wanted[k] <= done[k];
            reach[k] = min(reach[k], wanted[k]);
        }
        if (is_done) return;
        nf_walk_shell(walker, tree, levels, reach, done, folds);
        for (int k = 0; k < 3; k++) done[k] = max(done[k], reach[k]);
    }
}
#endif

// All images.  `own`: the leaf that the queries are of, or NF_NOBODY.
static inline void nf_walk_images(nf_walker *walker, const nf_tree *tree, const nf_levels *levels,
                                  uint own WALK_FOLDS) {
    nf_image image;
#if BOX
    const int none[3] = {0, 0, 0};
    nf_image_at(&image, folds, nf_walker_wraps(walker), none);
#else
    image.is_own = 1;
#endif
    if (own != NF_NOBODY) nf_walker_take(walker, tree, &image, own WALK_PASS);
    nf_walk(walker, tree, levels, &image, own WALK_PASS);
#if BOX
    nf_walk_others(walker, tree, levels, folds);
#endif
}
