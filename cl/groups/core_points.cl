// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The points of leaves and nodes between which links are found: all, or with CORES core points only.
#pragma once
#if !defined(CORES)
#error "core_points.cl needs CORES"
#endif
#include "tree/nodes.cl"

// The lanes of the points of a leaf.
static inline uint nf_leaf_lanes(ulong leaf, uint n) {
    const ulong left = n - leaf * NF_LEAF;
    return left < NF_LEAF ? (1u << (uint)left) - 1 : NF_ALL_LANES;
}

// The slots of a node.
static inline ulong nf_first_slot(uint level, ulong node) { return node << NF_WIDTH_BITS * (level + 1); }
static inline ulong nf_slots_of(uint level, ulong node, uint n) {
    const ulong first = nf_first_slot(level, node), end = nf_first_slot(level, node + 1);
    return min(end, (ulong)n) - first;
}

// The first of the points of a whole node, or NF_NOBODY.
static inline uint nf_head_of(const nf_levels *levels, __global const uint *heads, uint level, ulong node) {
    (void)levels, (void)heads;
    return CORES ? heads[levels->start[level] * NF_SIBLINGS + node] : (uint)nf_first_slot(level, node);
}
