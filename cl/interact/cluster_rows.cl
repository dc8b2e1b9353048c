// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a box, for list_clusters.cl: those of the rows of cells that meet it, one after the other.
#pragma once
#include "interact/cluster_box.cl"

#define EACH 2 // candidates of a lane at a time, that follow each other

// The candidates of a row of cells, of those in the windows y and z, that may be within `reach` of the box.  Those before position `least` are left
// out, but not all of them in a row that goes on at the other side of the box.
static inline nf_stretch nf_row_stretch(const nf_walk_cloud *cloud, const nf_span *span, nf_window y,
                                        nf_window z, uint row, float reach, uint least) {
    __global const nf_grid *grid = cloud->grid;
    nf_stretch none = {0, 0, 0, 0};
    const int kz = (int)(((float)row + 0.5f) * (1 / (float)y.count)), // rows are fewer than 2^20
        ky = (int)row - kz * y.count, cy = y.from + ky, cz = z.from + kz;
    const float dy = DIMS > 1 ? nf_row_apart(grid, DIMS > 1, span + 1, y, cy) : 0,
                dz = nf_row_apart(grid, DIMS - 1, span + 2, z, cz),
                left = reach * reach - dy * dy - (DIMS > 2 ? dz * dz : 0);
    if (!(left > 0)) return none;
    nf_stretch s = nf_stretch_of(cloud, DIMS > 1 ? nf_wrapped(cy, (int)grid->n[DIMS > 1]) : 0,
                                 DIMS > 2 ? nf_wrapped(cz, (int)grid->n[DIMS - 1]) : 0,
                                 nf_window_of(grid, 0, span, sqrt(left) * (1 + 0x1p-20f)));
    if (s.begin + s.first <= least) return none; // what wraps is before them
    if (s.first == s.length && s.begin < least) {
        s.first = s.length = s.begin + s.first - least;
        s.begin = least;
    }
    return s;
}

// Numbers the candidates of the rows of all lanes, one row after the other and each from a multiple of EACH on, and writes an entry u of `runs` for
// each row that has some: the position in order of number k is k + u.x, or k + u.z from number u.y on, and there is none from u.w on.  Returns the end of the
// numbers; *before: the first of the row of the lane.
TOGETHER uint nf_list_runs(nf_stretch s, uint lane, uint *before, __local uint4 *runs, __local uint *lanes) {
    const uint used = nf_lanes_ballot(s.length > 0, lanes), whole = (s.length + EACH - 1) / EACH * EACH;
    *before = nf_lanes_before(whole, lanes);
    if (s.length)
        runs[popcount(used & ((1u << lane) - 1))] =
            (uint4)(s.begin - *before, *before + s.first, s.wrap - s.first - *before, *before + s.length);
    nf_lanes_sync();
    return nf_lanes_sum(whole, lanes);
}

// The run of candidates number at + EACH lane and the next; `at` is a multiple of EACH.  *begun: the runs that begin before `at`, updated for at + 32 EACH.
TOGETHER uint4 nf_listed_run(uint at, uint lane, uint length, uint before, uint *begun,
                             __local const uint4 *runs, __local uint *lanes) {
    const uint begins =
        nf_lanes_sum(length && before - at < 32 * EACH ? 1u << (before - at) / EACH : 0, lanes);
    const uint4 run = runs[*begun + popcount(begins & ((2u << lane) - 1)) - 1];
    *begun += popcount(begins);
    return run;
}
