// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The bins of a histogram of distances.  The host computes the edges (src/space/bins.h).
//   edges   bins + 1 squares, ascending; edges[bins] is r2
//   per_r2  about 1 / r2
//
// Included by kernels, and by the host reference as C.
#pragma once
#include "space/spaces.cl"

// The bin with edges[k] <= d2 < edges[k + 1], for d2 < r2, of bins of equal width from 0 on.  The guess may be wrong: the table decides.
static inline uint nf_bin_of(NF_GLOBAL const real *edges, real per_r2, uint bins, real d2) {
    const uint guess = (uint)((float)NF_SQRT((float)(d2 * per_r2)) * (float)bins);
    uint k = NF_LEAST(guess, bins - 1);
    while (d2 < edges[k]) k--;
    while (k + 1 < bins && d2 >= edges[k + 1]) k++;
    return k;
}

// The same of any bins, for edges[0] <= d2.
static inline uint nf_bin_between(NF_GLOBAL const real *edges, real per_r2, uint bins, real d2) {
    uint first = 0, end = bins;
    (void)per_r2;
    while (end - first > 1) {
        const uint middle = (first + end) / 2;
        if (d2 < edges[middle]) end = middle;
        else first = middle;
    }
    return first;
}
