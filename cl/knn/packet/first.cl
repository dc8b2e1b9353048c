// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a packet begins with: the leaves that come first.
#pragma once
#include "knn/packet/state.cl"

// The own leaf's points become candidates, and its siblings the next leaves, the nearest first.
TOGETHER void nf_packet_open(nf_packet *packet, const nf_tree *tree, const nf_levels *levels,
                             __local nf_packet_room *room) {
    __local nf_packet_walk *walk = &room->of.walk;
    const uint lane = packet->lane, own = walk->own, other = walk->other,
               sibling = own / NF_SIBLINGS * NF_SIBLINGS + lane, child = sibling == own ? other : sibling;
    float lo[DIMS], hi[DIMS], near = INFINITY;
    int order = INT_MAX;
    if (sibling != own) {
        __global const real *box = tree->boxes + (ulong)(own / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS + lane;
        nf_viewed_box(&walk->view, box, lo, hi);
        if (box[0] <= box[NF_SIBLINGS])
            near = nf_extent_box(&walk->extent, lo, hi); // else there is no such leaf
        if (near < INFINITY) order = as_int(nf_extent_nearness(&walk->extent, lo, hi));
    } else if (child != NF_NOBODY) near = order = 0;
    float u[DIMS];
    uint rank = 0;
    for (ulong a = 0; a < DIMS; a++)
        u[a] = nf_viewed(&walk->view, (int)a, tree->points[((ulong)own * DIMS + a) * NF_LEAF + lane]);
    const int is = u[0] < INFINITY; // a leaf that is not full ends with points that are far from all
    for (uint a = 0; a < DIMS; a++) u[a] = is ? u[a] : 0;
    nf_packet_put(walk, lane, u, lane);
    if (!is) walk->candidate[lane * NF_WIDTH + DIMS] = INFINITY;
    walk->order[lane] = (order & ~31) | (int)lane;
    if (lane == 0) {
        const nf_packet_way way = {levels->count - 1, 0, 0, 0, levels->count > 1};
        room->leaf[0] = own;
        walk->way = way;
    }
#if BOX
    if (lane == 0) room->image[0] = packet->image;
#endif
    nf_lanes_sync();
    order = walk->order[lane];
    for (uint l = 0; l < 32; l++) rank += walk->order[l] < order;
    nf_lanes_sync();
    walk->leaf[rank] = child;
    walk->order[rank] = as_int(near);
    nf_lanes_sync();
    packet->near = as_float(walk->order[lane]);
    packet->ready = nf_lanes_ballot(packet->near < INFINITY, room->lanes);
    packet->reached = popcount(packet->ready);
    packet->waiting = 32;
    packet->leaves = 1;
    nf_packet_fetch(packet, tree, walk);
}
