// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The classes of radii (space/radius_class.cl).
//   radii[n] --mark--> marks[n], numbers[n] 0, 1, 2 .., and counts[CLASSES] += the points of each class
//   radii[n] --count_small--> small += those of other classes than the first
//   most     the largest radius
//   CLASSES  their number      ITEMS, GROUP  as in each.cl      REAL64  the precision
#if !defined(CLASSES)
#error "radii.cl needs CLASSES"
#endif
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/radius_class.cl"

EACH_KERNEL void count_small(__global const real *radii, uint n, real most, volatile __global uint *small) {
    __local uint sum;
    uint own = 0;
    if (get_local_id(0) == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(p, n) own += (uint)nf_radius_class(radii[p], most, 1);
    if (own) atomic_add(&sum, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && sum) atomic_add(small, sum);
}

// Without radii, has_radii 0, all points are in the last class.
EACH_KERNEL void mark(__global const real *radii, ulong first, uint n, uint has_radii, uint last, real most,
                      __global uint *marks, __global uint *numbers, volatile __global uint *counts) {
    __local uint sums[CLASSES];
    for (uint c = (uint)get_local_id(0); c < CLASSES; c += GROUP) sums[c] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(p, n) {
        const uint c = has_radii ? (uint)nf_radius_class(radii[first + p], most, (int)last) : last;
        marks[p] = c;
        numbers[p] = (uint)p;
        atomic_inc(sums + c);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = (uint)get_local_id(0); c < CLASSES; c += GROUP)
        if (sums[c]) atomic_add(counts + c, sums[c]);
}
