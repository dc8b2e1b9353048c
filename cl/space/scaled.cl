// Coordinates as the k nearest neighbours and the groups of friends compare them, for kernels and, as C, for the host: times a power of two,
// so that no square of a difference leaves the range of `real`, whatever the lengths.
//   With 2^(e - 1) <= the largest component of all points, query points and cell vectors < 2^e, coordinates are scaled to below
//   NF_SCALED_MOST; the small ones count in steps of NF_SCALED_STEP.  All differences are then 0 or at least half a step, whose square is a
//   normal number: it does not matter that some devices flush subnormal numbers to zero.
// Scaling by a power of two changes no bit of a mantissa, so what is decided is what the pair rule decides.
//   real   as in machine/real.cl
#pragma once
#define NF_SCALED_BITS  (REAL64 ? 400 : 40)   // log2 of NF_SCALED_MOST
#define NF_SCALED_LEAST (REAL64 ? -600 : -80) // the least e, so that the scale and its inverse are in range
#if REAL64
#define NF_SCALED_SMALL  0x1p-449   // coordinates below this count in steps
#define NF_SCALED_MAGIC  0x1.8p-448 // a number whose last digit is a step
#define NF_SCALED_NORMAL 0x1p-1022
#else
#define NF_SCALED_SMALL  0x1p-39f
#define NF_SCALED_MAGIC  0x1.8p-38f
#define NF_SCALED_NORMAL 0x1p-126f
#endif

// A coordinate, scaled.  Subnormal ones count as 0.
static inline real nf_scaled(real x, real scale) {
    const real whole = x < 0 ? -x : x, scaled = x * scale, size = scaled < 0 ? -scaled : scaled;
    if (whole < NF_SCALED_NORMAL) return 0;
    return size < NF_SCALED_SMALL ? (scaled + NF_SCALED_MAGIC) - NF_SCALED_MAGIC : scaled;
}

// A length, from a scaled one.  It counts as 0 where it would be subnormal.
static inline real nf_unscaled(real length, real scale, real unscale) {
    return length < NF_SCALED_NORMAL * scale ? 0 : length * unscale;
}
