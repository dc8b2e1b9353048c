// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// One pass over an ordered cloud, for GPUs and for emitters whose output positions are known in advance.
//   axes, index, places, grid --search--> the emitter's results of all pairs
// The emitter (walk.cl) must define:
//   EMIT_OF     an initial emitter, from the kernel's parameters, `point`, `tile`, `tiles`, and the `part` of the tile
//   nf_emit_close(emitter, cloud, point, tile, walked, found, kept, room)   called by all lanes after the walk; `walked` is 0 if the
//               lanes have no tile or the grid was refused; `found` and `kept` are the results of nf_walk
//
//   TILES      tiles of a group, which has 32 * TILES * TEAM work-items; 1 with LANES_BY 0 or a TEAM
//   TEAM       more than 1 only if the emitter accepts parts of a tile, as emit/row_counts.cl does
//   the rest as in walk.cl and the emitter
#if !defined(TILES)
#error "search.cl needs TILES"
#endif
#include "search/walk/walk_lanes.cl"
#include "search/loops.cl"

SEARCH_KERNEL void nf_search(WALK_CLOUD, __global nf_search_status *status, EMIT_PARAMETERS) {
    __local nf_walk_room rooms[TILES * TEAM];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tile = WALK_TILE(get_global_id(0)) / TEAM, tiles = WALK_TILES(&WALK_ALL);
    const nf_part part = {(uint)get_local_id(0) / 32 % TEAM, TEAM};
    NF_AT_TILE(cloud, min(tile, tiles - 1))
    const int walks = tile < tiles && !grid->refused;
    nf_query_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    if (grid->refused) point.index = 0; // the order was not written, and emitters may look the point up
    nf_emitter emitter = EMIT_OF;
    uint found = 0, kept = 1;
    // No work-item returns before the last barrier: PoCL 6 and 7 lose stores after a barrier if some work-items returned before it.
    // With LANES_BY 0 lanes without a tile call it, too: PoCL 3.1 copies what follows a condition around barriers, and loses barriers
    // in the copies if it vectorises (its default, loopvec): nf_emit_close of emit/rows.cl read counts that had not been stored yet.
    if (walks | (LANES_BY == 0))
        found = nf_walk(&cloud, &point, walks ? tile : WALK_NO_TILE, part, 0, &emitter, &kept, room);
    nf_emit_close(&emitter, &cloud, &point, tile, walks, found, kept, room);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
