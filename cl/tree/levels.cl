// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Builds the tree (nodes.cl) of points along a curve, a node a work-item.
//   given, order[n], found --leaves--> points, index, wraps; boxes and least of level 0
//   --upper--> boxes and least of each further level
//   GROUP, ITEMS  as in each.cl; an element is a node
//   DIMS  1 to 8      FOLDED  1: a folded tree
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS) || !defined(FOLDED)
#error "levels.cl needs GROUP, ITEMS, DIMS and FOLDED"
#endif
#include "machine/each.cl"
#include "tree/folding.cl"
#include "tree/found.cl"
#include "tree/nodes.cl"

// The box of a node.
typedef struct nf_node {
    real lo[DIMS], hi[DIMS];
    uint least;
} nf_node;

static inline void nf_node_empty(nf_node *node) {
    for (int a = 0; a < DIMS; a++) node->lo[a] = (real)INFINITY, node->hi[a] = -(real)INFINITY;
    node->least = NF_NOBODY;
}

static inline void nf_node_add(nf_node *node, int a, real lo, real hi) {
    node->lo[a] = lo < node->lo[a] ? lo : node->lo[a];
    node->hi[a] = hi > node->hi[a] ? hi : node->hi[a];
}

static inline void nf_node_put(const nf_node *node, ulong i, ulong start, __global real *boxes,
                               __global uint *least) {
    const ulong block = start + i / NF_SIBLINGS, lane = i % NF_SIBLINGS;
    for (ulong a = 0; a < DIMS; a++) {
        boxes[((block * DIMS + a) * 2) * NF_SIBLINGS + lane] = node->lo[a];
        boxes[((block * DIMS + a) * 2 + 1) * NF_SIBLINGS + lane] = node->hi[a];
    }
    least[block * NF_SIBLINGS + lane] = node->least;
}

// Stores a point as given; a box is that of points, in folded trees of where they are in the periodic box, with their slack.
static inline void nf_node_take(nf_node *node, __global const real *row, real scale, __global real *points,
                                ulong leaf, ulong c FOLD_GIVEN) {
    real at[DIMS > 3 ? DIMS : 3] = {0};
    for (ulong a = 0; a < DIMS; a++) at[a] = row[a];
    real own[DIMS > 3 ? DIMS : 3] = {0};
    for (ulong a = 0; a < DIMS; a++)
        points[(leaf * DIMS + a) * NF_LEAF + c] = own[a] = nf_scaled(at[a], scale);
#if FOLDED
    int w[3];
    real inside[3];
    nf_fold(&folds->lattice, at, (real)INFINITY, w, inside);
    for (ulong a = 0; a < 3; a++) wraps[(leaf * 3 + a) * NF_LEAF + c] = w[a];
    for (int a = 0; a < DIMS; a++) {
        const real scaled = nf_scaled(inside[a], scale), slack = nf_slack_along(folds, own, w, a);
        nf_node_add(node, a, scaled - slack, scaled + slack);
    }
#else
    for (int a = 0; a < DIMS; a++) nf_node_add(node, a, own[a], own[a]);
#endif
}

// `nodes` is a multiple of TREE_WIDTH.  In a tree that is refused all points are 0, and boxes are empty, so that walks end soon.
EACH_KERNEL void leaves(__global const real *given, ulong offset, __global const uint *order, uint n,
                        __global const uint *found, uint top, uint outside, uint nodes, real scale,
                        __global real *points, __global uint *index, __global real *boxes,
                        __global uint *least FOLD_PARAMETERS) {
    const uint filled = (n + NF_LEAF - 1) / NF_LEAF;
    const int refused = !z_is_expected(found, top, outside);
    FOLD_TAKE
    given += offset;
    FOR_EACH(leaf, nodes) {
        nf_node node;
        nf_node_empty(&node);
        for (ulong c = 0; c < NF_LEAF; c++) {
            const ulong k = leaf * NF_LEAF + c;
            if (leaf >= filled) break;
            if (k >= n || refused) {
                index[k] = k < n ? order[k] : NF_NOBODY;
                node.least = min(node.least, index[k]);
                for (ulong a = 0; a < DIMS; a++)
                    points[(leaf * DIMS + a) * NF_LEAF + c] = k < n ? 0 : (real)INFINITY;
#if FOLDED
                for (ulong a = 0; a < 3; a++) wraps[(leaf * 3 + a) * NF_LEAF + c] = 0;
#endif
                continue;
            }
            const uint i = order[k];
            index[k] = i;
            node.least = min(node.least, i);
            nf_node_take(&node, given + (ulong)i * DIMS, scale, points, leaf, c FOLD_PASS);
        }
        nf_node_put(&node, leaf, 0, boxes, least);
    }
}

// The nodes of a level, of which `filled` have children; those of the level below start at block `from`.
EACH_KERNEL void upper(ulong from, ulong to, uint filled, uint nodes, __global real *boxes,
                       __global uint *least) {
    FOR_EACH(i, nodes) {
        nf_node node;
        nf_node_empty(&node);
        if (i < filled) {
            const ulong block = from + i;
            for (int a = 0; a < DIMS; a++) {
                const ulong place = (block * DIMS + (ulong)a) * 2 * NF_SIBLINGS;
                for (ulong c = 0; c < NF_SIBLINGS; c++)
                    nf_node_add(&node, a, boxes[place + c], boxes[place + NF_SIBLINGS + c]);
            }
            for (ulong c = 0; c < NF_SIBLINGS; c++)
                node.least = min(node.least, least[block * NF_SIBLINGS + c]);
        }
        nf_node_put(&node, i, to, boxes, least);
    }
}
