// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Coordinates as the k nearest neighbours and the groups of friends compare them, for kernels and, as C, for the host: times a power of two,
// so that no square of a difference leaves the range of `real`, whatever the lengths.
//   With 2^(e - 1) <= the largest component of all points, query points and cell vectors < 2^e, coordinates are scaled by
//   2^(NF_SCALED_BITS - e); the small ones count in steps.  All differences are then 0 or at least half a step, whose square is a
//   normal number: it does not matter that some devices flush subnormal numbers to zero.
// Scaling by a power of two changes no bit of a mantissa, so what is decided is what the pair rule decides.
//   real, REAL64   as in machine/real.cl
// The host computes the scale (src/space/scaled.h).
#pragma once
#define NF_SCALED_BITS(wide) ((wide) ? 400 : 40) // scaled coordinates are below 2^NF_SCALED_BITS
#define NF_SCALED_LEAST(wide)                                                                                \
    ((wide) ? -600 : -80) // the least e, so that the scale and its inverse are in range
#define NF_SCALED_STEP(wide) ((wide) ? -500 : -61) // log2 of a step, 2^-900 or 2^-101 of 2^e
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

// A number that is not negative; it counts as 0 where it is subnormal.
static inline real nf_normal(real x) { return x < NF_SCALED_NORMAL ? 0 : x; }

// The mean of distances from their sum; inverse: 1 / k.
static inline real nf_mean_distance(real sum, real inverse) { return nf_normal(sum * inverse); }

// The volume of a ball of `dims` dims; ball: that of radius 1.  If a product on the way is subnormal, then so is the volume.
static inline real nf_ball_volume(real radius, real ball, int dims) {
    real volume = ball;
    for (int a = 0; a < dims; a++) volume *= radius;
    return nf_normal(volume);
}
// The density is nf_normal(k / volume), the division correctly rounded, and infinity for a volume of 0.
