// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What the kernels of the strategies of D. Algis et al., arXiv:2406.16091 (2024), share: cells, targets and sources, in the paper's words
// (section 4).  A target is a point whose sums a work-item adds up; sources are the points that may act on it: those of its cell and of the
// cells around it.
//   axes, index, places, grid --(the strategy)--> a row of each array of sums for each point
// The cells of a row along x are consecutive in the order: their points are one run (space/run.cl), or in a periodic box one run for
// each image.
//
// Decisions are those of the rule, in the precision of the points: if no point is outside of the box, the positions in order are the points as
// given.  Otherwise both are folded, and where the squared distance is so close to the squared cutoff that this may matter, the rule
// decides from both points as given.  The function gets D of the positions in order.
//
//   GROUP     work-items of a group
//   LANES_BY  as in reread.cl, which keeps what is rarely read of the grid out of registers     the rest as in cells.cl and pair_rule.cl
#pragma once
#if !defined(GROUP)
#error "paper.cl needs GROUP"
#endif
#if !defined(NF_RUNS)
#error "paper.cl needs runs, a part before it"
#endif
#include "interact/apply.cl"
#define WALK_INVERSE  float
#define WALK_ON_LANES 1
#include "machine/together.cl"
#include "search/images.cl"
#include "search/loops.cl"

#define PAPER_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// The call.
typedef struct nf_summing {
    nf_walk_cloud cloud;
    __global const real *carried;
    parameters given;
    nf_sum_arrays arrays;
    real doubt; // squared distances that are closer to r2 than this are decided as given; 0: none
} nf_summing;

#define SUMMING_OF(cloud) nf_summing_of(cloud, carried, PARAMETERS_OF, SUM_ARRAYS_OF)
static inline nf_summing nf_summing_of(nf_walk_cloud cloud, __global const real *restrict carried,
                                       parameters given, nf_sum_arrays arrays) {
    nf_summing to;
    to.cloud = cloud;
    to.carried = carried;
    to.given = given;
    to.arrays = arrays;
    to.doubt = 0;
#if SHIFTS // as candidates.cl
    const real blur =
        cloud.grid->lattice.wrapped > 0 ? cloud.grid->lattice.blur + (real)cloud.grid->crossed : 0;
    to.doubt = cloud.r2 * (blur * (2 + blur));
#endif
    return to;
}

typedef struct nf_target {
    uint p; // in order
    real at[3];
    fields own;
    sums found;
} nf_target;

static inline void nf_position(const nf_walk_cloud *cloud, uint p, real *at) {
    for (int a = 0; a < 3; a++)
        at[a] = a < DIMS ? cloud->axes[(ulong)(a < DIMS ? a : 0) * cloud->stride + p] : 0;
}

static inline nf_target nf_target_of(const nf_summing *to, uint p) {
    nf_target target;
    target.p = p;
    nf_position(&to->cloud, p, target.at);
    target.own = nf_fields_of(to->carried, NF_FIELD_COUNT ? to->cloud.index[p] : 0);
    target.found = nf_sums_none();
    return target;
}

static inline void nf_target_put(const nf_summing *to, const nf_target *target) {
    nf_sums_put(&to->arrays, to->cloud.index[target->p], &target->found);
}

// 1 if the source at `at`, position q in order, in this image, is a partner; D receives its displacement.
static inline int nf_is_source(const nf_summing *to, const nf_target *target, uint q, const real *at,
                               nf_shift shift, nf_vector image, vector *D) {
    const nf_walk_cloud *cloud = &to->cloud;
    const real d2 =
        nf_distance2(target->at[0], target->at[1], target->at[2], at[0], at[1], at[2], image, cloud->scale);
    int is = nf_is_pair(d2, cloud->r2);
#if SHIFTS
    if (NF_ABS(d2 - cloud->r2) < to->doubt)
        is =
            nf_is_pair(nf_given_distance2(cloud, cloud->index[target->p], cloud->index[q], shift), cloud->r2);
#endif
    D->x = displacement(0, target->at[0], at[0], image);
    D->y = displacement(1, target->at[1], at[1], image);
    D->z = displacement(2, target->at[2], at[2], image);
    (void)image;
    return is && (q != target->p || shift != NF_SHIFT_NONE);
}

// Adds what the sources of a run do to the target, from global memory.
static inline void nf_add_run(const nf_summing *to, nf_target *target, const nf_run *run) {
    for (uint q = run->begin; q < run->end; q++) {
        real at[3];
        vector D;
        nf_position(&to->cloud, q, at);
        if (!nf_is_source(to, target, q, at, run->shift, run->vector, &D)) continue;
        const fields theirs = nf_fields_of(to->carried, NF_FIELD_COUNT ? to->cloud.index[q] : 0);
        nf_apply(&target->own, &theirs, D, &to->given, &target->found);
    }
}

// The sums of point p, which is in this cell.
static inline void nf_sum_point(const nf_summing *to, uint p, nf_cell cell) {
    const nf_walk_cloud *cloud = &to->cloud;
    const int runs = NF_RUNS(cloud->grid);
    nf_target target = nf_target_of(to, p);
    for (int k = 0; k < runs; k++) {
        const nf_run run = nf_run_with(cloud->grid, cloud->places, cloud->n, cell, cell.x, 0, 0, k);
        nf_add_run(to, &target, &run);
    }
    nf_target_put(to, &target);
}

// NaN in the sums of all points: the device has refused the order.
static inline void nf_refuse(const nf_summing *to) {
    const sums unknown = nf_sums_unknown();
    for (ulong p = get_global_id(0); p < to->cloud.n; p += get_global_size(0))
        nf_sums_put(&to->arrays, p, &unknown);
}

// ---- cells ---------------------------------------------------------------------------------------------------

static inline nf_cell nf_cell_at(__global const nf_grid *grid, ulong number) {
    nf_cell cell;
    cell.x = (uint)(number % grid->n[0]);
    number /= grid->n[0];
    cell.y = (uint)(number % grid->n[1]);
    cell.z = (uint)(number / grid->n[1]);
    return cell;
}

// The cells around that have partners of a point, and the images of a row along x.
#if SHIFTS
#define NF_REACH(grid, axis) (grid)->reach[axis]
#else
#define NF_REACH(grid, axis) ((axis) < DIMS ? 1 : 0)
#define NF_PIECES(grid)      1
#endif

// The sources in row (y, z), counted without wrapping, for targets in the cells [x, last] of any row, in one of the images along x.
static inline nf_run nf_row_run(const nf_walk_cloud *cloud, int x, int last, int y, int z, int piece) {
    __global const nf_grid *grid = RARE_GRID(cloud);
    const int pieces = NF_PIECES(grid), rows = NF_RUNS(grid) / pieces;
    nf_cell cell;
    cell.x = (uint)x;
    cell.y = (uint)y;
    cell.z = (uint)z;
    return nf_run_with(grid, cloud->places, cloud->n, cell, (uint)last, 0, 0, rows / 2 * pieces + piece);
}

// The points of cell (x, y, z), counted without wrapping.
static inline nf_run nf_cell_run(const nf_walk_cloud *cloud, int x, int y, int z) {
    __global const nf_grid *grid = RARE_GRID(cloud);
#if SHIFTS
    const int image = nf_is_periodic(grid->lattice, 0) ? nf_image_of(x, (int)grid->n[0]) : 0;
    return nf_window_piece(grid, cloud->places, cloud->n, x, x, y, z, image + NF_PIECES(grid) / 2, NF_ALL);
#else
    nf_run run = NF_RUN_NONE;
    if (x < 0 || y < 0 || z < 0 || x >= (int)grid->n[0] || y >= (int)grid->n[1] || z >= (int)grid->n[2])
        return run;
    const ulong number = nf_cell_number(grid, (uint)x, (uint)y, (uint)z);
    run.begin = nf_points_before(grid, cloud->places, cloud->n, number);
    run.end = nf_points_before(grid, cloud->places, cloud->n, number + 1);
    return run;
#endif
}

// The cells of the targets of a work-group: count[] of them along each axis from from[] on; those that are given, or fewer at the end of the grid.
typedef struct nf_sub_box {
    int from[3], count[3];
} nf_sub_box;
static inline nf_sub_box nf_sub_box_of(__global const nf_grid *grid, ulong group, uint x, uint y, uint z) {
    const uint size[3] = {x, y, z};
    nf_sub_box box;
    for (int a = 0; a < 3; a++) {
        const uint n = grid->n[a], boxes = (n - 1) / size[a] + 1, own = (uint)(group % boxes);
        group /= boxes;
        box.from[a] = (int)(own * size[a]);
        box.count[a] = (int)min(size[a], n - own * size[a]);
    }
    return box;
}
