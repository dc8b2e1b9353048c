// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// D of a pair from both points as given, for emitters of sums.
#pragma once
#include "search/walk/walk.cl"

// That of the rule, of query point i and point j of the caller.
static inline vector nf_displaced_as_given(const nf_walk_cloud *cloud, uint i, uint j, nf_shift shift) {
    real own[3], other[3];
    nf_point_given(QUERY_POINTS(cloud), i, own);
    nf_point_given(cloud->points, j, other);
#if SHIFTS
    const nf_vector image = nf_given_vector(cloud, i, j, shift, own, other);
#else
    const nf_vector image = NF_VECTOR_NONE;
    (void)shift;
#endif
    const vector D = {displacement(0, own[0], other[0], image), displacement(1, own[1], other[1], image),
                      displacement(2, own[2], other[2], image)};
    (void)image;
    return D;
}
