// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums of one uint for each work-item of a group.
//   GROUP     work-items in a group: a power of two, at least 32 where there are lanes
//   LANES_BY  as in lanes.cl, which must come before this file; 0: the whole group through local memory
//   group_before(v, room)   the sum of v over the work-items before this one; room has GROUP_ROOM uints
//   group_total(room)       after group_before: the sum over all work-items
//   group_sums(v, &all, room)   both at once, in fewer additions for large groups; leaves the room free
// All work-items must call them.  After group_before, `room` may be used again after the next barrier.
#pragma once
#if !defined(GROUP) || !defined(LANES_BY)
#error "group.cl needs GROUP and LANES_BY"
#endif

#if LANES_BY == 0

#define PREFIX_T        uint
#define PREFIX_OP(a, b) ((a) + (b))
#define PREFIX_IDENTITY 0
#include "machine/prefix.cl"
#define GROUP_ROOM PREFIX_ROOM(GROUP)
TOGETHER uint group_before(uint v, __local uint *room) {
    const uint item = get_local_id(0);
    room[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(room, GROUP);
    return prefix_before(room, item);
}
static inline uint group_total(__local const uint *room) { return prefix_total(room, GROUP); }
TOGETHER uint group_sums(uint v, uint *all, __local uint *room) {
    const uint before = group_before(v, room);
    *all = group_total(room);
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

#else

#define GROUP_ROWS (GROUP / 32)
#define GROUP_ROOM GROUP_ROWS
TOGETHER uint group_before(uint v, __local uint *room) {
    const uint item = get_local_id(0), row = item / 32;
    uint before = nf_lanes_before(v, room);
    if (item % 32 == 31) room[row] = before + v;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < GROUP_ROWS; r++) before += r < row ? room[r] : 0;
    return before;
}
static inline uint group_total(__local const uint *room) {
    uint total = 0;
#pragma unroll
    for (uint r = 0; r < GROUP_ROWS; r++) total += room[r];
    return total;
}
TOGETHER uint group_sums(uint v, uint *all, __local uint *room) {
    const uint item = get_local_id(0), before = nf_lanes_before(v, 0);
    if (item % 32 == 31) room[item / 32] = before + v;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint sum = item % 32 < GROUP_ROWS ? room[item % 32] : 0, lower = nf_lanes_before(sum, 0);
    *all = nf_lanes_get(lower + sum, 31, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    return before + nf_lanes_get(lower, item / 32, 0);
}

#endif
