// The walk of CPUs: hands the masks of a tile's groups (candidates.cl) to an emitter, a part of the program that includes
// this file:
//   EMIT_ROOM     the type of what a work-item has for the emitter; undefined for none
//   nf_emitter    what a work-item holds of it
//   emit_group(emitter, pass, lane)      a group begins, at this point of the tile
//   emit_entries(emitter, pass, room)    where the next masks go: places for 16 candidates each, as many as .room
//   emit_masked(emitter, pass, group, lane, entries, found)   entries.room masks of the group's points, made where
//                 emit_entries said; mask e is about the 16 candidates from place entries.at[e] of the order on, and they
//                 are `found` pairs.  nf_is_decided(group) says whether they were the group's last ones.  If they were not,
//                 emit_entries and emit_masked are called again for the group, as often as needed; any of the calls may
//                 have no entries
// `pass` is what the emitter has the tile walked for.  The walk comes to the partners of a point always in the same order,
// which is that of the walk of GPUs.
//   LIST    entries that a work-item has room for
//   FILTER  see near_masks.cl            the rest as cells.cl and pair_rule.cl
#pragma once
#if !defined(LIST)
#error "walk_wide.cl needs LIST"
#endif
#include "search/candidates.cl"

// The memory of a work-item.  The host computes its size.
typedef struct nf_room {
    float frame[3 * FRAME_STRIDE];
    ulong masks[LIST];
    uint at[LIST];
#if defined(EMIT_ROOM)
    EMIT_ROOM emit;
#endif
} nf_room;

typedef struct nf_emitter nf_emitter;
static inline void emit_group(nf_emitter *emitter, int pass, uint lane);
static inline nf_entries emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room);
static inline void emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                               nf_entries entries, ulong found);

// The work-item's own entries.
static inline nf_entries nf_room_entries(__global nf_room *room) {
    const nf_entries own = {room->masks, room->at, LIST};
    return own;
}

static inline void nf_walk(const walk_cloud *view, uint tile, int pass, nf_emitter *emitter,
                           __global nf_room *room) {
    nf_tile t = nf_tile_open(view, tile);
    for (nf_group group = nf_group_next(view, &t, room->frame); group.count;
         group = nf_group_next(view, &t, room->frame)) {
        const uint lane = group.first - t.first;
        emit_group(emitter, pass, lane);
        do {
            nf_entries entries = emit_entries(emitter, pass, room);
            ulong found = 0;
            entries.room = nf_decide(view, &t, room->frame, &group, entries, &found);
            emit_masked(emitter, pass, &group, lane, entries, found);
        } while (!nf_is_decided(&group));
    }
}
