// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums a pair function over the partners of each point, for lanes: a tile is a cluster of WALK_POINTS consecutive points, which all lanes hold in
// registers; each lane takes one candidate, and adds what it does to all points of the cluster.
//   --search--> a row of each array of sums for each point
// No lane waits for what others decide, and a candidate is read once for the cluster.  Each lane has sums of its own for each point, which are
// added at the end in a fixed order.
//
// Decisions are those of the rule: with u relative to a point near the cluster, in floats, D = u_j - u_i.  Both are rounded once more than for
// margin.cl, as they are in the units of the points: u is off by 3 e of itself, e = 2^-24, and near the cutoff, with |u_j| <= |u_i| + 1 in cutoffs,
// D . D is off by e (12 |u_i| + 11), the cutoff squared by 3 e, and the rule by 6 e: less than E_i of margin.cl, and than that of the corner
// of the cluster's box.  Closer to the cutoff than that the rule decides, from both points as given.
// In float32 the function gets this D, which is off by at most e (6 |u_i| + 4) < 2^-21 (|u_i| + 1) cutoffs (for points outside of the box also by a
// rounding of the box); in float64 D is that of the folded points in double.
#pragma once
#if defined(EMIT_WORDS)
#error "emit_clusters.cl: the program has an emitter already"
#endif
#if !MARGIN
#error "emit_clusters.cl needs the margin"
#endif
#if !defined(LISTS_HALF)
#error "emit_clusters.cl needs the sides of a pair, a part before it"
#endif
#include "interact/apply.cl"
#include "search/batch.cl"
#define CLUSTER WALK_POINTS
#define PARTS   (32 / CLUSTER) // of the lanes whose sums are added by one

// Local memory: a column of sums of all lanes, a row more than they have for each point so that they are in different banks; the points of
// the cluster and their fields; and the images in which they are in the frame.
#define NF_SUM_WORDS  (NF_SUM64 || REAL64 ? 2 : 1)
#define NF_REAL_WORDS (REAL64 ? 2 : 1)
#define FOLD_WORDS    (CLUSTER * 33 * NF_SUM_WORDS)
#define POINT_WORDS   ((3 + NF_FIELD_COUNT) * CLUSTER * NF_REAL_WORDS)
#define IMAGE_WORDS   (SHIFTS ? CLUSTER : 0)
#define EMIT_WORDS    (FOLD_WORDS + (FOLD_WORDS & 1) + POINT_WORDS + IMAGE_WORDS)
#define KEPT_PASSING
#define NOTES_PLACES 1
#define EMIT_CHUNKS
#define EMIT_SEGMENTS
#include "search/status.cl"
#include "search/walk/walk.cl"
#include "interact/cutoff.cl"
#include "interact/as_given.cl"
#include "interact/cluster_sums.cl"

#define EMIT_PARAMETERS FUNCTION_PARAMETERS SIDES_PARAMETERS
#define EMIT_OF                                                                                              \
    nf_emitter_of(carried, nf_parameters_at(&cloud, PARAMETERS_OF), SUM_ARRAYS_OF,                           \
                  TILE_FIRST(&cloud, min(tile, tiles - 1)), SIDES_OF)

TOGETHER void nf_emit_segment(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                              float4 u, int mine, __local nf_walk_room *room) {
    const float cutoff = 1 / cloud->inverse, at[3] = {u.x * cutoff, u.y * cutoff, u.z * cutoff};
    nf_cluster_put(emitter, cloud, point, at, u.w, mine, NF_SHIFT_NONE, room);
}

// The displacement of a candidate from point k, for the function; the margin has used `u` and u2 = u . u.
#if REAL64
#define NF_FUNCTION_D(k)                                                                                     \
    { other.at[0] - own_at[k], other.at[1] - own_at[CLUSTER + (k)], other.at[2] - own_at[2 * CLUSTER + (k)] }
#define NF_FUNCTION_D2(D, u2) NF_MAD((D).z, (D).z, NF_MAD((D).y, (D).y, (D).x *(D).x))
#else
#define NF_FUNCTION_D(k)                                                                                     \
    { dx, dy, dz }
#define NF_FUNCTION_D2(D, u2) (u2)
#endif

// The candidate in slot `number` of the ring.
static inline nf_slot nf_slot_of(const nf_emitter *emitter, uint number, __local nf_walk_room *room) {
    const float4 u = room->ring[number % 64];
    nf_slot slot;
    slot.there = u.w < MAXFLOAT;
    slot.x = slot.there ? u.x * emitter->cutoff : -AWAY;
    slot.y = u.y * emitter->cutoff;
    slot.z = u.z * emitter->cutoff;
    slot.p = room->place[number % 64];
    slot.partner = room->partner[nf_walk_slot(number)];
    slot.shift = nf_walk_shift(room, number, 0);
    slot.own = nf_own_number(emitter, slot.p, slot.shift, room);
    return slot;
}

// Adds the candidate of each lane; returns 1 if the rule must decide, for some points, which nf_add_slot_close() does.
static inline int nf_add_slot(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_slot *slot,
                              __local nf_walk_room *room) {
    const float x = slot->x, y = slot->y, z = slot->z;
    const nf_other other = nf_other_of(emitter, cloud, slot);
    nf_back back = nf_back_none();
    int any = 0;
#if REAL64
    __local const real *own_at = nf_room_reals(room);
#endif
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) {
        const float dx = x - emitter->x[k], dy = y - emitter->y[k], dz = z - emitter->z[k],
                    d2 = nf_margin_square(dx, dy, dz);
        const int near = nf_takes(slot->own, k) && d2 < emitter->far, is = near && d2 < emitter->sure;
        const fields mine = nf_own_fields(room, (int)k);
        const vector D = NF_FUNCTION_D(k);
        any |= near && !is;
        nf_add_if(is, &mine, &other, D, NF_FUNCTION_D2(D, d2), &emitter->given, emitter->found + k, &back);
    }
    nf_back_put(&emitter->sides, slot->p, slot->there, back);
    return any;
}

static inline void nf_add_slot_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_slot *slot,
                                     __local nf_walk_room *room) {
    nf_back back = nf_back_none();
    nf_add_close(emitter, cloud, slot, &back, room);
    nf_back_put(&emitter->sides, slot->p, slot->there, back);
}

// Adds the candidate of each lane, of the chunk from slot `first` on.
TOGETHER void nf_emit_chunk(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint first, __local nf_walk_room *room) {
    const nf_slot slot = nf_slot_of(emitter, first + point->lane, room);
    if (nf_add_slot(emitter, cloud, &slot, room)) nf_add_slot_close(emitter, cloud, &slot, room);
}

// By one lane, for its own point.
#define nf_emit_asks(again) 1
static inline void nf_emit_alone(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                                 uint number, nf_shift shift) {
    if (!NF_ALONE(&emitter->sides) || (number == (uint)point->index && shift == NF_SHIFT_NONE)) return;
    const sums more = nf_sums_as_given(emitter, cloud, (uint)point->index, number, shift);
    nf_add_at(emitter, point->lane, &more);
}

#if LISTS_HALF
#include "interact/symmetric/close_both.cl"
#else
#include "interact/close_own.cl"
#endif
