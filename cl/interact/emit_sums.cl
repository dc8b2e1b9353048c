// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums a pair function over the partners of each point, by the walk of the neighbour search.
//   --search--> a row of each array of sums for each query point
// In float32, D is that of the positions that the margin tests: relative to a point near the tile, in cutoffs.  It is off by at most 2^-21
// (|u_i| + 1) cutoffs, and for points outside of the box by a rounding of the box.  In float64, and for partners that a lane finds by itself, it is that of the
// rule, from both points as given.
//   nf_keeps  is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_WORDS)
#error "emit_sums.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit_sums.cl needs a decision, a part before it"
#endif
#define EMIT_WORDS 0
#define KEPT_PASSING
#define SUMS_IN_FRAME !REAL64
#include "interact/apply.cl"
#include "search/status.cl"
#include "search/walk/walk.cl"
#include "interact/cutoff.cl"
#include "interact/as_given.cl"

#define EMIT_PARAMETERS FUNCTION_PARAMETERS
#define EMIT_OF                                                                                              \
    nf_emitter_of(carried, nf_parameters_at(&cloud, PARAMETERS_OF), SUM_ARRAYS_OF,                           \
                  nf_fields_of(own_carried, (uint)point.index))

typedef struct nf_emitter {
    __global const real *carried;
    parameters given;
    nf_sum_arrays arrays;
    fields own;
    sums found;
#if SUMS_IN_FRAME
    real x, y, z, cutoff; // the lane's point in the frame of the segment, and its unit
#endif
} nf_emitter;

static inline nf_emitter nf_emitter_of(__global const real *restrict carried, parameters given,
                                       nf_sum_arrays arrays, fields own) {
    nf_emitter emitter;
    emitter.carried = carried;
    emitter.given = given;
    emitter.arrays = arrays;
    emitter.own = own;
    emitter.found = nf_sums_none();
    return emitter;
}

#define nf_emit_asks(again) 1

static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    if (!nf_keeps((uint)point->index, number, shift)) return;
    const fields theirs = nf_fields_of(emitter->carried, number);
    const vector D = nf_displaced_as_given(cloud, (uint)point->index, number, shift);
    nf_apply(&emitter->own, &theirs, D, &emitter->given, &emitter->found);
}

#if SUMS_IN_FRAME
#define EMIT_SEGMENTS
static inline void nf_emit_segment(nf_emitter *emitter, const nf_walk_cloud *cloud,
                                   const nf_query_point *point, float4 u, int mine,
                                   __local nf_walk_room *room) {
    (void)point, (void)mine, (void)room;
    emitter->x = u.x;
    emitter->y = u.y;
    emitter->z = u.z;
    emitter->cutoff = 1 / cloud->inverse;
}

static inline void nf_sum_in_frame(nf_emitter *emitter, const nf_query_point *point, uint first, uint k,
                                   __local const nf_walk_room *room) {
    const float4 u = room->ring[(first + k) % 64];
    const vector D = {(u.x - emitter->x) * emitter->cutoff, (u.y - emitter->y) * emitter->cutoff,
                      (u.z - emitter->z) * emitter->cutoff};
    const uint number = NF_FIELD_COUNT ? nf_walk_partner(room, first, k) : 0;
    const fields theirs = nf_fields_of(emitter->carried, number);
    if (D.x == 0 && D.y == 0 && D.z == 0) { // the point itself is there
        const int kept =
            nf_keeps((uint)point->index, nf_walk_partner(room, first, k), nf_walk_shift(room, first, k));
        if (!kept) return;
    }
    nf_apply(&emitter->own, &theirs, D, &emitter->given, &emitter->found);
}
#endif

TOGETHER void nf_emit_masked(nf_emitter *emitter, int again, const nf_walk_cloud *cloud,
                             const nf_query_point *point, uint mask, uint first, __local nf_walk_room *room) {
    (void)again;
    for (; mask; mask ^= 0x80000000u >> clz(mask))
#if SUMS_IN_FRAME
        nf_sum_in_frame(emitter, point, first, clz(mask), room);
    (void)cloud;
#else
        nf_emit_alone(emitter, cloud, point, nf_walk_partner(room, first, clz(mask)),
                      nf_walk_shift(room, first, clz(mask)));
#endif
}

TOGETHER void nf_emit_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint tile, int walked, uint found, uint kept, __local nf_walk_room *room) {
    (void)tile, (void)found, (void)kept, (void)room;
    if (!point->active) return;
    if (walked) nf_sums_put(&emitter->arrays, (ulong)point->index, &emitter->found);
    else if (cloud->grid->refused) {
        const sums unknown = nf_sums_unknown();
        nf_sums_put(&emitter->arrays, point->p, &unknown);
    }
}
