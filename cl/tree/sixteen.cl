// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Vectors of 16 numbers of `real`, for the 16 points of a leaf, the 16 children of a node, and lists.
//   real16             the type
//   LOAD16(place)      16 numbers, from a place that is aligned to one; LOAD16_OWN from private memory
//   nf_at_most(v, x), nf_at_most_each(v, w), nf_below(v, x)   the lanes with v <= x, v <= w or v < x as bits, lane 0 lowest; a lane that is not a number is not among them
//   NF_FIRST_BIT(mask)  the number of the lowest bit that is set
#pragma once
#include "machine/real.cl"
#include "machine/wide.cl"
#if REAL64
typedef double16 real16;
typedef double8 real8;
typedef double2 real2;
#else
typedef float16 real16;
typedef float8 real8;
typedef float2 real2;
#endif
#if defined(__clang__)
#if REAL64
typedef double16 loose_real16 __attribute__((aligned(8)));
#else
typedef float16 loose_real16 __attribute__((aligned(4)));
#endif
#define LOAD16(place)         (*(__global const loose_real16 *)(place))
#define LOAD16_OWN(place)     (*(const loose_real16 *)(place))
#define STORE16_OWN(place, v) (*(loose_real16 *)(place) = (v))
#else
#define LOAD16(place)         vload16(0, place)
#define LOAD16_OWN(place)     vload16(0, place)
#define STORE16_OWN(place, v) vstore16(v, 0, place)
#endif

#if REAL64
#define NF_LANES(condition) convert_int16(condition)
#else
#define NF_LANES(condition) (condition)
#endif
#define NF_FIRST_BIT(mask) (31 - (uint)clz((mask) & (0u - (mask))))

static inline uint nf_lanes_bits(int16 lanes) {
#ifdef WIDE_SIGNS
    return WIDE_SIGNS(lanes);
#else
    const int16 bits =
        lanes & (int16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    const int8 eight = bits.lo | bits.hi;
    const int4 four = eight.lo | eight.hi;
    const int2 two = four.lo | four.hi;
    return (uint)(two.x | two.y);
#endif
}

static inline uint nf_at_most(real16 v, real most) { return nf_lanes_bits(NF_LANES(v <= (real16)(most))); }
static inline uint nf_at_most_each(real16 v, real16 most) { return nf_lanes_bits(NF_LANES(v <= most)); }
static inline uint nf_below(real16 v, real end) { return nf_lanes_bits(NF_LANES(v < (real16)(end))); }

// The larger ones, of numbers: fmax() would look for others.
static inline real16 nf_larger(real16 a, real16 b) { return select(b, a, a > b); }
static inline real nf_largest(real16 v) {
    const real8 eight = select(v.lo, v.hi, v.hi > v.lo);
    const nf_real4 four = select(eight.lo, eight.hi, eight.hi > eight.lo);
    const real2 two = select(four.lo, four.hi, four.hi > four.lo);
    return two.x > two.y ? two.x : two.y;
}
