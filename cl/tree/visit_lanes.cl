// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A walk through the tree by 32 lanes, for a visitor as visit.cl has it.
//   worth   `node` is another child in each lane: those that are worth a visit, as bits, lane 0 lowest
//   take    `node` is the same in all lanes, and so is the answer
#pragma once
#include "machine/lanes.cl"
#include "tree/visit.cl"

// A way down the tree; the same in all lanes, but lane l saves what is left of level l.
typedef struct nf_lanes_descent {
    uint level, block, left, saved;
} nf_lanes_descent;

// The next node to visit, of descent->level, or NF_NOBODY.
TOGETHER uint nf_lanes_next(nf_lanes_descent *descent, uint top, __local uint *room) {
    while (!descent->left && descent->level < top) {
        descent->level++;
        descent->block /= NF_SIBLINGS;
        descent->left = nf_lanes_get(descent->saved, descent->level, room);
    }
    if (!descent->left) return NF_NOBODY;
    const uint at = NF_FIRST_BIT(descent->left);
    descent->left &= descent->left - 1;
    return descent->block * NF_SIBLINGS + at;
}

// `top`: the highest level.  No jumps: the loop has barriers.
#define NF_VISIT_LANES(at_level, at_node, top, lane, room, worth, take)                                      \
    {                                                                                                        \
        nf_lanes_descent descent_ = {top, 0, 0, 0};                                                          \
        uint at_level = top, at_node = lane;                                                                 \
        descent_.left = worth;                                                                               \
        at_node = nf_lanes_next(&descent_, top, room);                                                       \
        while (at_node != NF_NOBODY) {                                                                       \
            at_level = descent_.level;                                                                       \
            const int goes_ = take;                                                                          \
            if (goes_ == NF_BELOW) {                                                                         \
                if ((lane) == at_level) descent_.saved = descent_.left;                                      \
                descent_.block = at_node;                                                                    \
                descent_.level = --at_level;                                                                 \
                at_node = at_node * NF_SIBLINGS + (lane);                                                    \
                descent_.left = worth;                                                                       \
            }                                                                                                \
            at_node = goes_ == NF_END ? NF_NOBODY : nf_lanes_next(&descent_, top, room);                     \
        }                                                                                                    \
    }
