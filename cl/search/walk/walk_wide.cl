// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk of CPUs: passes the masks of a tile's groups (candidates.cl) to an emitter, a part of the program that includes
// this file and defines:
//   EMIT_ROOM     the type of the emitter's memory of a work-item; undefined if it needs none; at most as large as that of
//                 emit/pairs_cpu.cl, for which the host has room
//   nf_emitter    the state of a work-item
//   nf_emit_group(emitter, pass, lane)      a group begins, at this point of the tile
//   nf_emit_entries(emitter, pass, room)    the memory for the next masks, of 16 candidates each; .room is their number
//   nf_emit_masked(emitter, pass, group, lane, entries, found)   receives entries.room masks of the group's points in that
//                 memory; mask e is for the 16 candidates from position entries.at[e] of the order on, all in the image
//                 ENTRY_SHIFT(entries, e); bit 16 * p + k is set if candidate k is a partner of the group's point p, and no point is
//                 its own partner; `found` is the number of pairs in them.  If nf_is_decided(group) is 0, more masks follow:
//                 nf_emit_entries and nf_emit_masked are called again for the group.  A call may have no entries
// `pass` is the argument of nf_walk, for emitters that walk a tile several times.  The walk visits the partners of a point
// always in the same order, which is that of the walk of GPUs.
//   LIST    entries that a work-item has room for
//   FLOAT_FIRST  see near_masks.cl            the rest as cells.cl and pair_rule.cl
#pragma once
#if !defined(LIST)
#error "walk_wide.cl needs LIST"
#endif
#include "search/walk/candidates.cl"

// The memory of a work-item.  The host computes its size.
typedef struct nf_room {
    float frame[3 * FRAME_STRIDE];
    ulong masks[LIST];
    uint at[LIST];
#if SHIFTS
    nf_shift shift[LIST];
#endif
#if defined(EMIT_ROOM)
    EMIT_ROOM emit;
#endif
} nf_room;

typedef struct nf_emitter nf_emitter;
static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane);
static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room);
static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found);

// The work-item's own entries.
static inline nf_entries nf_room_entries(__global nf_room *room) {
    const nf_entries own = ENTRIES(room->masks, room->at, LIST, room->shift);
    return own;
}

static inline void nf_walk(const nf_walk_cloud *view, uint tile, int pass, nf_emitter *emitter,
                           __global nf_room *room) {
    nf_tile t = nf_tile_open(view, tile);
    for (nf_group group = nf_group_next(view, &t, room->frame); group.count;
         group = nf_group_next(view, &t, room->frame)) {
        const uint lane = group.first - t.first;
        nf_emit_group(emitter, pass, lane);
        do {
            nf_entries entries = nf_emit_entries(emitter, pass, room);
            ulong found = 0;
            entries.room = nf_decide(view, &t, room->frame, &group, entries, &found);
            nf_emit_masked(emitter, pass, &group, lane, entries, found);
        } while (!nf_is_decided(&group));
    }
}
