// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Decides which of 16 consecutive candidates are pairs with each of four points, as a ulong: bit 16 p + l is for point p and
// candidate l.
//   FLOAT_FIRST  1: floats decide if no lane is close to the cutoff (margin_direct.cl); 0: the rule decides all
#pragma once
#if !defined(FLOAT_FIRST)
#error "near_masks.cl needs FLOAT_FIRST"
#endif

// Four points; if there are fewer, the last one is repeated.
typedef struct nf_four {
    real x[4], y[4], z[4];
} nf_four;

// What candidates are compared with: the squared cutoff, scaled as in the rule.  With filters also the smallest distance, and the
// squared cutoff that the radii of the four points and those of the candidates, in order, allow.
typedef struct nf_within {
    real r2;
#if FILTERS
    const nf_filters *filters; // or NULL: they are left to another test
    real scale, own[4];
#endif
} nf_within;

// The signs of four vectors.  In plain OpenCL C two of them share a vector of weights, which is summed by halves.
static inline ulong nf_fold(int16 a, int16 b, int16 c, int16 d) {
#ifdef WIDE_SIGNS
    return (ulong)WIDE_SIGNS(a) | (ulong)WIDE_SIGNS(b) << 16 | (ulong)WIDE_SIGNS(c) << 32 |
           (ulong)WIDE_SIGNS(d) << 48;
#else
    const int16 low = (int16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    const int16 high = low << 16;
    const int16 ab = (a >> 31 & low) | (b >> 31 & high), cd = (c >> 31 & low) | (d >> 31 & high);
    const int8 ab8 = ab.lo | ab.hi, cd8 = cd.lo | cd.hi;
    const int8 all = (int8)(ab8.lo | ab8.hi, cd8.lo | cd8.hi);
    const int4 quarter = all.even | all.odd;
    return as_ulong(quarter.even | quarter.odd);
#endif
}

#if REAL64
#define LOAD_REAL_WIDE LOAD_DOUBLE8
#define NEAR_BITS(is)  convert_int8(is)
typedef int8 nf_near_bits;
#else
#define LOAD_REAL_WIDE LOAD_FLOAT16
#define NEAR_BITS(is)  (is)
typedef int16 nf_near_bits;
#endif

// The candidates from k on that point p is compared with at these squared distances.
static inline nf_near_bits nf_near_wide(const nf_within *within, int p, uint k, nf_real_wide d2) {
#if FILTERS
    nf_real_wide r2 = (nf_real_wide)within->r2;
#if RADII
    if (within->filters) {
        const nf_real_wide own = (nf_real_wide)within->own[p];
#if RADII > 1
        const nf_real_wide other = LOAD_REAL_WIDE(within->filters->ordered_radii + k);
#else
        const nf_real_wide other = 0;
#endif
        const nf_real_wide cutoff = NF_RADII_CUTOFF(RADII - 1, own, other) * (nf_real_wide)within->scale,
                           allowed = cutoff >= (nf_real_wide)RADII_LEAST ? cutoff * cutoff : (nf_real_wide)0;
        r2 = allowed < r2 ? allowed : r2;
    }
#endif
    (void)p, (void)k;
#if LEAST
    if (within->filters)
        return NEAR_BITS(nf_is_pair(d2, r2) & ~nf_is_pair(d2, (nf_real_wide)within->filters->least2));
#endif
    return NEAR_BITS(nf_is_pair(d2, r2));
#else
    (void)p, (void)k;
    return NEAR_BITS(nf_is_pair(d2, (nf_real_wide)within->r2));
#endif
}

// The same at these positions.
static inline nf_near_bits nf_near_at(const nf_within *within, const nf_four *four, int p, uint k,
                                      nf_real_wide x, nf_real_wide y, nf_real_wide z, nf_vector vector,
                                      real scale) {
    return nf_near_wide(within, p, k,
                        nf_distance2_wide((nf_real_wide)four->x[p], (nf_real_wide)four->y[p],
                                          (nf_real_wide)four->z[p], x, y, z, vector, (nf_real_wide)scale));
}

// By the rule, from the axes; all 16 candidates have the same image.
static inline ulong nf_near_by_rule(__global const real *axes, ulong stride, const nf_within *within,
                                    real scale, const nf_four *four, uint k, nf_vector vector) {
    int16 near[4];
    __global const real *from = axes + k;
    const nf_real_wide zero = 0;
    const nf_real_wide x = LOAD_REAL_WIDE(from), y = DIMS > 1 ? LOAD_REAL_WIDE(from + stride) : zero,
                       z = DIMS > 2 ? LOAD_REAL_WIDE(from + 2 * stride) : zero;
#if REAL64
    from += 8;
    const nf_real_wide x2 = LOAD_REAL_WIDE(from), y2 = DIMS > 1 ? LOAD_REAL_WIDE(from + stride) : zero,
                       z2 = DIMS > 2 ? LOAD_REAL_WIDE(from + 2 * stride) : zero;
    for (int p = 0; p < 4; p++)
        near[p] = (int16)(nf_near_at(within, four, p, k, x, y, z, vector, scale),
                          nf_near_at(within, four, p, k + 8, x2, y2, z2, vector, scale));
#else
    for (int p = 0; p < 4; p++) near[p] = nf_near_at(within, four, p, k, x, y, z, vector, scale);
#endif
    return nf_fold(near[0], near[1], near[2], near[3]);
}

#if FLOAT_FIRST
#include "space/margin_direct.cl"

// Four points in the frame of a tile, and their smallest |t| so far.
typedef struct nf_four_float {
    float x[4], y[4], z[4];
    float16 least[4];
} nf_four_float;

#if defined(FP_FAST_FMAF) || defined(__FMA__) || defined(__SPIR__)
#define FUSED(a, b, c) fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif

static inline int16 nf_near_float(nf_four_float *four, int p, float16 x, float16 y, float16 z) {
    const float16 dx = x - four->x[p], dy = y - four->y[p], dz = z - four->z[p];
    float16 t = FUSED(dx, dx, (float16)-1);
    if (DIMS > 1) t = FUSED(dy, dy, t);
    if (DIMS > 2) t = FUSED(dz, dz, t);
    const float16 away = fabs(t);
    four->least[p] = away < four->least[p] ? away : four->least[p];
    return as_int16(t);
}

// In float, from the tile's frame: axes of `stride` floats.
static inline ulong nf_near_in_float(__global const float *frame, uint stride, nf_four_float *four, uint k) {
    const float16 x = LOAD_FLOAT16(frame + k), y = DIMS > 1 ? LOAD_FLOAT16(frame + stride + k) : (float16)0,
                  z = DIMS > 2 ? LOAD_FLOAT16(frame + 2 * stride + k) : (float16)0;
    const int16 a = nf_near_float(four, 0, x, y, z), b = nf_near_float(four, 1, x, y, z),
                c = nf_near_float(four, 2, x, y, z), d = nf_near_float(four, 3, x, y, z);
    return nf_fold(a, b, c, d);
}

// 1 if |t| was at least `margin` for all candidates of `four`.
static inline int nf_is_sure(const nf_four_float *four, float margin) {
    const float16 ab = min(four->least[0], four->least[1]), cd = min(four->least[2], four->least[3]);
    const float16 all = min(ab, cd);
    const float8 all8 = min(all.lo, all.hi);
    const float4 all4 = min(all8.lo, all8.hi);
    return min(min(all4.x, all4.y), min(all4.z, all4.w)) >= margin;
}
#endif
