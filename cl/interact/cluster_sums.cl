// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The addition of what a candidate does, to the sums that a lane has for the points of a cluster and to the candidate's own side; and that of
// what all lanes have for a point.  For emit_clusters.cl.
#pragma once
#include "interact/cluster_points.cl"

// Adds the candidate to the sums of a point, or nothing.  D is finite.
static inline void nf_add_if(int is, const fields *own, const nf_other *other, vector D, real d2,
                             const parameters *given, sums *to, nf_back *back) {
    sums more = nf_sums_nothing();
#if !NF_RADIAL
    interact(own, &other->carried, D, d2, given, &more);
#else
    real factor = interact(own, &other->carried, d2, given, &more);
#if defined(NF_RADIAL_SUM)
    factor = is ? factor : 0;
    NF_ADD(to->NF_RADIAL_SUM.x, factor, D.x);
    NF_ADD(to->NF_RADIAL_SUM.y, factor, D.y);
    NF_ADD(to->NF_RADIAL_SUM.z, factor, D.z);
    NF_BACK_RADIAL(back, factor, D)
#else
    (void)factor;
#endif
#endif
// A radial function adds to scalar sums alone.
#if NF_RADIAL
#define NF_VECTOR_ADD(name, sign)
#else
#define NF_VECTOR_ADD(name, sign)                                                                            \
    NF_MORE_ADD(name.x, sign)                                                                                \
    NF_MORE_ADD(name.y, sign)                                                                                \
    NF_MORE_ADD(name.z, sign)
#endif
#define NF_MORE_ADD(member, sign)                                                                            \
    more.member = is ? more.member : 0;                                                                      \
    to->member += more.member;                                                                               \
    NF_BACK_SUM(back, member, sign, more.member)
#define NF_SCALAR_ADD(name, sign) NF_MORE_ADD(name, sign)
    NF_SUMS(NF_VECTOR_ADD, NF_SCALAR_ADD)
    (void)back;
}

// Adds to the sums of a point whose number is known when the kernel runs: without branches, of which compilers make an index, and an array in
// memory.
static inline void nf_add_at(nf_emitter *emitter, uint k, const sums *more) {
#define NF_VECTOR_MORE(name, sign)                                                                           \
    to->name.x += at == k ? more->name.x : 0;                                                                \
    to->name.y += at == k ? more->name.y : 0;                                                                \
    to->name.z += at == k ? more->name.z : 0;
#define NF_SCALAR_MORE(name, sign) to->name += at == k ? more->name : 0;
#pragma unroll
    for (uint at = 0; at < CLUSTER; at++) {
        sums *to = emitter->found + at;
        NF_SUMS(NF_VECTOR_MORE, NF_SCALAR_MORE)
    }
}

// What point j does to point i, by the rule's D.
static inline sums nf_sums_as_given(const nf_emitter *emitter, const nf_walk_cloud *cloud, uint i, uint j,
                                    nf_shift shift) {
    const fields own = nf_fields_of(emitter->carried, i), other = nf_fields_of(emitter->carried, j);
    sums more = nf_sums_none();
    nf_apply(&own, &other, nf_displaced_as_given(cloud, i, j, shift), &emitter->given, &more);
    return more;
}

// Adds the lane's candidate to the points for which the margin cannot decide, if the rule decides so.
static inline void nf_add_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_slot *slot,
                                nf_back *back, __local nf_walk_room *room) {
    const uint number = cloud->index[slot->p];
    uint close = 0;
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) {
        const float d2 =
            nf_margin_square(slot->x - emitter->x[k], slot->y - emitter->y[k], slot->z - emitter->z[k]);
        close |= (uint)(nf_takes(slot->own, k) && d2 < emitter->far && !(d2 < emitter->sure)) << k;
    }
    for (; close; close &= close - 1) {
        const uint k = 31 - clz(close & (0 - close));
        nf_query_point own;
        own.lane = k;
        own.p = emitter->first + k;
        own.active = 1;
        own.index = (int)QUERY_INDEX(cloud)[own.p];
        const nf_shift from = slot->shift - NF_OWN_SHIFT(room, k);
        if (!nf_is_partner(cloud, &own, number, from)) continue;
        const sums more = nf_sums_as_given(emitter, cloud, (uint)own.index, number, from);
        nf_add_at(emitter, k, &more);
#define NF_BACK_VECTOR_CLOSE(name, sign)                                                                     \
    NF_BACK_SUM(back, name.x, sign, more.name.x)                                                             \
    NF_BACK_SUM(back, name.y, sign, more.name.y)                                                             \
    NF_BACK_SUM(back, name.z, sign, more.name.z)
#define NF_BACK_SCALAR_CLOSE(name, sign) NF_BACK_SUM(back, name, sign, more.name)
        NF_SUMS(NF_BACK_VECTOR_CLOSE, NF_BACK_SCALAR_CLOSE)
    }
    (void)back;
}

// The sum of a column over all lanes, v of each point in each lane: lane k * PARTS gets that of point k.
TOGETHER nf_sum nf_column_sum(const nf_sum *v, uint lane, __local nf_walk_room *room) {
    __local nf_sum *column = (__local nf_sum *)room->emit;
    nf_sum total = 0;
    nf_lanes_sync();
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) column[k * 33 + lane] = v[k];
    nf_lanes_sync();
    __local const nf_sum *from = column + lane / PARTS * 33 + lane % PARTS * CLUSTER;
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) total += from[k];
    nf_lanes_sync();
    column[lane] = total;
    nf_lanes_sync();
    if (lane % PARTS == 0)
#pragma unroll
        for (uint k = 1; k < PARTS; k++) total += column[lane + k];
    return total;
}
