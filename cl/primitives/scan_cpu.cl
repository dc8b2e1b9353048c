// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Prefix sums or prefix maxima of integers for CPUs: each tile is processed by one work-item, the only one of its group.
// The results are those of scan.cl.
//   in[n] --scan_totals--> totals[tiles] --(scanned by the same, exclusively)--> before[tiles]
//   in[n], before[tiles] --scan_tiles--> out[n]; out may be in
//   GROUP, ITEMS  the tile, see primitives/tile.cl; GROUP is 1     T         uint, ulong or int
//   OPERATION     1 sum, 3 maximum                             IDENTITY  its neutral element
//   LINE          64 bytes of T: uint16, int16 or ulong8       LANES     16 or 8: the elements of it
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(OPERATION) || !defined(IDENTITY) ||        \
    !defined(LINE) || !defined(LANES)
#error "scan_cpu.cl needs GROUP, ITEMS, T, OPERATION, IDENTITY, LINE and LANES"
#endif
#include "primitives/operation.cl"
#include "machine/stream.cl"
#include "primitives/tile.cl"
#include "machine/wide.cl"

#if defined(__clang__)
typedef LINE loose_line __attribute__((aligned(4)));
#define LOAD_LINE(place) (*(__global const loose_line *)(place))
#elif LANES == 16
#define LOAD_LINE(place) vload16(0, place)
#else
#define LOAD_LINE(place) vload8(0, place)
#endif

// From this many bytes on, the result is stored past the caches, as it would not fit in them.
#define STREAM_BYTES (32 << 20)

// The prefix sums of a line, by doubling: LANES is 2^4 or 2^3.
static inline LINE scan_line(LINE v) {
    const T none = IDENTITY;
#if LANES == 16
    v = OP(v, (LINE)(none, v.s012, v.s3456, v.s789a, v.sbcde));
    v = OP(v, (LINE)(none, none, v.s01, v.s2345, v.s6789, v.sabcd));
    v = OP(v, (LINE)(none, none, none, none, v.lo, v.s89ab));
    return OP(v, (LINE)(none, none, none, none, none, none, none, none, v.lo));
#else
    v = OP(v, (LINE)(none, v.s012, v.s3456));
    v = OP(v, (LINE)(none, none, v.s01, v.s2345));
    return OP(v, (LINE)(none, none, none, none, v.lo));
#endif
}

// The same line plus the sum before it; exclusive sums are shifted by one element.
static inline LINE scan_before(LINE sums) {
#if LANES == 16
    return (LINE)((T)IDENTITY, sums.s012, sums.s3456, sums.s789a, sums.sbcde);
#else
    return (LINE)((T)IDENTITY, sums.s012, sums.s3456);
#endif
}

WIDE_KERNEL void scan_totals(__global const T *in, ulong offset, ulong n, __global T *totals) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += offset + start;
    T total = IDENTITY;
    for (uint i = 0; i < count; i++) total = OP(total, in[i]);
    totals[get_group_id(0)] = total;
}

// Scans [from, to) element by element; returns the sum before `to`.
static inline T scan_each(__global const T *in, __global T *out, uint from, uint to, T run, uint exclusive) {
    for (uint i = from; i < to; i++) {
        const T next = OP(run, in[i]);
        out[i] = exclusive ? run : next;
        run = next;
    }
    return run;
}

// out = the prefix sums; `before` has the sum before each tile; it is not read if has_before is 0.
WIDE_KERNEL void scan_tiles(__global const T *in, ulong in_offset, __global T *out, ulong out_offset, ulong n,
                            __global const T *before, uint has_before, uint exclusive) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += in_offset + start;
    out += out_offset + start;
    const uint skew = (uint)((size_t)out / sizeof(T) % LANES), head = min(count, (LANES - skew) % LANES);
    const int streams = n * sizeof(T) >= STREAM_BYTES;
    T run = has_before ? before[get_group_id(0)] : (T)IDENTITY;
    run = scan_each(in, out, 0, head, run, exclusive);
    uint i = head;
    for (; i + LANES <= count; i += LANES) {
        const LINE sums = scan_line(LOAD_LINE(in + i));
        const LINE line = OP(exclusive ? scan_before(sums) : sums, (LINE)run);
        if (streams) STREAM(line, (__global LINE *)(out + i));
        else *(__global LINE *)(out + i) = line;
#if LANES == 16
        run = OP(run, sums.sf);
#else
        run = OP(run, sums.s7);
#endif
    }
    scan_each(in, out, i, count, run, exclusive);
}
