// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The k nearest neighbours: 32 lanes look for those of one query (single.cl), then of another.  For few queries, large k, points that are outside of their
// periodic box, and what packets leave (walks_lanes.cl).
//   tree, and with SELF its points; otherwise rows, in order[n] --knn_lanes--> the rows that are asked for
//   LISTED  1: the queries left[state[1]] (overflow.cl), 0: all n
//   GROUP   work-items: a query has 32; LANES_BY as in lanes.cl
//   SELF, HAS_ORDER, BOX, FOLDED, DIMS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in knn.cl
//   a list (list_lanes.cl) is a part before it
//   state[0]  refused[0] in knn.cl; in open space ~ the number of a query point that is larger than its scale is for
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY) || !defined(GROUP) ||        \
    !defined(LISTED)
#error                                                                                                       \
    "knn_lanes.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN, DENSITY, GROUP and LISTED"
#endif
#include "knn/overflow.cl"
#include "knn/single.cl"
#include "knn/query_at.cl"
#include "knn/write_row.cl"

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_lanes(TREE_PARAMETERS, __global const real *rows, ulong rows_offset, __global const uint *order,
          ulong order_offset, uint n, nf_knn_numbers numbers, __global int *indices, ulong indices_offset,
          __global real *distances, ulong distances_offset, __global real *kth, ulong kth_offset,
          __global real *mean, ulong mean_offset, __global real *density, ulong density_offset,
          volatile __global uint *state, __global const nf_left *left WALK_PARAMETERS) {
    __local nf_seek_room rooms[GROUP / 32];
    __local nf_seek_room *room = rooms + get_local_id(0) / 32;
    const nf_tree tree = TREE_OF_PARAMETERS;
    const uint count = LISTED ? state[1] : n, step = (uint)get_num_groups(0) * (GROUP / 32);
    LEVELS_TAKE
    WALK_TAKE
    nf_single single;
    single.lane = get_local_id(0) % 32;
    single.k = numbers.k;
    for (uint i = (uint)get_group_id(0) * (GROUP / 32) + (uint)get_local_id(0) / 32; i < count; i += step) {
        uint name;
        const uint leaves = LISTED ? left[i].t : i, t = leaves & ~NF_LEFT_LEAF;
        const ulong row = nf_query_take(&single.query, t, &tree, rows + rows_offset, order + order_offset,
                                        &numbers, &name WALK_PASS);
        const int is_refused =
            !(SELF || LISTED) && !nf_query_is_small(rows + rows_offset + (ulong)name * DIMS, &numbers);
        // Searches that fail are long; once a query is refused, those after it are not looked for.
        const uint named = numbers.bounded ? nf_lanes_get(~*state, 0, room->found.lanes) : NF_NOBODY;
        nf_seek_begin(&single,
                      is_refused || named < name ? -1
                      : LISTED                   ? left[i].bound
                                                 : numbers.start,
                      &tree, &levels, room WALK_PASS);
        nf_seek(&single, &tree, &levels, room WALK_PASS);
        const int is_full = room->found.index[numbers.k - 1] != NF_NOBODY;
        if ((is_refused || (numbers.bounded && !is_full)) && single.lane == 0) atomic_max(state, ~name);
        nf_row_distances(single.lane, &numbers, room->found.d2, room->found.index);
        for (uint j = 0; j < (leaves == t ? 1 : 32); j++) {
            const ulong to = j == 0 ? row : numbers.z_order ? t + j : tree.index[t + j];
            nf_write_row(single.lane, &numbers, to, room->found.d2, room->found.index,
                         indices + indices_offset, distances + distances_offset, kth + kth_offset,
                         mean + mean_offset, density + density_offset);
        }
    }
}
