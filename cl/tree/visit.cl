// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A walk through the tree (nodes.cl), depth first, for a visitor.  The visitor answers two questions, in two expressions, mostly calls of its functions:
//   worth   "Is it worth it?"  Of the children of `node`, which are nodes of `level`, those that are worth a visit, as bits.
//   take    "Take these."  Visits `node` of `level`, which was worth it, and says how the walk goes on:
//             NF_BESIDE  with the nodes beside it: its points were taken, or none of them counts
//             NF_BELOW   with its children; not for leaves, the nodes of level 0
//             NF_END     not at all
//   NF_VISIT(level, node, levels, worth, take)   by one work-item, which may look at 16 children or points at a time (sixteen.cl)
//   NF_VISIT_LANES(level, node, top, lane, room, worth, take)   by 32 lanes (visit_lanes.cl)
// The macros declare `level` and `node`.  Walks that visit the nearest nodes first have the same two questions: visit_nearest.cl.
#pragma once
#include "tree/nodes.cl"
#define NF_BESIDE 0
#define NF_BELOW  1
#define NF_END    2

// A way down the tree.
typedef struct nf_descent {
    uint left[NF_LEVELS], block[NF_LEVELS]; // the children still to be visited
    uint level;
    ulong node; // the child to visit
} nf_descent;

static inline void nf_enter(nf_descent *descent, uint level, ulong block, uint children) {
    descent->level = level;
    descent->block[level] = (uint)block;
    descent->left[level] = children;
}

static inline int nf_next(nf_descent *descent, const nf_levels *levels) {
    uint level = descent->level;
    while (level < levels->count && !descent->left[level]) level++;
    descent->level = level;
    if (level == levels->count) return 0;
    const uint lane = NF_FIRST_BIT(descent->left[level]);
    descent->left[level] &= descent->left[level] - 1;
    descent->node = (ulong)descent->block[level] * NF_SIBLINGS + lane;
    return 1;
}

#define NF_VISIT(at_level, at_node, levels, worth, take)                                                     \
    {                                                                                                        \
        nf_descent descent_;                                                                                 \
        uint at_level = (levels)->count - 1;                                                                 \
        ulong at_node = 0;                                                                                   \
        nf_enter(&descent_, at_level, at_node, worth);                                                       \
        while (nf_next(&descent_, levels)) {                                                                 \
            at_level = descent_.level;                                                                       \
            at_node = descent_.node;                                                                         \
            const int goes_ = take;                                                                          \
            if (goes_ == NF_END) break;                                                                      \
            if (goes_ == NF_BESIDE) continue;                                                                \
            at_level--;                                                                                      \
            nf_enter(&descent_, at_level, at_node, worth);                                                   \
        }                                                                                                    \
    }
