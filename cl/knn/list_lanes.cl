// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The nearest points that 32 lanes have found for a query, by (d2, index), one a lane: a part of a program (single.cl).  Lists have these names:
//   nf_found, nf_found_room        the state of a lane, and local memory: d2[], index[] have the list in the end
//   found.bound, found.last        what is not before (bound, last) is not among the nearest
//   nf_found_begin(found, lane, k, start, room)
//   nf_found_meet(found, is, d2, index, room)   each lane has a point, or none
//   nf_found_end(found, room)      the list is complete, and in `room`
// All lanes must call them.
#if defined(NF_FOUND_MOST)
#error "list_lanes.cl: the program has a list already"
#endif
#define NF_FOUND_MOST 32
#include "machine/lanes_real.cl"
#include "knn/nearer.cl"

typedef struct nf_found_room {
    real d2[32];
    uint index[32];
    uint lanes[LANES_ROOM];
} nf_found_room;

typedef struct nf_found {
    uint lane, k, last, index;
    real bound, d2;
} nf_found;

TOGETHER void nf_found_begin(nf_found *found, uint lane, uint k, real start, __local nf_found_room *room) {
    (void)room;
    found->lane = lane;
    found->k = k;
    found->bound = start;
    found->d2 = (real)INFINITY;
    found->last = found->index = NF_NOBODY;
}

// Each point's place in the merged list is the number of points before it.
TOGETHER void nf_found_meet(nf_found *found, int is, real d2, uint index, __local nf_found_room *room) {
    const uint lane = found->lane, all = nf_lanes_ballot(is, room->lanes);
    uint own = lane, new = 0;
    for (uint left = all; left; left &= left - 1) {
        const uint l = NF_FIRST_BIT(left), other = nf_lanes_get(index, l, room->lanes);
        const real other_d2 = lanes_get_real(d2, l, room->lanes);
        const int moves = nf_is_before(other_d2, other, found->d2, found->index);
        const uint after = popcount(nf_lanes_ballot(moves, room->lanes));
        own += (uint)moves;
        if (l == lane) new += 32 - after;
        else
            new += nf_is_before(other_d2, other, d2, index) || (other_d2 == d2 && other == index && l < lane);
    }
    for (uint once = all != 0; once; once = 0) { // no branch: it has barriers
        if (own < 32) room->d2[own] = found->d2, room->index[own] = found->index;
        if (is && new < 32) room->d2[new] = d2, room->index[new] = index;
        nf_lanes_sync();
        found->d2 = room->d2[lane];
        found->index = room->index[lane];
        if (room->index[found->k - 1] != NF_NOBODY) {
            found->bound = room->d2[found->k - 1];
            found->last = room->index[found->k - 1];
        }
        nf_lanes_sync();
    }
}

TOGETHER void nf_found_end(nf_found *found, __local nf_found_room *room) {
    room->d2[found->lane] = found->d2;
    room->index[found->lane] = found->index;
    nf_lanes_sync();
}
