// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The walk over a tile's candidates: passes the partners of each point to the emitter, see walk.cl.
//
// Candidates come 32 at a time (ring.cl); their numbers stay in local memory while there are at most KEPT.  If a segment is
// too long, or its tile has had SEGMENTS_MOST segments, its points are processed one by one, each by its own lane.
#pragma once
#include "machine/ptx.cl"
#include "search/walk/ring.cl"

#if TEAM > 1 && LANES_BY == 0
#error "walk_lanes.cl: rows of lanes of a team do not take the same turns: they need lanes without barriers"
#endif
// The margin of the lane's point, at u of the segment's frame.
TOGETHER nf_margin nf_segment_margin(float4 u, float radius, __local nf_walk_room *room) {
#if FILTERS && RADII
    nf_margin margin = nf_margin_radii(u.x, u.y, u.z, radius);
#else
    nf_margin margin = nf_margin_of(u.x, u.y, u.z);
    (void)radius;
#endif
#if SHIFTS
    margin.e += room->frame.blur;
#endif
    (void)room;
    return margin;
}

#if OWN_FIRST
// Puts the segment's points before its other candidates.  Returns the number of candidates put; *candidates: those of the first 32 that the
// lane's point has.
TOGETHER uint nf_segment_own(const nf_query_point *point, const nf_segment *segment, float4 u, float radius,
                             uint put, uint *candidates, __local nf_walk_room *room) {
    const uint own = point->lane - segment->first;
    *candidates = nf_own_mask(own % 32);
    if (segment->mine) {
        nf_candidate_put(room, put + own, u, radius);
        nf_walk_store(room, put + own, (uint)point->index, NF_SHIFT_NONE);
    }
    return put + (segment->last - segment->first + 1);
}
#endif

// Tests the 32 candidates from `first` on, of which the lane's point has `candidates`.  Returns the number of its partners.
TOGETHER uint nf_walk_chunk(const nf_walk_cloud *cloud, const nf_query_point *point,
                            const nf_segment *segment, nf_margin margin, float radius, uint candidates,
                            uint first, int again, nf_emitter *emitter, __local nf_walk_room *room) {
#if defined(EMIT_CHUNKS)
    (void)segment, (void)margin, (void)radius, (void)candidates, (void)again;
    nf_emit_chunk(emitter, cloud, point, first, room);
    return 0;
#else
    const uint near = nf_test(cloud, point, margin, radius, first, room) & candidates,
               mask = FILTERED(cloud, point, near, first, room);
    nf_emit_masked(emitter, again, cloud, point, mask, first, room);
    return popcount(mask);
#endif
}

// Returns the number of partners of the lane's point.  *chunks: the number of chunks of candidates, updated.
TOGETHER uint nf_walk_segment(const nf_walk_cloud *cloud, const nf_query_point *point, uint tile,
                              nf_part part, nf_segment *segment, float4 u, int again, nf_emitter *emitter,
                              uint *chunks, __local nf_walk_room *room) {
    const uint lane = point->lane;
#if FILTERS && RADII
    const float radius = nf_point_radius(cloud, point);
#else
    const float radius = 0;
#endif
    nf_margin margin = nf_segment_margin(u, radius, room);
#if defined(EMIT_SEGMENTS)
    nf_emit_segment(emitter, cloud, point, u, segment->mine, room);
#endif
    const uint runs = nf_segment_count(cloud->grid, segment);
    uint put = *chunks * 32, found = 0, candidates = 0xffffffffu;
#if OWN_FIRST
    if (part.at == 0) put = nf_segment_own(point, segment, u, radius, put, &candidates, room);
#endif
    if (!segment->mine) {
        margin.x = margin.y = margin.z = margin.e = 0;
        margin.c = MAXFLOAT;
    }
    nf_lanes_sync();
    for (uint batch = 0;;) {
        const int more = batch + 32 < runs; // batches after this one
        nf_candidates stream = {.left = segment->end - segment->begin,
                                .at = segment->begin + lane,
                                .shift = NF_SHIFT_NONE,
                                .vector = NF_VECTOR_NONE};
        nf_candidates_load(cloud, &stream, segment, room);
        for (;;) {
            const uint waiting = put - *chunks * 32;
            if (waiting < 32 && stream.left > 0) {
                put = nf_candidates_put(cloud, &stream, segment, lane, put, room);
                stream.left -= min(stream.left, 32u);
                stream.at += 32;
                nf_candidates_load(cloud, &stream, segment, room);
                nf_lanes_sync();
                continue;
            }
            if (waiting == 0 || (waiting < 32 && more)) break;
            const uint first = *chunks * 32;
            if (waiting < 32) {
                if (lane >= waiting) nf_candidate_none(room, first + lane);
                put = first + 32;
                nf_lanes_sync();
            }
            found +=
                nf_walk_chunk(cloud, point, segment, margin, radius, candidates, first, again, emitter, room);
            candidates = 0xffffffffu;
            ++*chunks;
            nf_lanes_sync();
        }
        if (!more) return found;
        batch += 32;
        nf_segment_runs(cloud, point, tile, part, batch, segment, room);
        nf_lanes_sync();
    }
}

#if SPARSE
#define ALONE_AT_ONCE 4
// The partners of a single point in one run.  Loads several candidates at a time: a sparse grid may have dense parts, and for
// a few single points nothing else hides the latency of loads (a cluster of 57 million pairs among far points, float64, on
// an H200: 1.6 ms instead of 2.0).
static inline uint nf_walk_run(const nf_walk_cloud *cloud, const nf_query_point *point, real x, real y,
                               real z, nf_run run, int again, nf_emitter *emitter) {
    uint found = 0;
    (void)again;
    for (uint j = run.begin; j < run.end; j += ALONE_AT_ONCE) {
        real other[ALONE_AT_ONCE][3];
        uint partner[ALONE_AT_ONCE];
#pragma unroll
        for (uint k = 0; k < ALONE_AT_ONCE; k++) {
            const uint at = min(j + k, run.end - 1);
#pragma unroll
            for (int a = 0; a < 3; a++) other[k][a] = nf_plane(cloud, a, at);
            partner[k] = SHIFTS || FILTERS || nf_emit_asks(again) ? cloud->index[at] : 0;
        }
#pragma unroll
        for (uint k = 0; k < ALONE_AT_ONCE; k++) {
            const int near = j + k < run.end && nf_is_partner_at(cloud, point, x, y, z, other[k][0],
                                                                 other[k][1], other[k][2], partner[k], &run);
            const int is = IS_RESULT(cloud, point, near, partner[k], run.shift);
            found += (uint)is;
            if (nf_emit_asks(again) && is) nf_emit_alone(emitter, cloud, point, partner[k], run.shift);
        }
    }
    return found;
}
#endif

// As nf_walk_segment for a single point, by the rule.  In a box clang makes it a function of its own where it is called twice; its arguments
// are then in memory, and a search for pairs takes 124 registers of NVIDIA's devices instead of 96.
#if SHIFTS && LANES_ARE_PTX
TOGETHER
#else
static inline
#endif
uint nf_walk_point(const nf_walk_cloud *cloud, const nf_query_point *point, int again, nf_emitter *emitter) {
    const nf_cell cell = nf_point_cell(cloud, point->p);
    const real x = nf_query_plane(cloud, 0, point->p), y = nf_query_plane(cloud, 1, point->p),
               z = nf_query_plane(cloud, 2, point->p);
    uint found = 0;
    (void)again;
#pragma unroll 1 // otherwise the compiler makes nine copies of it, twice
    for (int k = 0; k < NF_RUNS(cloud->grid); k++) {
        const nf_run run =
            NF_SEGMENT_RUN(cloud->grid, cloud->places, cloud->n, cell, cell.x, point->p, point->p + 1, k);
#if SPARSE
        found += nf_walk_run(cloud, point, x, y, z, run, again, emitter);
#else
#if SHIFTS || (MARGIN && !REAL64)
#pragma unroll 1 // few points are single; on an H200 the search is 4% faster this way, but 2% slower in float64
#else
#pragma unroll 4
#endif
        for (uint j = run.begin; j < run.end; j++) {
            const int near =
                nf_is_partner_at(cloud, point, x, y, z, nf_plane(cloud, 0, j), nf_plane(cloud, 1, j),
                                 nf_plane(cloud, 2, j), SHIFTS ? cloud->index[j] : 0, &run);
            const int is = IS_RESULT(cloud, point, near, cloud->index[j], run.shift);
            found += (uint)is;
            if (nf_emit_asks(again) && is) nf_emit_alone(emitter, cloud, point, cloud->index[j], run.shift);
        }
#endif
    }
    return found;
}

// The tile of lanes that have none, which call nf_walk only with LANES_BY 0 (search.cl); the walk then finds nothing, and reads neither
// the grid nor the order.
#define WALK_NO_TILE       0xffffffffu
#define WALK_IS_NONE(tile) (LANES_BY == 0 && (tile) == WALK_NO_TILE)

// Walks a part of the tile's candidates.  Returns the number of partners of the lane's point among them.  *kept: all of them
// were in masks of the first KEPT candidates, so that an emitter that stored these masks has all, and the numbers are still in
// local memory; with KEPT_PASSING only that all of them were in masks.
TOGETHER uint nf_walk(const nf_walk_cloud *cloud, const nf_query_point *point, uint tile, nf_part part,
                      int again, nf_emitter *emitter, uint *kept, __local nf_walk_room *room) {
    const uint points =
        WALK_IS_NONE(tile) ? 0 : min((uint)WALK_POINTS, TILE_END(cloud) - TILE_FIRST(cloud, tile));
    uint found = 0, first = 0, chunks = 0, alone = 0;
#if NOTES_PLACES
    room->own[point->lane] = ~0u;
    room->images_of_own = 0;
#endif
#if MARGIN
    nf_segment segment;
    float4 u;
#if SMALL_SYSTEMS
    segment.all_end = 0;
    if (!WALK_IS_NONE(tile)) nf_segment_small(cloud, &segment);
#endif
    for (uint s = 0; s < SEGMENTS_MOST && first < points; s++) {
        if (nf_segment_open(cloud, point, tile, part, first, &segment, &u, room))
            found += nf_walk_segment(cloud, point, tile, part, &segment, u, again, emitter, &chunks, room);
        else alone |= (0xffffffffu >> (31 - segment.last)) & ~0u << first;
        first = segment.last + 1;
    }
#endif
    if (first < points) alone |= ~0u << first;
    if (part.at == 0 && point->active && alone >> point->lane & 1)
        found += nf_walk_point(cloud, point, again, emitter);
#if defined(KEPT_PASSING)
    (void)chunks;
    *kept = alone == 0;
#else
    *kept = alone == 0 && chunks * 32 <= KEPT;
#endif
    return found;
}
