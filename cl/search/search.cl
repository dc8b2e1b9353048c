// One pass over an ordered cloud, for GPUs and emitters that know beforehand where their results go.
//   planes, index, places, grid --search--> what the emitter makes of all pairs
// Of the emitter (walk.cl):
//   EMIT_OF     begins one, from the kernel's parameters
//   emit_close(emitter, cloud, point, tile, walked, kept, room)   by all lanes, behind the walk; `walked` is 0 where the
//               lanes have no tile or the grid was refused; `kept` is what nf_walk answers
//
//   TILES      tiles a group, of 32 * TILES work-items; 1 with LANES_BY 0
//   the rest as walk.cl and the emitter
#if !defined(TILES)
#error "search.cl needs TILES"
#endif
#include "search/walk_lanes.cl"
#include "search/loops.cl"

SEARCH_KERNEL void search(WALK_CLOUD, EMIT_PARAMETERS, __global nf_tally *tally) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tile = (uint)get_global_id(0) / 32, tiles = walk_tiles(n);
    const int walks = tile < tiles && !grid->refused;
    const nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    nf_emitter emitter = EMIT_OF;
    uint found = 0, kept = 1;
    // No work-item leaves before the last barrier: PoCL 6 and 7 lose what is stored behind one that others left before.
    if (walks) found = nf_walk(&cloud, &point, tile, 0, &emitter, &kept, room);
    emit_close(&emitter, &cloud, &point, tile, walks, found, kept, room);
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}
