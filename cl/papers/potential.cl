// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The pipeline of the Thrust articles, kept as a baseline: stores and flags every potential pair, and compacts them.
//   axes, places, grid --count_potential--> counts[n] (--scan--> bases[n])
//   axes, index, places, grid, bases --potential--> pairs[total], flags[total] (--compact--> pairs)
//   GROUP  work-items in a group       ITEMS  points of a work-item
//   the rest as in cells.cl and pair_rule.cl
// Source: "Fixed-Radius Neighbour Search Using Thrust", sections Generating potential pairs and Compacting;
// runs of cells along x replace the article's loop over cells.
#if !defined(GROUP) || !defined(ITEMS)
#error "potential.cl needs GROUP and ITEMS"
#endif
#if !defined(NF_RUNS)
#error "potential.cl needs runs, a part before it"
#endif
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "search/loops.cl"

static inline real coordinate(__global const real *axes, ulong stride, int axis, ulong p) {
    return axis < DIMS ? axes[(ulong)axis * stride + p] : 0;
}

EACH_KERNEL void count_potential(__global const real *axes, ulong stride, __global const nf_place *places,
                                 __global const nf_grid *grid, uint n, __global ulong *counts,
                                 __global nf_search_status *status) {
    FOR_EACH(p, n) {
        const nf_cell cell = nf_cell_of(grid, coordinate(axes, stride, 0, p), coordinate(axes, stride, 1, p),
                                        coordinate(axes, stride, 2, p));
        ulong count = 0;
        for (int k = 0; k < NF_RUNS(grid); k++) {
            const nf_run run = nf_run_between(grid, places, n, cell, cell.x, (uint)p, (uint)p + 1, k);
            count += run.end - run.begin;
        }
        counts[p] = count;
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}

EACH_KERNEL void potential(__global const real *axes, ulong stride, __global const nf_place *places,
                           __global const nf_grid *grid, uint n, real r2, real scale,
                           __global const uint *index, __global const ulong *bases, __global int2 *pairs,
                           __global uchar *flags, __global nf_search_status *status) {
    FOR_EACH(p, n) {
        const real x = coordinate(axes, stride, 0, p), y = coordinate(axes, stride, 1, p),
                   z = coordinate(axes, stride, 2, p);
        const nf_cell cell = nf_cell_of(grid, x, y, z);
        const int i = (int)index[p];
        ulong to = bases[p];
        for (int k = 0; k < NF_RUNS(grid); k++) {
            const nf_run run = nf_run_between(grid, places, n, cell, cell.x, (uint)p, (uint)p + 1, k);
            for (uint j = run.begin; j < run.end; j++, to++) {
                const real d2 =
                    nf_distance2(x, y, z, coordinate(axes, stride, 0, j), coordinate(axes, stride, 1, j),
                                 coordinate(axes, stride, 2, j), run.vector, scale);
                flags[to] = (uchar)nf_is_pair(d2, r2);
                pairs[to] = (int2)(min(i, (int)index[j]), max(i, (int)index[j]));
            }
        }
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
