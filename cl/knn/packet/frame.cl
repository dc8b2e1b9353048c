// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The view of a packet: 32 queries that are near each other, a lane a query, and what they look at, in numbers of float.
// Positions are relative to the middle c of the queries and in units in which the square of 1 is a quantum: u = ((r - c) + S.H) g.  For a query q and
// a point p, d2 = |p|^2 - 2 p.q + |q|^2; without the last term, which is the same for all points, that is a fused operation an axis.  NF_BASE is
// added, so that the sum, s, is a number between 2^23 and 2^24, whose last bits are the quanta: s = NF_BASE + d2 - |q|^2.
// How far off: with T = NF_QUANTA and v = 2^-24, queries have |q|^2 <= T/4 + T/256, accepted points s <= NF_S_MOST, so d2 <= 0.7441 T + |q|^2 < T, and
// |p|^2 <= 2.3 T where it matters.  The additions below 2^24 are off by half a quantum each (DIMS + 1); |p|^2 by a third; u by 2 v |u|, which
// moves d2 by less than 2 sqrt(T) 2 v (1.5 + 0.5) sqrt(T) = 0.5; the rule itself is off by less than 10 v T < 0.7.  Together less than half of NF_BLUR.  An image adds
// 6 v |S.H| g to what u and the differences of the rule are off by, which moves d2 by less than 12 sqrt(T) v |S.H| g: nf_image_blur() is more than twice that.
//   NF_WIDTH  floats of a candidate: its u, then NF_BASE + |u|^2
#pragma once
#include "tree/images.cl"
#include "knn/packet/keys.cl"
#if NF_LEAF != 32 || NF_SIBLINGS != 32
#error "packet/frame.cl: a lane has a point of a leaf, and a child of a node"
#endif
#define NF_WIDTH   ((DIMS + 4) / 4 * 4)
#define NF_BLUR    (DIMS + 6)
#define NF_OFFSET  (0.2559f * NF_QUANTA)
#define NF_BASE    (8388608.0f + NF_OFFSET)
#define NF_S_MOST  (8388608.0f + (NF_QUANTA - 4)) // what is accepted, at most
#define NF_OF_SPAN 0.74f
#if REAL64
#define NF_SPAN_LEAST 1e-270
#define NF_SPAN_MOST  1e270
#define NF_IMAGE_BLUR 1e-10
#else
#define NF_SPAN_LEAST 1e-28f
#define NF_SPAN_MOST  1e30f
#define NF_IMAGE_BLUR 3e-3f
#endif

typedef struct nf_view {
    real middle[DIMS], g;
#if BOX
    real vector[3]; // S.H of the image
#endif
} nf_view;

// `span`: the largest d2 that is looked for; one lane writes.  Returns 0 if the numbers would leave their range.
static inline int nf_view_of(__local nf_view *view, const real *lo, const real *hi, real span, int writes) {
    real extent[DIMS], square = 0;
    for (int a = 0; a < DIMS; a++) {
        const real middle = lo[a] + (hi[a] - lo[a]) * (real)0.5f, up = hi[a] - middle, down = middle - lo[a];
        extent[a] = up > down ? up : down;
        square += NF_SQUARED(extent[a]);
        if (writes) view->middle[a] = middle;
    }
    const real least = square * (real)2.9f, whole = span > least ? span : least;
    const int fits = whole > NF_SPAN_LEAST && whole < NF_SPAN_MOST;
    const real g = fits ? sqrt((real)(NF_OF_SPAN * NF_QUANTA) / whole) : 0;
    if (!writes) return fits;
    view->g = g;
#if BOX
    for (int a = 0; a < 3; a++) view->vector[a] = 0;
#endif
    return fits;
}

// A coordinate of a point or a box in the view.
static inline float nf_viewed(__local const nf_view *view, int a, real x) {
#if BOX
    return (float)(((x - view->middle[a]) + view->vector[a]) * view->g);
#else
    return (float)((x - view->middle[a]) * view->g);
#endif
}

static inline void nf_viewed_box(__local const nf_view *view, __global const real *box, float *lo,
                                 float *hi) {
    for (int a = 0; a < DIMS; a++) {
        lo[a] = nf_viewed(view, a, box[2 * a * NF_SIBLINGS]);
        hi[a] = nf_viewed(view, a, box[(2 * a + 1) * NF_SIBLINGS]);
    }
}

#if BOX
// More than what an image adds to what distances are off by, in quanta.
static inline uint nf_image_blur(real g, const real *vector) {
    real length = 0;
    for (int a = 0; a < 3; a++) length += fabs(vector[a]);
    const real blur = (real)NF_IMAGE_BLUR * length * g + 2;
    return blur < NF_QUANTA ? (uint)blur : NF_QUANTA;
}
#endif
