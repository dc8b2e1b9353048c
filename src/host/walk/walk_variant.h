/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The walk for one space and kind of runs, one precision and number of dims: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME      of its function             BOX       1: the space of periodic boxes; 0: open space
 *   DIMS      1, 2 or 3                   FULL      1: the runs of all neighbours; 0: of half of them
 *   REAL64    1: double; 0: float
 * Grid and rule are those of the kernels, compiled as C; CELLS_X and CELLS_YZ are variables here.
 */
#include "host/walk/rule_variant.h"

#if BOX && FULL
#include "space/runs_full_box.cl"
#elif BOX
#include "space/runs_half_box.cl"
#elif FULL
#include "space/runs_full.cl"
#else
#include "space/runs_half.cl"
#endif

#if OWN_FIRST
#define HOST_RUN nf_run_between
#else
#define HOST_RUN nf_run_with
#endif

/* The points in order, one array for each axis. */
typedef struct walk_cloud {
    const real *x, *y, *z;
    const real *query_x, *query_y, *query_z; /* the same of the query points */
    const nf_grid *grid; /* of the query points: that of the cloud, with what their rounding needs */
    real r2, scale;
} walk_cloud;

#include "host/walk/walk_order.h"

/* The squared distance of the candidate at position j of a run from the query point at p. */
static inline real distance2(const host_job *job, const walk_cloud *cloud, uint32_t p, uint32_t j,
                             const nf_run *run) {
#if SHIFTS
    if (cloud->grid->lattice.wrapped > 0) { /* folded points do not decide */
        real own[3], other[3];
        given_both(job, p, j, own, other);
        const nf_vector vector = nf_vector_between(cloud->grid, run->shift, own, other);
        return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, cloud->scale);
    }
#else
    (void)job;
#endif
    return nf_distance2(cloud->query_x[p], DIMS > 1 ? cloud->query_y[p] : 0, DIMS > 2 ? cloud->query_z[p] : 0,
                        cloud->x[j], DIMS > 1 ? cloud->y[j] : 0, DIMS > 2 ? cloud->z[j] : 0, run->vector,
                        cloud->scale);
}

/* Stores the images S of the partners listed from `first` on, which are those of one run. */
static nf_status store_images(host_job *job, const walk_cloud *cloud, uint32_t p, const nf_run *run,
                              size_t first) {
    nf_status status = NF_OK;
    if (job->space.kind == NF_SPACE_OPEN) return NF_OK;
#if SHIFTS
    NF_TRY(nf_grow(job->allocator, (void **)&job->images, &job->images_room, job->listed, sizeof *job->images,
                   "the images of a tile", job->error));
    for (size_t k = first; k < job->listed; k++) {
        real own[3], other[3];
        given_both(job, p, job->list[k], own, other);
        nf_image_between(cloud->grid, run->shift, own, other, job->images[k].s);
    }
done:
#else
    (void)cloud, (void)p, (void)run, (void)first;
#endif
    return status;
}

/* Appends the partners of the query point at position p, as positions in the order of the points, to the tile's list. */
static nf_status partners(host_job *job, const walk_cloud *cloud, uint32_t p) {
    const nf_cell cell = nf_cell_of(cloud->grid, cloud->query_x[p], DIMS > 1 ? cloud->query_y[p] : 0,
                                    DIMS > 2 ? cloud->query_z[p] : 0);
    const nf_place *places = &job->places;
    const int has_own = OWN_FIRST || job->queries != NULL; /* 1: no candidate is the point itself */
    nf_status status = NF_OK;
    for (int k = 0; k < NF_RUNS(cloud->grid); k++) {
        const nf_run run = HOST_RUN(cloud->grid, places, (uint32_t)job->n, cell, cell.x, p, p + 1, k);
        if (run.begin >= run.end) continue;
        NF_TRY(nf_grow(job->allocator, (void **)&job->list, &job->list_room,
                       job->listed + (run.end - run.begin), sizeof *job->list, "the partners of a tile",
                       job->error));
        uint32_t *list = job->list;
        size_t listed = job->listed;
        const size_t first = listed;
        for (uint32_t j = run.begin; j < run.end; j++) {
            const real d2 = distance2(job, cloud, p, j, &run);
            list[listed] = j; /* without a branch: kept only if the count is incremented */
            int is = nf_is_pair(d2, cloud->r2) && (has_own || j != p || run.shift != NF_SHIFT_NONE);
            if (job->filters.any && is)
                is = meets(job, cloud->scale, (uint32_t)job->query_first + job->query_index[p],
                           (uint32_t)job->system.first + job->index[j], d2);
            listed += (size_t)is;
        }
        job->listed = listed;
        NF_TRY(store_images(job, cloud, p, &run, first));
    }
done:
    return status;
}

/* Passes on the partners of the query points, tile by tile. */
static nf_status walk_tiles(host_job *job, const walk_cloud *cloud) {
    const uint64_t end = job->query_count;
    const uint32_t tile = job->tile_points;
    nf_status status = NF_OK;
    for (uint64_t first = 0; first < end; first += tile) {
        const uint32_t many = end - first < tile ? (uint32_t)(end - first) : tile;
        job->listed = 0;
        NF_TRY(nf_host_go_on(job->cloud, first));
        for (uint32_t lane = 0; lane < many; lane++) {
            job->starts[lane] = job->listed;
            NF_TRY(partners(job, cloud, (uint32_t)first + lane));
        }
        job->starts[many] = job->listed;
        NF_TRY(job->take(job, first, many));
    }
done:
    return status;
}

nf_status NAME(host_job *job) {
    walk_cloud cloud;
    nf_grid grid, query_grid;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    cloud.r2 = (real)job->params.rule.r2;
    cloud.scale = (real)job->params.rule.scale;
    NF_TRY(make_grid(job, &grid));
    NF_TRY(make_query_grid(job, &grid, &query_grid));
    job->times.bounds += nf_host_lap(&start);
    NF_TRY(order(job, &grid, &cloud));
    cloud.grid = &query_grid;
    NF_TRY(walk_tiles(job, &cloud));
done:
    return status;
}
