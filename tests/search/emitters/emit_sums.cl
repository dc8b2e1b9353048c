// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// For test_emitters.c: adds up all pairs.
//   --search--> sums[0]: pairs; [1]: exclusive or of what pair_word makes of each; [2 + b]: pairs whose squared distance is
//               in the b-th sixteenth of the squared cutoff
#pragma once
#if defined(EMIT_WORDS)
#error "emit_sums.cl: the program has an emitter already"
#endif
#define BINS       16
#define EMIT_WORDS 0
#include "search/walk/walk.cl"

#define EMIT_PARAMETERS __global uint *sums
#define EMIT_OF                                                                                              \
    { sums, 0 }

typedef struct nf_emitter {
    __global uint *sums;
    uint word;
} nf_emitter;

#define nf_emit_asks(again) 1

static inline uint pair_word(uint i, uint j) { return min(i, j) * 2654435761u ^ max(i, j) * 2246822519u; }

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    const real d2 = nf_partner_distance2(cloud, point, number, shift);
    uint bin = 0;
    while (bin + 1 < BINS && d2 >= cloud->r2 * ((real)(bin + 1) / BINS)) bin++;
    emitter->word ^= pair_word((uint)point->index, number);
    atomic_inc(emitter->sums + 2 + bin);
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
    (void)cloud, (void)point, (void)tile, (void)kept, (void)room;
    if (!walked) return;
    atomic_add(emitter->sums, found);
    atomic_xor(emitter->sums + 1, emitter->word);
}
