// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Weights of points as whole numbers, the sums of their products, and these sums as doubles.  All of it is done in integers: the sums are
// exact, they do not depend on their order, and a device without doubles has the same bytes.
//   A weight w is the nearest of the numbers k * 2^scale, |k| <= 2^30: the largest |w| is below 2^(scale + 30), and 2^(scale + 29) at least.
//   A term is the product of two such k plus 2^60, which is never negative: it is below 2^61 + 1.
//   A sum has 128 bits, and so room for the terms of 2^64 pairs, which is more than their count can be.
//   wide  1: weights are the bits of a float64, 0: those of a float32
//
// Included by kernels, and by the host reference as C.
#pragma once
#include "space/spaces.cl"

#define NF_WEIGHT_BITS 30
#define NF_WEIGHT_BIAS ((ulong)1 << 2 * NF_WEIGHT_BITS)

// The biased exponent; that of the smallest normal numbers for numbers below them.
static inline uint nf_weight_exponent(ulong bits, int wide) {
    const uint exponent = wide ? (uint)(bits >> 52) & 2047 : (uint)(bits >> 23) & 255;
    return exponent ? exponent : 1;
}

// The number k of a weight, where `largest` is the largest exponent of all.  Halves are rounded away from 0.
static inline int nf_weight_number(ulong bits, int wide, uint largest) {
    const int digits = wide ? 52 : 23;
    const int up = (int)nf_weight_exponent(bits, wide) - (int)largest + NF_WEIGHT_BITS - 1 - digits;
    const ulong is_normal = (bits >> digits & (ulong)(wide ? 2047 : 255)) != 0,
                whole = (bits & (((ulong)1 << digits) - 1)) | is_normal << digits;
    ulong k = 0;
    if (up >= 0) k = whole << up;
    else if (up > -64) k = (whole + ((ulong)1 << (-up - 1))) >> -up;
    return bits >> (wide ? 63 : 31) & 1 ? -(int)k : (int)k;
}

static inline int nf_weight_scale(uint largest, int wide) {
    return (int)largest - (wide ? 1023 : 127) - (NF_WEIGHT_BITS - 1);
}

static inline ulong nf_weight_term(int a, int b) { return (ulong)a * (ulong)b + NF_WEIGHT_BIAS; }

// Adds a term to the sum sum[1] * 2^64 + sum[0].
static inline void nf_weight_add(NF_GLOBAL ulong *sum, ulong term) {
    sum[0] += term;
    sum[1] += sum[0] < term;
}

// The nearest double of the sum of `count` terms without what was added to each, times 2^scale, as bits; of two equally near the even one.
static inline ulong nf_weight_total(ulong low, ulong high, ulong count, int scale) {
    const ulong more = count << 2 * NF_WEIGHT_BITS;
    high -= (count >> (64 - 2 * NF_WEIGHT_BITS)) + (low < more);
    low -= more;
    const ulong sign = high >> 63 << 63;
    if (sign) {
        high = ~high + (low == 0);
        low = ~low + 1;
    }
    if (!(low | high)) return 0;
    int top = 127; // the highest bit that is 1
    while (!((top < 64 ? low >> top : high >> (top - 64)) & 1)) top--;
    int least = top + scale - 52; // the exponent of the last bit that is kept
    if (least < -1074) least = -1074;
    const int shift = least - scale;
    ulong kept = 0, rest = 0; // rest: the highest bit that is left out, and 1 if any other is not 0
    if (shift <= 0) kept = low << -shift;
    else if (shift < 64) {
        kept = low >> shift | high << 1 << (63 - shift);
        rest = (low >> (shift - 1) & 1) << 1 | (low << 1 << (64 - shift) != 0);
    } else if (shift < 128) {
        const int far = shift - 64;
        kept = high >> far;
        rest = far ? (high >> (far - 1) & 1) << 1 | ((high << 1 << (64 - far)) != 0 || low != 0)
                   : low >> 63 << 1 | (low << 1 != 0);
    }
    if (rest > 2 || (rest == 2 && (kept & 1))) kept++;
    if (least > 1023 - 52) return sign | (ulong)2047 << 52;
    return sign | (((ulong)(least + 1074) << 52) + kept);
}
