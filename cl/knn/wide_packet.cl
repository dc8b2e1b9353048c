// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of a wide packet through the tree: 32 queries that are near each other, a lane a query, for many neighbours.  It finds the leaves that may have
// neighbours of any of them, and for each query a distance within which there are at least `need` points and not many more; no lists are kept.
// Each lane keeps a histogram of the points that it meets by the leading bits of d2, which have the order of d2.  The first leaves have no bins
// yet: they are read nearest first until they have `need` points, and give the largest d2 that counts.  All leaves are then counted below that.
//   LEAVES  that a wide packet may meet
#pragma once
#include "machine/lanes.cl"
#include "knn/nearer.cl"
#include "knn/query.cl"
#if NF_LEAF != 32 || NF_SIBLINGS != 32
#error "wide_packet.cl: a lane has a child of a node"
#endif
#if BOX || FOLDED
#error "wide_packet.cl is for open space"
#endif
#if !defined(LEAVES)
#error "wide_packet.cl needs LEAVES"
#endif
#if LEAVES * NF_LEAF > 0xffff
#error "wide_packet.cl: a bin has 16 bits"
#endif
#define NF_BINS     64 // of a query
#define NF_BIN_BITS 3  // of the mantissa: a bin is for 1/8 to 1/16 of the range of d2

// The leading bits of d2, as an integer in the same order, and the largest d2 that has them.
#if REAL64
#define NF_BIN_SHIFT    (52 - NF_BIN_BITS)
#define NF_BIN_OF(d2)   ((int)(as_ulong(d2) >> NF_BIN_SHIFT))
#define NF_BIN_END(key) as_double(((ulong)((key) + 1) << NF_BIN_SHIFT) - 1)
#else
#define NF_BIN_SHIFT    (23 - NF_BIN_BITS)
#define NF_BIN_OF(d2)   (as_int(d2) >> NF_BIN_SHIFT)
#define NF_BIN_END(key) as_float((((key) + 1) << NF_BIN_SHIFT) - 1)
#endif

typedef struct nf_wide_walk {
    uint bins[NF_BINS * 16]; // of 32 queries, two a number
    int near[NF_LEVELS][32]; // of the nodes on the way
    uint visited[NF_LEVELS];
    real at[32];
} nf_wide_walk;

typedef struct nf_wide {
    uint lane;
    real at[DIMS];
    real most;               // the largest d2 that counts
    int key, first;          // that of `most`, and that of the first bin
    uint within;             // points that are counted up to `most`
    real lo[DIMS], hi[DIMS]; // the box of all queries
    int bound;               // the largest of `most`
    uint level, node, visited, leaves;
    int again; // the leaves are counted again for the lane
    int loads; // the node's children are not known
    int near;  // of the lane's child
} nf_wide;

static inline real nf_box_d2(const real *lo, const real *hi, __global const real *box) {
    real sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const real below = displacement(a, hi[a], box[2 * a * NF_SIBLINGS], NF_VECTOR_NONE),
                   above = displacement(a, box[(2 * a + 1) * NF_SIBLINGS], lo[a], NF_VECTOR_NONE);
        real gap = below > above ? below : above;
        gap = gap > 0 ? gap : 0;
        sum += NF_SQUARED(gap);
    }
    return sum;
}

TOGETHER void nf_wide_begin(nf_wide *wide, const nf_query *query, real start, const nf_levels *levels,
                            __local nf_wide_walk *walk) {
    const uint lane = wide->lane;
    for (int a = 0; a < DIMS; a++) {
        wide->at[a] = walk->at[lane] = query->at[a];
        nf_lanes_sync();
        wide->lo[a] = wide->hi[a] = walk->at[0];
        for (uint l = 1; l < 32; l++) {
            const real x = walk->at[l];
            wide->lo[a] = x < wide->lo[a] ? x : wide->lo[a];
            wide->hi[a] = x > wide->hi[a] ? x : wide->hi[a];
        }
        nf_lanes_sync();
    }
    for (uint i = lane; i < NF_BINS * 16; i += 32) walk->bins[i] = 0;
    wide->most = start;
    wide->bound = NF_HIGH(start);
    wide->within = wide->leaves = wide->node = wide->visited = 0;
    wide->level = levels->count - 1;
    wide->loads = 1;
}

// One step of the walk if it `moves`.  Returns a leaf, or NF_NOBODY.
TOGETHER uint nf_wide_step(nf_wide *wide, int moves, const nf_tree *tree, const nf_levels *levels,
                           __local nf_wide_walk *walk, __local uint *leaves, __local uint *lanes) {
    const uint lane = wide->lane;
    const uint level = min(wide->level, levels->count - 1);
    __global const real *boxes = tree->boxes + (levels->start[level] + wide->node) * DIMS * 2 * NF_SIBLINGS;
    if (moves && wide->loads) {
        const real near = nf_box_d2(wide->lo, wide->hi, boxes + lane);
        wide->near = walk->near[wide->level][lane] = NF_HIGH(near);
    }
    if (moves) wide->loads = 0;
    const int wanted = !(wide->visited >> lane & 1) && wide->near <= wide->bound;
    const int first = nf_lanes_min(wanted ? (wide->near & ~31) | (int)lane : INT_MAX, lanes);
    const uint child = (uint)first & 31;
    const uint needs = nf_lanes_ballot(nf_box_d2(wide->at, wide->at, boxes + child) <= wide->most, lanes);
    uint leaf = NF_NOBODY;
    if (moves && first == INT_MAX) {
        wide->level++;
        wide->node /= NF_SIBLINGS;
        if (wide->level < levels->count) {
            wide->visited = walk->visited[wide->level];
            wide->near = walk->near[wide->level][lane];
        }
    } else if (moves) {
        wide->visited |= 1u << child;
        if (needs && wide->level == 0) {
            leaf = wide->node * NF_SIBLINGS + child;
            if (lane == 0) leaves[wide->leaves] = leaf;
            wide->leaves++;
        } else if (needs) {
            if (lane == 0) walk->visited[wide->level] = wide->visited;
            wide->node = wide->node * NF_SIBLINGS + child;
            wide->level--;
            wide->visited = 0;
            wide->loads = 1;
        }
    }
    nf_lanes_sync();
    return leaf;
}

// d2 of the lane's query and four points of a leaf, from `c` on.
static inline void nf_four_d2(const nf_wide *wide, const nf_tree *tree, uint leaf, uint c, real *d2) {
    __global const real *points = tree->points + (ulong)leaf * DIMS * NF_LEAF + c;
    nf_real4 sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const nf_real4 d = displacement(a, (nf_real4)(wide->at[a]),
                                        *(__global const nf_real4 *)(points + a * NF_LEAF), NF_VECTOR_NONE);
        sum += NF_SQUARED(d);
    }
    d2[0] = sum.x, d2[1] = sum.y, d2[2] = sum.z, d2[3] = sum.w;
}

// The largest d2 of the points of a leaf, and `farthest`.
static inline real nf_wide_farthest(const nf_wide *wide, const nf_tree *tree, uint leaf, real farthest) {
    for (uint c = 0; c < NF_LEAF; c += 4) {
        real d2[4];
        nf_four_d2(wide, tree, leaf, c, d2);
        for (int i = 0; i < 4; i++) farthest = d2[i] > farthest && d2[i] <= REAL_MAX ? d2[i] : farthest;
    }
    return farthest;
}

// Counts the points of a leaf whose keys are at most `most`.
static inline void nf_wide_count(nf_wide *wide, const nf_tree *tree, uint leaf, int most,
                                 __local nf_wide_walk *walk) {
    volatile __local uint *bins = walk->bins + wide->lane / 2;
    const uint one = wide->lane % 2 ? 1u << 16 : 1;
    for (uint c = 0; c < NF_LEAF; c += 4) {
        real d2[4];
        nf_four_d2(wide, tree, leaf, c, d2);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int key = NF_BIN_OF(d2[i]);
            if (key > most) continue;
            atomic_add(bins + 16 * max(key - wide->first, 0), one);
            wide->within++;
        }
    }
}

// Lowers what counts, as far as `need` points are left.
static inline void nf_wide_lower(nf_wide *wide, uint need, __local const nf_wide_walk *walk) {
    while (wide->key > wide->first) {
        const uint two = walk->bins[16 * (wide->key - wide->first) + (int)wide->lane / 2],
                   last = two >> wide->lane % 2 * 16 & 0xffffu;
        if (wide->within < need + last) break;
        wide->within -= last;
        wide->key--;
    }
}

// After all leaves are counted: what counts.  Returns 1 where the first bin is reached, which has all that is nearer.
static inline int nf_wide_look(nf_wide *wide, uint need, real start, __local const nf_wide_walk *walk) {
    nf_wide_lower(wide, need, walk);
    wide->most = fmin(start, NF_BIN_END(wide->key));
    return wide->key == wide->first && wide->key > 0;
}

// Before leaves are counted again: lanes whose d2 is near their first bin get bins of smaller d2.
static inline void nf_wide_again(nf_wide *wide, __local nf_wide_walk *walk) {
    volatile __local uint *bins = walk->bins + wide->lane / 2;
    const uint others = wide->lane % 2 ? 0xffffu : 0xffff0000u;
    wide->again = wide->key > 0 && wide->key - wide->first < NF_BINS / 4;
    if (!wide->again) return;
    for (uint i = 0; i < NF_BINS; i++) atomic_and(bins + 16 * i, others);
    wide->first = wide->key - (NF_BINS - 1);
    wide->within = 0;
}

// The walk: leaves[wide packet->leaves], and for each lane `most`.  Returns 0 if there are too many leaves.
TOGETHER int nf_wide_go(nf_wide *wide, const nf_tree *tree, const nf_levels *levels, uint need, real start,
                        __local nf_wide_walk *walk, __local uint *leaves, __local uint *lanes) {
    real farthest = 0;
    uint met = 0;
    while (met < need && wide->level < levels->count && wide->leaves < LEAVES) {
        const uint leaf = nf_wide_step(wide, 1, tree, levels, walk, leaves, lanes);
        int is = 0;
        if (leaf != NF_NOBODY) {
            is = tree->index[(ulong)leaf * NF_LEAF + wide->lane] != NF_NOBODY;
            farthest = nf_wide_farthest(wide, tree, leaf, farthest);
        }
        met += popcount(nf_lanes_ballot(is, lanes));
    }
    start = fmin(start, farthest);
    wide->key = NF_BIN_OF(start);
    wide->first = wide->key - (NF_BINS - 1);
    wide->most = start;
    wide->again = 1;
    // One loop, in which leaves are met or counted again: nested ones would have barriers.
    uint counted = 0;
    while (counted < wide->leaves || (wide->level < levels->count && wide->leaves < LEAVES)) {
        const int again = counted < wide->leaves;
        uint leaf = nf_wide_step(wide, !again, tree, levels, walk, leaves, lanes);
        const uint known = again ? leaves[counted] : 0;
        const real near = nf_box_d2(wide->at, wide->at,
                                    tree->boxes + (ulong)(known / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                        known % NF_SIBLINGS);
        const uint needs = nf_lanes_ballot(again && wide->again && near <= wide->most, lanes);
        counted += again || leaf != NF_NOBODY;
        if (needs) leaf = known;
        if (leaf != NF_NOBODY)
            nf_wide_count(wide, tree, leaf, !again || wide->again ? wide->key : INT_MIN, walk);
        nf_lanes_sync();
        const int is = counted == wide->leaves && nf_wide_look(wide, need, start, walk);
        if (nf_lanes_ballot(is, lanes)) {
            counted = 0;
            nf_wide_again(wide, walk);
        }
        wide->bound = nf_lanes_max(NF_HIGH(wide->most), lanes);
        nf_lanes_sync();
    }
    return wide->level == levels->count;
}
