// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts pairs: each adds 1 to one of the counts.
//   --search--> counts[SLOTS] from first_count on, which must be zero before
//   SLOTS, nf_slot_of, ...   which count: a part such as slots_bins.cl, before this one
//   nf_adds, ...             what else a pair adds to its slot: adds_one.cl, unless there is another such part before this one
//
// A work-group counts in local memory, where emitters of pairs have their masks, if there is room for all counts: number b in tile
// b % TILES.  A count of 32 bits does not wrap there: after COUNTS_MOST pairs a work-item moves all counts to global memory.
#pragma once
#if defined(EMIT_WORDS)
#error "emit/histogram.cl: the program has an emitter already"
#endif
#if !defined(SLOT_PARAMETERS)
#error "emit/histogram.cl needs slots, a part before it"
#endif
#define EMIT_WORDS KEPT
#include "search/walk/walk.cl"
#include "search/emit/counts.cl"
#include "space/bins.cl"

#ifndef NF_BIN
#define NF_BIN nf_bin_of
#endif
#ifndef ADDS_PARAMETERS
#include "search/adds_one.cl"
#endif

#define ADDS_STRIDE     (KEPT / ADDS_WORDS) // between the words of a slot in local memory
#define COUNTS_MOST     (1u << 21)          // x 1024 work-items of a group is 2^31

#define EMIT_PARAMETERS __global ulong *restrict counts, ulong first_count SLOT_PARAMETERS ADDS_PARAMETERS
#define EMIT_OF                                                                                              \
    nf_emitter_of(rooms,                                                                                     \
                  (const nf_emitter){0, (__global uint *)(counts + first_count), 0 SLOT_PASS ADDS_PASS})

typedef struct nf_emitter {
    __local nf_walk_room *rooms; // NULL: there is no room for all counts
    volatile __global uint *counts;
    uint since; // the pairs since this work-item moved the counts
    SLOT_MEMBERS
    ADDS_MEMBERS
} nf_emitter;

static inline volatile __local uint *nf_count_of(const nf_emitter *emitter, uint slot) {
    return emitter->rooms[slot % TILES].emit + slot / TILES;
}

// Called by all work-items of the group.
TOGETHER nf_emitter nf_emitter_of(__local nf_walk_room *rooms, nf_emitter emitter) {
    emitter.rooms = SLOTS_FIT(&emitter, ADDS_STRIDE * TILES) ? rooms : 0;
    if (emitter.rooms)
        for (uint b = (uint)get_local_id(0); b < SLOTS(&emitter); b += (uint)get_local_size(0))
            for (uint word = 0; word < ADDS_WORDS; word++) nf_count_of(&emitter, b)[word * ADDS_STRIDE] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    return emitter;
}

// Moves the counts first, first + step, ... to global memory; others may count meanwhile.
static inline void nf_counts_move(const nf_emitter *emitter, uint first, uint step) {
    for (uint b = first; b < SLOTS(emitter); b += step) {
        nf_count_add(emitter->counts, b, atomic_xchg(nf_count_of(emitter, b), 0));
        nf_adds_move_local(emitter, b);
    }
}

#define nf_emit_asks(again) 1

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    const SLOT slot = nf_slot_of(emitter, (uint)point->index, number, shift,
                                 NF_BIN(emitter->edges, emitter->per_r2, emitter->bins,
                                        nf_partner_distance2(cloud, point, number, shift)));
    (void)cloud, (void)shift; // without bins
    if (!SLOT_IS(emitter, slot)) return;
    if (!emitter->rooms) {
        nf_slot_add(emitter->counts, slot);
        nf_adds(emitter, slot, (uint)point->index, number);
        return;
    }
    atomic_inc(nf_count_of(emitter, (uint)slot));
    nf_adds_local(emitter, (uint)slot, (uint)point->index, number);
    if (++emitter->since < COUNTS_MOST) return;
    nf_counts_move(emitter, 0, 1);
    emitter->since = 0;
}

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    (void)again;
    for (; mask; mask ^= 0x80000000u >> clz(mask))
        nf_emit_alone(emitter, cloud, point, nf_walk_partner(room, first, clz(mask)),
                      nf_walk_shift(room, first, clz(mask)));
}

TOGETHER void nf_emit_close(const nf_emitter *emitter, const nf_walk_cloud *cloud,
                            const nf_query_point *point, uint tile, int walked, uint found, uint kept,
                            __local nf_walk_room *room) {
    (void)cloud, (void)point, (void)tile, (void)walked, (void)found, (void)kept, (void)room;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (emitter->rooms) nf_counts_move(emitter, (uint)get_local_id(0), (uint)get_local_size(0));
}
