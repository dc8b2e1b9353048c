// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts pairs and keeps the masks, for CPUs: for the first of two passes.
//   --search--> totals[tiles], and what was found (kept.cl)
// In a cloud of classes of radii, points of some classes have many times the masks of others: chunks take parts of the memory as they need it,
// and tiles[] has places in all of it.
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit_count_cpu.cl: the program has an emitter already"
#endif
#define EMIT_PARAMETERS __global ulong *totals, __global ulong *buffer, ulong kept_entries, uint chunk_room
#include "search/candidates.cl"
#include "search/kept.cl"
#include "search/walk_wide.cl"

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
#if CLASSES
    volatile __global uint *parts; // taken
    uint part_count;
    uint group_used;      // entries of the group
    uint group_counts[4]; // of its points, at least their pairs
#endif
};

#define EMIT_OF(tiles)                                                                                       \
    {                                                                                                        \
        totals, nf_kept_at(buffer, kept_entries, tiles), chunk_room, 0, 0, ENTRIES(0, 0, 0, 0), 0, 0, 0, 0,  \
            0, 0, 0 EMIT_PARTS                                                                               \
    }
#if CLASSES
#define EMIT_PARTS                                                                                           \
    , work + 1, (uint)(kept_entries / max(chunk_room, 1u)), 0, { 0, 0, 0, 0 }
#else
#define EMIT_PARTS
#endif

static inline void emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)pass, (void)lane;
    emitter->group_pairs = 0;
#if CLASSES
    emitter->group_used = 0;
    for (uint p = 0; p < 4; p++) emitter->group_counts[p] = 0;
#endif
}

static inline nf_entries emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    const nf_entries left = ENTRIES(emitter->own.masks + emitter->used, emitter->own.at + emitter->used,
                                    emitter->own.room - emitter->used, 0);
    (void)pass;
    return emitter->fits ? left : nf_room_entries(room);
}

#if CLASSES
// Adds the pairs of entries to those of each point; few are counted as if each point had all.
static inline int nf_is_long(nf_emitter *emitter, nf_entries entries, ulong found) {
    uint counts[4] = {(uint)found, (uint)found, (uint)found, (uint)found}, most = 0;
    if (found > LIST / 16) {
        for (uint p = 0; p < 4; p++) counts[p] = 0;
        for (uint e = 0; e < entries.room; e++)
            for (uint p = 0; p < 4; p++) counts[p] += popcount((uint)(entries.masks[e] >> 16 * p) & 0xffff);
    }
    for (uint p = 0; p < 4; p++) most = max(most, emitter->group_counts[p] += counts[p]);
    return most > LIST;
}
#endif

static inline void emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                               nf_entries entries, ulong found) {
    (void)pass, (void)lane;
    emitter->pairs += found;
    emitter->group_pairs += found;
#if CLASSES
    emitter->large |= nf_is_long(emitter, entries, found);
#else
    emitter->large |= emitter->group_pairs > LIST;
#endif
    if (!emitter->fits) return;
#if CLASSES // a group has several batches of runs
    emitter->used += entries.room;
    emitter->group_used += entries.room;
    emitter->heads[emitter->groups] = HEAD(group->count, emitter->group_used);
    if (nf_is_decided(group)) emitter->groups++;
    else emitter->fits = emitter->used < emitter->own.room;
#else
    emitter->heads[emitter->groups++] = HEAD(group->count, entries.room);
    emitter->used += entries.room;
    emitter->fits = nf_is_decided(group);
#endif
}

#if CLASSES
static inline void emit_begin(nf_emitter *emitter, __global nf_room *room) {
    (void)room;
    emitter->chunk_used = emitter->chunk_room; // it has no part
}
#else
static inline void emit_begin(nf_emitter *emitter, __global nf_room *room) { (void)emitter, (void)room; }
#endif

static inline void emit_chunk(nf_emitter *emitter, uint chunk) {
#if CLASSES
    (void)emitter, (void)chunk;
#else
    emitter->chunk_first = (ulong)chunk * emitter->chunk_room;
    emitter->chunk_used = 0;
#endif
}

#if CLASSES
// Takes the next part of the memory, if there is one, when little is left of this one.
static inline void nf_part_take(nf_emitter *emitter) {
    if (emitter->chunk_room - emitter->chunk_used > emitter->chunk_room / 4) return;
    if (*emitter->parts >= emitter->part_count) return;
    const uint part = atomic_inc(emitter->parts);
    if (part >= emitter->part_count) return;
    emitter->chunk_first = (ulong)part * emitter->chunk_room;
    emitter->chunk_used = 0;
}
#endif

static inline void emit_tile(nf_emitter *emitter, const walk_cloud *view, uint tile, __global nf_room *room) {
    const nf_kept *kept = &emitter->kept;
#if CLASSES
    nf_part_take(emitter);
#endif
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
#if CLASSES
        kept->tiles[tile] = (uint)first;
#else
        kept->tiles[tile] = emitter->chunk_used;
#endif
        emitter->chunk_used += emitter->used;
    } else kept->tiles[tile] = emitter->large ? KEPT_LARGE : KEPT_NOT;
}

static inline void emit_chunk_end(nf_emitter *emitter) { (void)emitter; }
