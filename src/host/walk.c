/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The order and the walk in plain C: the reference with which every device must agree to the byte.  Grid, runs and rule are
 * those of the kernels; the code that counts and writes is not.
 */
#include "host/job.h"

#include "core/system.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error                                                                                                       \
    "host/walk.c gives the bits of the kernels only with IEEE arithmetic: no fast math, no extended precision"
#endif

/* Takes the keys and the index of the points in order. */
static nf_status host_take_order(host_job *job) {
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *job->keys, "keys", (void **)&job->keys,
                       job->error));
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *job->index, "the order", (void **)&job->index,
                       job->error));
    if (!job->queries) job->query_index = job->index;
done:
    return status;
}

/* Computes the table of cells from the sorted keys, or keeps the keys if there are too many cells. */
static nf_status host_places(host_job *job, uint64_t cells) {
    nf_status status = NF_OK;
    job->places.keys = job->keys;
    if (cells > nf_cells_dense(job->n)) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)cells + 1, sizeof *job->ends, "the ends of cells",
                       (void **)&job->ends, job->error));
    for (uint64_t p = 0; p < job->n; p++) job->ends[job->keys[p] + 1] = (uint32_t)p + 1;
    for (uint64_t c = 1; c <= cells; c++)
        if (job->ends[c] < job->ends[c - 1]) job->ends[c] = job->ends[c - 1];
    job->places.ends = job->ends;
done:
    return status;
}

static inline uint32_t points_before(const nf_place *places, uint32_t n, uint64_t cell) {
    if (places->ends) return places->ends[cell];
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (places->keys[middle] < cell) low = middle + 1;
        else high = middle;
    }
    return low;
}

#define nf_points_before(grid, places, n, cell) points_before(places, n, cell)

#define uint                                    uint32_t
#define ulong                                   uint64_t
#define NF_GLOBAL                               /* one address space */
#define SPARSE                                  2
#define CELLS_X                                 (places->cells_x)
#define CELLS_YZ                                (places->cells_yz)
#define SYSTEMS                                 0
#define SCALED                                  /* by 1 if no scaling is needed, which changes no bit */

#define HOST_SPACE                              "space/space_open.cl"
#define HOST_RUNS                               "space/runs_half.cl"
#define HOST_SET(name)                          name##_open_half
#include "host/walk_types.h"
#define HOST_SPACE     "space/space_open.cl"
#define HOST_RUNS      "space/runs_full.cl"
#define HOST_SET(name) name##_open_full
#include "host/walk_types.h"
#define HOST_SPACE     "space/space_box.cl"
#define HOST_RUNS      "space/runs_half_box.cl"
#define HOST_SET(name) name##_box_half
#include "host/walk_types.h"
#define HOST_SPACE     "space/space_box.cl"
#define HOST_RUNS      "space/runs_full_box.cl"
#define HOST_SET(name) name##_box_full
#include "host/walk_types.h"

/* By the kind of space and of runs, the type and the dims. */
typedef nf_status (*walk)(host_job *job);
#define WALKS(set)                                                                                           \
    {                                                                                                        \
        {run_f32_1_##set, run_f32_2_##set, run_f32_3_##set}, {                                               \
            run_f64_1_##set, run_f64_2_##set, run_f64_3_##set                                                \
        }                                                                                                    \
    }
static const walk walks[NF_SPACE_KINDS][2][2][3] = {[NF_SPACE_OPEN] = {WALKS(open_half), WALKS(open_full)},
                                                    [NF_SPACE_BOX] = {WALKS(box_half), WALKS(box_full)}};

/* The points [first, first + n) as packed rows; copies them if they are not. */
static nf_status take_points(host_job *job, const nf_points *points, uint64_t first, uint64_t n,
                             const void **rows, void **packed) {
    nf_status status = NF_OK;
    *rows = nf_points_slice(points, first, n).host;
    if (nf_points_are_packed(points)) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)n * (size_t)points->dims, nf_type_bytes(points->type),
                       "the packed points", packed, job->error));
    nf_points_pack(points, first, n, *packed);
    *rows = *packed;
done:
    return status;
}

static nf_status run(host_job *job) {
    const int is_double = job->type == NF_FLOAT64, dims = job->all->dims;
    return walks[job->space.kind][job->full || job->queries][is_double][dims - 1](job);
}

nf_status nf_host_walk(host_job *job) {
    const nf_params *params = &job->params;
    nf_status status = NF_OK;
    job->n = job->system.n;
    if (job->n == 0 || job->query_count == 0) return NF_OK;
    NF_TRY(take_points(job, job->all, job->system.first, job->n, &job->points, &job->packed));
    job->query_points = job->points;
    if (job->queries)
        NF_TRY(take_points(job, job->queries, job->query_first, job->query_count, &job->query_points,
                           &job->query_packed));
    job->places = (nf_place){.cells_x = (uint32_t)params->cells.x, .cells_yz = params->cells.yz};
    NF_TRY(host_take_order(job));
    if (job->queries)
        NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *job->query_index,
                           "the order of the query points", (void **)&job->query_index, job->error));
    NF_TRY(run(job));
done:
    return status;
}
