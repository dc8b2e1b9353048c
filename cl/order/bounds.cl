// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The bounds of a cloud, the first point that is not accepted, and the grid planned from them.
//   points[n x DIMS] --bounds--> partial[groups] --plan--> grid[1]
//   points[n x DIMS] --sample--> sampled[count x DIMS], for clouds with far outliers
//   GROUP  work-items in a group, a power of two    ITEMS  points of a work-item, at a distance of GROUP
//   the rest as in planning.cl
#if !defined(GROUP) || !defined(ITEMS)
#error "bounds.cl needs GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "order/planning.cl"

#if GROUP == 1 && !SHIFTS
// A run of points, in DIMS vectors of 64 bytes at a time: lane l of the k-th vector is coordinate (LANES k + l) % DIMS.
#include "machine/wide.cl"
#define LANES ((int)(sizeof(nf_real_wide) / sizeof(real)))
#if REAL64
#define LOAD(place) LOAD_DOUBLE8(place)
#else
#define LOAD(place) LOAD_FLOAT16(place)
#endif

static inline void nf_bounds_take(nf_bounds *b, real x, int axis, int p) {
    b->lo[axis] = x < b->lo[axis] ? x : b->lo[axis];
    b->hi[axis] = x > b->hi[axis] ? x : b->hi[axis];
    if (!isfinite(x)) b->bad = min(b->bad, p);
}

WIDE_KERNEL void bounds(__global const real *points, ulong offset, uint n, __global nf_bounds *partial) {
    const ulong first = (ulong)get_group_id(0) * ITEMS, last = min(first + ITEMS, (ulong)n);
    nf_real_wide lo[DIMS], hi[DIMS], sum[DIMS]; // the sum of 0 * x is NaN if any x is not finite
    nf_bounds mine;
    ulong p = first;
    nf_bounds_none(&mine);
    points += offset;
    for (int k = 0; k < DIMS; k++) {
        lo[k] = (nf_real_wide)REAL_MAX;
        hi[k] = -lo[k];
        sum[k] = (nf_real_wide)0;
    }
    for (; p + LANES <= last; p += LANES) UNROLL for (int k = 0; k < DIMS; k++) {
            const nf_real_wide x = LOAD(points + p * DIMS + (ulong)(k * LANES));
            lo[k] = x < lo[k] ? x : lo[k];
            hi[k] = x > hi[k] ? x : hi[k];
            sum[k] += x * (real)0;
        }
    int odd = 0;
    for (int k = 0; k < DIMS; k++) {
        real low[LANES] __attribute__((aligned(64))), high[LANES] __attribute__((aligned(64))),
            zero[LANES] __attribute__((aligned(64)));
        *(nf_real_wide *)low = lo[k];
        *(nf_real_wide *)high = hi[k];
        *(nf_real_wide *)zero = sum[k];
        for (int l = 0; l < LANES; l++) {
            const int axis = (k * LANES + l) % DIMS;
            mine.lo[axis] = low[l] < mine.lo[axis] ? low[l] : mine.lo[axis];
            mine.hi[axis] = high[l] > mine.hi[axis] ? high[l] : mine.hi[axis];
            odd |= zero[l] != 0;
        }
    }
    for (p = odd ? first : p; p < last; p++)
        for (int a = 0; a < DIMS; a++) nf_bounds_take(&mine, points[p * DIMS + (ulong)a], a, (int)p);
    partial[get_group_id(0)] = mine;
}
#else
BOUNDS_KERNEL void bounds(__global const real *points, ulong offset, uint n,
                          __global nf_bounds *partial SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    __local nf_bounds all[BOUNDS_ROOM];
    nf_bounds mine;
    nf_bounds_none(&mine);
    points += offset;
    FOR_EACH(p, n) { nf_bounds_take_point(&mine, points + p * DIMS, (int)p SPACE_PASS); }
    nf_bounds_join_group(&mine, all);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = mine;
}
#endif

// The bounds of all groups, by one group; work-item 0 has the result.
TOGETHER void nf_bounds_join_all(__global const nf_bounds *partial, uint count, nf_bounds *mine,
                                 __local nf_bounds *all) {
    nf_bounds_none(mine);
    for (uint k = (uint)get_local_id(0); k < count; k += GROUP) {
        const nf_bounds other = partial[k];
        nf_bounds_join(mine, &other);
    }
    nf_bounds_join_group(mine, all);
}

// One group.
BOUNDS_KERNEL void plan(__global const nf_bounds *partial, uint count, real inv_x, real inv_yz, uint given,
                        __global const real *core, ulong cells_most, uint bits_most, uint table_bits,
                        __global nf_grid *grid SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    __local nf_bounds all[BOUNDS_ROOM];
    nf_bounds mine;
    nf_bounds_join_all(partial, count, &mine, all);
    if (get_local_id(0) != 0) return;
    *grid = nf_planned(&mine, inv_x, inv_yz, given, core, cells_most, bits_most, table_bits SPACE_PASS);
}

// The grid of query points: that of the cloud, whose cells they are in, with what their own rounding needs.  One group.
//   partial[count] of the query points --plan_queries--> grid[1], refused if a point is not accepted or the cloud's grid does not
//   pay for them
BOUNDS_KERNEL void plan_queries(__global const nf_bounds *partial, uint count, __global const nf_grid *of,
                                __global nf_grid *grid) {
    __local nf_bounds all[BOUNDS_ROOM];
    nf_bounds mine;
    nf_bounds_join_all(partial, count, &mine, all);
    if (get_local_id(0) != 0) return;
    nf_grid plan = *of;
    plan.bad = mine.bad == INT_MAX ? -1 : mine.bad;
    plan.refused = !nf_space_queries(&plan, mine.lo, mine.hi) || plan.bad >= 0;
    *grid = plan;
}

// The coordinates of every step-th point, for the core of a cloud: sample[count x DIMS].
EACH_KERNEL void sample(__global const real *points, ulong offset, ulong step, uint count,
                        __global real *sampled SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    FOR_EACH(k, count) {
        for (uint a = 0; a < DIMS; a++)
            sampled[k * DIMS + a] = NF_COORDINATE_OF(lattice, a, points + offset + k * step * DIMS);
    }
}
