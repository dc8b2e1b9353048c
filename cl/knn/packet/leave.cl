// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a packet leaves to singles (knn_lanes.cl).
//   SELF  as in knn.cl
#pragma once
#include "machine/lanes_real.cl"
#include "knn/overflow.cl"
#include "knn/packet/query.cl"

#if SELF
// 1 if the queries of all lanes are at one point, whose neighbours are then those of all: some files have many equal points.
TOGETHER int nf_packet_is_one(const nf_packet_query *query, __local nf_packet_room *room) {
    int same = 1;
    for (int a = 0; a < DIMS; a++) same &= query->at[a] == lanes_get_real(query->at[a], 0, room->lanes);
    return nf_lanes_ballot(same, room->lanes) == 0xffffffffu;
}
#endif

// `which`: the lanes whose queries are left.
TOGETHER void nf_packet_leave(const nf_packet_query *query, uint which, real bound, uint lane,
                              const nf_knn_numbers *numbers, volatile __global uint *state,
                              __global nf_left *left, __local nf_packet_room *room) {
    uint leaf = 0;
#if SELF
    const int may = which == 0xffffffffu && !numbers->excludes;
    LANES_IF(may) {
        const int is_one = nf_packet_is_one(query, room);
        leaf = may && is_one ? NF_LEFT_LEAF : 0;
    }
#endif
    (void)numbers;
    nf_leave(leaf ? 1 : which, query->t | leaf, bound, lane, state, left, room->lanes);
}
