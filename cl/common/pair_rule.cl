// The pair rule: two points are a pair when |r_j - r_i| < cutoff, strictly.  It stands here and nowhere else.
//
//   d2 = (dx*dx + dy*dy) + dz*dz  <  r2 = cutoff * cutoff,  each operation rounded by itself in the precision
//   of the points (`real`): contraction is off wherever this is included.
//
//   SCALED  defined where cutoff is so small or large that squares would leave the range of `real`: differences
//           are multiplied by `scale`, a power of two, first, and r2 is that of the scaled cutoff.  A power of two
//           changes no bit of any number that stays in range, so the answer is that of the rule without limits.
//
// Included by kernels, and by the host reference as C.
#ifdef SCALED
#define NF_DIFFERENCE(a, b) (((b) - (a)) * scale)
#else
#define NF_DIFFERENCE(a, b) ((b) - (a))
#endif

static inline real nf_distance2(real xi, real yi, real zi, real xj, real yj, real zj, real scale) {
    const real dx = NF_DIFFERENCE(xi, xj), dy = NF_DIFFERENCE(yi, yj), dz = NF_DIFFERENCE(zi, zj);
    (void)scale;
    return (dx * dx + dy * dy) + dz * dz;
}

static inline int nf_is_pair(real d2, real r2) { return d2 < r2; }
