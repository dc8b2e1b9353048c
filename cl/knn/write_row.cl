// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes the row of a query from its list in local memory, in order, by 32 lanes.
//   INDICES, DISTANCES, KTH, MEAN, DENSITY, ROOT64   as in knn.cl
#pragma once
#include "machine/in_order.cl"
#include "machine/lanes.cl"
#include "knn/numbers.cl"
#include "tree/nodes.cl"

// Distances take the place of d2[].
TOGETHER void nf_row_distances(uint lane, const nf_knn_numbers *numbers, __local real *d2,
                               __local const uint *index) {
#if DISTANCES | KTH | MEAN | DENSITY
    for (uint i = lane; i < numbers->k; i += 32)
        d2[i] = index[i] == NF_NOBODY ? (real)INFINITY
                                      : nf_unscaled(nf_root(d2[i]), numbers->scale, numbers->unscale);
#endif
    nf_lanes_sync();
    (void)lane, (void)numbers, (void)d2, (void)index;
}

// Writes a list whose d2[] are distances.
TOGETHER void nf_write_row(uint lane, const nf_knn_numbers *numbers, ulong row, __local const real *d2,
                           __local const uint *index, __global int *indices, __global real *distances,
                           __global real *kth, __global real *mean, __global real *density) {
    const uint k = numbers->k;
    for (uint i = lane; i < k; i += 32) {
#if INDICES
        indices[row * k + i] = (int)index[i];
#endif
#if DISTANCES
        distances[row * k + i] = d2[i];
#endif
    }
    if (lane == 0) {
#if KTH
        kth[row] = d2[k - 1];
#endif
#if MEAN
        real sum = 0;
        IN_ORDER for (uint i = 0; i < k; i++) sum += d2[i];
        mean[row] = nf_mean_distance(sum, numbers->per_k);
#endif
#if DENSITY
        density[row] = nf_knn_density(numbers, d2[k - 1]);
#endif
    }
    nf_lanes_sync();
    (void)d2, (void)index, (void)indices, (void)distances, (void)kth, (void)mean, (void)density;
}
