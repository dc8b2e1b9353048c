// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The k nearest neighbours, k at most KEYS: 32 queries that are near each other walk together (packet/walk.cl).
//   tree, and with SELF its points; otherwise rows in order[n], or as they are --knn_packet--> the rows that are asked for,
//   and the queries that another kernel answers (knn_lanes.cl): left[state[1]]
//   GROUP  work-items: a packet has 32; LANES_BY as in lanes.cl
//   SELF, HAS_ORDER, BOX, DIMS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in knn.cl      KEYS  as in packet/keys.cl
//   an extent (packet/extent_box.cl) is a part before it
// Which points may be among the nearest is decided in the view of the packet, by numbers that are off by a known amount; which are, and in
// what order, by the rule.  A query whose last neighbour is at the edge of the view, or behind it, is left to another kernel.
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY) || !defined(GROUP)
#error "walks_lanes.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN, DENSITY and GROUP"
#endif
#if FOLDED
#error "walks_lanes.cl is for points without wraps"
#endif
#include "knn/packet/walk.cl"
#include "knn/packet/leave.cl"
#include "knn/packet/rows.cl"

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_packet(TREE_PARAMETERS, __global const real *rows, ulong rows_offset, __global const uint *order,
           ulong order_offset, uint n, nf_knn_numbers numbers, __global int *indices, ulong indices_offset,
           __global real *distances, ulong distances_offset, __global real *kth, ulong kth_offset,
           __global real *mean, ulong mean_offset, __global real *density, ulong density_offset,
           volatile __global uint *state, __global nf_left *left WALK_PARAMETERS) {
    __local nf_packet_room rooms[GROUP / 32];
    __local nf_packet_room *room = rooms + get_local_id(0) / 32;
    const ulong which = (ulong)get_group_id(0) * (GROUP / 32) + get_local_id(0) / 32;
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    WALK_TAKE
    nf_packet packet;
    nf_packet_query query;
    real lo[DIMS], hi[DIMS];
    uint list[KEYS];
    if (which * 32 >= n) return;
    packet.lane = get_local_id(0) % 32;
    nf_packet_query_of(&query, which, packet.lane, &tree, rows + rows_offset, order + order_offset, n,
                       &numbers);
#if SELF
    // The next and the previous leaf, if they are no siblings: the curve may jump within the own one.
    const uint own = (uint)which, other = which % NF_SIBLINGS == NF_SIBLINGS - 1 && (which + 1) * 32 < n
                                              ? own + 1
                                          : which % NF_SIBLINGS == 0 && which > 0 ? own - 1
                                                                                  : NF_NOBODY;
    const real span = nf_packet_box(own, &tree, lo, hi);
#else
    uint own, other;
    const real span = nf_packet_box(&own, &other, packet.lane, &query, &tree, &levels, lo, hi, room);
#endif
    if (packet.lane == 0) room->of.walk.own = own, room->of.walk.other = other;
    const int all = nf_packet_begin(&packet, &query, lo, hi, span, numbers.start, room WALK_PASS);
    nf_list_begin(list, numbers.k);
    nf_packet_go(&packet, list, &tree, &levels, SELF && numbers.excludes ? packet.lane : NF_NO_KEY,
                 room WALK_PASS);
    const real bound = nf_packet_most(&packet, list[KEYS - 1], numbers.start, &room->of.walk);
    nf_lanes_sync(); // rows take the place of the walk
    const uint end = packet.first + NF_KEPT * NF_ROW;
    // Behind the edge of the view there may be points that are nearer than the last key says.
    const int sees = all || list[KEYS - 1] / NF_SLOTS + packet.window <= NF_QUANTA - 4;
    int is = query.counts && sees && !packet.failed && packet.accepted >= 0 && packet.end <= end;
    nf_packet_query_of(&query, which, packet.lane, &tree, rows + rows_offset, order + order_offset, n,
                       &numbers);
    if (is)
        is = nf_packet_row(&packet, query.at, list, &numbers, &tree, room WALK_PASS) == numbers.k ||
             (all && !numbers.bounded);
    if (is)
        nf_packet_write_row(&query, packet.lane, &numbers, room, kth + kth_offset, mean + mean_offset,
                            density + density_offset);
    room->row[packet.lane] = query.row;
    nf_lanes_sync();
    nf_packet_write(nf_lanes_ballot(is, room->lanes), packet.lane, &numbers, &tree, room,
                    indices + indices_offset, distances + distances_offset);
    nf_packet_leave(&query, nf_lanes_ballot(query.counts && !is, room->lanes), bound, packet.lane, &numbers,
                    state, left, room);
}
