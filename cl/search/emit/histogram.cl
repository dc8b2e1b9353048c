// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts pairs by their distance.
//   edges[bins + 1] --search--> counts[bins] from first_count on, which must be zero before
//
// A work-group counts in local memory, where emitters of pairs have their masks, if there is room for all bins: bin b in tile
// b % TILES.  A count of 32 bits does not wrap there: after COUNTS_MOST pairs a work-item moves all counts to global memory.
#pragma once
#if defined(EMIT_WORDS)
#error "emit/histogram.cl: the program has an emitter already"
#endif
#define EMIT_WORDS KEPT
#include "search/walk/walk.cl"
#include "search/emit/counts.cl"
#include "space/bins.cl"

#define COUNTS_MOST (1u << 21) // x 1024 work-items of a group is 2^31

#define EMIT_PARAMETERS                                                                                      \
    __global ulong *restrict counts, ulong first_count, __global const real *restrict edges, real per_r2,    \
        uint bins
#define EMIT_OF nf_emitter_of(rooms, (__global uint *)(counts + first_count), edges, per_r2, bins)

typedef struct nf_emitter {
    __local nf_walk_room *rooms; // NULL: there is no room for all bins
    volatile __global uint *counts;
    __global const real *edges;
    real per_r2;
    uint bins, since; // the pairs since this work-item moved the counts
} nf_emitter;

static inline volatile __local uint *nf_count_of(const nf_emitter *emitter, uint bin) {
    return emitter->rooms[bin % TILES].emit + bin / TILES;
}

// Called by all work-items of the group.
TOGETHER nf_emitter nf_emitter_of(__local nf_walk_room *rooms, __global uint *counts,
                                  __global const real *edges, real per_r2, uint bins) {
    const nf_emitter emitter = {bins <= KEPT * TILES ? rooms : 0, counts, edges, per_r2, bins, 0};
    if (emitter.rooms)
        for (uint b = (uint)get_local_id(0); b < bins; b += (uint)get_local_size(0))
            *nf_count_of(&emitter, b) = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    return emitter;
}

// Moves the counts of bins first, first + step, ... to global memory; others may count meanwhile.
static inline void nf_counts_move(const nf_emitter *emitter, uint first, uint step) {
    for (uint b = first; b < emitter->bins; b += step)
        nf_count_add(emitter->counts, b, atomic_xchg(nf_count_of(emitter, b), 0));
}

#define nf_emit_asks(again) 1

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    const uint bin = nf_bin_of(emitter->edges, emitter->per_r2, emitter->bins,
                               nf_partner_distance2(cloud, point, number, shift));
    if (!emitter->rooms) {
        nf_count_add(emitter->counts, bin, 1);
        return;
    }
    atomic_inc(nf_count_of(emitter, bin));
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
