// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes the partners of each point to its row (row_entries.cl).
//   nf_keeps  is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_WORDS)
#error "emit/rows.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit/rows.cl needs a decision, a part before it"
#endif
#define ROWS_STRIDE 66 // room for 64 places; an odd number of words, so that lanes use different banks
#define KEPT_CYCLE
#define EMIT_WORDS (64 + 64 + 16 * ROWS_STRIDE) // of nf_stage
#if EMIT_IMAGES
#define IMAGES_KEPT KEPT
#endif
#include "search/walk/walk.cl"
#include "search/emit/row_entries.cl"

#define EMIT_PARAMETERS ROW_PARAMETERS
#define EMIT_OF                                                                                              \
    { ROW_ENTRIES, ROW_BEGIN(&point), 0, 0 }

typedef struct nf_emitter {
    nf_row_entries entries;
    ulong to;
    uint count; // of partners that wait
    uint from;  // candidates before it are written
} nf_emitter;

// The partners that wait to be written, of each point: places of numbers in the tile's local memory.  The lanes write row after
// row together, so that consecutive lanes write consecutive entries.
typedef struct nf_stage {
    ulong to[32];
    uint counts[32], points[32];
    ushort slots[32 * ROWS_STRIDE];
} nf_stage;

#define nf_emit_asks(again) 1

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    if (nf_keeps((uint)point->index, number, shift))
        nf_row_put(&emitter->entries, cloud, (uint)point->index, emitter->to++, number, shift);
}

// Writes what waits, row after row.
TOGETHER void nf_emit_flush(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            __local nf_walk_room *room) {
    __local nf_stage *stage = (__local nf_stage *)room->emit;
    stage->to[point->lane] = emitter->to;
    stage->counts[point->lane] = emitter->count;
    stage->points[point->lane] = (uint)point->index;
    nf_lanes_sync();
    for (uint row = 0; row < 32; row++) {
        const uint count = stage->counts[row];
        const ulong to = stage->to[row];
        for (uint k = point->lane; k < count; k += 32) {
            const uint slot = stage->slots[row * ROWS_STRIDE + k];
            nf_row_put(&emitter->entries, cloud, stage->points[row], to + k, room->partner[slot],
                       nf_walk_shift(room, slot, 0));
        }
    }
    emitter->to += emitter->count;
    emitter->count = 0;
    nf_lanes_sync();
}

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    __local ushort *slots = ((__local nf_stage *)room->emit)->slots + point->lane * ROWS_STRIDE;
    (void)again;
    for (; mask; mask ^= 0x80000000u >> clz(mask)) {
        const uint k = clz(mask);
        if (nf_keeps((uint)point->index, nf_walk_partner(room, first, k), nf_walk_shift(room, first, k)))
            slots[emitter->count++] = (ushort)(nf_walk_slot(first) + k);
    }
    // The next candidates, of which up to 96 are stored before this is called again, would take the places of those that wait; or
    // there is no room for 32 more.
    if (first + 128 > emitter->from + KEPT || nf_lanes_ballot(emitter->count > 32, room->lanes)) {
        nf_emit_flush(emitter, cloud, point, room);
        emitter->from = first + 32;
    }
}

TOGETHER void nf_emit_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint tile, int walked, uint found, uint kept, __local nf_walk_room *room) {
    (void)tile, (void)walked, (void)found, (void)kept;
    nf_emit_flush(emitter, cloud, point, room);
}
