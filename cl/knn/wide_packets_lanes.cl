// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The k nearest neighbours for large k: 32 queries that are near each other walk together (wide_packet.cl); then the lanes find the rows of one after another
// (wide_packet_row.cl).
//   tree, and with SELF its points; otherwise rows in order[n], or as they are --knn_wide_packet--> the rows that are asked for,
//   and the queries that another kernel answers (knn_lanes.cl): left[state[1]]
//   GROUP  work-items: a wide packet has 32; LANES_BY as in lanes.cl      MOST  as in wide_packet_row.cl, at least k      LEAVES  as in wide_packet.cl
//   SELF, HAS_ORDER, BOX, DIMS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in knn.cl
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY) || !defined(GROUP)
#error                                                                                                       \
    "wide_packets_lanes.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN, DENSITY and GROUP"
#endif
#include "machine/lanes_real.cl"
#include "knn/wide_packet_row.cl"
#include "knn/overflow.cl"
#include "knn/query_at.cl"
#include "knn/write_row.cl"

typedef struct nf_wide_room {
    union {
        nf_wide_walk walk;
        nf_row_sort sort;
    } of __attribute__((aligned(16)));
    nf_row_list list;
    uint leaves[LEAVES];
    uint lanes[LANES_ROOM];
} nf_wide_room;

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_wide_packet(TREE_PARAMETERS, __global const real *rows, ulong rows_offset, __global const uint *order,
                ulong order_offset, uint n, nf_knn_numbers numbers, __global int *indices,
                ulong indices_offset, __global real *distances, ulong distances_offset, __global real *kth,
                ulong kth_offset, __global real *mean, ulong mean_offset, __global real *density,
                ulong density_offset, volatile __global uint *state, __global nf_left *left) {
    __local nf_wide_room rooms[GROUP / 32];
    __local nf_wide_room *room = rooms + get_local_id(0) / 32;
    const ulong first = ((ulong)get_group_id(0) * (GROUP / 32) + get_local_id(0) / 32) * 32;
    const uint lane = get_local_id(0) % 32;
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    nf_wide wide;
    nf_query query;
    uint name;
    if (first >= n) return;
    const uint queries = (uint)min((ulong)32, n - first);
    wide.lane = lane;
    nf_query_take(&query, first + min(lane, queries - 1), &tree, rows + rows_offset, order + order_offset,
                  &numbers, &name);
    nf_wide_begin(&wide, &query, numbers.start, &levels, &room->of.walk);
    // A query may meet itself.
    const int is = nf_wide_go(&wide, &tree, &levels, numbers.k + numbers.excludes, numbers.start,
                              &room->of.walk, room->leaves, room->lanes);
    uint fails = is ? 0 : 0xffffffffu >> (32 - queries);
    for (uint q = is ? 0 : queries; q < queries; q++) {
        const real most = lanes_get_real(wide.most, q, room->lanes);
        const ulong row = nf_query_take(&query, first + q, &tree, rows + rows_offset, order + order_offset,
                                        &numbers, &name);
        const uint count =
            nf_row_meet(&query, lane, most, &tree, room->leaves, wide.leaves, &room->list, room->lanes);
        fails |= (uint)(count > MOST) << q;
        nf_row_order(min(count, (uint)MOST), most, numbers.k, lane, &room->list, &room->of.sort, room->lanes);
        nf_row_distances(lane, &numbers, room->list.d2, room->list.index);
        nf_write_row(lane, &numbers, row, room->list.d2, room->list.index, indices + indices_offset,
                     distances + distances_offset, kth + kth_offset, mean + mean_offset,
                     density + density_offset);
    }
    nf_leave(fails, first + lane, numbers.start, lane, state, left, room->lanes);
}
