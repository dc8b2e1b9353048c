// The second pass over an ordered cloud, for GPUs: writes results to places that a count gave.
//   planes, index, places, grid, counts[n], bases[tiles + 1] --fill--> what the emitter writes, and the tally
// Where the grid is refused nothing is written, and the total is TOTAL_UNKNOWN.
// Where the driver ends loops (loops.cl) the kernel `settle` comes behind each of the two passes.
// Of the emitter (walk.cl), here and in once.cl:
//   EMIT_PARAMETERS    `capacity` is among them: results from there on are not written
//   EMIT_TARGET(base)  where the results of a tile go, of which all tiles before have `base`
//   emit_place(point, found, target, room)   by all lanes: the emitter that is walked with again, and writes partners as
//                      they come; `found` is the number of the lane's partners
//   emit_kept(point, found, target, room)    by all lanes: writes the partners of the masks that the first walk kept
//
//   TILES      tiles a group, of 32 * TILES work-items; 1 with LANES_BY 0
//   the rest as walk.cl and the emitter
#if !defined(TILES)
#error "fill.cl needs TILES"
#endif
#include "search/walk_lanes.cl"
#include "search/loops.cl"

SEARCH_KERNEL void fill(WALK_CLOUD, __global const uint *restrict counts,
                        __global const ulong *restrict bases, EMIT_PARAMETERS, __global nf_tally *tally) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tile = (uint)get_global_id(0) / 32, tiles = walk_tiles(n);
#ifdef LOOPS_END // then the total is what settle says, and what was counted may be wrong
    if (tally->total == TOTAL_UNKNOWN || tile >= tiles) return;
#else
    if (get_global_id(0) == 0) tally->total = grid->refused ? TOTAL_UNKNOWN : bases[tiles];
    if (grid->refused || tile >= tiles) return;
#endif
    const nf_point point = nf_point_of(&cloud, tile);
    const uint counted = counts[point.p], found = point.active ? counted & ~COUNT_APART : 0;
    const nf_target target = EMIT_TARGET(bases[tile]);
    const int apart = (counted & COUNT_APART) != 0;
    uint kept;
    nf_emitter emitter;
    if (LANES_BY == 0 || apart)
        emitter = emit_place(&point, found, target, room); // barriers are best met by all
    nf_walk(&cloud, &point, tile, apart, &emitter, &kept, room);
    if (!apart) emit_kept(&point, found, target, room);
#ifdef LOOPS_END
    loops_check(tally, n);
#endif
}

#ifdef LOOPS_END
// The total.  Where loops were ended it is not known: that is decided between two launches, as all work-items of a group
// must agree about it.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
settle(__global const ulong *bases, uint tiles, __global const nf_grid *grid, __global nf_tally *tally) {
    tally->total = grid->refused || tally->ended ? TOTAL_UNKNOWN : bases[tiles];
}
#endif
