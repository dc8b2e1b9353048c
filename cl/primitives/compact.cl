// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Copies the values whose flag is not zero, in their order.  (compact_cpu.cl does the same for devices that run one
// work-item in each group.)
//   flags[n], values[n] --compact_once--> out[kept], count    with look-back for the position of each tile's values
// Without look-back:
//   flags[n] --compact_count--> counts[tiles + 1], the last one 0, so that the scan reads no undefined value
//            --scan, exclusive--> before[tiles + 1], the last one is the number of values kept
//   flags[n], values[n], before --compact_write--> out[kept]
//   GROUP, ITEMS  a tile has GROUP * ITEMS elements, at most 65536; GROUP is a power of two, at least 32
//   T             uint or ulong     INDICES   1: the values are 0, 1, 2...; `values` is not read
//   LANES_BY      as in machine/lanes.cl
//   LOOK_BACK     1: the kernel compact_once; 0: the other two
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(INDICES) || !defined(LANES_BY) ||          \
    !defined(LOOK_BACK)
#error "compact.cl needs GROUP, ITEMS, T, INDICES, LANES_BY and LOOK_BACK"
#endif
#include "machine/lanes.cl"
#include "machine/group.cl"
#include "machine/look_back.cl"
#define PRECEDING_T        uint
#define PRECEDING_BITS     32
#define PRECEDING_OP(a, b) ((a) + (b))
#define PRECEDING_IDENTITY 0
#define PRECEDING_BY_LANES (LANES_BY > 0)
#include "primitives/preceding.cl"
#include "primitives/tile.cl"
#define COMPACT_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// Lists in place[] the positions in the tile of the values kept; returns their number.  Begins and ends with barriers.
TOGETHER uint compact_list(__global const uchar *flags, uint count, __local uchar *stage,
                           __local ushort *place, __local uint *sums) {
    const uint item = get_local_id(0);
    uint own = 0;
    TILE_STAGE(stage, flags, count, (uchar)0)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) own += stage[TILE_PLACE(item * ITEMS + k)] != 0;
    uint at = group_before(own, sums);
    for (uint k = 0; k < ITEMS; k++)
        if (stage[TILE_PLACE(item * ITEMS + k)] != 0) place[at++] = (ushort)(item * ITEMS + k);
    const uint kept = group_total(sums);
    barrier(CLK_LOCAL_MEM_FENCE);
    return kept;
}

#if INDICES
#define VALUE(i) ((T)(start + (i)))
#else
#define VALUE(i) (values[i])
#endif

// Writes the listed values.  It must not write more than these, as `out` may end after them.
static inline void compact_put(__local const ushort *place, uint kept, __global const T *values, ulong start,
                               __global T *out) {
    for (uint i = get_local_id(0); i < kept; i += GROUP) out[i] = VALUE(place[i]);
}

#if LOOK_BACK
COMPACT_KERNEL void compact_once(__global const uchar *flags, ulong flags_offset, __global const T *values,
                                 ulong values_offset, __global T *out, ulong out_offset,
                                 __global ulong *count, ulong count_offset, ulong n, __global ulong *words,
                                 uint epoch) {
    __local uchar stage[TILE_ROOM];
    __local ushort place[TILE];
    __local uint sums[GROUP_ROOM], before[1], ticket[1];
    const uint item = get_local_id(0), groups = get_num_groups(0);
    if (item == 0) ticket[0] = look_back_ticket((volatile __global uint *)words, groups);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket[0];
    const ulong start = (ulong)tile * TILE;
    const uint kept = compact_list(flags + flags_offset + start, tile_count(n, start), stage, place, sums);
    preceding_find(words, tile, epoch, kept, before);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0 && tile == groups - 1) count[count_offset] = (ulong)before[0] + kept;
    compact_put(place, kept, values + values_offset + start, start, out + out_offset + before[0]);
}

#else
COMPACT_KERNEL void compact_count(__global const uchar *flags, ulong offset, ulong n,
                                  __global ulong *counts) {
    __local uint sums[GROUP_ROOM];
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start), item = get_local_id(0);
    uint own = 0;
    flags += offset + start;
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + item;
        own += i < count && flags[i] != 0;
    }
    own += group_before(own, sums);
    if (item == GROUP - 1) {
        counts[get_group_id(0)] = own;
        if (get_group_id(0) == 0) counts[get_num_groups(0)] = 0;
    }
}

COMPACT_KERNEL void compact_write(__global const uchar *flags, ulong flags_offset, __global const T *values,
                                  ulong values_offset, __global T *out, ulong out_offset,
                                  __global const ulong *before, ulong n) {
    __local uchar stage[TILE_ROOM];
    __local ushort place[TILE];
    __local uint sums[GROUP_ROOM];
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint kept = compact_list(flags + flags_offset + start, tile_count(n, start), stage, place, sums);
    compact_put(place, kept, values + values_offset + start, start,
                out + out_offset + before[get_group_id(0)]);
}
#endif
