// Probe of the operations of lanes.cl, in groups of GROUP.
//   LANES_BY  as there; with 3, probe_lanes_shuffled does the same with the reductions of LANES_BY 2
//   in[n] -> out[12n]: ballot, get, before, sum, min, max, a neighbour's value through local memory, all of get's
//   lanes, match, total (its halves), uneven
#pragma once

// 0 to 6 rounds, with different numbers for consecutive 32 work-items: if both belong to one wave, as with LANES_BY 4, its
// halves leave the loop at different times, and some do not enter it.  shelf: that of these 32.
TOGETHER uint probe_lanes_uneven(uint v, uint row, uint lane, __local uint *shelf, __local uint *room) {
    const uint rounds = 5 * row % 7;
    for (uint k = 0; k < rounds; k++) {
        shelf[lane] = v;
        lanes_sync();
        const uint next = shelf[(lane + 1) % 32];
        lanes_sync();
        const uint ballot = lanes_ballot((int)(v >> k & 1), room), before = lanes_before(v, room);
        v = ballot ^ before ^ (next + lanes_get(v, (row + 9 * k) % 32, room));
    }
    return v ^ lanes_ballot((int)(v & 1), room);
}

#define PROBE_LANES_KERNEL(name, fold_sum, fold_min, fold_max)                                               \
    __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void name(                      \
        __global const uint *in, __global uint *out) {                                                       \
        __local uint rooms[GROUP / 32 * LANES_ROOM], shelf[GROUP];                                           \
        const uint i = (uint)get_global_id(0), lane = (uint)get_local_id(0) % 32;                            \
        __local uint *room = rooms + get_local_id(0) / 32 * LANES_ROOM;                                      \
        const uint v = in[i];                                                                                \
        out += 12 * i;                                                                                       \
        out[0] = lanes_ballot((v & 64) != 0, room);                                                          \
        out[1] = lanes_get(v, i / 32 % 32, room);                                                            \
        out[2] = lanes_before(v, room);                                                                      \
        out[3] = fold_sum(v, room);                                                                          \
        out[4] = (uint)fold_min((int)v, room);                                                               \
        out[5] = (uint)fold_max((int)v, room);                                                               \
        shelf[get_local_id(0)] = v;                                                                          \
        lanes_sync();                                                                                        \
        out[6] = shelf[get_local_id(0) / 32 * 32 + (lane + 1) % 32];                                         \
        uint all = 0;                                                                                        \
        for (uint l = 0; l < 32; l++) all = all * 31 + lanes_get(v, l, room);                                \
        out[7] = all;                                                                                        \
        out[8] = lanes_match(v % 8, 3, room);                                                                \
        const ulong total = (ulong)fold_sum(v & 0xffffu, room) + ((ulong)fold_sum(v >> 16, room) << 16);     \
        out[9] = (uint)total;                                                                                \
        out[10] = (uint)(total >> 32);                                                                       \
        lanes_sync();                                                                                        \
        out[11] = probe_lanes_uneven(v, i / 32, lane, shelf + get_local_id(0) / 32 * 32, room);              \
    }

PROBE_LANES_KERNEL(probe_lanes, lanes_sum, lanes_min, lanes_max)
#if LANES_BY == 3
PROBE_LANES_KERNEL(probe_lanes_shuffled, lanes_sum_shuffled, lanes_min_shuffled, lanes_max_shuffled)
#endif
