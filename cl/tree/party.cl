// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of a party through the tree: 32 queries that are near each other, a lane a query.  Points that are near the box of the queries wait in local
// memory; all lanes test 32 of them at a time.  First come those of the own leaf, then those of its siblings, the nearest first, then all others depth first.
#pragma once
#include "tree/party_first.cl"
#include "tree/party_images.cl"
#include "tree/party_test.cl"

// Moves to another node.  Returns 1 if its children are looked at now.
static inline int nf_party_move(nf_party *party, nf_party_way *way, const nf_levels *levels,
                                __local nf_party_room *room WALK_FOLDS) {
    if (way->enters) {
        way->enters = 0;
        return 1;
    }
    while (!way->mask && way->level + 1 < levels->count) {
        way->level++;
        way->node /= NF_SIBLINGS;
        way->mask = room->of.walk.masks[way->level];
    }
    if (way->mask) {
        const uint child = NF_FIRST_BIT(way->mask);
        way->mask &= way->mask - 1;
        way->above = way->mask;
        way->node = way->node * NF_SIBLINGS + child;
        way->level--;
        return 1;
    }
#if BOX
    nf_party_image(party, way, levels, room, folds);
#else
    party->done = 1;
#endif
    return 0;
}

// 1 for a node whose leaves came first.
static inline int nf_party_has_met(const nf_party *party, __local const nf_party_walk *walk, uint level,
                                   uint child) {
#if BOX
    const int none[3] = {0, 0, 0};
    if (party->image != (int)NF_PACKED(none)) return 0;
#endif
    (void)party;
    return (level == 1 && child == walk->own / NF_SIBLINGS) || (level == 0 && child == walk->other);
}

// To the next node; the leaves that it may have are next.
TOGETHER void nf_party_node(nf_party *party, int moves, const nf_tree *tree, const nf_levels *levels,
                            __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    nf_party_way way = walk->way;
    const int looks = moves && nf_party_move(party, &way, levels, room WALK_PASS);
    const uint child = way.node * NF_SIBLINGS + party->lane;
    float near = INFINITY;
    if (looks && !nf_party_has_met(party, walk, way.level, child))
        near = nf_party_gap(
            walk, tree->boxes + (levels->start[way.level] + way.node) * DIMS * 2 * NF_SIBLINGS + party->lane);
    const uint mask = lanes_ballot(near <= party->bound, room->lanes);
    // Not before all lanes have read them.
    if (looks && party->lane == 0 && way.level + 1 < levels->count) walk->masks[way.level + 1] = way.above;
    if (looks) way.mask = way.level > 0 ? mask : 0;
    if (moves && party->lane == 0) walk->way = way;
    if (looks && way.level == 0) {
        party->ready = mask;
        party->near = near;
        party->reached += popcount(mask);
        walk->leaf[party->lane] = child;
    }
    lanes_sync();
    if (party->reached >= NF_REACHED_MOST) party->failed = 1, party->done = 1;
    if (looks) nf_party_fetch(party, tree, walk);
}

// The points of the next leaf become candidates, if they are near enough.
TOGETHER void nf_party_take(nf_party *party, int takes, const nf_tree *tree, __local nf_party_room *room) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint leaf = party->next;
    int needs = takes;
    float u[DIMS];
    for (int a = 0; a < DIMS; a++) u[a] = nf_viewed(&walk->view, a, party->ahead[a]);
    party->ready &= party->ready - 1;
    nf_party_fetch(party, tree, walk);
    LANES_IF(party->reached > NF_ASKED_FROM) {
        if (takes && party->reached > NF_ASKED_FROM)
            needs = nf_party_needs(party, walk,
                                   tree->boxes + ((ulong)leaf / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                       leaf % NF_SIBLINGS);
        needs = lanes_ballot(needs, room->lanes) != 0;
    }
    const float near = needs ? nf_extent_point(&walk->extent, u) : INFINITY;
    const uint met = lanes_ballot(near <= party->bound, room->lanes);
    if (near <= party->bound)
        nf_party_put(walk, party->waiting + popcount(met & ((1u << party->lane) - 1)), u,
                     party->leaves * 32 + party->lane);
    if (met) {
        if (party->lane == 0) room->leaf[party->leaves] = leaf;
#if BOX
        if (party->lane == 0) room->image[party->leaves] = party->image;
#endif
        party->waiting += popcount(met);
        party->leaves++;
        if (party->leaves == NF_PARTY_LEAVES) party->failed = 1, party->done = 1;
    }
    lanes_sync();
}

// Walks the tree for the queries.  `without`: the slot of the own point, if it does not count.
TOGETHER void nf_party_go(nf_party *party, uint *list, const nf_tree *tree, const nf_levels *levels,
                          uint without, __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint lane = party->lane;
    int opens = 1, drains = 1;
    nf_party_open(party, tree, levels, room);
    // Columns that have more in the end than rows may take from them are emptied once more.
    while (party->waiting > 0 ||
           lanes_ballot(!drains && party->end > party->first + NF_KEPT * NF_ROW, room->lanes)) {
        const uint count = min(party->waiting, 32u), left = party->waiting - count;
        if (lane >= count) walk->candidate[lane * NF_WIDTH + DIMS] = INFINITY;
        lanes_sync();
        drains = opens || party->done;
        nf_party_test(party, list, (max(count, 1u) + NF_CHECK - 1) / NF_CHECK * NF_CHECK, drains,
                      opens ? without : NF_NO_KEY, room);
        nf_party_look(party, room);
        float u[NF_WIDTH];
        const uint slot = walk->slot[32 + lane];
        for (uint a = 0; a < NF_WIDTH; a++) u[a] = walk->candidate[(32 + lane) * NF_WIDTH + a];
        lanes_sync();
        if (lane < left) {
            for (uint a = 0; a < NF_WIDTH; a++) walk->candidate[lane * NF_WIDTH + a] = u[a];
            walk->slot[lane] = slot;
        }
        lanes_sync();
        party->waiting = left;
        opens = 0;
        while (party->waiting < 32 && !party->done) {
            const int moves = !party->ready;
            LANES_IF(moves) nf_party_node(party, moves, tree, levels, room WALK_PASS);
            const int takes = party->ready != 0;
            LANES_IF(takes) nf_party_take(party, takes, tree, room);
        }
    }
}
