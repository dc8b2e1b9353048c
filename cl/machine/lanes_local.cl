// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Exchange between 32 work-items, which are their whole group, through local memory: a part of lanes.cl.
#pragma once
#define LANES_ROOM 32
TOGETHER void nf_lanes_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    room[get_local_id(0)] = v;
    nf_lanes_sync();
    const uint r = room[l];
    nf_lanes_sync();
    return r;
}
#define LANES_FOLD(name, type, first, join)                                                                  \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        room[get_local_id(0)] = (uint)v;                                                                     \
        nf_lanes_sync();                                                                                     \
        type r = (first);                                                                                    \
        for (uint l = 0; l < 32; l++) {                                                                      \
            const type other = (type)room[l];                                                                \
            r = (join);                                                                                      \
        }                                                                                                    \
        nf_lanes_sync();                                                                                     \
        return r;                                                                                            \
    }
// The byte of each lane has its own bit among eight, so that two words together have each bit once, and the product's highest byte, the sum of their four
// bytes, is the bits of the eight lanes.
TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    const uint lane = (uint)get_local_id(0);
    uint r = 0;
    ((__local uchar *)room)[lane] = (uchar)((uint)(p != 0) << lane % 8);
    nf_lanes_sync();
    for (uint b = 0; b < 4; b++) r |= ((room[2 * b] | room[2 * b + 1]) * 0x01010101u >> 24) << 8 * b;
    nf_lanes_sync();
    return r;
}
LANES_FOLD(nf_lanes_sum, uint, 0, r + other)
LANES_FOLD(nf_lanes_min, int, INT_MAX, min(r, other))
LANES_FOLD(nf_lanes_max, int, INT_MIN, max(r, other))
LANES_FOLD(nf_lanes_before, uint, 0, l < get_local_id(0) ? r + other : r)
