// Keeps the values whose flag is not zero, in their order.
//   flags[n] --compact_count--> counts[tiles + 1], the last one 0, so that nothing unwritten is read
//            --scan, exclusive--> before[tiles + 1], the last one is how many are kept
//   flags[n], values[n], before --compact_write--> out[kept]
//   GROUP, ITEMS  the tile, see common/tile.cl     T        uint or ulong
//   INDICES       1: the values are 0, 1, 2...; `values` is not read
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(INDICES)
#error "compact.cl needs GROUP, ITEMS, T and INDICES"
#endif
#include "common/tile.cl"
#if GROUP > 1
#define PREFIX_T        uint
#define PREFIX_OP(a, b) ((a) + (b))
#define PREFIX_IDENTITY 0
#include "common/prefix.cl"
#endif

TILE_KERNEL void compact_count(__global const uchar *flags, ulong offset, ulong n, __global ulong *counts) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start), lane = get_local_id(0);
    flags += offset + start;
    uint kept = 0;
#if GROUP == 1
    for (uint i = 0; i < count; i++) kept += flags[i] != 0;
#else
    __local uint sums[GROUP];
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        kept += i < count && flags[i] != 0;
    }
    sums[lane] = kept;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        if (lane < width) sums[lane] += sums[lane + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    kept = sums[0];
#endif
    if (lane == 0) {
        counts[get_group_id(0)] = kept;
        if (get_group_id(0) == 0) counts[get_num_groups(0)] = 0;
    }
}

#define PIECE 256 // positions listed at a time

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
#if GROUP == 1
    // The positions kept are listed without branches, a piece at a time, and then written: nothing is written
    // that is not kept, as `out` may end there.
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
#else
    __local uchar tile[TILE_ROOM];
    __local ushort place[TILE];
    __local uint sums[PREFIX_ROOM(GROUP)];
    const uint lane = get_local_id(0);
    uint own = 0;
    TILE_STAGE(tile, flags, count, (uchar)0)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) own += tile[TILE_PLACE(lane * ITEMS + k)] != 0;
    sums[lane] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(sums, GROUP);
    uint at = prefix_before(sums, lane);
    for (uint k = 0; k < ITEMS; k++)
        if (tile[TILE_PLACE(lane * ITEMS + k)] != 0) place[at++] = (ushort)(lane * ITEMS + k);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint kept = prefix_total(sums, GROUP);
    for (uint i = lane; i < kept; i += GROUP) out[i] = VALUE(place[i]);
#endif
}
