// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The links of the points of one leaf with those of others: the leaf walks the tree (nodes.cl) and unites groups (forest.cl).  Points that
// are in one group already need no test, and whole nodes, which are one group, mostly no look at their points.
#pragma once
#include "groups/core_points.cl"
#include "groups/forest.cl"
#include "tree/linked.cl"

// The leaf whose links are found.
typedef struct nf_own {
    ulong leaf;
    uint lanes; // of its core points
    uint one;   // 1: they are one group, that of `root`
    uint root;
    real lo[DIMS], hi[DIMS];          // its box
    real16 inside[DIMS][NF_SIXTEENS]; // its points in the box
    real slack;                       // the largest of them
} nf_own;

static inline void nf_own_unite(nf_own *own, volatile __global uint *parents, uint slot, uint other) {
    own->root = nf_unite(parents, slot, other);
}

// Sees whether the leaf has become one group.
static inline void nf_own_look(nf_own *own, volatile __global uint *parents) {
    const uint base = (uint)own->leaf * NF_LEAF;
    if (own->one) return;
    own->root = nf_find(parents, base + NF_FIRST_BIT(own->lanes));
    for (uint left = own->lanes & (own->lanes - 1); left; left &= left - 1)
        if (nf_find(parents, base + NF_FIRST_BIT(left)) != own->root) return;
    own->one = 1;
}

static inline void nf_own_take(nf_own *own, const nf_tree *tree, ulong leaf, uint lanes LINKS_GIVEN) {
    const ulong block = leaf / NF_SIBLINGS, lane = leaf % NF_SIBLINGS;
    own->leaf = leaf;
    own->lanes = lanes;
    own->one = 0;
    own->slack = 0;
    for (int a = 0; a < DIMS; a++) {
        own->lo[a] = tree->boxes[BOX_PLACE(block, a, lane)];
        own->hi[a] = tree->boxes[BOX_PLACE(block, a, lane) + NF_SIBLINGS];
        for (ulong h = 0; h < NF_SIXTEENS; h++)
            own->inside[a][h] = LOAD16(tree->points + (leaf * DIMS + (ulong)a) * NF_LEAF + 16 * h);
    }
#if FOLDED
    for (ulong c = 0; c < NF_LEAF; c++) {
        const nf_point point = nf_point_at(tree, leaf, c);
        real inside[DIMS];
        nf_fold_into(&point, inside LINKS_PASS);
        for (int a = 0; a < DIMS; a++) ((real *)own->inside[a])[c] = inside[a];
        if (lanes >> c & 1) own->slack = fmax(own->slack, nf_point_slack(&point LINKS_PASS));
    }
#endif
    UNUSED_LINKS
}

// The points of the own leaf that may be linked with some of those in the box of a child; far: those that are with all of them.
static inline uint nf_own_near(const nf_own *own, const nf_tree *tree, const nf_image *image, ulong block,
                               ulong lane, uint *far LINKS_GIVEN) {
    uint near = 0;
    UNUSED_LINKS
    *far = 0;
    for (uint h = 0; h < NF_SIXTEENS; h++) {
        real16 least = 0, most = 0;
        for (int a = 0; a < DIMS; a++) {
            __global const real *box = tree->boxes + BOX_PLACE(block, a, lane);
            const real16 low = displacement(a, own->inside[a][h], box[0], IMAGE_OF_BOXES(image)),
                         high = displacement(a, own->inside[a][h], box[NF_SIBLINGS], IMAGE_OF_BOXES(image)),
                         gap = NF_GAP(low, high, IMAGE_SLACK(image, own->slack)),
                         span = NF_SPAN(low, high, IMAGE_SLACK(image, own->slack));
            least += NF_SQUARED(gap);
            most += NF_SQUARED(span);
        }
        *far |= nf_below(most, links->r2) << 16 * h;
        near |= nf_below(least, links->r2) << 16 * h;
    }
    *far &= own->lanes;
    return near & own->lanes;
}

// Links points of the own leaf, `near`, with those of another one.  If the other one is whole, a link of each is enough.
static inline void nf_link_leaves(nf_own *own, const nf_tree *tree, const nf_image *image, ulong leaf,
                                  uint near, uint others, int whole,
                                  volatile __global uint *parents LINKS_GIVEN) {
    const uint base = (uint)own->leaf * NF_LEAF, other = (uint)leaf * NF_LEAF;
    uint found = 0;
    if (own->one && !whole) { // those that are in the group already are not looked at
        const uint root = own->root = nf_find(parents, own->root);
        for (uint left = others; left; left &= left - 1) {
            const uint c = NF_FIRST_BIT(left);
            if (nf_find(parents, other + c) == root) others &= ~(1u << c);
        }
    }
    for (; near && others; near &= near - 1) {
        const uint c = NF_FIRST_BIT(near);
        const nf_point point = nf_point_at(tree, own->leaf, c);
        uint linked = nf_linked_lanes(&point, tree, image, leaf LINKS_PASS) & others;
        found |= linked;
        for (; linked; linked = whole ? 0 : linked & (linked - 1)) {
            const uint partner = NF_FIRST_BIT(linked);
            nf_own_unite(own, parents, base + c, other + partner);
            if (own->one) others &= ~(1u << partner);
        }
        if (own->one && whole && found) return;
    }
    if (found) nf_own_look(own, parents);
}

// Links with a whole child: returns the points that may still be linked with some of its points.
static inline uint nf_link_whole(nf_own *own, const nf_tree *tree, const nf_image *image, ulong block,
                                 ulong lane, uint head, volatile __global uint *parents LINKS_GIVEN) {
    const uint base = (uint)own->leaf * NF_LEAF, root = nf_find(parents, head);
    uint far, near;
    if (own->one) {
        own->root = nf_find(parents, own->root);
        if (own->root == root) return 0;
    }
    near = nf_own_near(own, tree, image, block, lane, &far LINKS_PASS);
    if (own->one && far) {
        nf_own_unite(own, parents, own->root, root);
        return 0;
    }
    for (uint left = own->one ? 0 : near; left; left &= left - 1) {
        const uint c = NF_FIRST_BIT(left);
        if (far >> c & 1) nf_own_unite(own, parents, base + c, root);
        else if (nf_find(parents, base + c) != nf_find(parents, root)) continue;
        near &= ~(1u << c);
    }
    if (far) nf_own_look(own, parents);
    return near;
}

// The children of a block with links that are to be found from the own leaf: in the box itself those with later leaves.
static inline uint nf_link_children(const nf_own *own, const nf_tree *tree, const nf_levels *levels,
                                    const nf_image *image, int itself, uint level, ulong block LINKS_GIVEN) {
    const ulong first = (own->leaf + 1) >> NF_WIDTH_BITS * level, begin = block * NF_SIBLINGS;
    uint far, mask = NF_ALL_LANES;
    if (itself && first > begin) {
        if (first >= begin + NF_SIBLINGS) return 0;
        mask = NF_ALL_LANES << (uint)(first - begin);
    }
    return mask &
           nf_near_children(tree, own->lo, own->hi, image, levels->start[level] + block, &far LINKS_PASS);
}

// Takes a node: links with it if it is whole, and otherwise with the points of a leaf.
static inline int nf_link_take(nf_own *own, const nf_tree *tree, const nf_levels *levels,
                               const nf_image *image, uint level, ulong node, __global const uint *cores,
                               __global const uint *heads, volatile __global uint *parents LINKS_GIVEN) {
    const ulong block = levels->start[level] + node / NF_SIBLINGS, lane = node % NF_SIBLINGS;
    const int whole = nf_is_whole(tree, block, lane LINKS_PASS);
    uint far, near = 1;
    if (whole) {
        const uint head = nf_head_of(levels, heads, level, node);
        if (head == NF_NOBODY) return NF_BESIDE;
        near = nf_link_whole(own, tree, image, block, lane, head, parents LINKS_PASS);
    } else if (level == 0) near = nf_own_near(own, tree, image, block, lane, &far LINKS_PASS);
    if (near && level > 0) return NF_BELOW;
    if (near)
        nf_link_leaves(own, tree, image, node, near, CORES ? cores[node] : nf_leaf_lanes(node, links->n),
                       whole, parents LINKS_PASS);
    return NF_BESIDE;
}

static inline void nf_link_walk(nf_own *own, const nf_tree *tree, const nf_levels *levels,
                                const nf_image *image, int itself, __global const uint *cores,
                                __global const uint *heads, volatile __global uint *parents LINKS_GIVEN) {
    NF_VISIT(level, node, levels, nf_link_children(own, tree, levels, image, itself, level, node LINKS_PASS),
             nf_link_take(own, tree, levels, image, level, node, cores, heads, parents LINKS_PASS));
}

#if BOX
// The box of all points.
static inline void nf_bounds_of_tree(const nf_tree *tree, const nf_levels *levels, real *lo, real *hi) {
    const ulong block = levels->start[levels->count - 1];
    for (int a = 0; a < DIMS; a++) {
        lo[a] = REAL_MAX;
        hi[a] = -REAL_MAX;
        for (ulong c = 0; c < NF_SIBLINGS; c++) {
            lo[a] = fmin(lo[a], tree->boxes[BOX_PLACE(block, a, c)]);
            hi[a] = fmax(hi[a], tree->boxes[BOX_PLACE(block, a, c) + NF_SIBLINGS]);
        }
    }
}

static inline int nf_is_near(const nf_own *own, const real *lo, const real *hi,
                             const nf_image *image LINKS_GIVEN) {
    real least = 0;
    UNUSED_LINKS
    for (int a = 0; a < DIMS; a++) {
        const real low = displacement(a, own->hi[a], lo[a], IMAGE_OF_BOXES(image)),
                   high = displacement(a, own->lo[a], hi[a], IMAGE_OF_BOXES(image)),
                   gap = fmax(fmax(low, -high) - IMAGE_SLACK(image, 0), (real)0);
        least += NF_SQUARED(gap);
    }
    return least < links->r2;
}
#endif
