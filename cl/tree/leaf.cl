// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The squared distances between a point and 16 points of a leaf, from point `from` on, by the rule (pair_rule.cl): for neighbours and for links.
//   at   the point, scaled
//   s    S of points without wraps; for folded trees, as that of the image is the same for all points otherwise
#pragma once
#include "tree/images.cl"

static inline real16 nf_leaf_d2(const real *at, const nf_tree *tree, const nf_image *image, const int *s,
                                ulong leaf, int from WALK_FOLDS) {
    __global const real *points = tree->points + leaf * DIMS * NF_LEAF + from;
    real16 sum = 0;
#if FOLDED
    real16 own[3];
    for (int k = 0; k < 3; k++) {
        real each[16];
        for (int c = 0; c < 16; c++)
            each[c] = (real)(s[k] - tree->wraps[(leaf * 3 + (ulong)k) * NF_LEAF + (ulong)(from + c)]);
        own[k] = LOAD16_OWN(each);
    }
#else
    (void)s;
#endif
    for (int a = 0; a < DIMS; a++) {
        const real16 other = LOAD16(points + a * NF_LEAF);
#if FOLDED
        const real16 vector =
            (own[0] * folds->vectors[0][a] + own[1] * folds->vectors[1][a]) + own[2] * folds->vectors[2][a];
        const real16 d = (other - at[a]) + vector;
#else
        const real16 d = displacement(a, at[a], other, IMAGE_OF_POINTS(image));
#endif
        sum += NF_SQUARED(d);
    }
    return sum;
}
