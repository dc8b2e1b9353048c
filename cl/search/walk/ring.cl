// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a segment (segments.cl), 32 at a time: those that are near wait in a ring in local memory for the test against 32 points.
#pragma once
#include "search/walk/segments.cl"

// The candidates of a segment, 32 at a time: the next one of this lane is loaded ahead.
typedef struct nf_candidates {
    uint left, at, run; // left: counted from the first lane's
    uint index;
#if NOTES_PLACES
    uint p; // its position in order
#endif
    nf_shift shift;
    nf_vector vector;
    real x, y, z;
#if FILTERS && RADII > 1
    real radius;
#endif
} nf_candidates;

#define NF_CANDIDATE_RADIUS(cloud, j, number) ((cloud)->filters.radii[number])

static inline void nf_candidates_load(const nf_walk_cloud *cloud, nf_candidates *s, const nf_segment *segment,
                                      __local const nf_walk_room *room) {
    if (s->at >= segment->end) return;
    while (s->at >= room->end[s->run]) s->run++;
    const uint j = room->begin[s->run] + s->at;
    s->x = nf_plane(cloud, 0, j);
    s->y = nf_plane(cloud, 1, j);
    s->z = nf_plane(cloud, 2, j);
    s->index = cloud->index[j];
#if NOTES_PLACES
    s->p = j;
#endif
#if SHIFTS
    s->shift = room->run_shift[s->run];
    s->vector = room->run_vector[s->run];
#else
    s->shift = NF_SHIFT_NONE;
    s->vector = NF_VECTOR_NONE;
#endif
#if FILTERS && RADII > 1
    s->radius = NF_CANDIDATE_RADIUS(cloud, j, s->index);
#endif
}

// The distance of a coordinate from an interval, 0 inside.
static inline float nf_outside(float x, float lo, float hi) { return fmax(fmax(lo - x, x - hi), 0.0f); }

// Puts the candidate at u into a slot of the ring.
static inline void nf_candidate_put(__local nf_walk_room *room, uint slot, float4 u, float radius) {
    room->ring[slot % 64] = u;
#if FILTERS && RADII > 1
    ((__local float *)room->radii)[slot % 64] = radius;
#endif
    (void)radius;
}
static inline void nf_candidate_none(__local nf_walk_room *room, uint slot) {
    nf_candidate_put(room, slot, (float4)(0, 0, 0, MAXFLOAT), 0);
}

// Puts those of 32 candidates that are near the box into the ring; returns the number of candidates in it.
TOGETHER uint nf_candidates_put(const nf_walk_cloud *cloud, nf_candidates *s, nf_segment *segment, uint lane,
                                uint put, __local nf_walk_room *room) {
    __local const nf_frame *frame = &room->frame;
    float4 u = nf_in_frame(cloud, frame, s->x, s->y, s->z, s->vector);
    float out = nf_margin_square(nf_outside(u.x, frame->lo[0], frame->hi[0]),
                                 nf_outside(u.y, frame->lo[1], frame->hi[1]),
                                 nf_outside(u.z, frame->lo[2], frame->hi[2]));
    float radius = 0;
#if FILTERS && RADII
#if RADII > 1
    radius = nf_radius_in(s->radius, cloud->inverse);
#endif
    out += nf_radii_nearer(frame->most, radius);
#endif
    const int near = s->at < segment->end && out <= frame->reach;
    const uint all = nf_lanes_ballot(near, room->lanes), slot = put + popcount(all & ((1u << lane) - 1));
    if (near) {
        nf_candidate_put(room, slot, u, radius);
        nf_walk_store(room, slot, s->index, s->shift);
#if NOTES_PLACES
        room->place[slot % 64] = s->p;
        if (s->p - segment->from < 32) {
            if (s->shift == NF_SHIFT_NONE) room->own[s->p - segment->from] = slot;
            else room->images_of_own = 1;
        }
#endif
    }
    return put + popcount(all);
}

#if FILTERS && RADII > 1
#define NF_RING_RADII(room, first) __local const float4 *radii = (room)->radii + (first) % 64 / 4;
#define NF_TEST(k)                                                                                           \
    nf_margin_test_radii(margin, own, candidate[k],                                                          \
                         (k) % 4 == 0   ? radii[(k) / 4].x                                                   \
                         : (k) % 4 == 1 ? radii[(k) / 4].y                                                   \
                         : (k) % 4 == 2 ? radii[(k) / 4].z                                                   \
                                        : radii[(k) / 4].w)
#else
#define NF_RING_RADII(room, first)
#define NF_TEST(k) nf_margin_test(margin, candidate[k])
#endif

// Tests the chunk of candidates from slot `first` on: bit 31 - k is set if candidate k is a partner.
static inline uint nf_test(const nf_walk_cloud *cloud, const nf_query_point *point, nf_margin margin,
                           float own, uint first, __local const nf_walk_room *room) {
    __local const float4 *candidate = room->ring + first % 64;
    NF_RING_RADII(room, first)
    (void)own;
    uint bits = 0;
    float least = MAXFLOAT;
#pragma unroll 16
    for (uint k = 0; k < 32; k++) {
        const float t = NF_TEST(k);
        bits = bits << 1 | as_uint(t) >> 31;
        least = fmin(least, fabs(t));
    }
    if (least < margin.e) { // the rule decides if the margin cannot
        uint close = 0;
        bits = 0;
        for (uint k = 0; k < 32; k++) {
            const float t = NF_TEST(k);
            bits = bits << 1 | as_uint(t) >> 31;
            close = close << 1 | (uint)(fabs(t) < margin.e);
        }
        while (close) {
            const uint k = clz(close), bit = 0x80000000u >> k;
            close ^= bit;
            bits = nf_is_within(cloud, point, nf_walk_partner(room, first, k), nf_walk_shift(room, first, k))
                       ? bits | bit
                       : bits & ~bit;
        }
    }
    return bits;
}
