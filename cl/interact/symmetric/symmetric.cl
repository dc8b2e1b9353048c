// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The end of symmetric sums (side_both.cl): from fixed point, in order, to the caller's arrays.
//   fixed[components][stride], state --settle--> a row of each array of sums for each point
// All sums are NaN if a part of one was beyond its range, or the order was refused; a whole sum that is beyond its range is NaN, and marked in state[1].
//   GROUP, ITEMS  as in each.cl     the rest as in apply.cl and cells.cl
#if !defined(GROUP) || !defined(ITEMS)
#error "symmetric.cl needs GROUP and ITEMS"
#endif
#include "interact/apply.cl"
#include "interact/symmetric/fixed.cl"
#include "machine/each.cl"
#include "space/cells.cl"

// A component of a sum.
static inline nf_sum nf_settled(__global const long *fixed, ulong at, const nf_ranges *ranges, uint k,
                                volatile __global uint *state) {
    const nf_sum x = (nf_sum)fixed[at] * ranges->unscale[k];
    if (fabs(x) <= ranges->most[k]) return x;
    atomic_or(state + 1, 1u << k);
    return (nf_sum)NAN;
}
#define NF_SETTLE(member)                                                                                    \
    { all.member = nf_settled(fixed, component++ * stride + p, &ranges, number, state); }
#define NF_SETTLE_VECTOR(name, sign)                                                                         \
    NF_SETTLE(name.x)                                                                                        \
    if (DIMS > 1) NF_SETTLE(name.y)                                                                          \
    if (DIMS > 2) NF_SETTLE(name.z)                                                                          \
    number++;
#define NF_SETTLE_SCALAR(name, sign)                                                                         \
    NF_SETTLE(name)                                                                                          \
    number++;

EACH_KERNEL void nf_settle(__global const uint *restrict index, __global const nf_grid *restrict grid, uint n,
                           __global long *fixed, ulong stride, ulong fixed_state, nf_ranges ranges,
                           FUNCTION_PARAMETERS) {
    volatile __global uint *state = (volatile __global uint *)fixed + fixed_state;
    const uint marks =
        ((__global const uint *)fixed)[fixed_state]; // not volatile, so that caches have it for all
    const nf_sum_arrays arrays = SUM_ARRAYS_OF;
    const parameters given = PARAMETERS_OF;
    (void)carried, (void)own_carried, (void)given;
    FOR_EACH(p, n) {
        sums all = nf_sums_unknown();
        ulong component = 0;
        uint number = 0;
        if (!grid->refused && !marks) { NF_SUMS(NF_SETTLE_VECTOR, NF_SETTLE_SCALAR) }
        nf_sums_put(&arrays, grid->refused ? p : index[p], &all);
    }
}
