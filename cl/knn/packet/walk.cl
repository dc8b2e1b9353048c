// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of a packet through the tree: 32 queries that are near each other, a lane a query.  Points that are near the box of the queries wait in local
// memory; all lanes test 32 of them at a time.  First come those of the own leaf, then those of its siblings, the nearest first, then all others depth first.
#pragma once
#include "knn/packet/first.cl"
#include "knn/packet/images.cl"
#include "knn/packet/test.cl"

// Moves to another node.  Returns 1 if its children are looked at now.
static inline int nf_packet_move(nf_packet *packet, nf_packet_way *way, const nf_levels *levels,
                                 __local nf_packet_room *room WALK_FOLDS) {
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
    nf_packet_image(packet, way, levels, room, folds);
#else
    packet->done = 1;
#endif
    return 0;
}

// 1 for a node whose leaves came first.
static inline int nf_packet_has_met(const nf_packet *packet, __local const nf_packet_walk *walk, uint level,
                                    uint child) {
#if BOX
    const int none[3] = {0, 0, 0};
    if (packet->image != (int)NF_PACKED(none)) return 0;
#endif
    (void)packet;
    return (level == 1 && child == walk->own / NF_SIBLINGS) || (level == 0 && child == walk->other);
}

// To the next node; the leaves that it may have are next.
TOGETHER void nf_packet_node(nf_packet *packet, int moves, const nf_tree *tree, const nf_levels *levels,
                             __local nf_packet_room *room WALK_FOLDS) {
    __local nf_packet_walk *walk = &room->of.walk;
    nf_packet_way way = walk->way;
    const int looks = moves && nf_packet_move(packet, &way, levels, room WALK_PASS);
    const uint child = way.node * NF_SIBLINGS + packet->lane;
    float near = INFINITY;
    if (looks && !nf_packet_has_met(packet, walk, way.level, child))
        near =
            nf_packet_gap(walk, tree->boxes + (levels->start[way.level] + way.node) * DIMS * 2 * NF_SIBLINGS +
                                    packet->lane);
    const uint mask = nf_lanes_ballot(near <= packet->bound, room->lanes);
    // Not before all lanes have read them.
    if (looks && packet->lane == 0 && way.level + 1 < levels->count) walk->masks[way.level + 1] = way.above;
    if (looks) way.mask = way.level > 0 ? mask : 0;
    if (moves && packet->lane == 0) walk->way = way;
    if (looks && way.level == 0) {
        packet->ready = mask;
        packet->near = near;
        packet->reached += popcount(mask);
        walk->leaf[packet->lane] = child;
    }
    nf_lanes_sync();
    if (packet->reached >= NF_REACHED_MOST) packet->failed = 1, packet->done = 1;
    if (looks) nf_packet_fetch(packet, tree, walk);
}

// The points of the next leaf become candidates, if they are near enough.
TOGETHER void nf_packet_take(nf_packet *packet, int takes, const nf_tree *tree,
                             __local nf_packet_room *room) {
    __local nf_packet_walk *walk = &room->of.walk;
    const uint leaf = packet->next;
    int needs = takes;
    float u[DIMS];
    for (int a = 0; a < DIMS; a++) u[a] = nf_viewed(&walk->view, a, packet->ahead[a]);
    packet->ready &= packet->ready - 1;
    nf_packet_fetch(packet, tree, walk);
    LANES_IF(packet->reached > NF_ASKED_FROM) {
        if (takes && packet->reached > NF_ASKED_FROM)
            needs = nf_packet_needs(packet, walk,
                                    tree->boxes + ((ulong)leaf / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                        leaf % NF_SIBLINGS);
        needs = nf_lanes_ballot(needs, room->lanes) != 0;
    }
    const float near = needs ? nf_extent_point(&walk->extent, u) : INFINITY;
    const uint met = nf_lanes_ballot(near <= packet->bound, room->lanes);
    if (near <= packet->bound)
        nf_packet_put(walk, packet->waiting + popcount(met & ((1u << packet->lane) - 1)), u,
                      packet->leaves * 32 + packet->lane);
    if (met) {
        if (packet->lane == 0) room->leaf[packet->leaves] = leaf;
#if BOX
        if (packet->lane == 0) room->image[packet->leaves] = packet->image;
#endif
        packet->waiting += popcount(met);
        packet->leaves++;
        if (packet->leaves == NF_PACKET_LEAVES) packet->failed = 1, packet->done = 1;
    }
    nf_lanes_sync();
}

// Walks the tree for the queries.  `without`: the slot of the own point, if it does not count.
TOGETHER void nf_packet_go(nf_packet *packet, uint *list, const nf_tree *tree, const nf_levels *levels,
                           uint without, __local nf_packet_room *room WALK_FOLDS) {
    __local nf_packet_walk *walk = &room->of.walk;
    const uint lane = packet->lane;
    int opens = 1, drains = 1;
    nf_packet_open(packet, tree, levels, room);
    // Columns that have more in the end than rows may take from them are emptied once more.
    while (packet->waiting > 0 ||
           nf_lanes_ballot(!drains && packet->end > packet->first + NF_KEPT * NF_ROW, room->lanes)) {
        const uint count = min(packet->waiting, 32u), left = packet->waiting - count;
        if (lane >= count) walk->candidate[lane * NF_WIDTH + DIMS] = INFINITY;
        nf_lanes_sync();
        drains = opens || packet->done;
        nf_packet_test(packet, list, (max(count, 1u) + NF_CHECK - 1) / NF_CHECK * NF_CHECK, drains,
                       opens ? without : NF_NO_KEY, room);
        nf_packet_look(packet, room);
        float u[NF_WIDTH];
        const uint slot = walk->slot[32 + lane];
        for (uint a = 0; a < NF_WIDTH; a++) u[a] = walk->candidate[(32 + lane) * NF_WIDTH + a];
        nf_lanes_sync();
        if (lane < left) {
            for (uint a = 0; a < NF_WIDTH; a++) walk->candidate[lane * NF_WIDTH + a] = u[a];
            walk->slot[lane] = slot;
        }
        nf_lanes_sync();
        packet->waiting = left;
        opens = 0;
        while (packet->waiting < 32 && !packet->done) {
            const int moves = !packet->ready;
            LANES_IF(moves) nf_packet_node(packet, moves, tree, levels, room WALK_PASS);
            const int takes = packet->ready != 0;
            LANES_IF(takes) nf_packet_take(packet, takes, tree, room);
        }
    }
}
