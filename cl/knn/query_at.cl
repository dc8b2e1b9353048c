// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Query t by the numbers of a call (numbers.cl), for kernels that take queries (query.cl).
//   SELF, HAS_ORDER  as in knn.cl
#pragma once
#include "knn/numbers.cl"
#include "knn/query.cl"

// 1 if a query that is given is as small as it must be, which may not have been seen before.
static inline int nf_query_is_small(__global const real *row, const nf_knn_numbers *numbers) {
    int is = 1;
    for (int a = 0; a < DIMS; a++) is &= fabs(row[a]) < numbers->limit;
    return is;
}

// Returns its row; *name: the number of the point, or of the row that was given.
static inline ulong nf_query_take(nf_query *query, ulong t, const nf_tree *tree, __global const real *rows,
                                  __global const uint *order, const nf_knn_numbers *numbers,
                                  uint *name WALK_FOLDS) {
#if SELF
    const uint row = tree->index[t], number = row;
    nf_query_of_tree(query, tree, t WALK_PASS);
    (void)rows, (void)order;
#else
    const uint row = HAS_ORDER ? order[t] : (uint)t, number = numbers->first + row;
    nf_query_given(query, rows + (ulong)row * DIMS, numbers->scale WALK_PASS);
    (void)tree;
#endif
    query->own = numbers->excludes ? number : NF_NOBODY;
    *name = row;
    return numbers->z_order ? t : row;
}
