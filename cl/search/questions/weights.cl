// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The weights of a histogram as whole numbers, and its sums as doubles (space/weights.cl has the rule).
//   weights[n] --largest--> exponents[which], which was 0: the largest exponent --numbers--> numbers[n]
//   sums[m], counts[m], exponents of the own and the other weights --totals--> totals[m]: doubles, as bits
//   REAL64  1: weights are doubles, 0: floats     GROUP, ITEMS  as in each.cl; an element is a point or a sum
#if !defined(GROUP) || !defined(ITEMS) || !defined(REAL64)
#error "weights.cl needs GROUP, ITEMS and REAL64"
#endif
#include "machine/each.cl"
#include "space/weights.cl"

#if REAL64
typedef ulong bits;
#else
typedef uint bits;
#endif

EACH_KERNEL void largest(__global const bits *weights, ulong offset, uint n,
                         volatile __global uint *exponents, uint which) {
    __local uint all;
    uint own = 0;
    weights += offset;
    if (get_local_id(0) == 0) all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(p, n) own = max(own, nf_weight_exponent(weights[p], REAL64));
    if (own) atomic_max(&all, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && all) atomic_max(exponents + which, all);
}

EACH_KERNEL void numbers(__global const bits *weights, ulong offset, uint n, __global const uint *exponents,
                         uint which, __global int *made) {
    weights += offset;
    FOR_EACH(p, n) made[p] = nf_weight_number(weights[p], REAL64, exponents[which]);
}

EACH_KERNEL void totals(__global const ulong *sums, __global const ulong *counts, ulong first_count, uint m,
                        __global const uint *exponents, uint own, uint other, __global ulong *made,
                        ulong first) {
    const int scale = nf_weight_scale(exponents[own], REAL64) + nf_weight_scale(exponents[other], REAL64);
    counts += first_count;
    made += first;
    FOR_EACH(k, m) made[k] = nf_weight_total(sums[2 * k], sums[2 * k + 1], counts[k], scale);
}
