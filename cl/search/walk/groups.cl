// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The groups of a tile, four points at a time, and their candidates; for CPU kernels.
//   A group is up to four consecutive points of a tile in one row of cells; they share their candidates, the union of their
//   runs.  A segment is all points of a tile in one row.
//   Planes may be read 15 elements beyond their last point.
//   FLOAT_FIRST  as in near_masks.cl       the rest as in cells.cl and pair_rule.cl
#pragma once
#include "machine/real.cl"
#define WALK_INVERSE  real
#define WALK_ON_LANES 0
#include "search/cloud.cl"
#include "machine/wide.cl"
#include "search/walk/near_masks.cl"
#if !defined(NF_RUNS)
#error "groups.cl needs runs, a part before it"
#endif

#if SHIFTS
#define BLUR(grid) ((grid)->blur + (grid)->crossed)
#else
#define BLUR(grid) 0
#endif
#define SEGMENT_LEAST 8    // the fewest points for which a frame of floats is worth its cost
#define FRAME         4096 // the candidates of a frame
#define FRAME_STRIDE  (FRAME + 16)

typedef struct nf_tile {
    uint first, count;                       // its points
    uint next, segment_end;                  // the start of the next group; the end of its segment
    int in_float;                            // 1: the segment has a frame
    real x, y, z;                            // its origin
    float margin;                            // and its margin
    uint begin[RUNS_MOST], place[RUNS_MOST]; // candidates from begin on are at place in the frame
    nf_cell cells[TILE_POINTS];
} nf_tile;

typedef struct nf_group {
    uint first, count;
    uint begin[RUNS_MOST], end[RUNS_MOST]; // candidates that are not decided yet, of a batch of runs
#if SHIFTS
    uint batch, cells, last; // the first run of the batch; lanes of the tile whose cells bound the group
    nf_shift shift[RUNS_MOST];
    nf_vector vector[RUNS_MOST];
#endif
} nf_group;
#if SHIFTS
#define GROUP_SHIFT(group, r)  ((group)->shift[r])
#define GROUP_VECTOR(group, r) ((group)->vector[r])
#else
#define GROUP_SHIFT(group, r)  NF_SHIFT_NONE
#define GROUP_VECTOR(group, r) NF_VECTOR_NONE
#endif

static inline nf_tile nf_tile_open(const nf_walk_cloud *view, uint tile) {
    nf_tile t;
    t.first = TILE_FIRST(view, tile);
    t.count = min(TILE_END(view) - t.first, (uint)TILE_POINTS);
    t.next = t.segment_end = 0;
    t.in_float = 0;
    for (uint l = 0; l < t.count; l++) {
        __global const real *at = QUERY_AXES(view) + t.first + l;
        t.cells[l] = nf_cell_of(view->grid, at[0], DIMS > 1 ? at[QUERY_STRIDE(view)] : 0,
                                DIMS > 2 ? at[2 * QUERY_STRIDE(view)] : 0);
    }
    return t;
}

// Run k of the points [first, last] of a tile, all of one row.
static inline nf_run nf_run_of(const nf_walk_cloud *view, const nf_tile *t, uint first, uint last, int k) {
    return nf_run_with(view->grid, view->places, view->n, t->cells[first], t->cells[last].x, t->first + first,
                       t->first + last + 1, k);
}

// Opens a batch of the group's runs.
static inline void nf_group_runs(const nf_walk_cloud *view, const nf_tile *t, uint first, uint last,
                                 uint batch, nf_group *group) {
    const int runs = NF_RUNS(view->grid);
    for (int r = 0; r < RUNS_MOST; r++) {
        group->begin[r] = group->end[r] = 0;
        if ((int)batch + r >= runs) continue;
        const nf_run run = nf_run_of(view, t, first, last, (int)batch + r);
        group->begin[r] = run.begin;
        group->end[r] = run.end;
#if SHIFTS
        group->shift[r] = run.shift;
        group->vector[r] = run.vector;
#endif
    }
#if SHIFTS
    group->batch = batch;
    group->cells = first;
    group->last = last;
#endif
}

#if FLOAT_FIRST
// Coordinates of 16 points along one axis in the frame.
#define nf_frame_16(axis, from, origin, vector, per_cutoff, to)                                              \
    nf_frame_store(nf_from(axis, LOAD_DOUBLE8(from), origin, vector) * (per_cutoff),                         \
                   nf_from(axis, LOAD_DOUBLE8((from) + 8), origin, vector) * (per_cutoff), to)
static inline void nf_frame_store(double8 first, double8 second, __global float *to) {
    const float8 low = convert_float8(first), high = convert_float8(second);
    STORE_FLOAT16(to, (float16)(low, high));
}

// Makes the frame of the segment [t->next, t->segment_end).  Returns 0 if it has too many candidates, or its points are too
// far apart.
static inline int nf_frame_make(const nf_walk_cloud *view, nf_tile *t, __global float *frame) {
    const int runs = NF_RUNS(view->grid);
    uint used = 0;
    float reach = 0;
    if (runs > RUNS_MOST) return 0;
    __global const real *at = QUERY_AXES(view) + t->first + t->next;
    const ulong stride = QUERY_STRIDE(view);
    t->x = at[0];
    t->y = DIMS > 1 ? at[stride] : 0;
    t->z = DIMS > 2 ? at[2 * stride] : 0;
    for (uint l = 0; l < t->segment_end - t->next; l++) {
        const float x = (float)((at[l] - t->x) * view->inverse),
                    y = DIMS > 1 ? (float)((at[stride + l] - t->y) * view->inverse) : 0,
                    z = DIMS > 2 ? (float)((at[2 * stride + l] - t->z) * view->inverse) : 0;
        reach = max(reach, x * x + y * y + z * z);
    }
    if (!(reach < NF_MARGIN_REACH)) return 0;
    t->margin = NF_MARGIN(reach) + BLUR(view->grid);
    for (int r = 0; r < runs; r++) {
        const nf_run run = nf_run_of(view, t, t->next, t->segment_end - 1, r);
        const uint length = run.end > run.begin ? run.end - run.begin : 0;
        t->begin[r] = run.begin;
        if (length > FRAME - used) return 0;
        t->place[r] = used;
        for (uint k = 0; k < length; k += 16) {
            __global const real *from = view->axes + t->begin[r] + k;
            __global float *to = frame + used + k;
            nf_frame_16(0, from, t->x, run.vector, view->inverse, to);
            if (DIMS > 1)
                nf_frame_16(1, from + view->stride, t->y, run.vector, view->inverse, to + FRAME_STRIDE);
            if (DIMS > 2)
                nf_frame_16(2, from + 2 * view->stride, t->z, run.vector, view->inverse,
                            to + 2 * FRAME_STRIDE);
        }
        used += length;
    }
    return 1;
}
#endif

// Selects the next group of the tile; it has no points if there is none.
static inline nf_group nf_group_next(const nf_walk_cloud *view, nf_tile *t, __global float *frame) {
    nf_group group;
    if (t->next == t->segment_end && t->next < t->count) {
        const nf_cell cell = t->cells[t->next];
        while (t->segment_end < t->count && t->cells[t->segment_end].y == cell.y &&
               t->cells[t->segment_end].z == cell.z)
            t->segment_end++;
#if FLOAT_FIRST
        t->in_float = !MEASURES && t->segment_end - t->next >= SEGMENT_LEAST && nf_frame_make(view, t, frame);
#else
        (void)frame;
#endif
    }
    group.first = t->first + t->next;
    group.count = min(t->segment_end - t->next, 4u);
    if (group.count) nf_group_runs(view, t, t->next, t->next + group.count - 1, 0, &group);
    t->next += group.count;
    return group;
}
