// Vectors of 16 numbers of `real`, for the 16 points of a leaf and the 16 children of a node.
//   real16             the type
//   LOAD16(place)      16 numbers, from a place that is aligned to one
//   AT_MOST(v, most)   the lanes with v <= most as bits, lane 0 lowest; a lane that is not a number is not among them
#pragma once
#include "machine/real.cl"
#include "machine/wide.cl"
#if REAL64
typedef double16 real16;
#else
typedef float16 real16;
#endif
#if defined(__clang__) && REAL64
typedef double16 loose_real16 __attribute__((aligned(8)));
#elif defined(__clang__)
typedef float16 loose_real16 __attribute__((aligned(4)));
#endif
#if defined(__clang__)
#define LOAD16(place) (*(__global const loose_real16 *)(place))
#else
#define LOAD16(place) vload16(0, place)
#endif

static inline uint nf_at_most(real16 v, real most) {
#if REAL64
    const int16 lanes = convert_int16(v <= (real16)(most));
#else
    const int16 lanes = v <= (real16)(most);
#endif
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
