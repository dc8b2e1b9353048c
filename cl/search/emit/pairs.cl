// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes pairs, in the order of turns_lanes.cl.  Masks are stored until the position of the tile's pairs is known; or the tile
// is walked again and its pairs are written at once.
//   --once, or fill--> pairs[total], those below `capacity`; and images[total] of the second points
//   EMIT_IMAGES  1: the images are written
#pragma once
#if defined(EMIT_WORDS)
#error "emit/pairs.cl: the program has an emitter already"
#endif
#define EMIT_WORDS (KEPT + 32) // the masks of KEPT / 32 chunks x 32 lanes, and padding for reading ahead
#if EMIT_IMAGES
#define IMAGES_KEPT KEPT
#endif
#include "search/emit/turns_lanes.cl"

#if EMIT_IMAGES
#define EMIT_PARAMETERS                                                                                      \
    __global int2 *restrict pairs, ulong first_pair, ulong capacity, __global nf_shift *restrict images,     \
        ulong first_image
#define EMIT_TARGET(base) nf_target_of(pairs, first_pair, base, capacity, images, first_image)
#else
#define EMIT_PARAMETERS   __global int2 *restrict pairs, ulong first_pair, ulong capacity
#define EMIT_TARGET(base) nf_target_of(pairs, first_pair, base, capacity, 0, 0)
#endif

typedef nf_writer nf_emitter;

#define nf_emit_asks(again) (again)

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    (void)cloud;
    if (again)
        for (; mask; mask ^= 0x80000000u >> clz(mask))
            nf_writer_put(emitter, nf_walk_partner(room, first, clz(mask)),
                          nf_walk_shift(room, first, clz(mask)));
    else if (first < KEPT) room->emit[first + point->lane] = mask;
}

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    (void)cloud, (void)point;
    nf_writer_put(emitter, number, shift);
}

#define nf_emit_place nf_writer_of
#define nf_emit_kept  nf_put_kept
#define nf_emit_part  nf_put_part
