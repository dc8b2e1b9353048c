// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Results of an ordered cloud in one launch, for GPUs on which work-groups may wait for those before them.
//   axes, index, places, grid --once--> the emitter's results below `capacity`, and the status
// If the grid is refused nothing is written, and the total is TOTAL_UNKNOWN.
//   TILES      tiles of a group, which has 32 * TILES * TEAM work-items; 1 with LANES_BY 0 or a TEAM
//   the rest as in walk.cl and the emitter, which must define the same as for fill.cl, and with TEAM > 1
//   nf_emit_part(point, part, founds, target, team, room)   called by all work-items of the group: writes the partners of a
//                      part from its masks; founds[TEAM x 32] are the numbers of partners in all parts
//   nf_team_room       the local memory `team` of it
//   EMIT_PART_MOST     the most partners of a point that it accepts
#if !defined(TILES)
#error "once.cl needs TILES"
#endif
#include "machine/look_back.cl"
#include "search/walk/walk_lanes.cl"
#include "search/status.cl"
// Results are counted in 48 bits.  For more, the largest number is reported, and the host counts again: no memory has room
// for so many.
#define PRECEDING_T        ulong
#define PRECEDING_BITS     48
#define PRECEDING_OP(a, b) min((a) + (b), 0xffffffffffffUL)
#define PRECEDING_IDENTITY 0
#define PRECEDING_BY_LANES (LANES_BY > 0)
#include "primitives/preceding.cl"

#define ROWS (TILES * TEAM) // of 32 lanes
#if TILES > 1 && TEAM > 1
#error "once.cl: a group has one tile if it has a team"
#endif

SEARCH_KERNEL void once(WALK_CLOUD, __global ulong *words, uint epoch, __global nf_search_status *status,
                        EMIT_PARAMETERS) {
    __local nf_walk_room rooms[ROWS];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    __local ulong totals[ROWS + 1]; // the last is the start of the group's results
    __local uint ticket[1];
#if TEAM > 1
    __local uint founds[32 * TEAM], wholes[TEAM];
    __local nf_team_room team;
#endif
    const nf_walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint slot = (uint)get_local_id(0) / 32, tiles = WALK_TILES(&WALK_ALL);
    const nf_part part = {slot % TEAM, TEAM};
    if (grid->refused) {
        if (get_global_id(0) == 0) status->total = TOTAL_UNKNOWN;
        return;
    }
    if (get_local_id(0) == 0)
        ticket[0] = look_back_ticket((volatile __global uint *)words, (uint)get_num_groups(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint group = ticket[0], tile = group * TILES + slot / TEAM;
    NF_AT_TILE(cloud, min(tile, tiles - 1))
    const nf_query_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    nf_emitter emitter;
    uint found = 0, kept = 1;
    if (tile < tiles) found = nf_walk(&cloud, &point, tile, part, 0, &emitter, &kept, room);
    const ulong own = nf_lanes_total(found, room->lanes);
    if (point.lane == 0) totals[slot] = own;
#if TEAM > 1
    founds[get_local_id(0)] = found;
    if (point.lane == 0) wholes[part.at] = kept;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    if (slot == 0) {
        ulong all = 0;
        for (uint t = 0; t < ROWS; t++) all += totals[t];
        preceding_find(words, group, epoch, all, totals + ROWS);
        if (point.lane == 0 && group + 1 == get_num_groups(0))
            status->total = PRECEDING_OP(totals[ROWS], all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong base = totals[ROWS];
    for (uint t = 0; t < slot - part.at; t++) base += totals[t];
    if (tile >= tiles || base >= capacity) return;
    const nf_target target = EMIT_TARGET(base);
#if TEAM > 1
    found = 0;
    for (uint t = 0; t < TEAM; t++) {
        found += founds[32 * t + point.lane];
        kept &= wholes[t];
    }
    kept &= (uint)(nf_lanes_max((int)min(found, (uint)INT_MAX), room->lanes) <= EMIT_PART_MOST);
    if (kept) nf_emit_part(&point, part, founds, target, &team, room);
    if (kept || part.at > 0) return;
#endif
    if (kept) nf_emit_kept(&point, found, target, room);
    else {
        emitter = nf_emit_place(&point, found, target, room);
        nf_walk(&cloud, &point, tile, nf_whole(), 1, &emitter, &kept, room);
    }
}
