// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The nearest points that 32 lanes have found for a query, in local memory.  Points that may be among them are put behind the list; when there is no
// more room for 32, they are sorted into it.  The names are those of list_lanes.cl.
//   K_MOST  a power of two, at least 32
#if defined(NF_FOUND_MOST)
#error "list_local.cl: the program has a list already"
#endif
#if !defined(K_MOST) || K_MOST < 32 || (K_MOST & (K_MOST - 1))
#error "list_local.cl needs K_MOST, a power of two that is at least 32"
#endif
#define NF_FOUND_MOST K_MOST
#include "machine/lanes.cl"
#include "knn/nearer.cl"

typedef struct nf_found_room {
    real d2[2 * K_MOST];
    uint index[2 * K_MOST];
    uint lanes[LANES_ROOM];
} nf_found_room;

typedef struct nf_found {
    uint lane, k, last, waiting; // points behind the list
    real bound;
} nf_found;

TOGETHER void nf_found_begin(nf_found *found, uint lane, uint k, real start, __local nf_found_room *room) {
    found->lane = lane;
    found->k = k;
    found->bound = start;
    found->last = NF_NOBODY;
    found->waiting = 0;
    for (uint i = lane; i < K_MOST; i += 32) {
        room->d2[i] = (real)INFINITY;
        room->index[i] = NF_NOBODY;
    }
    nf_lanes_sync();
}

static inline void nf_found_exchange(__local nf_found_room *room, uint i, uint j, int ascends) {
    const real a = room->d2[i], b = room->d2[j];
    const uint p = room->index[i], q = room->index[j];
    if (ascends ? nf_is_before(b, q, a, p) : nf_is_before(a, p, b, q)) {
        room->d2[i] = b, room->d2[j] = a;
        room->index[i] = q, room->index[j] = p;
    }
}

// A step of a bitonic sort of `count`, a power of two, from `first` on.
TOGETHER void nf_found_step(__local nf_found_room *room, uint lane, uint first, uint count, uint size,
                            uint by) {
    for (uint i = lane; i < count / 2; i += 32) {
        const uint at = 2 * i - (i & (by - 1));
        nf_found_exchange(room, first + at, first + at + by, !(at & size));
    }
    nf_lanes_sync();
}

TOGETHER void nf_found_merge(nf_found *found, __local nf_found_room *room) {
    const uint lane = found->lane;
    uint count = 32;
    while (count < found->waiting) count *= 2;
    for (uint i = found->waiting + lane; i < count; i += 32) {
        room->d2[K_MOST + i] = (real)INFINITY;
        room->index[K_MOST + i] = NF_NOBODY;
    }
    nf_lanes_sync();
    for (uint size = 2; size <= count; size *= 2)
        for (uint by = size / 2; by > 0; by /= 2) nf_found_step(room, lane, K_MOST, count, size, by);
    for (uint i = lane; i < count; i += 32) nf_found_exchange(room, K_MOST - 1 - i, K_MOST + i, 1);
    nf_lanes_sync();
    for (uint by = K_MOST / 2; by > 0; by /= 2) nf_found_step(room, lane, 0, K_MOST, 2 * K_MOST, by);
    found->waiting = 0;
    if (room->index[found->k - 1] != NF_NOBODY) {
        found->bound = room->d2[found->k - 1];
        found->last = room->index[found->k - 1];
    }
    nf_lanes_sync(); // before a lane writes there
}

TOGETHER void nf_found_meet(nf_found *found, int is, real d2, uint index, __local nf_found_room *room) {
    const uint met = nf_lanes_ballot(is, room->lanes);
    if (is) {
        const uint at = K_MOST + found->waiting + popcount(met & ((1u << found->lane) - 1));
        room->d2[at] = d2;
        room->index[at] = index;
    }
    found->waiting += popcount(met);
    nf_lanes_sync();
    while (found->waiting > K_MOST - 32) nf_found_merge(found, room); // no branch: it has barriers
}

TOGETHER void nf_found_end(nf_found *found, __local nf_found_room *room) { nf_found_merge(found, room); }
