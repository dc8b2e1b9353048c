// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A pair as it is written: indices ascend, and its image is that of the second point; a query point that is not in the cloud comes
// first.  For the emitters of lanes and of CPUs.
#pragma once
#include "search/queries.cl"

// Of ints, or of vectors of them.
#define PAIR_FIRST(index, partner)  (QUERIES ? (index) : min(index, partner))
#define PAIR_SECOND(index, partner) (QUERIES ? (partner) : max(index, partner))

static inline int2 nf_pair(int index, int partner) {
    return (int2)(PAIR_FIRST(index, partner), PAIR_SECOND(index, partner));
}

// From the image of the partner: the image of the point with the larger index; of two images of one point, the one that half
// answers name.
static inline nf_shift nf_pair_image(int index, int partner, nf_shift shift) {
    return QUERIES || index < partner ? shift : index > partner ? -shift : (nf_shift)abs(shift);
}
