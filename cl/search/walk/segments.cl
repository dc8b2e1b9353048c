// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a tile's points, 32 at a time, processed by all lanes together.
//
// Points of one row of cells, at most SPAN cells apart, form a segment; their candidates are the union of their runs.
// The lanes load candidates, drop those that are far from the segment's box, gather the others in local memory, and
// test 32 of them against 32 points at a time (margin.cl): one bit for each candidate and point.  A candidate outside a
// point's own runs but inside the union is farther than the cutoff, so it sets no bit.
#pragma once
#include "search/walk/walk.cl"

#define SEGMENTS_MOST 6u
#define SPAN          (8u * CELLS_X)

// The points of a small system in open space form one segment: rows follow each other in their order, which is that of the candidates of each
// point, too.  In a box images would come between them, and half stencils do not begin at the first row.
#define SMALL_SYSTEMS (SYSTEMS && !SHIFTS && !OWN_FIRST)
#define SMALL_MOST    128u

// ---- a segment ------------------------------------------------------------------------------------------

typedef struct nf_segment {
    uint first, last; // lanes
    uint from;        // the tile's first point in order
    int mine;         // this lane has one of its points
    nf_cell cell;     // of its first point
    uint last_x;      // the cell of its last point
    uint begin, end;  // the candidates that are walked, of a batch of runs
#if SMALL_SYSTEMS
    uint all, all_end; // the points of a small system; all_end 0: it is none
#endif
#if SHIFTS
    uint crosses; // nonzero: some of the runs may be in other images of the box
#endif
} nf_segment;

// Converts floats to ints with the same order, and back.
static inline int nf_ordered(float x) { return as_int(x) ^ (as_int(x) >> 31 & 0x7fffffff); }
static inline float nf_unordered(int x) { return as_float(x ^ (x >> 31 & 0x7fffffff)); }

static inline float4 nf_in_frame(const nf_walk_cloud *cloud, __local const nf_frame *frame, real x, real y,
                                 real z, nf_vector vector) {
    float4 u;
    (void)vector;
    u.x = (float)nf_from(0, x, frame->x, vector) * cloud->inverse;
    u.y = DIMS > 1 ? (float)nf_from(1, y, frame->y, vector) * cloud->inverse : 0;
    u.z = DIMS > 2 ? (float)nf_from(2, z, frame->z, vector) * cloud->inverse : 0;
    u.w = nf_margin_square(u.x, u.y, u.z);
    return u;
}

#if FILTERS && RADII
static inline float nf_point_radius(const nf_walk_cloud *cloud, const nf_query_point *point) {
    return nf_radius_in(cloud->filters.query_radii[point->index], cloud->inverse);
}
#endif

// Computes the box along one axis; returns its farther end.
TOGETHER float nf_box_along(const nf_segment *segment, int axis, float u, __local nf_walk_room *room) {
    const int x = nf_ordered(u);
    float lo = 0, hi = 0;
    if (axis < DIMS) {
        lo = nf_unordered(nf_lanes_min(segment->mine ? x : INT_MAX, room->lanes));
        hi = nf_unordered(nf_lanes_max(segment->mine ? x : INT_MIN, room->lanes));
    }
    if (get_local_id(0) % 32 == 0) {
        room->frame.lo[axis] = lo;
        room->frame.hi[axis] = hi;
    }
    return fmax(-lo, hi);
}

#if SMALL_SYSTEMS
static inline void nf_segment_small(const nf_walk_cloud *cloud, nf_segment *segment) {
    __global const nf_grid *grid = cloud->grid;
    const ulong first = nf_cell_number(grid, 0, 0, 0),
                last = nf_cell_number(grid, grid->n[0] - 1, grid->n[1] - 1, grid->n[2] - 1);
    const uint begin = nf_points_before(grid, cloud->places, cloud->n, first),
               end = nf_points_before(grid, cloud->places, cloud->n, last + 1);
    segment->all = begin;
    segment->all_end = end - begin <= SMALL_MOST ? end : 0;
}
#endif

#if OWN_FIRST
#define NF_SEGMENT_RUN nf_run_between
#else
#define NF_SEGMENT_RUN nf_run_with
#endif

// The number of runs that a segment looks through.
static inline uint nf_segment_count(__global const nf_grid *grid, const nf_segment *segment) {
    (void)segment;
#if SMALL_SYSTEMS
    if (segment->all_end) return 1;
#endif
    return (uint)NF_RUNS(grid);
}

// The candidates of a part of a tile, of a batch of runs.  Part p of P has the share [p B / P, (p + 1) B / P) of B batches, so that its candidates
// are consecutive.
static inline void nf_segment_part(nf_segment *segment, ulong candidates, nf_part part, uint batch,
                                   uint runs) {
#if TEAM > 1 && (SHIFTS || RUNS_MOST > 32)
    const uint batches = max((runs + 31) / 32, 1u), before = batch / 32 * part.of, begin = part.at * batches,
               end = begin + batches;
    segment->begin = (uint)(candidates * (clamp(begin, before, before + part.of) - before) / part.of);
    segment->end = (uint)(candidates * (clamp(end, before, before + part.of) - before) / part.of);
#else
    (void)batch, (void)runs;
    segment->begin = (uint)(candidates * part.at / part.of);
    segment->end = (uint)(candidates * (part.at + 1) / part.of);
#endif
}

// Opens the batch of at most 32 runs from run `batch` on: room->begin and end.
TOGETHER void nf_segment_runs(const nf_walk_cloud *cloud, const nf_query_point *point, uint tile,
                              nf_part part, uint batch, nf_segment *segment, __local nf_walk_room *room) {
    const uint from = TILE_FIRST(cloud, tile);
    __global const nf_grid *grid = RARE_GRID(cloud);
    const uint runs = nf_segment_count(grid, segment);
    nf_run run = NF_RUN_NONE;
#if SMALL_SYSTEMS
    if (segment->all_end) {
        if (point->lane == 0) run.begin = segment->all;
        if (point->lane == 0) run.end = segment->all_end;
    } else
#endif
        if (batch + point->lane < runs)
        run = NF_SEGMENT_RUN(grid, cloud->places, cloud->n, segment->cell, segment->last_x,
                             from + segment->first, from + segment->last + 1, (int)(batch + point->lane));
    const uint length = run.end - run.begin, before = nf_lanes_before(length, room->lanes);
    room->begin[point->lane] = run.begin - before;
    room->end[point->lane] = before + length;
#if SHIFTS
    room->run_shift[point->lane] = run.shift;
    room->run_vector[point->lane] = run.vector;
    if (batch == 0)
        segment->crosses = runs > 32 ? 1 : nf_lanes_ballot(run.shift != NF_SHIFT_NONE, room->lanes);
#endif
    const ulong candidates = nf_lanes_sum(length, room->lanes);
    nf_segment_part(segment, candidates, part, batch, runs);
}

// The segment that begins at lane `first`: its lanes, first batch of runs, frame, and the point's position in it.  Returns 0
// if it is too long for the margin.
TOGETHER int nf_segment_open(const nf_walk_cloud *cloud, const nf_query_point *point, uint tile, nf_part part,
                             uint first, nf_segment *segment, float4 *u, __local nf_walk_room *room) {
    const nf_cell cell = nf_point_cell(cloud, point->p);
    segment->cell.x = nf_lanes_get(cell.x, first, room->lanes);
    segment->cell.y = nf_lanes_get(cell.y, first, room->lanes);
    segment->cell.z = nf_lanes_get(cell.z, first, room->lanes);
    segment->mine = cell.y == segment->cell.y && cell.z == segment->cell.z &&
                    cell.x - segment->cell.x <= SPAN && point->active && point->lane >= first;
#if SMALL_SYSTEMS
    if (segment->all_end) segment->mine = point->active;
#endif
    segment->from = TILE_FIRST(cloud, tile);
    segment->first = first;
    segment->last = 31 - clz(nf_lanes_ballot(segment->mine, room->lanes));
    segment->last_x = nf_lanes_get(cell.x, segment->last, room->lanes);
    nf_segment_runs(cloud, point, tile, part, 0, segment, room);
    const uint middle = TILE_FIRST(cloud, tile) + (first + segment->last) / 2;
    if (point->lane == 0) {
        room->frame.x = nf_query_plane(cloud, 0, middle);
        room->frame.y = nf_query_plane(cloud, 1, middle);
        room->frame.z = nf_query_plane(cloud, 2, middle);
    }
    nf_lanes_sync();
    *u = nf_in_frame(cloud, &room->frame, nf_query_plane(cloud, 0, point->p),
                     nf_query_plane(cloud, 1, point->p), nf_query_plane(cloud, 2, point->p),
                     (nf_vector)NF_VECTOR_NONE);
#if FILTERS && RADII
    const float radius =
                    segment->mine ? nf_point_radius(cloud, point) : 0, // not negative if it is the largest
        most = nf_unordered(nf_lanes_max(nf_ordered(radius), room->lanes));
    if (point->lane == 0) room->frame.most = most;
#endif
    const float ux = nf_box_along(segment, 0, u->x, room), uy = nf_box_along(segment, 1, u->y, room),
                uz = nf_box_along(segment, 2, u->z, room), corner = nf_margin_square(ux, uy, uz);
#if SHIFTS
    const float blur = cloud->grid->blur + (segment->crosses ? cloud->grid->crossed : 0);
    if (point->lane == 0) room->frame.blur = blur;
    if (point->lane == 0) room->frame.reach = nf_margin_reach(corner) + blur;
    nf_lanes_sync();
    return corner <= MARGIN_LONGEST && blur <= MARGIN_BLUR;
#else
    if (point->lane == 0) room->frame.reach = nf_margin_reach(corner);
    nf_lanes_sync();
    return corner <= MARGIN_LONGEST;
#endif
}
