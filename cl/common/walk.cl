// The walk over a tile's candidates: 32 lanes (lanes.cl) take the 32 points of a tile (grid.cl), one each.
//
// Points of one row of cells form a segment; their candidates are the union of their runs.  The lanes load
// candidates, drop those that are far from the segment's box, gather the others in local memory, and test 32 of
// them against 32 points at a time (margin.cl): one bit a candidate and point.  A candidate outside a point's own
// runs but inside the union is farther than the cutoff, so it sets no bit.  Bits and the candidates' numbers stay
// in local memory while there are no more than KEPT; beyond, and for points whose segment is too long or the
// fifth in its tile, the tile is walked again to write its pairs.
//
//   KEPT    candidates that are kept, a power of two, at least 64
//   MARGIN  1: margin.cl tells near from far; 0: the rule alone (cutoffs out of its range)
//   the rest as lanes.cl, grid.cl and pair_rule.cl
#if !defined(KEPT) || !defined(MARGIN)
#error "walk.cl needs KEPT and MARGIN"
#endif
#if KEPT < 64 || KEPT & (KEPT - 1)
#error "walk.cl: KEPT is a power of two from 64 on"
#endif
#include "common/real.cl"
#include "common/grid.cl"
#include "common/lanes.cl"
#include "common/margin.cl"
#include "common/pair_rule.cl"

#define SEGMENTS_MOST 4u

// What every kernel that walks takes first: the cloud and the rule.
#define WALK_CLOUD                                                                                           \
    __global const real *restrict planes, ulong stride, __global const real *restrict points,                \
        ulong first_coordinate, __global const uint *restrict index,                                         \
        __global const nf_place *restrict places, __global const nf_grid *restrict grid, uint n, real r2,    \
        real scale, float inverse
#define WALK_CLOUD_OF                                                                                        \
    { planes, stride, points + first_coordinate, index, places, grid, n, r2, scale, inverse }

typedef struct nf_cloud {
    __global const real *planes; // in order, an axis behind the other, `stride` apart
    ulong stride;
    __global const real *points; // the caller's
    __global const uint *index;
    __global const nf_place *places;
    __global const nf_grid *grid;
    uint n;
    real r2, scale;
    float inverse; // of the cutoff
} nf_cloud;

// Local memory of a tile.
typedef struct nf_room {
    float4 ring[64];    // candidates on their way to a test
    uint partner[KEPT]; // their numbers
    uint bits[KEPT];    // KEPT / 32 chunks x 32 lanes; candidate k of a chunk is bit 31 - k
    uint begin[32];     // of runs: the first candidate less the number of those in the runs before
    uint end[32];       // of runs: the number of candidates up to and with it
    uint lanes[LANES_ROOM];
} nf_room;

// A point, as its lane holds it.
typedef struct nf_point {
    uint lane, p, row; // p: its place in order, below n also where the tile has fewer points
    int active, index;
    real x, y, z;
    nf_cell cell;
} nf_point;

static inline real nf_plane(const nf_cloud *cloud, int axis, uint p) {
    return axis < DIMS ? cloud->planes[(ulong)axis * cloud->stride + p] : 0;
}

static inline nf_point nf_point_of(const nf_cloud *cloud, uint tile) {
    nf_point point;
    point.lane = (uint)get_local_id(0) % 32;
    const uint p = tile * TILE_POINTS + point.lane;
    point.active = p < cloud->n;
    point.p = min(p, cloud->n - 1);
    point.x = nf_plane(cloud, 0, point.p);
    point.y = nf_plane(cloud, 1, point.p);
    point.z = nf_plane(cloud, 2, point.p);
    point.cell = nf_cell_of(cloud->grid, point.x, point.y, point.z);
    point.row = point.cell.z * cloud->grid->n[1] + point.cell.y;
    point.index = (int)cloud->index[point.p];
    return point;
}

// Whether candidate j, of the caller's numbering, is a pair with the point.
static inline int nf_is_partner(const nf_cloud *cloud, const nf_point *point, uint j) {
    __global const real *other = cloud->points + (ulong)j * DIMS;
    const real d2 = nf_distance2(point->x, point->y, point->z, other[0], DIMS > 1 ? other[DIMS > 1] : 0,
                                 DIMS > 2 ? other[DIMS - 1] : 0, cloud->scale);
    return nf_is_pair(d2, cloud->r2);
}

// ---- a segment ------------------------------------------------------------------------------------------

typedef struct nf_segment {
    uint first, last; // lanes
    int mine;         // this lane is one of them
    real x, y, z;     // the origin of its frame
    float lo[3], hi[3], reach; // the box of its points; candidates with a squared distance to it beyond `reach` are far
    uint candidates;
} nf_segment;

// Floats as ints of the same order, and back.
static inline int nf_ordered(float x) { return as_int(x) ^ (as_int(x) >> 31 & 0x7fffffff); }
static inline float nf_unordered(int x) { return as_float(x ^ (x >> 31 & 0x7fffffff)); }

static inline float4 nf_in_frame(const nf_cloud *cloud, const nf_segment *segment, real x, real y, real z) {
    float4 u;
    u.x = (float)(x - segment->x) * cloud->inverse;
    u.y = DIMS > 1 ? (float)(y - segment->y) * cloud->inverse : 0;
    u.z = DIMS > 2 ? (float)(z - segment->z) * cloud->inverse : 0;
    u.w = margin_square(u.x, u.y, u.z);
    return u;
}

static inline void nf_box_along(nf_segment *segment, int axis, float u, __local nf_room *room) {
    const int x = nf_ordered(u);
    segment->lo[axis] = axis < DIMS ? nf_unordered(lanes_min(segment->mine ? x : INT_MAX, room->lanes)) : 0;
    segment->hi[axis] = axis < DIMS ? nf_unordered(lanes_max(segment->mine ? x : INT_MIN, room->lanes)) : 0;
}

// The segment that begins at lane `first`: its lanes, frame, box and the point's position in it.  Answers 0
// where it is too long for the margin.
static inline int nf_segment_open(const nf_cloud *cloud, const nf_point *point, uint tile, uint first,
                                  nf_segment *segment, float4 *u, __local nf_room *room) {
    const uint row = lanes_get(point->row, first, room->lanes);
    segment->mine = point->active && point->lane >= first && point->row == row;
    segment->first = first;
    segment->last = 31 - clz(lanes_ballot(segment->mine, room->lanes));
    const uint middle = tile * TILE_POINTS + (first + segment->last) / 2;
    segment->x = nf_plane(cloud, 0, middle);
    segment->y = nf_plane(cloud, 1, middle);
    segment->z = nf_plane(cloud, 2, middle);
    *u = nf_in_frame(cloud, segment, point->x, point->y, point->z);
    nf_box_along(segment, 0, u->x, room);
    nf_box_along(segment, 1, u->y, room);
    nf_box_along(segment, 2, u->z, room);
    const float corner = margin_square(fmax(-segment->lo[0], segment->hi[0]), fmax(-segment->lo[1], segment->hi[1]),
                                       fmax(-segment->lo[2], segment->hi[2]));
    segment->reach = 1 + MARGIN_FMA(MARGIN_K, corner, MARGIN_K);
    return corner <= MARGIN_LONGEST;
}

// Lists the segment's runs in room->begin and end; its own points are none of them.
static inline void nf_segment_runs(const nf_cloud *cloud, const nf_point *point, uint tile, nf_segment *segment,
                                   __local nf_room *room) {
    nf_cell cell;
    cell.x = lanes_get(point->cell.x, segment->first, room->lanes);
    cell.y = lanes_get(point->cell.y, segment->first, room->lanes);
    cell.z = lanes_get(point->cell.z, segment->first, room->lanes);
    const uint last = lanes_get(point->cell.x, segment->last, room->lanes);
    nf_run run = {0, 0};
    if (point->lane < RUNS)
        run = nf_run_between(cloud->grid, cloud->places, cloud->n, cell, last, tile * TILE_POINTS + segment->last,
                             (int)point->lane);
    const uint length = run.end - run.begin, before = lanes_before(length, room->lanes);
    room->begin[point->lane] = run.begin - before;
    room->end[point->lane] = before + length;
    segment->candidates = lanes_sum(length, room->lanes);
    lanes_sync();
}

// ---- candidates -----------------------------------------------------------------------------------------

// The candidates of a segment, 32 at a time: the next one of this lane is loaded ahead.
typedef struct nf_stream {
    uint left, at, run; // left: from the first lane's on
    uint index;
    real x, y, z;
} nf_stream;

static inline void nf_stream_load(const nf_cloud *cloud, nf_stream *s, const nf_segment *segment,
                                  __local const nf_room *room) {
    if (s->at >= segment->candidates) return;
    while (s->at >= room->end[s->run]) s->run++;
    const uint j = room->begin[s->run] + s->at;
    s->x = nf_plane(cloud, 0, j);
    s->y = nf_plane(cloud, 1, j);
    s->z = nf_plane(cloud, 2, j);
    s->index = cloud->index[j];
}

// Puts those of 32 candidates that are near the box into the ring; answers how many there are then.
static inline uint nf_stream_put(const nf_cloud *cloud, nf_stream *s, const nf_segment *segment, uint lane,
                                 uint put, __local nf_room *room) {
    const float4 u = nf_in_frame(cloud, segment, s->x, s->y, s->z);
    const float dx = fmax(fmax(segment->lo[0] - u.x, u.x - segment->hi[0]), 0.0f),
                dy = fmax(fmax(segment->lo[1] - u.y, u.y - segment->hi[1]), 0.0f),
                dz = fmax(fmax(segment->lo[2] - u.z, u.z - segment->hi[2]), 0.0f);
    const int near = s->at < segment->candidates && margin_square(dx, dy, dz) <= segment->reach;
    const uint all = lanes_ballot(near, room->lanes), slot = put + popcount(all & ((1u << lane) - 1));
    if (near) {
        room->ring[slot % 64] = u;
        room->partner[slot % KEPT] = s->index;
    }
    return put + popcount(all);
}

// Tests a chunk: bit 31 - k is set where candidate k is a partner.
static inline uint nf_test(const nf_cloud *cloud, const nf_point *point, nf_margin margin,
                           __local const float4 *candidate, __local const uint *partner) {
    uint bits = 0;
    float least = MAXFLOAT;
#pragma unroll 16
    for (uint k = 0; k < 32; k++) {
        const float t = nf_margin_test(margin, candidate[k]);
        bits = bits << 1 | as_uint(t) >> 31;
        least = fmin(least, fabs(t));
    }
    if (least < margin.e) { // the rule decides where the margin does not
        uint close = 0;
        bits = 0;
        for (uint k = 0; k < 32; k++) {
            const float t = nf_margin_test(margin, candidate[k]);
            bits = bits << 1 | as_uint(t) >> 31;
            close = close << 1 | (uint)(fabs(t) < margin.e);
        }
        while (close) {
            const uint k = clz(close), bit = 0x80000000u >> k;
            close ^= bit;
            bits = nf_is_partner(cloud, point, partner[k]) ? bits | bit : bits & ~bit;
        }
    }
    return bits;
}
