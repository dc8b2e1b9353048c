// The walk of a walker (walker_one.cl, walker_sixteen.cl) through the tree and its images.
#pragma once
#if !defined(NF_WALKER_QUERIES)
#error "walk.cl needs a walker"
#endif

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
static inline void nf_walk(nf_walker *walker, const nf_tree *tree, const nf_planes *planes,
                           const nf_image *image, uint skip WALK_FOLDS) {
    real d2[NF_LEVELS][NF_SIBLINGS];
    uint near[NF_LEVELS], block[NF_LEVELS];
    int level = (int)planes->levels - 1, enter = 1;
    block[level] = 0;
    while (level < (int)planes->levels) {
        const ulong at = planes->start[level] + block[level];
        if (enter) {
            const real16 all = nf_walker_block_d2(walker, tree, image, at WALK_PASS);
            near[level] = nf_at_most(all, nf_walker_bound(walker));
            vstore16(all, 0, d2[level]);
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
        } else if (node != skip) nf_walker_meet(walker, tree, image, node WALK_PASS);
    }
}

#if BOX
static inline void nf_walk_shell(nf_walker *walker, const nf_tree *tree, const nf_planes *planes, int shell,
                                 const nf_folds *folds) {
    nf_image image;
    int m[3], span[3];
    for (int k = 0; k < 3; k++) span[k] = folds->height[k] > 0 ? shell : 0;
    for (m[0] = -span[0]; m[0] <= span[0]; m[0]++)
        for (m[1] = -span[1]; m[1] <= span[1]; m[1]++)
            for (m[2] = -span[2]; m[2] <= span[2]; m[2]++) {
                if (max(max(abs(m[0]), abs(m[1])), abs(m[2])) != (uint)shell) continue;
                nf_image_at(&image, folds, nf_walker_wraps(walker), m);
                nf_walk(walker, tree, planes, &image, NF_NOBODY, folds);
            }
}
#endif

// All images, the nearest shells of them first.  `own`: the leaf that the queries are of, or NF_NOBODY.
static inline void nf_walk_images(nf_walker *walker, const nf_tree *tree, const nf_planes *planes,
                                  uint own WALK_FOLDS) {
    nf_image image;
#if BOX
    const int none[3] = {0, 0, 0};
    real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX};
    nf_image_at(&image, folds, nf_walker_wraps(walker), none);
    nf_walker_edges(walker, folds, edge);
#else
    image.is_own = 1;
#endif
    if (own != NF_NOBODY) nf_walker_meet(walker, tree, &image, own WALK_PASS);
    nf_walk(walker, tree, planes, &image, own WALK_PASS);
#if BOX
    for (int shell = 1;; shell++) {
        const real far = nf_shell_distance(folds, shell, edge);
        if (far > 0)
            if (far * far > nf_walker_bound(walker)) break;
        nf_walk_shell(walker, tree, planes, shell, folds);
    }
#endif
}
