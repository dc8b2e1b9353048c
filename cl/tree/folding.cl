// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Where points are in a periodic box (space/space_box.cl, a part), for the tree.
//   DIMS  1 to 3      FOLDED  1: kernels that make folded trees have FOLD_PARAMETERS, the wraps of the tree and the folds
#pragma once
#include "tree/slack.cl"
#if BOX
NF_NUMBERS_OF(nf_lattice)

// The wraps w of a point, which has zeros for further dims, and where it is in the box: where it was, to the last bit, without wraps.  Returns 0, with wraps of 0 from there on, if one is
// above `limit` or no number.
static inline int nf_fold(const nf_lattice *lattice, const real *at, real limit, int *w, real *inside) {
    int is_near = 1;
    w[0] = w[1] = w[2] = 0;
    for (int k = 0; k < DIMS; k++) {
        const real wraps = NF_WRAPS(nf_coordinate(*lattice, k, at[0], at[1], at[2]), lattice->inverse[k]);
        is_near &= NF_ABS(wraps) <= limit;
        w[k] = is_near ? (int)wraps : 0;
    }
    for (int a = 0; a < 3; a++) inside[a] = at[a];
    if ((w[0] | w[1] | w[2]) != 0)
        for (int a = 0; a < 3; a++) inside[a] -= NF_VECTOR_ALONG(lattice, w, a);
    return is_near;
}
#endif

#if FOLDED
#define FOLD_PARAMETERS , __global int *wraps, nf_folds_numbers given_folds
#define FOLD_TAKE       const nf_folds *folds = (const nf_folds *)given_folds.all;
#define FOLD_GIVEN      , __global int *wraps, const nf_folds *folds
#define FOLD_PASS       , wraps, folds
#else
#define FOLD_PARAMETERS
#define FOLD_TAKE
#define FOLD_GIVEN
#define FOLD_PASS
#endif
