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
    NF_TRY(nf_allocate(job->allocator, (size_t)job->entered, sizeof *job->keys, "keys", (void **)&job->keys,
                       job->error));
    NF_TRY(nf_allocate(job->allocator, (size_t)job->entered, sizeof *job->index, "the order",
                       (void **)&job->index, job->error));
    if (!job->queries) job->query_index = job->index;
done:
    return status;
}

/* Computes the table of cells from the sorted keys, or keeps the keys if there are too many cells. */
static nf_status host_places(host_job *job, uint64_t cells) {
    nf_status status = NF_OK;
    job->places.keys = job->keys;
    if (cells > nf_cells_dense(job->entered)) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)cells + 1, sizeof *job->ends, "the ends of cells",
                       (void **)&job->ends, job->error));
    for (uint64_t p = 0; p < job->entered; p++) job->ends[job->keys[p] + 1] = (uint32_t)p + 1;
    for (uint64_t c = 1; c <= cells; c++)
        if (job->ends[c] < job->ends[c - 1]) job->ends[c] = job->ends[c - 1];
    job->places.ends = job->ends;
done:
    return status;
}

static void merge(uint8_t *marks, uint64_t n, int last, uint64_t counts[NF_CLASSES]) {
    for (uint64_t p = 0; p < n; p++)
        if (marks[p] > last) marks[p] = (uint8_t)last;
    for (int c = last + 1; c < NF_CLASSES; c++) {
        counts[last] += counts[c];
        counts[c] = 0;
    }
}

/* Merges the classes after the last one, and lists the points of all grids. */
static nf_status host_expand(host_job *job, const nf_class_plan *plan) {
    const uint64_t entries = plan->offsets[NF_CLASS_GRIDS];
    uint64_t starts[NF_CLASSES];
    uint32_t *sorted = NULL;
    nf_status status = NF_OK;
    job->entered = entries;
    merge(job->marks, job->n, plan->last, job->marked);
    if (job->queries) merge(job->query_marks, job->query_count, plan->last, job->query_marked);
    else memcpy(job->query_marked, job->marked, sizeof job->marked);
    NF_TRY(nf_allocate(job->allocator, (size_t)entries, sizeof *job->entries, "the points of classes",
                       (void **)&job->entries, job->error));
    NF_TRY(nf_allocate(job->allocator, (size_t)entries, sizeof *job->grids, "the grids of points",
                       (void **)&job->grids, job->error));
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *sorted, "the points by class",
                       (void **)&sorted, job->error));
    for (int c = 0; c < NF_CLASSES; c++) starts[c] = plan->from[c];
    for (uint64_t p = 0; p < job->n; p++) sorted[starts[job->marks[p]]++] = (uint32_t)p;
    for (int g = 0; g < NF_CLASS_GRIDS; g++)
        for (uint64_t e = plan->offsets[g]; e < plan->offsets[g + 1]; e++) {
            job->entries[e] = sorted[plan->from[g] + (e - plan->offsets[g])];
            job->grids[e] = (uint8_t)g;
        }
    nf_release(job->allocator, job->keys);
    nf_release(job->allocator, job->index);
    job->keys = NULL;
    job->index = NULL;
    NF_TRY(host_take_order(job));
done:
    nf_release(job->allocator, sorted);
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
#define CLASSES                                 0
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
#undef CLASSES
#undef SYSTEMS
#define CLASSES        NF_CLASSES
#define SYSTEMS        1
#define HOST_SPACE     "space/space_box.cl"
#define HOST_RUNS      "space/runs_classes.cl"
#define HOST_SET(name) name##_classes
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
static const walk class_walks[2][3] = WALKS(classes);

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

/* Finds the classes of the points and query points. */
static nf_status mark(host_job *job) {
    const host_conditions *conditions = &job->conditions;
    nf_status status = NF_OK;
    memset(job->marked, 0, sizeof job->marked);
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *job->marks, "the classes of points",
                       (void **)&job->marks, job->error));
    nf_classes_mark(&job->classes, job->type, job->queries ? conditions->other : conditions->own, job->n,
                    NF_CLASSES - 1, job->marks, job->marked);
    job->query_marks = job->marks;
    memcpy(job->query_marked, job->marked, sizeof job->marked);
    if (!job->queries) return NF_OK;
    memset(job->query_marked, 0, sizeof job->query_marked);
    NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *job->query_marks,
                       "the classes of query points", (void **)&job->query_marks, job->error));
    nf_classes_mark(&job->classes, job->type, conditions->own, job->query_count, NF_CLASSES - 1,
                    job->query_marks, job->query_marked);
done:
    return status;
}

static nf_status run(host_job *job) {
    const int is_double = job->type == NF_FLOAT64, dims = job->all->dims;
    if (job->classes.used) return class_walks[is_double][dims - 1](job);
    return walks[job->space.kind][job->full || job->queries][is_double][dims - 1](job);
}

nf_status nf_host_walk(host_job *job) {
    const nf_question *question = &job->question;
    nf_status status = NF_OK;
    job->n = job->system.n;
    if (job->n == 0 || job->query_count == 0) return NF_OK;
    NF_TRY(take_points(job, job->all, job->system.first, job->n, &job->points, &job->packed));
    job->query_points = job->points;
    if (job->queries)
        NF_TRY(take_points(job, job->queries, job->query_first, job->query_count, &job->query_points,
                           &job->query_packed));
    job->places = (nf_place){.cells_x = (uint32_t)question->cells.x, .cells_yz = question->cells.yz};
    job->entered = job->n;
    NF_TRY(host_take_order(job));
    if (job->queries)
        NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *job->query_index,
                           "the order of the query points", (void **)&job->query_index, job->error));
    if (job->classes.used) NF_TRY(mark(job));
    NF_TRY(run(job));
done:
    return status;
}
