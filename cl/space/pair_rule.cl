// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The pair rule: two points are a pair if |D| < cutoff, strictly, where D is the displacement from one to the image of the
// other.  It is defined only here; D is that of the space (space_open.cl, space_box.cl), which must come before.
//
//   d2 = (dx*dx + dy*dy) + dz*dz  <  r2 = cutoff * cutoff,  each operation rounded by itself in the precision
//   of the points (`real`): contraction is off wherever this is included.
//
//   SCALED  defined if the cutoff is so small or large that squares would leave the range of `real`: differences are first
//           multiplied by `scale`, a power of two, and r2 is that of the scaled cutoff.  A power of two changes no bit of
//           the mantissa while numbers stay in range, so the result is that of the rule with unlimited range.
//
// Included by kernels, and by the host reference as C.
#if !defined(displacement)
#error "pair_rule.cl needs a displacement"
#endif
#ifdef SCALED
#define NF_DIFFERENCE(axis, a, b) (displacement(axis, a, b, vector) * scale)
#else
#define NF_DIFFERENCE(axis, a, b) displacement(axis, a, b, vector)
#endif

#define NF_DEFINE_DISTANCE2(name, type)                                                                      \
    static inline type name(type xi, type yi, type zi, type xj, type yj, type zj, nf_vector vector,          \
                            type scale) {                                                                    \
        const type dx = NF_DIFFERENCE(0, xi, xj), dy = NF_DIFFERENCE(1, yi, yj),                             \
                   dz = NF_DIFFERENCE(2, zi, zj);                                                            \
        (void)scale, (void)vector;                                                                           \
        return (dx * dx + dy * dy) + dz * dz;                                                                \
    }
NF_DEFINE_DISTANCE2(nf_distance2, real)
#ifdef __OPENCL_C_VERSION__
NF_DEFINE_DISTANCE2(nf_distance2_wide, nf_real_wide)
#endif

// For vectors: all bits are set in lanes that are pairs.
#define nf_is_pair(d2, r2) ((d2) < (r2))
