// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of counted.cl in one launch, whose groups wait for each other between its steps.
//   points --ordered--> places[cells + 1], index[n], axes[3][stride]
//   GROUP  work-items a group, a power of two, at least 32 and at least the number of groups
//   MEETS, LANES_BY  as in grid_barrier.cl
//   CROWD, GRID_KEPT, nf_key_of, nf_store_folded, the rest  as in counted.cl
#if !defined(GROUP)
#error "counted_once.cl needs GROUP"
#endif
#include "machine/grid_barrier.cl"
#include "machine/lanes.cl"
#include "machine/group.cl"
#include "order/counting.cl"
#define CELLS_AN_ITEM 4 // consecutive cells that a work-item adds up at a time

// The cells [begin, end) of a group, and the sum of their counts.
TOGETHER uint nf_sum_of_cells(__global const uint *counts, ulong begin, ulong end, __local uint *room) {
    uint sum = 0;
    for (ulong c = begin + get_local_id(0); c < end; c += GROUP) sum += counts[c];
    (void)group_before(sum, room);
    return group_total(room);
}

// Replaces counts by the sums before, from `before` on.
TOGETHER void nf_scan_cells(__global uint *counts, ulong begin, ulong end, uint before, __local uint *room) {
    for (ulong start = begin; start < end; start += GROUP * CELLS_AN_ITEM) {
        const ulong first = start + get_local_id(0) * CELLS_AN_ITEM;
        uint own[CELLS_AN_ITEM], sum = 0;
#pragma unroll
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            own[k] = first + k < end ? counts[first + k] : 0;
            sum += own[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint to = before + group_before(sum, room);
        before += group_total(room);
#pragma unroll
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            if (first + k < end) counts[first + k] = to;
            to += own[k];
        }
    }
}

// Groups that have not met leave the cloud to a sort: it is refused like one that is too crowded.  The only other store of `refused` is before the
// barrier but one, which does not end if a group is missing.
#define MEET                                                                                                 \
    if (!grid_barrier(words, &met)) {                                                                        \
        if (get_local_id(0) == 0) grid->refused = GRID_CROWDED;                                              \
        return;                                                                                              \
    }

// sums: of the groups' cells.  words[0]: of the barrier, as launches leave it; words[1]: why the grid cannot serve, 0 between launches.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ordered(__global const real *points, ulong offset, uint n, ulong cells, __global nf_grid *grid,
        __global uint *counts, __global uint2 *taken, __global uint *loose, __global uint *index,
        __global real *axes, ulong stride, __global uint *sums, volatile __global uint *words) {
    __local uint room[GROUP_ROOM], found, met;
    const uint groups = (uint)get_num_groups(0), group = (uint)get_group_id(0);
    const ulong items = get_global_size(0), item = get_global_id(0);
    const uint unfit = nf_kept_refused(grid, cells);
    const ulong table = unfit ? 0 : grid->cells + 1, share = (table + groups - 1) / groups,
                begin = min(group * share, table), end = min(begin + share, table);
    points += offset;
    for (ulong c = item; c < table; c += items) counts[c] = 0;
    MEET uint why = unfit;
    for (ulong p = item; p < n && !unfit; p += items)
        why = max(why, nf_count_point(points, p, grid, counts, taken));
    if (why > unfit) atomic_max(words + 1, why);
    MEET const uint sum = nf_sum_of_cells(counts, begin, end, room);
    if (get_local_id(0) == 0) {
        sums[group] = sum;
        found = atomic_or(words + 1, 0u);
    }
    MEET(void) group_before(get_local_id(0) < group ? sums[get_local_id(0)] : 0, room);
    const uint before = group_total(room), refused = max(unfit, found);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) grid->refused = refused;
    nf_scan_cells(counts, begin, end, before, room);
    MEET for (ulong p = item; p < n && !refused; p += items) nf_scatter_point(p, counts, taken, loose);
    MEET if (item == 0) atomic_xchg(words + 1, 0u);
    for (ulong p = item; p < n && !refused; p += items)
        nf_rank_point(p, points, grid, counts, loose, index, axes, stride);
}
