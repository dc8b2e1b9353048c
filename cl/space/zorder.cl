// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The z-order of points (the paper of jz-tree, which include/nearfield/zsort.h names, section II-A, equations 1 to 4), for kernels and, as C,
// for the host.
// A coordinate is a fixed-point number of unlimited range.  Its bits have levels: from 1, the lowest bit of the smallest subnormal, up
// to NF_Z_LEVELS, the sign.  Of two points, the dimension in which the highest level with different bits is the largest decides, the
// first one of several.  So the order is the lexicographic one of strings that have, from the highest level down, one bit of each
// dimension in turn: 0 for the sign of a negative number, whose other bits are complemented.
// Only bits are used: devices may flush subnormal numbers in arithmetic.
//   wide  1: double, 0: float
//   clz   of a ulong, as in OpenCL C
#pragma once
#define NF_Z_FRACTION(wide) ((wide) ? 52 : 23)
#define NF_Z_EXPONENT(wide) ((wide) ? 2047 : 255)
#define NF_Z_LEVELS(wide)   (NF_Z_EXPONENT(wide) + NF_Z_FRACTION(wide)) // of the sign
#define NF_Z_KEY_BITS       63                                          // the most bits of a key

// A coordinate: mantissa * 2^shift in units of the smallest subnormal.  Zeros of both signs are equal.
typedef struct nf_z {
    ulong mantissa;
    int shift, negative;
} nf_z;

static inline int nf_z_exponent(ulong bits, int wide) {
    return (int)(bits >> NF_Z_FRACTION(wide)) & NF_Z_EXPONENT(wide);
}

static inline int nf_z_is_finite(ulong bits, int wide) {
    return nf_z_exponent(bits, wide) != NF_Z_EXPONENT(wide);
}

static inline nf_z nf_z_of(ulong bits, int wide) {
    const ulong one = (ulong)1 << NF_Z_FRACTION(wide), fraction = bits & (one - 1);
    const int exponent = nf_z_exponent(bits, wide), normal = exponent > 0;
    nf_z z;
    z.mantissa = normal ? fraction | one : fraction;
    z.shift = exponent - normal;
    z.negative = (int)(bits >> (wide ? 63 : 31)) & (z.mantissa != 0);
    return z;
}

// The highest level with different bits; 0 for equal numbers.
static inline int nf_z_level(nf_z a, nf_z b, int wide) {
    const ulong differ = a.mantissa ^ b.mantissa;
    const int shift = a.shift > b.shift ? a.shift : b.shift;
    if (a.negative != b.negative) return NF_Z_LEVELS(wide);
    if (a.shift != b.shift) return shift + NF_Z_FRACTION(wide) + 1;
    return differ ? shift + 64 - (int)clz(differ) : 0;
}

// The level of the highest bit that is set; 0 for 0.
static inline int nf_z_top(nf_z z) { return z.mantissa ? z.shift + 64 - (int)clz(z.mantissa) : 0; }

static inline int nf_z_is_less(nf_z a, nf_z b) {
    if (a.negative != b.negative) return a.negative;
    if (a.shift != b.shift) return (a.shift < b.shift) != a.negative;
    return a.mantissa != b.mantissa && (a.mantissa < b.mantissa) != a.negative;
}

// The comparison of two points a and b so far; it begins with zeros and takes the dimensions in their order.
typedef struct nf_z_order {
    int level; // the highest with different bits
    int less;  // a comes first
} nf_z_order;

static inline void nf_z_compare(nf_z_order *order, nf_z a, nf_z b, int wide) {
    const int level = nf_z_level(a, b, wide);
    if (level <= order->level) return;
    order->level = level;
    order->less = nf_z_is_less(a, b);
}

// The levels in which some coordinates may differ: those up to `level`, and that of the sign if `signs` is 1.  The levels between
// say nothing, as the bits there are all equal for each sign.
typedef struct nf_z_span {
    int level, signs;
} nf_z_span;

static inline nf_z_span nf_z_between(nf_z a, nf_z b, int wide) {
    const int top_a = nf_z_top(a), top_b = nf_z_top(b);
    nf_z_span span;
    span.signs = a.negative != b.negative;
    span.level = span.signs ? (top_a > top_b ? top_a : top_b) : nf_z_level(a, b, wide);
    return span;
}

static inline nf_z_span nf_z_join(nf_z_span a, nf_z_span b) {
    if (b.level > a.level) a.level = b.level;
    a.signs |= b.signs;
    return a;
}

// The bits of the first `count` levels of a span, at most NF_Z_KEY_BITS; below level 1 they are all equal for each sign.
static inline ulong nf_z_bits(nf_z z, nf_z_span span, int count) {
    const int low = count - span.signs, up = z.shift - (span.level - low);
    const ulong sign = span.signs > z.negative;
    ulong bits = 0;
    if (up >= 0) bits = up < 64 ? z.mantissa << up : 0;
    else bits = up > -64 ? z.mantissa >> -up : 0;
    return ((z.negative ? ~bits : bits) & (((ulong)1 << low) - 1)) | sign << low;
}

// The same for a float, of which `word` has the bits, and at most 31 levels, by words of 32 bits.
static inline uint nf_z_bits_narrow(uint word, nf_z_span span, int count) {
    const uint one = (uint)1 << NF_Z_FRACTION(0), fraction = word & (one - 1);
    const int exponent = (int)(word >> NF_Z_FRACTION(0)) & NF_Z_EXPONENT(0), normal = exponent > 0,
              low = count - span.signs, up = exponent - normal - (span.level - low);
    const uint mantissa = normal ? fraction | one : fraction, negative = word >> 31 & (mantissa != 0),
               sign = (uint)span.signs & (negative ^ 1);
    uint bits = 0;
    if (up >= 0) bits = up < 32 ? mantissa << up : 0;
    else bits = up > -32 ? mantissa >> -up : 0;
    return ((bits ^ (0u - negative)) & (((uint)1 << low) - 1)) | sign << low;
}

// Bit i becomes bit i * dims, for at most NF_Z_KEY_BITS / dims bits.  Each step parts blocks of 2 b bits into two of b.
#define NF_Z_BLOCK(b)        (((ulong)1 << (b)) - 1)
#define NF_Z_PLACES(period)  ((~(ulong)0 / NF_Z_BLOCK(period)) >> 64 % (period))
#define NF_Z_LAST(period)    ((ulong)(64 % (period) != 0) << 64 / (period) * (period) % 64)
#define NF_Z_MASK(b, period) ((NF_Z_PLACES(period) | NF_Z_LAST(period)) * NF_Z_BLOCK(b))
#define NF_Z_STEP(b)                                                                                         \
    if ((b)*dims < 64) x = (x | x << (b) * (dims - 1)) & NF_Z_MASK(b, (b)*dims);
static inline ulong nf_z_spread(ulong x, int dims) {
    NF_Z_STEP(32)
    NF_Z_STEP(16)
    NF_Z_STEP(8)
    NF_Z_STEP(4)
    NF_Z_STEP(2)
    NF_Z_STEP(1)
    return x;
}

// The part of dimension `a` in the key of the first `count` levels of a span, of which there are at most NF_Z_KEY_BITS / dims.
static inline ulong nf_z_key_part(nf_z z, int a, int dims, nf_z_span span, int count) {
    return nf_z_spread(nf_z_bits(z, span, count), dims) << (dims - 1 - a);
}
