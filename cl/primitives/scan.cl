// Prefix sums or running maxima of integers; no work-group waits for another.  (scan_cpu.cl is its twin for CPUs.)
//   in[n] --scan_totals--> totals[tiles] --(scanned by the same, exclusively)--> before[tiles]
//   in[n], before[tiles] --scan_tiles--> out[n]; out may be in
//   GROUP, ITEMS  the tile, see common/tile.cl          T          uint, ulong or int
//   OPERATION     1 sum, 3 maximum                      IDENTITY   its neutral element
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(OPERATION) || !defined(IDENTITY)
#error "scan.cl needs GROUP, ITEMS, T, OPERATION and IDENTITY"
#endif
#include "common/operation.cl"
#include "common/tile.cl"
#define PREFIX_T        T
#define PREFIX_OP       OP
#define PREFIX_IDENTITY IDENTITY
#include "common/prefix.cl"

// totals[tile] = the sum of the tile.
TILE_KERNEL void scan_totals(__global const T *in, ulong offset, ulong n, __global T *totals) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += offset + start;
    T total = IDENTITY;
    // The order of the values does not matter to integers: each work-item takes every GROUP-th.
    __local T sums[GROUP];
    const uint lane = get_local_id(0);
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        total = OP(total, i < count ? in[i] : IDENTITY);
    }
    sums[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        if (lane < width) sums[lane] = OP(sums[lane], sums[lane + width]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) totals[get_group_id(0)] = sums[0];
}

// out = the prefix sums; `before` holds what precedes each tile, or is not read when has_before is 0.
TILE_KERNEL void scan_tiles(__global const T *in, ulong in_offset, __global T *out, ulong out_offset, ulong n,
                            __global const T *before, uint has_before, uint exclusive) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += in_offset + start;
    out += out_offset + start;
    T run = has_before ? before[get_group_id(0)] : (T)IDENTITY;
    __local T tile[TILE_ROOM], sums[PREFIX_ROOM(GROUP)];
    const uint lane = get_local_id(0);
    T own[ITEMS], total = IDENTITY;
    TILE_STAGE(tile, in, count, (T)IDENTITY)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        own[k] = tile[TILE_PLACE(lane * ITEMS + k)];
        total = OP(total, own[k]);
    }
    sums[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(sums, GROUP);
    run = OP(run, prefix_before(sums, lane));
    for (uint k = 0; k < ITEMS; k++) {
        const T next = OP(run, own[k]);
        tile[TILE_PLACE(lane * ITEMS + k)] = exclusive ? run : next;
        run = next;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        if (i < count) out[i] = tile[TILE_PLACE(i)];
    }
}
