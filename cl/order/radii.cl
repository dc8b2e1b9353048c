// The classes of radii (space/classes.cl).
//   radii[n] --mark--> marks[n], numbers[n] 0, 1, 2 .., and counts[CLASSES] += the points of each class
//   radii[n] --count_small--> small += those of other classes than the first
//   most     the largest radius; the limit of each class is half of that of the one before
//   CLASSES  their number      ITEMS, GROUP  as in each.cl      REAL64  the precision
#if !defined(CLASSES)
#error "radii.cl needs CLASSES"
#endif
#include "machine/each.cl"
#include "machine/real.cl"

EACH_KERNEL void count_small(__global const real *radii, uint n, real most, volatile __global uint *small) {
    __local uint sum;
    uint own = 0;
    if (get_local_id(0) == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(p, n) own += radii[p] <= most * (real)0.5f;
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
        uint c = last;
        if (has_radii) {
            real limit = most * (real)0.5f;
            for (c = 0; c < last && radii[first + p] <= limit; limit *= (real)0.5f) c++;
        }
        marks[p] = c;
        numbers[p] = (uint)p;
        atomic_inc(sums + c);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = (uint)get_local_id(0); c < CLASSES; c += GROUP)
        if (sums[c]) atomic_add(counts + c, sums[c]);
}
