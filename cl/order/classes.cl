// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The grids of classes of radii (space/classes.cl); they are planned by one work-item.
//   points, marks --sample_classes--> sampled[count]
//   grids[0] of the cloud, given --plan_classes--> grids[CLASS_GRIDS]
//   marks[n] --merge_classes--> marks[n], keys[n]
//   sorted[n] by class --expand_classes--> entries[total], system[total]
//   grids[0] of query points, the cloud's grids --spread_classes--> grids[CLASS_GRIDS] of query points
//   GROUP, ITEMS  as in each.cl     the rest as in cells.cl
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#include "order/keys_cells.cl"

// The cells, halved `level` times, and the classes of every step-th point.
EACH_KERNEL void sample_classes(__global const real *points, ulong offset, ulong step, uint count,
                                __global const uint *marks, uint level, __global const nf_grid *grid,
                                __global uint4 *sampled) {
    FOR_EACH(k, count) {
        real r[3];
        nf_folded(grid, points + offset + k * step * DIMS, r);
        sampled[k] = (uint4)(NF_CLASS_CELL(grid, level, 0, r[0], r[1], r[2]),
                             NF_CLASS_CELL(grid, level, 1, r[0], r[1], r[2]),
                             NF_CLASS_CELL(grid, level, 2, r[0], r[1], r[2]), marks[k * step]);
    }
}

// The classes after `last` become it; keys[] are the same, to be sorted.
EACH_KERNEL void merge_classes(uint n, uint last, __global uint *marks, __global uint *keys) {
    FOR_EACH(p, n) {
        const uint c = min(marks[p], last);
        marks[p] = c;
        keys[p] = c;
    }
}

// The points of all grids, of which grid g has those of sorted[from[g] ..] and the entries from offsets[g] on: entries[total], and
// the grid of each.
EACH_KERNEL void expand_classes(__global const uint *sorted, __global const uint *from,
                                __global const uint *offsets, uint total, __global uint *entries,
                                __global uint *system) {
    FOR_EACH(e, total) {
        uint g = 0;
        while (g + 1 < CLASS_GRIDS && e >= offsets[g + 1]) g++;
        entries[e] = sorted[from[g] + ((uint)e - offsets[g])];
        system[e] = g;
    }
}

EACH_KERNEL void plan_classes(__global const nf_classes_given *given, __global nf_grid *grids) {
    if (get_global_id(0) == 0) nf_classes_plan(grids, given);
}

EACH_KERNEL void spread_classes(__global const nf_grid *of, __global nf_grid *grids) {
    if (get_global_id(0) == 0) nf_classes_spread(of, grids);
}
