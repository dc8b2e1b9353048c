// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The tree: points along a curve (zsort.cl) in leaves of W = TREE_WIDTH, and boxes in levels.  Level 0 has the boxes of the leaves, each further
// level the boxes of W consecutive nodes of the level below, up to the one with at most W nodes.
//   points   DIMS x W scaled coordinates a leaf (space/scaled.cl), axis by axis; infinity beyond the last point
//   index    W numbers a leaf: the caller's indices; NF_NOBODY beyond the last point
//   boxes    2 x DIMS x W coordinates a block of W siblings: lowest and highest, axis by axis; an empty box beyond the last node
//   least    W numbers a block: the smallest index in each node
//   Node i of a level is lane i % W of block start[level] + i / W, and has the W nodes from W i on of the level below as children.
// Folded trees are of points in a periodic box some of which are outside of it: boxes are those of the points folded into the box, and each
// point has its wraps w (space/space_box.cl): 3 x W numbers a leaf.
//   TREE_WIDTH  16: for vectors (sixteen.cl), 32: for lanes (machine/lanes.cl), or for two vectors
#pragma once
#if !defined(TREE_WIDTH)
#error "nodes.cl needs TREE_WIDTH"
#endif
#include "machine/real.cl"
#include "space/scaled.cl"
#include "tree/sixteen.cl"
#define NF_NOBODY   0xffffffffu
#define NF_LEVELS   8
#define NF_LEAF     TREE_WIDTH
#define NF_SIBLINGS TREE_WIDTH
#if TREE_WIDTH == 32
#define NF_WIDTH_BITS 5
#define NF_ALL_LANES  0xffffffffu
#else
#define NF_WIDTH_BITS 4
#define NF_ALL_LANES  0xffffu
#endif
#define NF_SIXTEENS (TREE_WIDTH / 16) // the vectors of a leaf, or of a block

// Where the levels start, in blocks; as in src/tree/tree.h.
typedef struct nf_levels {
    ulong start[NF_LEVELS];
    uint count, reserved;
} nf_levels;

// A tree on the device.
typedef struct nf_tree {
    __global const real *points;
    __global const uint *index;
    __global const real *boxes;
    __global const uint *least;
    __global const int *wraps;
} nf_tree;
#define TREE_PARAMETERS                                                                                      \
    __global const real *points, __global const uint *index, __global const real *boxes,                     \
        __global const uint *least, __global const int *wraps, nf_levels given_levels
// A copy of the levels: Mesa's compiler crashes where a member of an argument is chosen by a number that is not the same for all work-items.
#define LEVELS_TAKE                                                                                          \
    nf_levels levels;                                                                                        \
    for (uint l_ = 0; l_ < NF_LEVELS; l_++) levels.start[l_] = given_levels.start[l_];                       \
    levels.count = given_levels.count;
#define TREE_OF_PARAMETERS                                                                                   \
    { points, index, boxes, least, wraps }

// The squares of components are added in the order of the dims, as in pair_rule.cl.
#define NF_SQUARED(d) ((d) * (d))
