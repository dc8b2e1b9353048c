// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of a crowd through the tree: 32 queries that are near each other, a lane a query, for many neighbours.  It finds the leaves that may have
// neighbours of any of them, and for each query a distance within which there are at least `need` points and not many more; no lists are kept.
// Each lane counts the points that it meets by the leading bits of d2, which have the order of d2.  What has no tally yet, the first leaves, nearest
// first until they have `need` points, gives the largest d2 that counts; all leaves are then counted below that.
//   LEAVES  that a crowd may meet
#pragma once
#include "machine/lanes.cl"
#include "tree/before.cl"
#include "tree/given.cl"
#if NF_LEAF != 32 || NF_SIBLINGS != 32
#error "crowd.cl: a lane has a child of a node"
#endif
#if BOX || FOLDED
#error "crowd.cl is for open space"
#endif
#if !defined(LEAVES)
#error "crowd.cl needs LEAVES"
#endif
#if LEAVES * NF_LEAF > 0xffff
#error "crowd.cl: a tally has 16 bits"
#endif
#define NF_TALLIES    64 // of a query
#define NF_TALLY_BITS 3  // of the mantissa: a tally is for 1/8 to 1/16 of the range of d2

// The leading bits of d2, as an integer in the same order, and the largest d2 that has them.
#if REAL64
#define NF_TALLY_SHIFT    (52 - NF_TALLY_BITS)
#define NF_TALLY_OF(d2)   ((int)(as_ulong(d2) >> NF_TALLY_SHIFT))
#define NF_TALLY_END(key) as_double(((ulong)((key) + 1) << NF_TALLY_SHIFT) - 1)
#else
#define NF_TALLY_SHIFT    (23 - NF_TALLY_BITS)
#define NF_TALLY_OF(d2)   (as_int(d2) >> NF_TALLY_SHIFT)
#define NF_TALLY_END(key) as_float((((key) + 1) << NF_TALLY_SHIFT) - 1)
#endif

typedef struct nf_crowd_walk {
    uint tally[NF_TALLIES * 16]; // of 32 queries, two a number
    int near[NF_LEVELS][32];     // of the nodes on the way
    uint visited[NF_LEVELS];
    real at[32];
} nf_crowd_walk;

typedef struct nf_crowd {
    uint lane;
    real at[DIMS];
    real most;               // the largest d2 that counts
    int key, first;          // that of `most`, and that of the first tally
    uint within;             // points that are counted up to `most`
    real lo[DIMS], hi[DIMS]; // the box of all queries
    int bound;               // the largest of `most`
    uint level, node, visited, leaves;
    int again; // the leaves are counted again for the lane
    int loads; // the node's children are not known
    int near;  // of the lane's child
} nf_crowd;

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

TOGETHER void nf_crowd_begin(nf_crowd *crowd, const nf_query *query, real start, const nf_levels *levels,
                             __local nf_crowd_walk *walk) {
    const uint lane = crowd->lane;
    for (int a = 0; a < DIMS; a++) {
        crowd->at[a] = walk->at[lane] = query->at[a];
        lanes_sync();
        crowd->lo[a] = crowd->hi[a] = walk->at[0];
        for (uint l = 1; l < 32; l++) {
            const real x = walk->at[l];
            crowd->lo[a] = x < crowd->lo[a] ? x : crowd->lo[a];
            crowd->hi[a] = x > crowd->hi[a] ? x : crowd->hi[a];
        }
        lanes_sync();
    }
    for (uint i = lane; i < NF_TALLIES * 16; i += 32) walk->tally[i] = 0;
    crowd->most = start;
    crowd->bound = NF_HIGH(start);
    crowd->within = crowd->leaves = crowd->node = crowd->visited = 0;
    crowd->level = levels->count - 1;
    crowd->loads = 1;
}

// One step of the walk if it `moves`.  Returns a leaf, or NF_NOBODY.
TOGETHER uint nf_crowd_step(nf_crowd *crowd, int moves, const nf_tree *tree, const nf_levels *levels,
                            __local nf_crowd_walk *walk, __local uint *leaves, __local uint *lanes) {
    const uint lane = crowd->lane;
    const uint level = min(crowd->level, levels->count - 1);
    __global const real *boxes = tree->boxes + (levels->start[level] + crowd->node) * DIMS * 2 * NF_SIBLINGS;
    if (moves && crowd->loads) {
        const real near = nf_box_d2(crowd->lo, crowd->hi, boxes + lane);
        crowd->near = walk->near[crowd->level][lane] = NF_HIGH(near);
    }
    if (moves) crowd->loads = 0;
    const int wanted = !(crowd->visited >> lane & 1) && crowd->near <= crowd->bound;
    const int first = lanes_min(wanted ? (crowd->near & ~31) | (int)lane : INT_MAX, lanes);
    const uint child = (uint)first & 31;
    const uint needs = lanes_ballot(nf_box_d2(crowd->at, crowd->at, boxes + child) <= crowd->most, lanes);
    uint leaf = NF_NOBODY;
    if (moves && first == INT_MAX) {
        crowd->level++;
        crowd->node /= NF_SIBLINGS;
        if (crowd->level < levels->count) {
            crowd->visited = walk->visited[crowd->level];
            crowd->near = walk->near[crowd->level][lane];
        }
    } else if (moves) {
        crowd->visited |= 1u << child;
        if (needs && crowd->level == 0) {
            leaf = crowd->node * NF_SIBLINGS + child;
            if (lane == 0) leaves[crowd->leaves] = leaf;
            crowd->leaves++;
        } else if (needs) {
            if (lane == 0) walk->visited[crowd->level] = crowd->visited;
            crowd->node = crowd->node * NF_SIBLINGS + child;
            crowd->level--;
            crowd->visited = 0;
            crowd->loads = 1;
        }
    }
    lanes_sync();
    return leaf;
}

// d2 of the lane's query and four points of a leaf, from `c` on.
static inline void nf_four_d2(const nf_crowd *crowd, const nf_tree *tree, uint leaf, uint c, real *d2) {
    __global const real *points = tree->points + (ulong)leaf * DIMS * NF_LEAF + c;
    real4 sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const real4 d = displacement(a, (real4)(crowd->at[a]),
                                     *(__global const real4 *)(points + a * NF_LEAF), NF_VECTOR_NONE);
        sum += NF_SQUARED(d);
    }
    d2[0] = sum.x, d2[1] = sum.y, d2[2] = sum.z, d2[3] = sum.w;
}

// The largest d2 of the points of a leaf, and `farthest`.
static inline real nf_crowd_farthest(const nf_crowd *crowd, const nf_tree *tree, uint leaf, real farthest) {
    for (uint c = 0; c < NF_LEAF; c += 4) {
        real d2[4];
        nf_four_d2(crowd, tree, leaf, c, d2);
        for (int i = 0; i < 4; i++) farthest = d2[i] > farthest && d2[i] <= REAL_MAX ? d2[i] : farthest;
    }
    return farthest;
}

// Counts the points of a leaf whose keys are at most `most`.
static inline void nf_crowd_count(nf_crowd *crowd, const nf_tree *tree, uint leaf, int most,
                                  __local nf_crowd_walk *walk) {
    volatile __local uint *tally = walk->tally + crowd->lane / 2;
    const uint one = crowd->lane % 2 ? 1u << 16 : 1;
    for (uint c = 0; c < NF_LEAF; c += 4) {
        real d2[4];
        nf_four_d2(crowd, tree, leaf, c, d2);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int key = NF_TALLY_OF(d2[i]);
            if (key > most) continue;
            atomic_add(tally + 16 * max(key - crowd->first, 0), one);
            crowd->within++;
        }
    }
}

// Lowers what counts, as far as `need` points are left.
static inline void nf_crowd_lower(nf_crowd *crowd, uint need, __local const nf_crowd_walk *walk) {
    while (crowd->key > crowd->first) {
        const uint two = walk->tally[16 * (crowd->key - crowd->first) + (int)crowd->lane / 2],
                   last = two >> crowd->lane % 2 * 16 & 0xffffu;
        if (crowd->within < need + last) break;
        crowd->within -= last;
        crowd->key--;
    }
}

// After all leaves are counted: what counts.  Returns 1 where the first tally is reached, which has all that is nearer.
static inline int nf_crowd_look(nf_crowd *crowd, uint need, real start, __local const nf_crowd_walk *walk) {
    nf_crowd_lower(crowd, need, walk);
    crowd->most = fmin(start, NF_TALLY_END(crowd->key));
    return crowd->key == crowd->first && crowd->key > 0;
}

// Before leaves are counted again: lanes that are near their first tally get lower ones.
static inline void nf_crowd_again(nf_crowd *crowd, __local nf_crowd_walk *walk) {
    volatile __local uint *tally = walk->tally + crowd->lane / 2;
    const uint others = crowd->lane % 2 ? 0xffffu : 0xffff0000u;
    crowd->again = crowd->key > 0 && crowd->key - crowd->first < NF_TALLIES / 4;
    if (!crowd->again) return;
    for (uint i = 0; i < NF_TALLIES; i++) atomic_and(tally + 16 * i, others);
    crowd->first = crowd->key - (NF_TALLIES - 1);
    crowd->within = 0;
}

// The walk: leaves[crowd->leaves], and for each lane `most`.  Returns 0 if there are too many leaves.
TOGETHER int nf_crowd_go(nf_crowd *crowd, const nf_tree *tree, const nf_levels *levels, uint need, real start,
                         __local nf_crowd_walk *walk, __local uint *leaves, __local uint *lanes) {
    real farthest = 0;
    uint met = 0;
    while (met < need && crowd->level < levels->count && crowd->leaves < LEAVES) {
        const uint leaf = nf_crowd_step(crowd, 1, tree, levels, walk, leaves, lanes);
        int is = 0;
        if (leaf != NF_NOBODY) {
            is = tree->index[(ulong)leaf * NF_LEAF + crowd->lane] != NF_NOBODY;
            farthest = nf_crowd_farthest(crowd, tree, leaf, farthest);
        }
        met += popcount(lanes_ballot(is, lanes));
    }
    start = fmin(start, farthest);
    crowd->key = NF_TALLY_OF(start);
    crowd->first = crowd->key - (NF_TALLIES - 1);
    crowd->most = start;
    crowd->again = 1;
    // One loop, in which leaves are met or counted again: nested ones would have barriers.
    uint counted = 0;
    while (counted < crowd->leaves || (crowd->level < levels->count && crowd->leaves < LEAVES)) {
        const int again = counted < crowd->leaves;
        uint leaf = nf_crowd_step(crowd, !again, tree, levels, walk, leaves, lanes);
        const uint known = again ? leaves[counted] : 0;
        const real near = nf_box_d2(crowd->at, crowd->at,
                                    tree->boxes + (ulong)(known / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                        known % NF_SIBLINGS);
        const uint needs = lanes_ballot(again && crowd->again && near <= crowd->most, lanes);
        counted += again || leaf != NF_NOBODY;
        if (needs) leaf = known;
        if (leaf != NF_NOBODY)
            nf_crowd_count(crowd, tree, leaf, !again || crowd->again ? crowd->key : INT_MIN, walk);
        lanes_sync();
        const int is = counted == crowd->leaves && nf_crowd_look(crowd, need, start, walk);
        if (lanes_ballot(is, lanes)) {
            counted = 0;
            nf_crowd_again(crowd, walk);
        }
        crowd->bound = lanes_max(NF_HIGH(crowd->most), lanes);
        lanes_sync();
    }
    return crowd->level == levels->count;
}
