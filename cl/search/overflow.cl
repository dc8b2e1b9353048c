// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The second of two passes over an ordered cloud, for GPUs, for the tiles whose masks the first did not store (masks.cl).
//   axes, index, places, grid, heads --overflow--> the emitter's results of these tiles
//   TILES   tiles of a group, which has 32 * TILES work-items; 1 with LANES_BY 0     TEAM  1
//   the rest as in walk.cl, masks.cl and the emitter
#if !defined(TILES)
#error "overflow.cl needs TILES"
#endif
#include "search/walk/masks.cl"
#include "search/walk/walk_lanes.cl"
#include "search/loops.cl"

// These tiles are few, so a row of lanes looks at several, each lane at one.
SEARCH_KERNEL void overflow(WALK_CLOUD, __global nf_search_status *status,
                            __global const uint *restrict masks, EMIT_PARAMETERS) {
    __local nf_walk_room rooms[TILES];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tiles = grid->refused ? 0 : WALK_TILES(&WALK_ALL), rows = (uint)(get_global_size(0) / 32),
               lane = (uint)get_local_id(0) % 32;
    for (uint first = WALK_TILE(get_global_id(0)); first < tiles; first += 32 * rows) {
        const uint own = first + lane * rows;
        uint without = nf_lanes_ballot(
            own < tiles && nf_heads_chunks(nf_heads_at(masks, tiles, min(own, tiles - 1))) == MASKS_NONE,
            room->lanes);
        for (; without; without &= without - 1) {
            const uint tile = first + (31 - clz(without & (0 - without))) * rows;
            NF_AT_TILE(cloud, tile)
            const nf_query_point point = nf_point_of(&cloud, tile);
            nf_emitter emitter = EMIT_OF;
            uint kept;
            const uint found = nf_walk(&cloud, &point, tile, nf_whole(), 0, &emitter, &kept, room);
            nf_emit_close(&emitter, &cloud, &point, tile, 1, found, kept, room);
        }
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
