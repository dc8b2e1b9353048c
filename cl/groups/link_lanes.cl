// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The links of the points of one leaf with those of others, by the 32 lanes of a warp: what link.cl does with vectors.
#pragma once
#include "groups/forest.cl"
#include "groups/core_points.cl"
#include "tree/lane.cl"

// Across a large step of the curve a leaf's box is near many nodes to which few of its points are near, or none.
TOGETHER int nf_lanes_are_wide(const nf_lane *own, const nf_tree *tree, __local uint *room) {
    real lo[DIMS], hi[DIMS], own_d2 = 0, d2 = 0;
    nf_box_at(tree, own->leaf / NF_SIBLINGS, own->lane, lo, hi);
    for (int a = 0; a < DIMS; a++) {
        own_d2 += NF_SQUARED(own->hi[a] - own->lo[a]);
        d2 += NF_SQUARED(hi[a] - lo[a]);
    }
    return popcount(nf_lanes_ballot(own_d2 > 3 * d2, room)) > NF_SIBLINGS / 2;
}

// ---- groups -------------------------------------------------------------------------------------------------

// Sees whether the leaf has become one group; returns the root of the first lane that is on.
TOGETHER uint nf_lanes_look(nf_lane *own, __local uint *room) {
    const uint root = nf_lanes_get(own->root, NF_FIRST_BIT(own->on), room);
    own->is_one = nf_lanes_ballot(own->is_on && own->root != root, room) == 0;
    return root;
}

// Unites the groups of some lanes with that of which `other` is the root, or was: one union for each different root of theirs.  Returns the
// root.
TOGETHER uint nf_lanes_unite(nf_lane *own, int joins, uint other, volatile __global uint *parents,
                             __local uint *room) {
    uint left = nf_lanes_ballot(joins && own->root != other, room);
    while (left) {
        const uint one = nf_lanes_get(own->root, NF_FIRST_BIT(left), room);
        uint root = 0;
        if (own->lane == 0) root = nf_unite(parents, one, other);
        root = nf_lanes_get(root, 0, room);
        if (own->root == one || own->root == other) own->root = root;
        other = root;
        left = nf_lanes_ballot(joins && own->root != other, room);
    }
    return other;
}

// ---- meetings -----------------------------------------------------------------------------------------------

// Links with a whole node whose group has the slot `head`: lanes that are `is_far` with all of its points.  Returns the lanes that are near
// and may still be linked with some of them.
TOGETHER uint nf_lanes_link_whole(nf_lane *own, int is_near, int is_far, uint head,
                                  volatile __global uint *parents, __local uint *room) {
    uint other = nf_find(parents, head), waiting;
    if (own->is_on) own->root = nf_find(parents, own->root);
    waiting = nf_lanes_ballot(is_near && own->root != other, room);
    if (waiting) {
        other = nf_lanes_unite(own, is_far, other, parents, room);
        nf_lanes_look(own, room);
        waiting = nf_lanes_ballot(is_near && own->root != other, room);
    }
    return waiting;
}

// Links of the lanes that are near with the points of a leaf, `others`; if it is whole, one link of each lane is enough.
TOGETHER void nf_lanes_meet_leaf(nf_lane *own, const nf_tree *tree, const nf_image *image, ulong leaf,
                                 uint near, uint others, int is_whole, volatile __global uint *parents,
                                 __local uint *room LINKS_GIVEN) {
    const uint slot = (uint)leaf * NF_LEAF + own->lane;
    const nf_point point = nf_point_at(tree, leaf, own->lane);
    const uint wrapped = own->wrapped | nf_lanes_wrapped(&point, room);
    real inside[DIMS];
    nf_fold_into(&point, inside LINKS_PASS);
    int is_near = (int)(others >> own->lane & 1), has_roots = 0;
    uint other_root = 0; // of this lane's point of the other leaf, or once; known after has_roots
    const real slack = nf_point_slack(&point LINKS_PASS);
    if (!(nf_range_of(own->lo, own->hi, inside, inside, image, slack).least < links->r2)) is_near = 0;
    uint left = nf_lanes_ballot(is_near, room);
    if (left && own->is_one) { // points that are in the group already are not looked at
        uint root = 0;         // lanes that are not on may have no slot
        if (own->is_on) root = nf_find(parents, own->root);
        root = nf_lanes_get(root, NF_FIRST_BIT(own->on), room);
        if (own->is_on) own->root = root;
        if (is_near) other_root = nf_find(parents, slot);
        has_roots = 1;
        left &= nf_lanes_ballot(other_root != root, room);
    }
    while (left) {
        const uint at = NF_FIRST_BIT(left);
        const real d2 = nf_lanes_d2(own, &point, at, wrapped, image, room LINKS_PASS);
        const int is_linked = (near >> own->lane & 1) && d2 < links->r2;
        left &= left - 1;
        if (nf_lanes_ballot(is_linked, room)) {
            if (!has_roots && is_near) other_root = nf_find(parents, slot);
            has_roots = 1;
            const uint before = nf_lanes_get(other_root, at, room),
                       after = nf_lanes_unite(own, is_linked, before, parents, room);
            if (other_root == before) other_root = after;
            const uint root = nf_lanes_look(own, room);
            if (own->is_one) left &= is_whole ? 0 : nf_lanes_ballot(other_root != root, room);
        }
    }
}

// ---- the walk -----------------------------------------------------------------------------------------------

// Where a walk begins: at some nodes of a level, one for each lane, or NF_NOBODY.
typedef struct nf_walk_start {
    uint level;
    uint node; // * as in nf_lane
} nf_walk_start;

TOGETHER void nf_lanes_walk(nf_lane *own, const nf_tree *tree, const nf_walk_start *from,
                            const nf_image *image, int itself, __global const uint *cores,
                            __global const uint *heads, volatile __global uint *parents,
                            __local uint *room LINKS_GIVEN) {
    uint level = from->level, wholes, saved = 0, saved_wholes = 0; // lane l saves what is left of level l
    uint block = 0;
    ulong start = nf_level_start(own, level, room);
    uint left = nf_lanes_near(own, tree, image, itself, level, start, from->node, &wholes, room LINKS_PASS);
    while (level <= from->level) {
        if (!left) {
            level++;
            block /= NF_SIBLINGS;
            left = nf_lanes_get(saved, level, room);
            wholes = nf_lanes_get(saved_wholes, level, room);
            start = nf_level_start(own, level, room);
        } else {
            const uint at = NF_FIRST_BIT(left), is_whole = wholes >> at & 1,
                       node = level == from->level ? nf_lanes_get(from->node, at, room)
                                                   : block * NF_SIBLINGS + at;
            const int asks = is_whole || own->is_wide || popcount(left) > 8; // which lanes need the node
            uint waiting = own->on;
            left &= left - 1;
            if (asks) {
                real lo[DIMS], hi[DIMS];
                nf_box_at(tree, start + node / NF_SIBLINGS, node % NF_SIBLINGS, lo, hi);
                const nf_range range = nf_range_of(own->inside, own->inside, lo, hi, image, own->slack);
                const int is_near = own->is_on && range.least < links->r2,
                          is_far = own->is_on && range.most < links->r2;
                waiting = nf_lanes_ballot(is_near, room);
                if (waiting && is_whole) {
                    const uint head =
                        CORES ? heads[start * NF_SIBLINGS + node] : (uint)nf_first_slot(level, node);
                    waiting = 0;
                    if (head != NF_NOBODY)
                        waiting = nf_lanes_link_whole(own, is_near, is_far, head, parents, room);
                }
            }
            if (waiting) {
                if (level == 0)
                    nf_lanes_meet_leaf(own, tree, image, node, waiting,
                                       CORES ? cores[node] : nf_leaf_lanes(node, links->n), (int)is_whole,
                                       parents, room LINKS_PASS);
                else {
                    if (own->lane == level) saved = left, saved_wholes = wholes;
                    level--;
                    block = node;
                    start = nf_level_start(own, level, room);
                    left = nf_lanes_near(own, tree, image, itself, level, start,
                                         block * NF_SIBLINGS + own->lane, &wholes, room LINKS_PASS);
                }
            }
        }
    }
}
