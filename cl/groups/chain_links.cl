// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The links of a leaf's points with those of others (catalogue_chains.cl), as link.cl has them, one number at a time: that needs few registers.
#pragma once
#include "groups/core_points.cl"
#include "tree/linked.cl"

// 1 if points in the box [lo, hi], with this slack, may be linked with some in that of a child: by their boxes.
static inline int nf_boxes_are_near(const nf_tree *tree, const real *lo, const real *hi, real slack,
                                    const nf_image *image, ulong block, ulong lane LINKS_GIVEN) {
    real least = 0;
    (void)image, (void)slack;
    UNUSED_LINKS
    for (int a = 0; a < DIMS; a++) {
        __global const real *box = tree->boxes + BOX_PLACE(block, a, lane);
        const real low = displacement(a, hi[a], box[0], IMAGE_OF_BOXES(image)),
                   high = displacement(a, lo[a], box[NF_SIBLINGS], IMAGE_OF_BOXES(image)),
                   gap = fmax(fmax(low, -high) - IMAGE_SLACK(image, slack), (real)0);
        least += NF_SQUARED(gap);
    }
    return least < links->r2;
}

// The rule.
static inline int nf_are_linked(const nf_point *from, const nf_point *to, const nf_image *image LINKS_GIVEN) {
    real sum = 0;
    (void)image;
    UNUSED_LINKS
#if FOLDED
    int s[3];
    for (int k = 0; k < 3; k++) s[k] = image->s[k] + from->w[k] - to->w[k];
#endif
    for (int a = 0; a < DIMS; a++) {
#if FOLDED
        const real d = (to->at[a] - from->at[a]) + NF_VECTOR_ALONG(folds, s, a);
#else
        const real d = displacement(a, from->at[a], to->at[a], IMAGE_OF_POINTS(image));
#endif
        sum += NF_SQUARED(d);
    }
    return sum < links->r2;
}

// The leaf whose links are found, and the children of a block with links: in the box itself those with later leaves.
typedef struct nf_chain_leaf {
    ulong leaf;
    uint lanes;
    real lo[DIMS], hi[DIMS];
} nf_chain_leaf;

static inline void nf_chain_take(nf_chain_leaf *own, const nf_tree *tree, ulong leaf, uint lanes) {
    own->leaf = leaf;
    own->lanes = lanes;
    for (int a = 0; a < DIMS; a++) {
        own->lo[a] = tree->boxes[BOX_PLACE(leaf / NF_SIBLINGS, a, leaf % NF_SIBLINGS)];
        own->hi[a] = tree->boxes[BOX_PLACE(leaf / NF_SIBLINGS, a, leaf % NF_SIBLINGS) + NF_SIBLINGS];
    }
}

static inline uint nf_chain_children(const nf_chain_leaf *own, const nf_tree *tree, const nf_levels *levels,
                                     const nf_image *image, int itself, uint level, ulong block LINKS_GIVEN) {
    const ulong first = itself ? (own->leaf + 1) >> NF_WIDTH_BITS * level : 0, begin = block * NF_SIBLINGS;
    uint near = 0;
    for (ulong lane = first > begin ? first - begin : 0; lane < NF_SIBLINGS; lane++)
        near |= (uint)nf_boxes_are_near(tree, own->lo, own->hi, 0, image, levels->start[level] + block,
                                        lane LINKS_PASS)
                << lane;
    return near;
}

// Point c of the own leaf; returns 0 if it is linked with nothing in another leaf.
static inline int nf_chain_point(nf_point *point, const nf_chain_leaf *own, const nf_tree *tree, uint c,
                                 const nf_image *image, ulong leaf LINKS_GIVEN) {
    real inside[DIMS];
    *point = nf_point_at(tree, own->leaf, c);
    nf_fold_into(point, inside LINKS_PASS);
    return nf_boxes_are_near(tree, inside, inside, nf_point_slack(point LINKS_PASS), image,
                             leaf / NF_SIBLINGS, leaf % NF_SIBLINGS LINKS_PASS);
}
