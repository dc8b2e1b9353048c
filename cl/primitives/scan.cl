// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Prefix sums or prefix maxima of integers.  (scan_cpu.cl does the same for devices that run one work-item in each group.)
//   in[n] --scan_once--> out[n]           reads and writes once, with look-back
//   in[n] --scan_sums--> sums[chunks]     without look-back: reads `in` twice,
//   in[n], sums --scan_chunks--> out[n]   and each chunk adds the sums of the chunks before it
// `out` may be `in`.
//   GROUP, ITEMS  a tile has GROUP * ITEMS elements; GROUP is a power of two, at least 32; ITEMS is a whole number of
//                 16-byte vectors.  Tiles begin at such vectors of `in`; the first may begin before in[0]
//   T             uint, ulong or int     WIDE      1: ulong
//   OPERATION     1 sum, 3 maximum       IDENTITY  its neutral element
//   LANES_BY      as in machine/lanes.cl; used for sums of uint
//   LOOK_BACK     1: the kernel scan_once; 0: the other two
//   ALIGNED       1: `in` and `out` have the same alignment to a vector
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(WIDE) || !defined(OPERATION) ||            \
    !defined(IDENTITY) || !defined(LANES_BY) || !defined(LOOK_BACK) || !defined(ALIGNED)
#error "scan.cl needs GROUP, ITEMS, T, WIDE, OPERATION, IDENTITY, LANES_BY, LOOK_BACK and ALIGNED"
#endif
#include "primitives/operation.cl"
#include "machine/lanes.cl"
#include "machine/look_back.cl"
#define PREFIX_T        T
#define PREFIX_OP       OP
#define PREFIX_IDENTITY IDENTITY
#include "machine/prefix.cl"
#define TILE               (GROUP * ITEMS)
#define VECTOR             (WIDE ? 2 : 4)
#define VECTORS            (ITEMS / VECTOR)
#define ROWS               (GROUP / 32)
#define BY_LANES           (LANES_BY > 0 && OPERATION == 1 && !WIDE)
#define PRECEDING_T        T
#define PRECEDING_BITS     (WIDE ? 64 : 32)
#define PRECEDING_OP       OP
#define PRECEDING_IDENTITY IDENTITY
#define PRECEDING_BY_LANES BY_LANES
#include "primitives/preceding.cl"
#define SCAN_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))

typedef union sixteen {
    uint4 whole;
    T one[VECTOR];
} sixteen;

// The index in the tile of the work-item's k-th vector.  With lanes, a row of 32 work-items has 32 * VECTORS consecutive
// vectors; otherwise the group takes GROUP vectors at a time.
#if BY_LANES
#define VECTOR_AT(k) (item / 32 * (32 * VECTORS) + (k)*32 + item % 32)
#else
#define VECTOR_AT(k) ((k)*GROUP + item)
#define PLACE(i)     ((i) + (i) / 32) // avoids bank conflicts of work-items VECTORS apart
#endif

// A tile with the elements [first, count); `in` and `out` point to its element 0, which need not exist.
typedef struct scan_tile {
    __global const T *in;
    __global T *out;
    uint first, count;
} scan_tile;

// Tile t of a slice of n elements that starts `lead` elements after the start of a vector.
static inline scan_tile scan_tile_of(__global const T *in, ulong in_offset, __global T *out, ulong out_offset,
                                     ulong n, ulong t) {
    const uint lead = (uint)(in_offset % VECTOR);
    const ulong start = t * TILE; // relative to the start of the vector that contains in[0]
    const scan_tile tile = {in + (in_offset - lead + start), out + (out_offset - lead + start),
                            t == 0 ? lead : 0, (uint)min(n + lead - start, (ulong)TILE)};
    return tile;
}

// Partial vectors: the first one of the first tile, the 0-th of work-item 0, may begin before the slice; the last one of
// the last tile is accessed element by element.
static inline void scan_load(sixteen *x, const scan_tile *tile) {
    const uint item = get_local_id(0), whole = tile->count / VECTOR, rest = tile->count % VECTOR;
    __global const uint4 *from = (__global const uint4 *)tile->in;
    if (tile->first == 0 && tile->count == TILE) {
#pragma unroll
        for (uint k = 0; k < VECTORS; k++) x[k].whole = from[VECTOR_AT(k)];
        return;
    }
    sixteen none, last;
    int mine = 0; // other work-items must not read it: in place, its owner may already write it
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) mine |= VECTOR_AT(k) == whole;
#pragma unroll
    for (uint j = 0; j < VECTOR; j++) {
        none.one[j] = IDENTITY;
        last.one[j] = mine && j < rest ? tile->in[whole * VECTOR + j] : (T)IDENTITY;
    }
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) {
        const uint v = VECTOR_AT(k);
        if (v < whole) x[k].whole = from[v];
        else x[k] = v == whole ? last : none;
    }
#pragma unroll
    for (uint j = 0; j < VECTOR; j++)
        if (item == 0 && j < tile->first) x[0].one[j] = IDENTITY;
}

static inline void scan_store_some(const sixteen *x, const scan_tile *tile, uint v) {
#pragma unroll
    for (uint j = 0; j < VECTOR; j++) {
        const uint i = v * VECTOR + j;
        if (i >= tile->first && i < tile->count) tile->out[i] = x->one[j];
    }
}

// The prefix sums of a vector; `sum` is the sum before it.
static inline sixteen scan_vector(const sixteen *x, T sum, uint exclusive) {
    sixteen to;
#pragma unroll
    for (uint j = 0; j < VECTOR; j++) {
        const T next = OP(sum, x->one[j]);
        to.one[j] = exclusive ? sum : next;
        sum = next;
    }
    return to;
}

// Writes the prefix sums.  before[k] is the sum in the tile before the work-item's k-th vector, `run` the sum before the
// tile.
static inline void scan_store(const sixteen *x, const T *before, T run, const scan_tile *tile,
                              uint exclusive) {
    const uint item = get_local_id(0);
    __global uint4 *out = (__global uint4 *)tile->out;
    if (ALIGNED && tile->first == 0 && tile->count == TILE) {
#pragma unroll
        for (uint k = 0; k < VECTORS; k++)
            out[VECTOR_AT(k)] = scan_vector(x + k, OP(run, before[k]), exclusive).whole;
        return;
    }
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) {
        const sixteen to = scan_vector(x + k, OP(run, before[k]), exclusive);
        scan_store_some(&to, tile, VECTOR_AT(k));
    }
}

static inline T scan_vector_sum(const sixteen *x) {
    T sum = x->one[0];
#pragma unroll
    for (uint j = 1; j < VECTOR; j++) sum = OP(sum, x->one[j]);
    return sum;
}

// Returns the sum of the tile; before[k] = the sum in the tile before the k-th vector.  A barrier must separate two calls.
#if BY_LANES
#define SCAN_ROOM ROWS
TOGETHER T scan_within(const sixteen *x, T *before, __local T *room) {
    const uint item = get_local_id(0), row = item / 32;
    T run = 0, total = 0;
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) {
        const T own = scan_vector_sum(x + k), lower = nf_lanes_before(own, 0);
        before[k] = run + lower;
        run += nf_lanes_get(lower + own, 31, 0);
    }
    if (item % 32 == 0) room[row] = run;
    barrier(CLK_LOCAL_MEM_FENCE);
    run = 0;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        const T sum = room[r];
        run += r < row ? sum : 0;
        total += sum;
    }
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) before[k] += run;
    return total;
}
#else
#define SCAN_ROOM (PREFIX_ROOM(GROUP) + PLACE(GROUP * VECTORS))
TOGETHER T scan_within(const sixteen *x, T *before, __local T *room) {
    const uint item = get_local_id(0);
    __local T *of_vectors = room + PREFIX_ROOM(GROUP);
    T own[VECTORS], sum = IDENTITY;
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) of_vectors[PLACE(k * GROUP + item)] = scan_vector_sum(x + k);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) {
        own[k] = of_vectors[PLACE(item * VECTORS + k)];
        sum = OP(sum, own[k]);
    }
    room[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(room, GROUP);
    sum = prefix_before(room, item);
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) {
        of_vectors[PLACE(item * VECTORS + k)] = sum;
        sum = OP(sum, own[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < VECTORS; k++) before[k] = of_vectors[PLACE(k * GROUP + item)];
    return prefix_total(room, GROUP);
}
#endif

#if LOOK_BACK
// ---- one launch -------------------------------------------------------------------------------------------

SCAN_KERNEL void scan_once(__global const T *in, ulong in_offset, __global T *out, ulong out_offset, ulong n,
                           uint exclusive, __global ulong *words, uint epoch) {
    __local T room[SCAN_ROOM];
    __local T preceding[1];
    __local uint ticket[1];
    const uint item = get_local_id(0);
    if (item == 0) ticket[0] = look_back_ticket((volatile __global uint *)words, (uint)get_num_groups(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint t = ticket[0];
    const scan_tile tile = scan_tile_of(in, in_offset, out, out_offset, n, t);
    sixteen x[VECTORS];
    T before[VECTORS];
    scan_load(x, &tile);
    const T total = scan_within(x, before, room);
    preceding_find(words, t, epoch, total, preceding);
    barrier(CLK_LOCAL_MEM_FENCE);
    scan_store(x, before, preceding[0], &tile, exclusive);
}

#else
// ---- two launches -----------------------------------------------------------------------------------------

// The sum of one integer from each work-item, in any order.
TOGETHER T scan_fold(T value, __local T *room) {
    const uint item = get_local_id(0);
    room[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        if (item < width) room[item] = OP(room[item], room[item + width]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    value = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

// sums[g] = the sum of the tiles [g * tiles, (g + 1) * tiles) that exist.
SCAN_KERNEL void scan_sums(__global const T *in, ulong in_offset, ulong n, ulong tiles, __global T *sums) {
    __local T room[GROUP];
    const ulong g = get_group_id(0), all = (n + in_offset % VECTOR + TILE - 1) / TILE;
    T sum = IDENTITY;
    for (ulong t = g * tiles; t < min((g + 1) * tiles, all); t++) {
        const scan_tile tile = scan_tile_of(in, in_offset, 0, 0, n, t);
        sixteen x[VECTORS];
        scan_load(x, &tile);
#pragma unroll
        for (uint k = 0; k < VECTORS; k++) sum = OP(sum, scan_vector_sum(x + k));
    }
    sum = scan_fold(sum, room);
    if (get_local_id(0) == 0) sums[g] = sum;
}

SCAN_KERNEL void scan_chunks(__global const T *in, ulong in_offset, __global T *out, ulong out_offset,
                             ulong n, uint exclusive, ulong tiles, __global const T *sums) {
    __local T room[SCAN_ROOM], fold[GROUP];
    const ulong g = get_group_id(0), all = (n + in_offset % VECTOR + TILE - 1) / TILE;
    T run = IDENTITY;
    for (ulong i = get_local_id(0); i < g; i += GROUP) run = OP(run, sums[i]);
    run = scan_fold(run, fold);
    for (ulong t = g * tiles; t < min((g + 1) * tiles, all); t++) {
        const scan_tile tile = scan_tile_of(in, in_offset, out, out_offset, n, t);
        sixteen x[VECTORS];
        T before[VECTORS];
        scan_load(x, &tile);
        const T total = scan_within(x, before, room);
        scan_store(x, before, run, &tile, exclusive);
        run = OP(run, total);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#endif
