// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts pairs and keeps the masks, for CPUs: for the first of two passes.
//   --search--> totals[tiles], and what was found (kept.cl)
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit/count_cpu.cl: the program has an emitter already"
#endif
#define EMIT_PARAMETERS __global ulong *totals, __global ulong *buffer, ulong kept_entries, uint chunk_room
#include "search/walk/candidates.cl"
#include "search/walk/kept.cl"
#include "search/walk/walk_wide.cl"

// Of a tile, but for the first three, which are of all, and chunk_first and chunk_used.
struct nf_emitter {
    __global ulong *totals;
    nf_kept kept;
    uint chunk_room;
    ulong chunk_first; // entry of the chunk's part
    uint chunk_used;
    nf_entries own; // the tile's part of it
    __global uint *heads;
    uint used, groups;
    ulong pairs, group_pairs;
    int fits, large;
};

#define EMIT_OF(tiles)                                                                                       \
    {                                                                                                        \
        totals, nf_kept_at(buffer, kept_entries, tiles), chunk_room, 0, 0, ENTRIES(0, 0, 0, 0), 0, 0, 0, 0,  \
            0, 0, 0                                                                                          \
    }

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)pass, (void)lane;
    emitter->group_pairs = 0;
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    const nf_entries left = ENTRIES(emitter->own.masks + emitter->used, emitter->own.at + emitter->used,
                                    emitter->own.room - emitter->used, 0);
    (void)pass;
    return emitter->fits ? left : nf_room_entries(room);
}

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    (void)pass, (void)lane;
    emitter->pairs += found;
    emitter->group_pairs += found;
    emitter->large |= emitter->group_pairs > LIST;
    if (!emitter->fits) return;
    emitter->heads[emitter->groups++] = HEAD(group->count, entries.room);
    emitter->used += entries.room;
    emitter->fits = nf_is_decided(group);
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) { (void)emitter, (void)room; }

static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) {
    emitter->chunk_first = (ulong)chunk * emitter->chunk_room;
    emitter->chunk_used = 0;
}

static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *view, uint tile,
                                __global nf_room *room) {
    const nf_kept *kept = &emitter->kept;
    const ulong first = emitter->chunk_first + emitter->chunk_used;
    const nf_entries own =
        ENTRIES(kept->masks + first, kept->at + first, emitter->chunk_room - emitter->chunk_used, 0);
    emitter->own = own;
    emitter->heads = kept->heads + (ulong)tile * TILE_POINTS;
    emitter->used = emitter->groups = 0;
    emitter->pairs = 0;
    emitter->fits = 1;
    emitter->large = 0;
    nf_walk(view, tile, 0, emitter, room);
    emitter->totals[tile] = emitter->pairs;
    if (emitter->fits && !emitter->large) {
        kept->tiles[tile] = emitter->chunk_used;
        emitter->chunk_used += emitter->used;
    } else kept->tiles[tile] = emitter->large ? KEPT_LARGE : KEPT_NOT;
}

static inline void nf_emit_chunk_end(nf_emitter *emitter) { (void)emitter; }
