// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The second pass over an ordered cloud, for GPUs: writes results at positions from the count.
//   axes, index, places, grid, counts[n], bases[tiles + 1] --fill--> the emitter's results, and the status
// If the grid is refused nothing is written, and the total is TOTAL_UNKNOWN.
// If the driver ends loops (loops.cl) the kernel `settle` must run after each of the two passes.
// The emitter (walk.cl) must define, here and in once.cl:
//   EMIT_PARAMETERS    must contain `capacity`: results beyond it are not written
//   EMIT_TARGET(base)  the output of a tile; `base` is the number of results of all tiles before it
//   nf_emit_place(point, found, target, room)   called by all lanes: an emitter for a second walk that writes partners as they
//                      come; `found` is the number of the lane's partners
//   nf_emit_kept(point, found, target, room)    called by all lanes: writes the partners from the masks of the first walk
//
//   TILES      tiles of a group, which has 32 * TILES work-items; 1 with LANES_BY 0     TEAM  1
//   the rest as in walk.cl and the emitter
#if !defined(TILES)
#error "fill.cl needs TILES"
#endif
#include "search/walk/walk_lanes.cl"
#include "search/loops.cl"

SEARCH_KERNEL void fill(WALK_CLOUD, __global const uint *restrict counts,
                        __global const ulong *restrict bases, __global nf_search_status *status,
                        EMIT_PARAMETERS) {
    __local nf_walk_room rooms[TILES];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tile = WALK_TILE(get_global_id(0)), tiles = WALK_TILES(&WALK_ALL);
#ifdef LOOPS_END // the total comes from `settle`, and the count may be wrong
    if (status->total == TOTAL_UNKNOWN || tile >= tiles) return;
#else
    if (get_global_id(0) == 0) status->total = grid->refused ? TOTAL_UNKNOWN : bases[tiles];
    if (grid->refused || tile >= tiles) return;
#endif
    NF_AT_TILE(cloud, tile)
    const nf_query_point point = nf_point_of(&cloud, tile);
    const uint counted = counts[point.p], found = point.active ? counted & ~COUNT_APART : 0;
    const nf_target target = EMIT_TARGET(bases[tile]);
    const int apart = (counted & COUNT_APART) != 0;
    uint kept;
    nf_emitter emitter;
    if (LANES_BY == 0 || apart)
        emitter = nf_emit_place(&point, found, target, room); // it has barriers, so all lanes call it
    nf_walk(&cloud, &point, tile, nf_whole(), apart, &emitter, &kept, room);
    if (!apart) nf_emit_kept(&point, found, target, room);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#endif
}

#ifdef LOOPS_END
// Sets the total, or TOTAL_UNKNOWN if loops were ended.  It is a launch of its own, as all work-items of a group must agree
// about it.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void settle(__global const ulong *bases, uint tiles,
                                                                    __global const nf_grid *grid,
                                                                    __global nf_search_status *status) {
    status->total = grid->refused || status->ended ? TOTAL_UNKNOWN : bases[tiles];
}
#endif
