/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The order and the walk in plain C: the reference with which every device must agree to the byte.  Grid, runs and rule are
 * those of the kernels; the code that counts and writes is not.
 */
#include "host/walk/walk.h"

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

nf_status nf_host_places(host_job *job, uint64_t cells) {
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

/* By the kind of space and of runs, the type and the dims. */
#define WALKS(set)                                                                                           \
    {                                                                                                        \
        {nf_host_walk_##set##_f32_1, nf_host_walk_##set##_f32_2, nf_host_walk_##set##_f32_3}, {              \
            nf_host_walk_##set##_f64_1, nf_host_walk_##set##_f64_2, nf_host_walk_##set##_f64_3               \
        }                                                                                                    \
    }
static const host_walk walks[NF_SPACE_KINDS][2][2][3] = {
    [NF_SPACE_OPEN] = {WALKS(open_half), WALKS(open_full)},
    [NF_SPACE_BOX] = {WALKS(box_half), WALKS(box_full)}};

/* The points [first, first + n) as packed rows. */
static nf_status take_points(host_job *job, const nf_points *points, uint64_t first, uint64_t n,
                             const void **rows, void **packed) {
    const nf_points part = nf_points_slice(points, first, n);
    return nf_points_rows(job->allocator, &part, rows, packed, job->error);
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
    nf_host_filters_scale(&job->filters, &params->rule, job->type);
    job->places = (nf_place){.cells_x = (uint32_t)params->cells.x, .cells_yz = params->cells.yz};
    NF_TRY(host_take_order(job));
    if (job->queries)
        NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *job->query_index,
                           "the order of the query points", (void **)&job->query_index, job->error));
    NF_TRY(run(job));
done:
    return status;
}
