// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts partners: for the first of two passes (search.cl, then fill.cl).
//   --search--> counts[n] for each point in order; totals[tiles] for each tile
#pragma once
#if defined(EMIT_WORDS)
#error "emit/count.cl: the program has an emitter already"
#endif
#define EMIT_WORDS 0
#include "search/walk/walk.cl"

#define EMIT_PARAMETERS __global uint *restrict counts, __global ulong *restrict totals
#define EMIT_OF                                                                                              \
    { counts, totals }

typedef struct nf_emitter {
    __global uint *counts;
    __global ulong *totals;
} nf_emitter;

#define nf_emit_asks(again) 0

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    (void)emitter, (void)again, (void)cloud, (void)point, (void)mask, (void)first, (void)room;
}

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    (void)emitter, (void)cloud, (void)point, (void)number, (void)shift;
}

TOGETHER void nf_emit_close(const nf_emitter *emitter, const nf_walk_cloud *cloud,
                            const nf_query_point *point, uint tile, int walked, uint found, uint kept,
                            __local nf_walk_room *room) {
    if (walked && point->active) emitter->counts[point->p] = found | (kept ? 0 : COUNT_APART);
    const ulong total = nf_lanes_total(found, room->lanes);
    if (tile < WALK_TILES(cloud) && point->lane == 0) emitter->totals[tile] = total;
}
