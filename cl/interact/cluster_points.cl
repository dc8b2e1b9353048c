// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The points of a cluster and the candidates of its lanes, for emit_clusters.cl, which includes this file behind the walk.
#pragma once

typedef struct nf_emitter {
    __global const real *carried;
    parameters given;
    nf_sum_arrays arrays;
    uint first; // of the cluster, in order
    float x[CLUSTER], y[CLUSTER],
        z[CLUSTER];          // of the points in the frame; far away if they are not in the segment
    float cutoff, sure, far; // squared distances below `sure` are partners, from `far` on not
    sums found[CLUSTER];
    nf_sides sides;
} nf_emitter;

static inline nf_emitter nf_emitter_of(__global const real *restrict carried, parameters given,
                                       nf_sum_arrays arrays, uint first, nf_sides sides) {
    nf_emitter emitter;
    emitter.carried = carried;
    emitter.given = given;
    emitter.arrays = arrays;
    emitter.first = first;
    emitter.sides = sides;
#pragma unroll
    for (int k = 0; k < CLUSTER; k++) emitter.found[k] = nf_sums_none();
    return emitter;
}

#define AWAY 1e18f // farther than any candidate; its square is finite

#if REAL64 && SHIFTS
static inline nf_vector nf_vector_at_shift(const nf_walk_cloud *cloud, nf_shift shift) {
    int m[3];
    nf_shift_image(RARE_GRID(cloud), shift, m);
    return nf_vector_of(&RARE_GRID(cloud)->lattice, m);
}
#endif

static inline __local real *nf_room_reals(__local nf_walk_room *room) {
    return (__local real *)(room->emit + FOLD_WORDS + (FOLD_WORDS & 1));
}

// The candidate of a lane, of those that are being tested.
typedef struct nf_slot {
    int there;       // it does not only fill a chunk up
    float x, y, z;   // in the frame, as the points of the cluster
    uint p, partner; // its position in order; its number, if the function has fields
    nf_shift shift;
    int own; // nf_number
} nf_slot;

// What the function needs of a candidate, and of a point of the cluster.
typedef struct nf_other {
    real at[3];
    fields carried;
} nf_other;

static inline fields nf_own_fields(__local nf_walk_room *room, int k) {
    __local const real *at = nf_room_reals(room) + 3 * CLUSTER + k;
    fields own;
#if NF_FIELD_COUNT
#define NF_FIELD_FETCH(name) own.name = at[nf_field_##name * CLUSTER];
    NF_FIELDS(NF_FIELD_FETCH)
#else
    own.none = 0;
    (void)at;
#endif
    return own;
}

#if SHIFTS
static inline __local nf_shift *nf_own_shifts(__local nf_walk_room *room) {
    return (__local nf_shift *)(room->emit + EMIT_WORDS - IMAGE_WORDS);
}
#define NF_OWN_SHIFT(room, k) nf_own_shifts(room)[k]
#else
#define NF_OWN_SHIFT(room, k) NF_SHIFT_NONE
#endif

// The points of the cluster in the frame; that of the lane is there in this image.  at: where it is, by the same operations as candidates, so that
// two points at one place have D = 0; square: of its distance from the middle, in cutoffs.
TOGETHER void nf_cluster_put(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                             const float *at, float square, int mine, nf_shift shift,
                             __local nf_walk_room *room) {
    const float cutoff = 1 / cloud->inverse;
    __local float4 *stage = room->ring;
    __local real *own = nf_room_reals(room);
    nf_lanes_sync();
    if (point->lane < CLUSTER) {
        stage[point->lane] = mine ? (float4)(at[0], at[1], at[2], square) : (float4)(AWAY, AWAY, AWAY, 0);
#if REAL64 && SHIFTS
        const nf_vector vector = nf_vector_at_shift(cloud, shift);
#endif
#pragma unroll
        for (int a = 0; a < 3; a++) {
            own[a * CLUSTER + point->lane] = nf_query_plane(cloud, a, point->p);
#if REAL64 && SHIFTS
            own[a * CLUSTER + point->lane] += vector.at[a];
#endif
        }
#if SHIFTS
        NF_OWN_SHIFT(room, point->lane) = shift;
#else
        (void)shift;
#endif
#if NF_FIELD_COUNT
        __local real *to = own + 3 * CLUSTER + point->lane;
        const fields carried = nf_fields_of(emitter->carried, (uint)point->index);
#define NF_FIELD_STORE(name) to[nf_field_##name * CLUSTER] = carried.name;
        NF_FIELDS(NF_FIELD_STORE)
#endif
    }
    nf_lanes_sync();
    float most = 0;
#pragma unroll
    for (int k = 0; k < CLUSTER; k++) {
        const float4 p = stage[k];
        emitter->x[k] = p.x;
        emitter->y[k] = p.y;
        emitter->z[k] = p.z;
        most = fmax(most, p.w);
    }
    float e = MARGIN_FMA(MARGIN_K, most, MARGIN_K);
#if SHIFTS
    e += room->frame.blur;
#endif
    emitter->cutoff = cutoff;
    emitter->sure = cutoff * cutoff * (1 - e);
    emitter->far = cutoff * cutoff * (1 + e);
    nf_lanes_sync();
}

// The number (nf_number) of the candidate at position p in order, in this image.
static inline int nf_own_number(const nf_emitter *emitter, uint p, nf_shift image,
                                __local nf_walk_room *room) {
    const int d = (int)(p - emitter->first);
    int shifted = 0;
#if SHIFTS
    if (d >= 0 && d < CLUSTER) {
        const nf_shift shift = image - NF_OWN_SHIFT(room, d);
        shifted = shift > NF_SHIFT_NONE ? 1 : shift < NF_SHIFT_NONE ? -1 : 0;
    }
#endif
    (void)image;
    return nf_number(d, shifted);
}

// What the function needs of the candidate.
static inline nf_other nf_other_of(const nf_emitter *emitter, const nf_walk_cloud *cloud,
                                   const nf_slot *slot) {
    nf_other other;
    other.carried = nf_fields_of(emitter->carried, NF_FIELD_COUNT && slot->there ? slot->partner : 0);
#if REAL64
    const uint p = slot->there ? slot->p : 0;
#if SHIFTS
    const nf_vector vector = nf_vector_at_shift(cloud, slot->there ? slot->shift : NF_SHIFT_NONE);
#endif
#pragma unroll
    for (int a = 0; a < 3; a++) {
        other.at[a] = nf_plane(cloud, a, p);
#if SHIFTS
        other.at[a] += vector.at[a];
#endif
    }
#else
    other.at[0] = slot->x;
    other.at[1] = slot->y;
    other.at[2] = slot->z;
    (void)cloud;
#endif
    return other;
}
