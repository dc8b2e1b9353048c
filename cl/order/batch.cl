// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The systems of a batch: many small sets of points, each with its own grid.  The points of a system are consecutive, for the caller
// and in order: they are sorted by (system, cell), as the cells of a system are numbered after those of the systems before.
//   points, given --plan_systems--> grids[systems], cells[systems] --scan--> --number_cells--> grids
//   points, the cloud's grids --plan_query_systems--> grids[systems] of query points
//   ITEMS  systems of a work-item of number_cells, as in each.cl     the rest as in planning.cl
#if !defined(GROUP) || !defined(ITEMS)
#error "systems.cl needs GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "order/planning.cl"

// What the host gives for a system: the edges of its cells as 1 / edge, and its box.
typedef struct nf_system_given {
    real inv_x, inv_yz;
    SPACE_GIVEN
} nf_system_given;

// What went wrong, of all systems.
typedef struct nf_batch_sum {
    int bad;    // the first point that is not accepted, or INT_MAX
    uint told;  // systems whose cells need a core, or whose grid does not pay for its query points
    uint large; // 1 + a system that has more than its share of the cells that can be numbered, or 0
    uint unused;
} nf_batch_sum;

// The bounds of the points [first, end), for the first work-item of the group.  Without points they are those of one at the origin.
TOGETHER void nf_system_bounds(__global const real *points, uint first, uint end, nf_bounds *mine,
                               __local nf_bounds *all SPACE_PARAMETERS) {
    nf_bounds_none(mine);
    for (uint p = first + (uint)get_local_id(0); p < end; p += GROUP)
        nf_bounds_take_point(mine, points + (ulong)p * DIMS, (int)p SPACE_PASS);
    nf_bounds_join_group(mine, all);
    if (first == end)
        for (int a = 0; a < 3; a++) mine->lo[a] = mine->hi[a] = 0;
}

// One group for each system.  givens: 1 if `given` holds for all, or as many as systems.  cored[s]: nonzero if cores[6 s ..] has the
// core of the system (nf_planned).
BOUNDS_KERNEL void plan_systems(__global const real *points, ulong offset, __global const uint *offsets,
                                __global const nf_system_given *given, uint givens, __global uint *cored,
                                __global const real *cores, ulong share, __global nf_grid *grids,
                                __global ulong *cells, __global nf_batch_sum *sum) {
    __local nf_bounds all[BOUNDS_ROOM];
    const uint s = (uint)get_group_id(0);
    __global const nf_system_given *own = given + (givens == 1 ? 0 : s);
    SPACE_TAKE(own)
    nf_bounds mine;
    nf_system_bounds(points + offset, offsets[s], offsets[s + 1], &mine, all SPACE_PASS);
    if (get_local_id(0) != 0) return;
    const nf_grid grid = nf_planned(&mine, own->inv_x, own->inv_yz, cored[s], cores + 6 * (ulong)s, ULONG_MAX,
                                    64, 64 SPACE_PASS);
    if (grid.bad >= 0) atomic_min(&sum->bad, grid.bad);
    else if (grid.cut && !cored[s]) {
        atomic_inc(&sum->told);
        cored[s] = 1;
    }
    if (grid.cells > share) atomic_max(&sum->large, s + 1);
    cells[s] = grid.cells;
    grids[s] = grid;
}

// The sample of a system for its core: every step-th of its points, `count` of them from sampled[first x DIMS] on.
typedef struct nf_system_sample {
    uint system, first, step, count;
} nf_system_sample;

// One group for each sample.
EACH_KERNEL void sample_systems(__global const real *points, ulong offset, __global const uint *offsets,
                                __global const nf_system_given *given, uint givens,
                                __global const nf_system_sample *samples, __global real *sampled) {
    const nf_system_sample sample = samples[get_group_id(0)];
    __global const nf_system_given *own = given + (givens == 1 ? 0 : sample.system);
    SPACE_TAKE(own)
    points += offset + (ulong)offsets[sample.system] * DIMS;
    sampled += (ulong)sample.first * DIMS;
    (void)own;
    for (uint k = (uint)get_local_id(0); k < sample.count; k += GROUP)
        for (uint a = 0; a < DIMS; a++)
            sampled[k * DIMS + a] = NF_COORDINATE_OF(lattice, a, points + (ulong)k * sample.step * DIMS);
}

// bases[systems + 1]: the cells of all systems before.  The first grid becomes the head of all.
EACH_KERNEL void number_cells(__global const ulong *bases, uint systems, uint table_bits,
                              __global const nf_batch_sum *sum, __global nf_grid *grids) {
    const ulong cells = bases[systems];
    uint bits = 0;
    while (bits < 64 && (cells - 1) >> bits) bits++;
    FOR_EACH(s, systems) {
        grids[s].base = bases[s];
        grids[s].bits = bits;
        grids[s].shift = bits > table_bits ? bits - table_bits : 0;
        grids[s].refused = 0;
        if (s == 0) {
            grids[s].cells = cells;
            grids[s].bad = sum->bad == INT_MAX ? -1 : sum->bad;
            grids[s].cut = sum->told > 0 || sum->large > 0; // the host looks what it is
        }
    }
}

// One group for each system.  Query points of a system without points are not looked at.  paid[3 s ..]: what a grid must pay for, if
// told[s] becomes 1: this one does not.
BOUNDS_KERNEL void plan_query_systems(__global const real *points, ulong offset, __global const uint *offsets,
                                      __global const uint *cloud_offsets, __global const nf_grid *of,
                                      __global nf_grid *grids, __global uint *told, __global real *paid,
                                      __global nf_batch_sum *sum) {
    __local nf_bounds all[BOUNDS_ROOM];
    const uint s = (uint)get_group_id(0), first = offsets[s],
               end = cloud_offsets[s] < cloud_offsets[s + 1] ? offsets[s + 1] : first;
    nf_grid grid = of[s];
    SPACE_TAKE(&grid)
    nf_bounds mine;
    nf_system_bounds(points + offset, first, end, &mine, all SPACE_PASS);
    if (get_local_id(0) != 0) return;
    told[s] = 0;
    if (mine.bad != INT_MAX) atomic_min(&sum->bad, mine.bad);
    else if (first < end) {
        if (!nf_space_queries(&grid, mine.lo, mine.hi)) {
            atomic_inc(&sum->told);
            told[s] = 1;
            nf_space_paid(&grid, paid + 3 * (ulong)s);
        }
    }
    grids[s] = grid;
}
