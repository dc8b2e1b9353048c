/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the walk and the table of images share in one space, precision and number of dims: the grid of the points, the pair rule, and what a pair meets beside
   it; a part of walk_variant.h and table/table_variant.h, whose macros it needs. */
#include "core/system.h"
#include "host/real.h"
#include "host/walk/walk.h"

#include <string.h>

#define SPARSE                                  2
#define CELLS_X                                 (places->cells_x)
#define CELLS_YZ                                (places->cells_yz)
#define SYSTEMS                                 0
#define nf_points_before(grid, places, n, cell) nf_host_points_before(places, n, cell)

#if BOX
#include "space/space_box.cl"
#else
#include "space/space_open.cl"
#endif
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "space/radii.cl"

#if SHIFTS
#define HOST_LATTICE(job) nf_lattice lattice = lattice_of(job)
static nf_lattice lattice_of(const host_job *job) {
    union {
        real numbers[NF_LATTICE];
        nf_lattice lattice;
    } as;
    _Static_assert(sizeof as.lattice == sizeof as.numbers,
                   "NF_LATTICE is the size of nf_lattice in space_box.cl");
    const nf_lattice_numbers lattice = nf_lattice_of(&job->space, &job->params.cells);
    memcpy(as.numbers, &lattice, sizeof as.numbers);
    return as.lattice;
}
#else
#define HOST_LATTICE(job)
#endif

/* The bounds of n points; returns the first one that is not accepted, or -1. */
static int bounds(const real *points, uint64_t n, real *lo, real *hi SPACE_PARAMETERS) {
    int bad = -1;
    for (int a = 0; a < 3; a++) {
        lo[a] = REAL_MAX;
        hi[a] = -REAL_MAX;
    }
    for (uint64_t p = 0; p < n; p++)
        for (int a = 0; a < DIMS; a++) {
            const real *r = points + p * DIMS;
            const real x =
                nf_coordinate(lattice, a, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0);
            if (x < lo[a]) lo[a] = x;
            if (x > hi[a]) hi[a] = x;
            if (!nf_accepts(lattice, a, x) && bad < 0) bad = (int)p;
        }
    return bad;
}

static nf_grid plan(const host_job *job, const real *points, const double *core) {
    HOST_LATTICE(job);
    real lo[3], hi[3];
    const int bad = bounds(points, job->n, lo, hi SPACE_PASS);
    nf_space_measure(lattice, lo, hi);
    for (int a = 0; core && a < DIMS; a++) {
        if (nf_is_periodic(lattice, a)) continue;
        if ((real)core[a] > lo[a]) lo[a] = (real)core[a];
        if ((real)core[3 + a] < hi[a]) hi[a] = (real)core[3 + a];
    }
    return nf_grid_plan(lo, hi, (real)job->params.cells.inv_x, (real)job->params.cells.inv_yz,
                        bad SPACE_PASS);
}

/* Plans the grid of the cloud, or of its core if there are far outliers. */
static nf_status make_grid(host_job *job, nf_grid *grid) {
    const real *points = job->points;
    nf_status status = NF_OK;
    *grid = plan(job, points, NULL);
    if (grid->bad >= 0)
        return nf_space_refuse(&job->space, "point", (int)job->system.first + grid->bad,
                               points + (size_t)grid->bad * DIMS, job->error);
    if (!grid->cut) return NF_OK;
    real sample[NF_SAMPLE_MOST * DIMS];
    double core[6];
    const uint64_t step = nf_sample_step(job->n);
    const size_t count = nf_sample_count(job->n);
    HOST_LATTICE(job);
    for (size_t k = 0; k < count; k++) {
        const real *r = points + k * step * DIMS;
        for (size_t a = 0; a < DIMS; a++)
            sample[k * DIMS + a] =
                nf_coordinate(lattice, a, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0);
    }
    nf_cells_core(sample, count, DIMS, job->type, job->params.cells.cutoff, core);
    *grid = plan(job, points, core);
    return status;
}

/* Plans the grid of the query points, from that of the cloud; if that does not pay for them, also that of the cloud again. */
static inline nf_status make_query_grid(host_job *job, nf_grid *grid, nf_grid *query_grid) {
    const real *points = job->query_points;
    real lo[3], hi[3];
    nf_status status = NF_OK;
    *query_grid = *grid;
    if (!job->queries) return NF_OK;
    HOST_LATTICE(job);
    const int bad = bounds(points, job->query_count, lo, hi SPACE_PASS);
    if (bad >= 0)
        return nf_space_refuse(&job->space, "query point", (int)job->query_first + bad,
                               points + (size_t)bad * DIMS, job->error);
    if (nf_space_queries(query_grid, lo, hi)) return NF_OK;
#if SHIFTS
    for (int k = 0; k < 3; k++) job->params.cells.reserve[k] = (double)query_grid->lattice.paid[k];
    NF_TRY(make_grid(job, grid));
    *query_grid = *grid;
    (void)nf_space_queries(query_grid, lo, hi);
done:
#endif
    return status;
}

/* The square of a scaled cutoff; 0 if it would leave the range of `real`. */
static inline real squared(real cutoff) { return cutoff >= (real)RADII_LEAST ? cutoff * cutoff : 0; }

/* 1 if the pair of query point i and point j, of those of the call, at this squared distance meets the filters. */
static inline int meets(const host_job *job, real scale, uint32_t i, uint32_t j, real d2) {
    const host_filters *filters = &job->filters;
    if (filters->min_distance > 0 && d2 < (real)filters->least2) return 0;
    if (filters->own) {
        const real own = ((const real *)filters->own)[i],
                   other = filters->other ? ((const real *)filters->other)[j] : 0;
        if (!nf_is_pair(d2, squared(NF_RADII_CUTOFF(filters->rule, own, other) * scale))) return 0;
    }
    if (filters->type_cutoffs) {
        const int32_t own = filters->own_types[i], other = filters->other_types[j];
        const real cutoff = (real)fmin(
            filters->type_cutoffs[(uint32_t)own * filters->type_count + (uint32_t)other], (double)REAL_MAX);
        if (!nf_is_pair(d2, squared(cutoff * scale))) return 0;
    }
    return !nf_host_is_excluded(filters, i, j);
}
