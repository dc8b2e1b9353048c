// Queries that are left to seekers: left[state[1]] (knn_lanes.cl).
#pragma once
#include "machine/lanes.cl"

// Leaves query t of each lane whose bit is set.  Not behind a branch, as lanes_get may have barriers.
TOGETHER void nf_leave(uint which, ulong t, uint lane, volatile __global uint *state, __global uint *left,
                       __local uint *lanes) {
    uint at = 0;
    if (lane == 0 && which) at = atomic_add(state + 1, popcount(which));
    at = lanes_get(at, 0, lanes);
    if (which >> lane & 1) left[at + popcount(which & ((1u << lane) - 1))] = (uint)t;
}
