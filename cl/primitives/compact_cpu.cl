// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Copies the values whose flag is not zero, in their order: compact.cl for CPUs, where a work-group is one work-item.
//   flags[n] --compact_count--> counts[tiles + 1], the last one 0, so that the scan reads no undefined value
//            --scan, exclusive--> before[tiles + 1], the last one is the number of values kept
//   flags[n], values[n], before --compact_write--> out[kept]
//   GROUP, ITEMS  the tile, see primitives/tile.cl; GROUP 1     T        uint or ulong
//   INDICES       1: the values are 0, 1, 2...; `values` is not read
#if !defined(GROUP) || GROUP != 1 || !defined(ITEMS) || !defined(T) || !defined(INDICES)
#error "compact_cpu.cl needs GROUP 1, ITEMS, T and INDICES"
#endif
#include "primitives/tile.cl"

TILE_KERNEL void compact_count(__global const uchar *flags, ulong offset, ulong n, __global ulong *counts) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    flags += offset + start;
    uint kept = 0;
    for (uint i = 0; i < count; i++) kept += flags[i] != 0;
    counts[get_group_id(0)] = kept;
    if (get_group_id(0) == 0) counts[get_num_groups(0)] = 0;
}

#define PIECE 256 // positions listed at once

#if INDICES
#define VALUE(i) ((T)(start + (i)))
#else
#define VALUE(i) (values[i])
#endif

TILE_KERNEL void compact_write(__global const uchar *flags, ulong flags_offset, __global const T *values,
                               ulong values_offset, __global T *out, ulong out_offset,
                               __global const ulong *before, ulong n) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    flags += flags_offset + start;
#if INDICES
    (void)values, (void)values_offset;
#else
    values += values_offset + start;
#endif
    out += out_offset + before[get_group_id(0)];
    // Lists the positions kept without branches, a piece at a time, then writes their values.  It must not write more than
    // these, as `out` may end after them.
    uint place[PIECE];
    for (uint base = 0; base < count; base += PIECE) {
        const uint some = min(count - base, (uint)PIECE);
        uint kept = 0;
        for (uint i = 0; i < some; i++) {
            place[kept] = base + i;
            kept += flags[base + i] != 0;
        }
        for (uint i = 0; i < kept; i++) out[i] = VALUE(place[i]);
        out += kept;
    }
}
