// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A fast test in float, for points of any precision, that decides most candidates.  It reports when it may be wrong; then the
// pair rule must decide.
//
// Positions are taken relative to a point o near the 32 points of a tile, in units of the cutoff:
// u = (float)(x - o) * inverse.  With K = 2^-19, a point i and a candidate j:
//   s_i = |u_i|^2, c_i = s_i - 1, a_i = -2 u_i, E_i = K s_i + K
//   t   = a_i . u_j + (|u_j|^2 + c_i) ~ |u_i - u_j|^2 - 1
//   the sign of t agrees with the rule unless |t| < E_i
//   j is far from all points of a box, whose corners are at most sqrt(H) from o, if its squared distance to the box
//   exceeds 1 + (K H + K)
// It holds for fused and unfused products, flushed and kept subnormal numbers, while |u| <= 2^16 and the
// cutoff is within 2^-36 .. 2^60.  Proof: the error of t is at most e (22 s_i + 15), e = 2^-24 (three products and their
// sums, each rounded relative to terms that |u_i| and |u_i - u_j| bound); u is off by 2e of itself a
// coordinate (difference or conversion, then product) and the inverse by e, which moves t by e (8 |u_i| + 6);
// the rule itself rounds by 6e in float.  The sum e (22 s_i + 8 |u_i| + 27) is below 32 e (s_i + 1) = E_i by
// 3 e at least, which covers second-order terms.
//
// Included by kernels, and as C by a test that looks for counterexamples.
//
//   FUSED  1: the device has a fused multiply-add (CL_FP_FMA; some drivers that have it do not define FP_FAST_FMAF)
#if !defined(FUSED)
#error "margin.cl needs FUSED"
#endif
#define MARGIN_K       0x1p-19f
#define MARGIN_BLUR    0.125f // the largest addition to E for folded points and images (space_box.cl)
#define MARGIN_LONGEST 1e4f   // of H; beyond it E is so large that the rule alone is faster

#if FUSED
#define MARGIN_FMA(a, b, c) fma(a, b, c)
#else
#define MARGIN_FMA(a, b, c) ((a) * (b) + (c))
#endif

static inline float nf_margin_square(float x, float y, float z) {
    return MARGIN_FMA(x, x, MARGIN_FMA(y, y, z * z));
}

// The precomputed values of a point.
typedef struct nf_margin {
    float x, y, z, c, e;
} nf_margin;

static inline nf_margin nf_margin_of(float ux, float uy, float uz) {
    const float s = nf_margin_square(ux, uy, uz);
    const nf_margin margin = {-2 * ux, -2 * uy, -2 * uz, s - 1, MARGIN_FMA(MARGIN_K, s, MARGIN_K)};
    return margin;
}

// The candidate is (x, y, z, x^2 + y^2 + z^2).
static inline float nf_margin_test(nf_margin i, float4 j) {
    return MARGIN_FMA(i.z, j.z, MARGIN_FMA(i.y, j.y, MARGIN_FMA(i.x, j.x, j.w + i.c)));
}

// The squared distance to a box above which a candidate is far; corner: H.
static inline float nf_margin_reach(float corner) { return 1 + MARGIN_FMA(MARGIN_K, corner, MARGIN_K); }
