// Counts the partners of each point: for the first of two passes that write rows (emit_rows.cl).
//   --search--> counts[n] from first_count on, by ROW_OF
//   nf_keeps  is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_WORDS)
#error "emit_row_counts.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit_row_counts.cl needs a decision, a part before it"
#endif
#define EMIT_WORDS 0
#include "search/walk.cl"

#define EMIT_PARAMETERS __global ulong *restrict counts, ulong first_count
#define EMIT_OF                                                                                              \
    { counts + first_count, 0 }

typedef struct nf_emitter {
    __global ulong *counts;
    uint count; // of those that are kept
} nf_emitter;

#ifdef KEEPS_ALL
#define emit_asks(again) 0
#else
#define emit_asks(again) 1
#endif

static inline void emit_alone(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point,
                              uint number, nf_shift shift) {
    (void)cloud;
    emitter->count += (uint)(nf_keeps((uint)point->index, number, shift));
}

TOGETHER void emit_masked(nf_emitter *emitter, int again, const walk_cloud *cloud, const nf_point *point,
                          uint mask, uint first, __local walk_room *room) {
    if (emit_asks(again))
        for (; mask; mask ^= 0x80000000u >> clz(mask))
            emit_alone(emitter, cloud, point, walk_partner(room, first, clz(mask)),
                       walk_shift(room, first, clz(mask)));
}

TOGETHER void emit_close(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, uint tile,
                         int walked, uint found, uint kept, __local walk_room *room) {
    (void)cloud, (void)tile, (void)kept, (void)room;
#ifdef KEEPS_ALL
    const uint count = found - !(OWN_FIRST || KEEPS_OWN); // without the point itself
#else
    const uint count = emitter->count;
    (void)found;
#endif
    if (walked && point->active) emitter->counts[ROW_OF(point)] = count;
}
