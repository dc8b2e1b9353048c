// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The rule from both points as given: for walks in a periodic box, where folded points do not decide, and for filters.
#pragma once
#include "search/cloud.cl"
#include "search/given.cl"

// S.H between the query point i and point j, of which the order has the image of the shift; `own` and `other` are where they are.
//   FOLDED_BEFORE  as in cloud.cl
#if SHIFTS
static inline nf_vector nf_given_vector(const nf_walk_cloud *cloud, uint i, uint j, nf_shift shift,
                                        const real *own, const real *other) {
#if FOLDED_BEFORE
    real was[3], other_was[3];
    nf_point_given(cloud->before, i, was);
    nf_point_given(cloud->before, j, other_was);
    (void)own, (void)other;
    return nf_vector_between(RARE_GRID(cloud), shift, was, other_was);
#else
    (void)i, (void)j;
    return nf_vector_between(RARE_GRID(cloud), shift, own, other);
#endif
}
#endif

// The squared distance, scaled as in the rule, of the query point i and point j of the caller.
static inline real nf_given_distance2(const nf_walk_cloud *cloud, uint i, uint j, nf_shift shift) {
    real own[3], other[3];
    nf_point_given(QUERY_POINTS(cloud), i, own);
    nf_point_given(cloud->points, j, other);
#if SHIFTS
    const nf_vector vector = nf_given_vector(cloud, i, j, shift, own, other);
#else
    const nf_vector vector = NF_VECTOR_NONE;
    (void)shift;
#endif
    return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, cloud->scale);
}

#if FILTERS
static inline int nf_is_result(const nf_walk_cloud *cloud, uint i, uint j, nf_shift shift) {
#if MEASURES
    const real d2 = nf_given_distance2(cloud, i, j, shift);
#else
    const real d2 = 0;
    (void)shift;
#endif
    return nf_meets(&cloud->filters, cloud->scale, i, j, d2);
}
#endif
