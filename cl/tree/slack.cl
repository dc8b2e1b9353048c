// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// How far rounding may move a point of a periodic box (space/space_box.cl, a part), for the tree.
//   The rule takes points as given, the tree where they are in the box, and both round, the more the farther away the point is.  Boxes of
//   folded trees are larger by the slack of each of their points, and queries have their own: a point far outside of the box costs nothing for others.
//   An axis of a distance between two points is off by less than the slacks of both, and folds->shift_slack x (the largest |m| + 1) for the
//   image.  With v the unit of `real`, x the coordinate and L = the sum of |w_k H_k| along the axis, the rule is off by v (|x| + 3 L) for each of the
//   points, a fold by v (3 L + |x - w.H|), and its box and the difference of the boxes by 2 v |x - w.H|, which is at most 2 v (|x| + L): together less
//   than 12 v (|x| + L).  The steps of scaled.cl add one for each wrap.
#pragma once
#include "machine/real.cl"
#if BOX
// As in src/tree/folds.h; scaled, but for the lattice.
typedef struct nf_folds {
    nf_lattice lattice;
    real vectors[3][3]; // H
    real origin[3];
    real normal[3][3];
    real height[3]; // 0 along axes that are not periodic
    real excess[3]; // by how much farther along each vector than the box reaches two points together may be
    real rounding;  // 12 v
    real step;      // of slack, for each wrap
    real shift_slack;
} nf_folds;
NF_NUMBERS_OF(nf_folds)

// The slack of a scaled point along an axis.
static inline real nf_slack_along(const nf_folds *folds, const real *at, const int *w, int a) {
    real moved = fabs(at[a]), wraps = 0;
    for (int k = 0; k < 3; k++) {
        moved += fabs((real)w[k] * folds->vectors[k][a]);
        wraps += (real)abs(w[k]);
    }
    return folds->rounding * moved + folds->step * wraps;
}
#endif
