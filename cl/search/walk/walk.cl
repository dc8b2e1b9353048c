// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Definitions shared by the walk and its emitters: the cloud, a tile's points, its local memory, and the exact tests.
//
// 32 lanes (lanes.cl) process the 32 points of a tile (cells.cl), one each.  The walk (walk_lanes.cl) finds the partners of
// each point and passes them to an emitter, which counts them, writes pairs, and so on.  An emitter is a part of the program,
// emit/<what>.cl, that includes this file and defines:
//   EMIT_WORDS       the emitter's uints in a tile's local memory: room->emit; at most KEPT, unless the host knows more
//                    (src/search/forms.c)
//   EMIT_PARAMETERS  the emitter's parameters of the kernel
//   nf_emitter       the state of a lane
//   nf_emit_masked(emitter, again, cloud, point, mask, first, room)   called by all lanes: the mask of 32 candidates that are
//                    partners of the lane's point; bit 31 - k is candidate first + k, whose number is
//                    nf_walk_partner(room, first, k), and whose image is nf_walk_shift(room, first, k) during this call.  With full
//                    runs the point itself is among its partners, in the image NF_SHIFT_NONE, unless filters leave it out
//   KEPT_CYCLE       defined if the places of numbers are used cyclically (nf_walk_slot)
//   KEPT_PASSING     defined if the emitter needs numbers only during this call
//   EMIT_SEGMENTS    defined if it has nf_emit_segment(emitter, cloud, point, u, mine, room), called by all lanes before the candidates of a
//                    segment: u is the lane's point in the frame of the segment, in which the candidates of a chunk are in room->ring, by
//                    slot % 64; `mine`: it is one of the segment's
//   EMIT_CHUNKS      defined if it has nf_emit_chunk(emitter, cloud, point, first, room) instead of nf_emit_masked, called by all lanes for 32 candidates
//                    that are near the segment's box; those that fill a chunk up have MAXFLOAT in w
//   NOTES_PLACES     1 if it needs room->place: the positions in order of the candidates that are being tested, by slot % 64; and
//                    room->own: the slot of each point of the tile, if it is one of the candidates; and room->images_of_own: not 0
//                    if images of points of the tile are candidates
//   IMAGES_KEPT      KEPT if the emitter needs the images of candidates as long as their numbers; otherwise undefined
//   nf_emit_alone(emitter, cloud, point, number, shift)   called by one lane for a partner that it found by itself, if
//                    nf_emit_asks(again) is not 0
// `again` is 1 if a tile is walked a second time, to write what did not fit into local memory.  nf_partner_distance2 computes
// the distance of a partner for emitters that need it.
// Numbers are indices of the caller.  The walk visits the partners of a point always in the same order.
// search.cl, fill.cl and once.cl describe what else they require from an emitter.
//
//   KEPT    the candidates of a tile (of one of its TEAM parts) whose numbers stay in local memory, a multiple of 64
//   TEAM    the rows of 32 lanes that walk a tile together, each a part of the candidates; more than 1 only with LANES_BY > 0
//   CELL_ORDER  as in point.cl
//   MARGIN  1: uses margin.cl; 0: only the rule (cutoffs out of its range)
//   the rest as in lanes.cl, cells.cl and pair_rule.cl
#pragma once
#if !defined(KEPT) || !defined(TEAM) || !defined(MARGIN)
#error "walk.cl needs KEPT, TEAM and MARGIN"
#endif
#if !defined(EMIT_WORDS)
#error "walk.cl needs an emitter, a part before it"
#endif
#if KEPT < 64 || KEPT % 64
#error "walk.cl: KEPT is a multiple of 64"
#endif
#if !defined(NF_RUNS)
#error "walk.cl needs runs, a part before it"
#endif
#include "machine/real.cl"
#define WALK_INVERSE  float
#define WALK_ON_LANES 1
#include "search/cloud.cl"
#include "order/coordinates.cl"
#include "machine/lanes.cl"
#if FILTERS && RADII
#include "space/margin_radii.cl"
#else
#include "space/margin.cl"
#endif
#include "search/images.cl"
#include "search/walk/point.cl"

// Must precede a kernel whose work-groups have TILES tiles.
#define SEARCH_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(32 * TILES * TEAM, 1, 1)))

// The candidates whose images are stored: those that are being tested, or as many as numbers.
#if !defined(IMAGES_KEPT)
#define IMAGES_KEPT 64
#endif

// The consecutive part number `at` of `of` equal parts of a tile's candidates.
typedef struct nf_part {
    uint at, of;
} nf_part;
static inline nf_part nf_whole(void) {
    const nf_part whole = {0, 1};
    return whole;
}

// Bit 31 of a point's count: not all masks of its tile's partners could be stored.
#define COUNT_APART 0x80000000u

// The frame of a segment: positions are relative to one of its points, and all its points are in a box.
typedef struct nf_frame {
    real x, y, z;
    float lo[3], hi[3];
    float reach; // candidates with a larger squared distance to the box are far
#if FILTERS && RADII
    float most; // of the points' radii
#endif
#if SHIFTS
    float blur; // more of the margin, for folded points and images
#endif
} nf_frame;

// The local memory of a tile.
typedef struct nf_walk_room {
    float4 ring[64];    // candidates that wait for a test
    uint partner[KEPT]; // their numbers
#if SHIFTS
    nf_shift shift[IMAGES_KEPT]; // and images
    nf_shift run_shift[32];
    nf_vector run_vector[32];
#endif
#if FILTERS
#if RADII > 1
    float4 radii[16]; // of the candidates that wait
#endif
#endif
#if NOTES_PLACES
    uint place[64], own[32], images_of_own;
#endif
#if EMIT_WORDS > 0
    uint emit[EMIT_WORDS] __attribute__((aligned(8))); // emitters may store ulongs there
#endif
    uint begin[32]; // of runs: the first candidate - the number of candidates in the runs before, of a batch
    uint end[32];   // of runs: the number of candidates up to and including it
    nf_frame frame; // not in registers, which are scarcer
    uint lanes[LANES_ROOM];
} nf_walk_room;

static inline real nf_plane(const nf_walk_cloud *cloud, int axis, uint p) {
    return axis < DIMS ? cloud->axes[(ulong)axis * cloud->stride + p] : 0;
}

static inline real nf_query_plane(const nf_walk_cloud *cloud, int axis, uint p) {
    return axis < DIMS ? QUERY_AXES(cloud)[(ulong)axis * QUERY_STRIDE(cloud) + p] : 0;
}

static inline nf_cell nf_point_cell(const nf_walk_cloud *cloud, uint p) {
    return nf_cell_of(RARE_GRID(cloud), nf_query_plane(cloud, 0, p), nf_query_plane(cloud, 1, p),
                      nf_query_plane(cloud, 2, p));
}

// The squared distance (scaled as in the rule) of a point by the caller's index.
static inline real nf_partner_distance2(const nf_walk_cloud *cloud, const nf_query_point *point, uint j,
                                        nf_shift shift) {
#if SHIFTS
    return nf_given_distance2(cloud, (uint)point->index, j, shift);
#else
    __global const real *other = cloud->points + (ulong)j * DIMS;
    (void)shift;
    return nf_distance2(nf_query_plane(cloud, 0, point->p), nf_query_plane(cloud, 1, point->p),
                        nf_query_plane(cloud, 2, point->p), other[0], NF_Y_OF(other), NF_Z_OF(other),
                        NF_VECTOR_NONE, cloud->scale);
#endif
}

static inline int nf_is_partner(const nf_walk_cloud *cloud, const nf_query_point *point, uint j,
                                nf_shift shift) {
    return nf_is_pair(nf_partner_distance2(cloud, point, j, shift), cloud->r2);
}

// Tests the candidate at (ox, oy, oz) of the order, number j of the caller, for the lane's point at (x, y, z) of the order.
static inline int nf_is_partner_at(const nf_walk_cloud *cloud, const nf_query_point *point, real x, real y,
                                   real z, real ox, real oy, real oz, uint j, const nf_run *run) {
#if SHIFTS
    if (cloud->grid->lattice.wrapped > 0) return nf_is_partner(cloud, point, j, run->shift);
#endif
    (void)point, (void)j;
    return nf_is_pair(nf_distance2(x, y, z, ox, oy, oz, run->vector, cloud->scale), cloud->r2);
}

#if FILTERS
// The bits of a mask (nf_emit_masked) whose candidates meet the filters that the margin does not decide, too.
#if LEAST || TYPES || EXCLUDED
#define FILTERED(cloud, point, mask, first, room) nf_meeting(cloud, point, mask, first, room)
#else
#define FILTERED(cloud, point, mask, first, room) (mask)
#endif
#define IS_RESULT(cloud, point, near, number, shift)                                                         \
    ((near) && nf_is_result(cloud, (uint)(point)->index, number, shift))
#else
#define FILTERED(cloud, point, mask, first, room)    (mask)
#define IS_RESULT(cloud, point, near, number, shift) (near)
#endif

// The place of a candidate's number.  All places are used cyclically if the emitter defines KEPT_CYCLE; otherwise the last 64,
// beyond KEPT.
#if defined(KEPT_CYCLE)
static inline uint nf_walk_slot(uint slot) { return slot % KEPT; }
#else
static inline uint nf_walk_slot(uint slot) { return slot < KEPT ? slot : KEPT - 64 + slot % 64; }
#endif

// The number of candidate first + k of a mask, and its image.
static inline uint nf_walk_partner(__local const nf_walk_room *room, uint first, uint k) {
    return room->partner[nf_walk_slot(first) + k];
}
#if IMAGES_KEPT == 64
#define image_slot(slot) ((slot) % 64)
#else
#define image_slot nf_walk_slot
#endif
#if SHIFTS
#define nf_walk_shift(room, first, k) ((room)->shift[image_slot(first) + (k)])
#else
#define nf_walk_shift(room, first, k) NF_SHIFT_NONE
#endif

// Stores the number and the image of the candidate in a slot.
static inline void nf_walk_store(__local nf_walk_room *room, uint slot, uint number, nf_shift shift) {
    room->partner[nf_walk_slot(slot)] = number;
#if SHIFTS
    room->shift[image_slot(slot)] = shift;
#else
    (void)shift;
#endif
}

#if FILTERS
// 1 if the rule decides that point j is within the cutoff and the radii.
static inline int nf_is_within(const nf_walk_cloud *cloud, const nf_query_point *point, uint j,
                               nf_shift shift) {
    const real d2 = nf_partner_distance2(cloud, point, j, shift);
    int is = nf_is_pair(d2, cloud->r2);
#if RADII
    is = is && nf_is_pair(d2, nf_own_r2(&cloud->filters, cloud->scale, (uint)point->index, j));
#endif
    return is;
}

#if LEAST || TYPES || EXCLUDED
static inline uint nf_meeting(const nf_walk_cloud *cloud, const nf_query_point *point, uint mask, uint first,
                              __local const nf_walk_room *room) {
    const uint i = (uint)point->index;
    uint kept = mask;
    for (; mask; mask ^= 0x80000000u >> clz(mask)) {
        const uint k = clz(mask), j = nf_walk_partner(room, first, k);
        int is = 1;
#if LEAST || TYPES
        const real d2 = nf_given_distance2(cloud, i, j, nf_walk_shift(room, first, k));
#endif
#if LEAST
        is = !(d2 < cloud->filters.least2);
#endif
#if TYPES
        is = is && nf_is_pair(d2, nf_types_r2(&cloud->filters, cloud->scale, i, j));
#endif
        is = is && nf_is_included(&cloud->filters, i, j);
        if (!is) kept ^= 0x80000000u >> k;
    }
    return kept;
}
#endif
#else
#define nf_is_within nf_is_partner
#endif
