// The rule for an image of a candidate, from both points as given: for walks in a periodic box, where folded points do not
// decide.
#pragma once
#include "search/cloud.cl"

static inline void nf_given(const walk_cloud *cloud, uint index, real *r) {
    __global const real *from = cloud->points + (ulong)index * DIMS;
    for (int a = 0; a < 3; a++) r[a] = a < DIMS ? from[a < DIMS ? a : 0] : 0;
}

// The squared distance, scaled as in the rule, of the points i and j of the caller.
static inline real nf_given_distance2(const walk_cloud *cloud, uint i, uint j, nf_shift shift) {
    real own[3], other[3];
    nf_given(cloud, i, own);
    nf_given(cloud, j, other);
    const nf_vector vector = nf_vector_between(cloud->grid, shift, own, other);
    return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, cloud->scale);
}
