// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Queries that are left to singles: left[state[1]] (knn_lanes.cl).
#pragma once
#include "machine/lanes.cl"
#include "machine/real.cl"

#define NF_LEFT_LEAF (1u << 31)
typedef struct nf_left {
    uint t; // the query; with NF_LEFT_LEAF all 32 queries of a leaf, which are at one point: t is the first
    real bound; // a d2 within which it has its neighbours, or the largest that counts
} nf_left;

// Leaves query t of each lane whose bit is set.  Not behind a branch, as nf_lanes_get may have barriers.
TOGETHER void nf_leave(uint which, ulong t, real bound, uint lane, volatile __global uint *state,
                       __global nf_left *left, __local uint *lanes) {
    uint at = 0;
    if (lane == 0 && which) at = atomic_add(state + 1, popcount(which));
    at = nf_lanes_get(at, 0, lanes);
    if (which >> lane & 1) {
        const nf_left leaves = {(uint)t, bound};
        left[at + popcount(which & ((1u << lane) - 1))] = leaves;
    }
}
