// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sum, minimum or maximum, by one fixed tree over the positions of the elements.
//   in[n] --reduce_tiles--> one value for each tile --the same--> ... --> out[1]
// A tile is an aligned block of a power of two of elements and is combined by halves, so that the tree is the same for
// every GROUP and ITEMS.  Elements beyond n count as the neutral element.
//   GROUP, ITEMS  the tile, see primitives/tile.cl          T         float, double, int, uint or ulong
//   REAL          32 float, 64 double, 0 integers       IDENTITY  the neutral element, of type T
//   OPERATION     1 sum, 2 minimum, 3 maximum
#if !defined(GROUP) || !defined(ITEMS) || !defined(T) || !defined(REAL) || !defined(OPERATION) ||            \
    !defined(IDENTITY)
#error "reduce.cl needs GROUP, ITEMS, T, REAL, OPERATION and IDENTITY"
#endif
#include "primitives/operation.cl"
#include "primitives/tile.cl"
#pragma OPENCL FP_CONTRACT OFF
#if REAL == 64 && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// The type that is combined (A), and the conversions to and from it.
#if REAL == 0
typedef T A;
static inline A opened(T x) { return x; }
static inline T closed(A x) { return x; }
#elif OPERATION == 1
// -0 is the neutral element: x + -0 is x for every x, and +0 + -0 is +0.  The bits of a NaN differ between devices: every
// NaN is replaced by one constant.
typedef T A;
#if REAL == 32
#define ONE_NAN as_float(0x7fc00000)
#else
#define ONE_NAN as_double(0x7ff8000000000000L)
#endif
static inline A opened(T x) { return x; }
static inline T closed(A x) { return x != x ? ONE_NAN : x; }
#else
// Integers in the order of the numbers, -0 before +0: their minimum is exact even if a device flushes subnormals.  A NaN
// counts as the neutral element.
#if REAL == 32
typedef int A;
#define AS_INTEGER as_int
#define AS_NUMBER  as_float
#define MAGNITUDE  INT_MAX
#else
typedef long A;
#define AS_INTEGER as_long
#define AS_NUMBER  as_double
#define MAGNITUDE  LONG_MAX
#endif
static inline A opened(T x) {
    const A bits = AS_INTEGER(x != x ? (T)IDENTITY : x);
    return bits < 0 ? bits ^ MAGNITUDE : bits;
}
static inline T closed(A x) { return AS_NUMBER(x < 0 ? x ^ MAGNITUDE : x); }
#endif

#if GROUP == 1
// Nodes are numbered as in a heap: node i combines 2 i and 2 i + 1, node 1 is the root.  It proceeds level by level, so that
// the inner loops vectorise.
#define PIECE  (ITEMS < 256 ? ITEMS : 256)
#define PIECES (ITEMS / PIECE)

static inline A reduce_nodes(A *node, uint width) {
    for (; width > 0; width /= 2)
        for (uint i = width; i < 2 * width; i++) node[i] = OP(node[2 * i], node[2 * i + 1]);
    return node[1];
}

static inline A reduce_piece(__global const T *in, uint count) {
    A node[PIECE + 1];
    if (count >= PIECE)
        for (uint i = 0; i < PIECE / 2; i++)
            node[PIECE / 2 + i] = OP(opened(in[2 * i]), opened(in[2 * i + 1]));
    else
        for (uint i = 0; i < PIECE / 2; i++) {
            const T left = 2 * i < count ? in[2 * i] : (T)IDENTITY;
            const T right = 2 * i + 1 < count ? in[2 * i + 1] : (T)IDENTITY;
            node[PIECE / 2 + i] = OP(opened(left), opened(right));
        }
    return reduce_nodes(node, PIECE / 4);
}
#endif

TILE_KERNEL void reduce_tiles(__global const T *in, ulong in_offset, __global T *out, ulong out_offset,
                              ulong n) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += in_offset + start;
    out += out_offset + get_group_id(0);
#if GROUP == 1
    A node[2 * PIECES];
    for (uint piece = 0; piece < PIECES; piece++)
        node[PIECES + piece] = piece * PIECE < count ? reduce_piece(in + piece * PIECE, count - piece * PIECE)
                                                     : opened((T)IDENTITY);
    out[0] = closed(reduce_nodes(node, PIECES / 2));
#else
    __local T tile[TILE_ROOM];
    __local A sums[GROUP];
    const uint lane = get_local_id(0);
    A own[ITEMS];
    TILE_STAGE(tile, in, count, (T)IDENTITY)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) own[k] = opened(tile[TILE_PLACE(lane * ITEMS + k)]);
    for (uint width = ITEMS / 2; width > 0; width /= 2)
        for (uint k = 0; k < width; k++) own[k] = OP(own[2 * k], own[2 * k + 1]);
    sums[lane] = own[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = 1; width < GROUP; width *= 2) {
        const uint i = lane * 2 * width;
        if (i < GROUP) sums[i] = OP(sums[i], sums[i + width]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) out[0] = closed(sums[0]);
#endif
}
