// Prefix sums or running maxima of integers, where a work-group is one work-item: the twin of scan.cl for CPUs.
//   in[n] --scan_totals--> totals[tiles] --(scanned by the same, exclusively)--> before[tiles]
//   in[n], before[tiles] --scan_tiles--> out[n]; out may be in
//   GROUP, ITEMS  the tile, see common/tile.cl; GROUP 1  T          uint, ulong or int
//   OPERATION     1 sum, 3 maximum                      IDENTITY   its neutral element
#if !defined(GROUP) || GROUP != 1 || !defined(ITEMS) || !defined(T) || !defined(OPERATION) ||                \
    !defined(IDENTITY)
#error "scan_cpu.cl needs GROUP 1, ITEMS, T, OPERATION and IDENTITY"
#endif
#include "common/operation.cl"
#include "common/tile.cl"

// totals[tile] = the sum of the tile.
TILE_KERNEL void scan_totals(__global const T *in, ulong offset, ulong n, __global T *totals) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += offset + start;
    T total = IDENTITY;
    for (uint i = 0; i < count; i++) total = OP(total, in[i]);
    totals[get_group_id(0)] = total;
}

// out = the prefix sums; `before` holds what precedes each tile, or is not read when has_before is 0.
TILE_KERNEL void scan_tiles(__global const T *in, ulong in_offset, __global T *out, ulong out_offset, ulong n,
                            __global const T *before, uint has_before, uint exclusive) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += in_offset + start;
    out += out_offset + start;
    T run = has_before ? before[get_group_id(0)] : (T)IDENTITY;
    if (exclusive)
        for (uint i = 0; i < count; i++) {
            const T next = OP(run, in[i]);
            out[i] = run;
            run = next;
        }
    else
        for (uint i = 0; i < count; i++) {
            run = OP(run, in[i]);
            out[i] = run;
        }
}
