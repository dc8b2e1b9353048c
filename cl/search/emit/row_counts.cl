// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts the partners of each point: for the first of two passes that write rows (emit/rows.cl).
//   --search--> counts[n] from first_count on, by ROW_OF
//   nf_keeps    is in a part such as keep_all.cl
//   MASKS       as in masks.cl: the masks are stored; undefined: they are not
//   TEAM        more than 1 only with MASKS: the rows of lanes are the PARTS
#pragma once
#if defined(EMIT_WORDS)
#error "emit/row_counts.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit/row_counts.cl needs a decision, a part before it"
#endif
#define EMIT_WORDS 0
#define KEPT_PASSING
#define NOTES_PLACES 1
#include "search/status.cl"
#include "search/walk/walk.cl"

#ifdef MASKS
#include "search/walk/masks.cl"
#define EMIT_PARAMETERS __global ulong *restrict counts, ulong first_count, __global uint *restrict masks
#define EMIT_OF                                                                                              \
    {                                                                                                        \
        counts + first_count, 0, masks + nf_masks_at(tile) + part.at *(PART_CHUNKS * MASK_WORDS),            \
            masks + nf_masks_at(tiles) + (ulong)tile *PARTS + part.at, 0, part.at                            \
    }
#else
#define EMIT_PARAMETERS __global ulong *restrict counts, ulong first_count
#define EMIT_OF                                                                                              \
    { counts + first_count, 0 }
#endif

typedef struct nf_emitter {
    __global ulong *counts;
    uint count; // of those that are kept
#ifdef MASKS
    __global uint *masks, *head; // of the part of the tile
    uint chunks, part;
#endif
} nf_emitter;

#ifdef KEEPS_ALL
#define nf_emit_asks(again) 0
#else
#define nf_emit_asks(again) 1
#endif

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    (void)cloud;
    emitter->count += (uint)(nf_keeps((uint)point->index, number, shift));
}

// The bits of a mask whose candidates are results.
static inline uint nf_emit_decided(const nf_query_point *point, uint mask, uint first,
                                   __local const nf_walk_room *room) {
#if defined(KEEPS_ALL) && KEEPS_OWN
    (void)point, (void)first, (void)room;
    return mask;
#elif defined(KEEPS_ALL)
    const uint own = room->own[point->lane] - first;
    return own < 32 ? mask & ~(0x80000000u >> own) : mask;
#else
    uint kept = mask;
#if defined(nf_keeps_other) // a bit for each candidate: lanes have different numbers of bits in their masks
    __local const uint4 *numbers = (__local const uint4 *)(room->partner + nf_walk_slot(first));
    kept = 0;
#pragma unroll
    for (uint k = 0; k < 8; k++) {
        const uint4 others = numbers[k];
        kept = kept << 1 | nf_keeps_other(point->index, others.x);
        kept = kept << 1 | nf_keeps_other(point->index, others.y);
        kept = kept << 1 | nf_keeps_other(point->index, others.z);
        kept = kept << 1 | nf_keeps_other(point->index, others.w);
    }
    kept &= mask;
    if (!room->images_of_own) return kept;
#endif
    for (; mask; mask ^= 0x80000000u >> clz(mask)) {
        const uint k = clz(mask), bit = 0x80000000u >> k;
        kept = nf_keeps((uint)point->index, nf_walk_partner(room, first, k), nf_walk_shift(room, first, k))
                   ? kept | bit
                   : kept & ~bit;
    }
    return kept;
#endif
}

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    (void)cloud;
    mask = nf_emit_decided(point, mask, first, room);
    emitter->count += popcount(mask);
#ifdef MASKS
    if (first < MASKS) {
        __global uint *to = emitter->masks + first / 32 * MASK_WORDS + point->lane;
        to[0] = mask;
        to[32] = room->place[first % 64 + point->lane];
#if EMIT_IMAGES
        to[64] = (uint)nf_walk_shift(room, first, point->lane);
#endif
    }
    emitter->chunks = first / 32 + 1;
#endif
}

// The lane's count, in all parts of the tile: by the lanes of the first part.
TOGETHER uint nf_emit_all_parts(const nf_emitter *emitter, uint count, const nf_query_point *point,
                                __local nf_walk_room *room) {
#if TEAM > 1
    room->place[point->lane] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 1; emitter->part == 0 && t < TEAM; t++) count += room[t].place[point->lane];
#else
    (void)emitter, (void)point, (void)room;
#endif
    return count;
}

TOGETHER void nf_emit_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint tile, int walked, uint found, uint kept, __local nf_walk_room *room) {
    (void)tile, (void)kept;
#ifdef KEEPS_ALL
    const uint count = nf_emit_all_parts(emitter, found, point, room) -
                       !(OWN_FIRST || KEEPS_OWN); // without the point itself
#else
    const uint count = nf_emit_all_parts(emitter, emitter->count, point, room);
    (void)found;
#endif
#if TEAM > 1
    const int writes = point->active && emitter->part == 0;
#else
    const int writes = point->active;
#endif
    if (walked && writes) emitter->counts[ROW_OF(point)] = count;
    if (cloud->grid->refused && writes) // the sums of the counts say so
        emitter->counts[point->p] = point->p ? 0 : TOTAL_UNKNOWN;
#ifdef MASKS
    if (walked && point->lane == 0)
        *emitter->head = kept && emitter->chunks * 32 <= MASKS ? emitter->chunks : MASKS_NONE;
#endif
}
