// The pair rule: two points are a pair when |r_j - r_i| < cutoff, strictly.  It stands here and nowhere else.
//
//   d2 = (dx*dx + dy*dy) + dz*dz  <  r2 = cutoff * cutoff,  each operation rounded by itself in the precision
//   of the points (`real`): contraction is off wherever this is included.
//
//   SCALED  defined where cutoff is so small or large that squares would leave the range of `real`:
//   differences
//           are multiplied by `scale`, a power of two, first, and r2 is that of the scaled cutoff.  A power
//           of two changes no bit of any number that stays in range, so the answer is that of the rule
//           without limits.
//
// Included by kernels, and by the host reference as C.
#ifdef SCALED
#define NF_DIFFERENCE(a, b) (((b) - (a)) * scale)
#else
#define NF_DIFFERENCE(a, b) ((b) - (a))
#endif

#define NF_DEFINE_DISTANCE2(name, type)                                                                      \
    static inline type name(type xi, type yi, type zi, type xj, type yj, type zj, type scale) {              \
        const type dx = NF_DIFFERENCE(xi, xj), dy = NF_DIFFERENCE(yi, yj), dz = NF_DIFFERENCE(zi, zj);       \
        (void)scale;                                                                                         \
        return (dx * dx + dy * dy) + dz * dz;                                                                \
    }
NF_DEFINE_DISTANCE2(nf_distance2, real)
#ifdef __OPENCL_C_VERSION__
NF_DEFINE_DISTANCE2(nf_distance2_wide, real_wide)
#endif

// For vectors: all bits set in the lanes that are pairs.
#define nf_is_pair(d2, r2) ((d2) < (r2))
