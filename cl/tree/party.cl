// The walk of a party through the tree: 32 queries that are near each other, a lane a query.  Points that are near the box of the queries wait in local
// memory; all lanes test 32 of them at a time.  First come those of the own leaf, then those of its siblings, the nearest first, then all others depth first.
#pragma once
#include "tree/party_first.cl"
#include "tree/party_images.cl"
#include "tree/party_test.cl"

// Moves to another node.  Returns 1 if its children are looked at now.
static inline int nf_party_move(nf_party *party, const nf_planes *planes,
                                __local nf_party_room *room WALK_FOLDS) {
    if (party->enters) {
        party->enters = 0;
        return 1;
    }
    while (!party->mask && party->level + 1 < planes->levels) {
        party->level++;
        party->node /= NF_SIBLINGS;
        party->mask = room->of.walk.masks[party->level];
    }
    if (party->mask) {
        const uint child = NF_FIRST_BIT(party->mask);
        party->mask &= party->mask - 1;
        party->above = party->mask;
        party->node = party->node * NF_SIBLINGS + child;
        party->level--;
        return 1;
    }
#if BOX
    nf_party_image(party, planes, room, folds);
#else
    party->done = 1;
#endif
    return 0;
}

// 1 for a node whose leaves came first.
static inline int nf_party_has_met(const nf_party *party, uint child) {
#if BOX
    const int none[3] = {0, 0, 0};
    if (party->image != (int)NF_PACKED(none)) return 0;
#endif
    return (party->level == 1 && child == party->own / NF_SIBLINGS) ||
           (party->level == 0 && child == party->other);
}

// Exchange between lanes is not behind a branch where it is by barriers, which some compilers cannot.
#define NF_LANES_IF(condition) if (LANES_BY == 0 || (condition))

// One step: to a node, to a leaf, or both.
TOGETHER void nf_party_step(nf_party *party, const nf_tree *tree, const nf_planes *planes,
                            __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    __local const nf_view *view = &walk->view;
    const uint below = (1u << party->lane) - 1;
    float u[DIMS], near = INFINITY;
    const int looks = !party->ready && nf_party_move(party, planes, room WALK_PASS);
    NF_LANES_IF(looks) {
        const uint child = party->node * NF_SIBLINGS + party->lane;
        if (looks && !nf_party_has_met(party, child))
            near = nf_viewed_box(
                view, tree->boxes + (planes->start[party->level] + party->node) * DIMS * 2 * NF_SIBLINGS +
                          party->lane);
        const uint mask = lanes_ballot(near <= party->bound, room->lanes);
        // Not before all lanes have read it.
        if (looks && party->lane == 0 && party->level + 1 < planes->levels)
            walk->masks[party->level + 1] = party->above;
        if (looks && party->level > 0) party->mask = mask;
        if (looks && party->level == 0) {
            party->mask = 0;
            party->ready = mask;
            party->near = near;
            walk->leaf[party->lane] = child;
        }
        lanes_sync();
        if (looks) nf_party_fetch(party, tree, walk);
    }
    const int takes = party->ready != 0;
    const uint leaf = takes ? walk->leaf[NF_FIRST_BIT(party->ready)] : 0;
    int needs = takes;
    for (int a = 0; a < DIMS; a++) u[a] = nf_viewed(view, a, party->ahead[a]);
    party->ready &= party->ready - 1;
    party->reached += (uint)takes;
    nf_party_fetch(party, tree, walk);
    NF_LANES_IF(party->reached > NF_ASKED_FROM) {
        if (takes && party->reached > NF_ASKED_FROM)
            needs = nf_viewed_box_from(view, party->twice,
                                       tree->boxes + ((ulong)leaf / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                           leaf % NF_SIBLINGS) <= nf_party_radius(party);
        needs = lanes_ballot(needs, room->lanes) != 0;
    }
    near = needs ? nf_viewed_gap(view, u, u) : INFINITY;
    const uint met = lanes_ballot(near <= party->bound, room->lanes);
    if (near <= party->bound)
        nf_party_put(walk, party->waiting + popcount(met & below), u, party->leaves * 32 + party->lane);
    if (met) {
        if (party->lane == 0) room->leaf[party->leaves] = leaf;
#if BOX
        if (party->lane == 0) room->image[party->leaves] = party->image;
#endif
        party->waiting += popcount(met);
        party->leaves++;
    }
    if (party->leaves == NF_PARTY_LEAVES || party->reached == NF_REACHED_MOST)
        party->failed = 1, party->done = 1;
    lanes_sync();
}

// Walks the tree for the queries.  `without`: the slot of the own point, if it does not count.
TOGETHER void nf_party_go(nf_party *party, uint *list, const nf_tree *tree, const nf_planes *planes,
                          uint without, __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint lane = party->lane;
    int opens = 1;
    nf_party_open(party, tree, planes, room);
    while (party->waiting > 0) {
        const uint count = min(party->waiting, 32u), left = party->waiting - count;
        if (lane >= count) walk->candidate[lane * NF_WIDTH + DIMS] = INFINITY;
        lanes_sync();
        nf_party_test(party, list, (count + NF_CHECK - 1) / NF_CHECK * NF_CHECK, opens || party->done,
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
        while (party->waiting < 32 && !party->done) nf_party_step(party, tree, planes, room WALK_PASS);
    }
}
