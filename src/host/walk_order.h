/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The grids, keys and order of points and query points; a part of walk_variant.h. */
/* The bounds of n points; returns the first one that is not accepted, or -1. */
static int bounds(const host_job *job, const real *points, uint64_t n, real *lo, real *hi) {
    HOST_LATTICE(job);
    int bad = -1;
    (void)job;
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
    const int bad = bounds(job, points, job->n, lo, hi);
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

#if SHIFTS
/* A point as given. */
static void read_point(const void *points, uint32_t index, real *r) {
    const real *from = (const real *)points + (size_t)index * DIMS;
    for (int a = 0; a < 3; a++) r[a] = a < DIMS ? from[a] : 0;
}

/* The query point at position p of the order, and the point at position j, as given. */
static void given_both(const host_job *job, uint32_t p, uint32_t j, real *own, real *other) {
    read_point(job->query_points, job->query_index[p], own);
    read_point(job->points, job->index[j], other);
}
#endif

/* Plans the grid of the query points, from that of the cloud; if that does not pay for them, also that of the cloud again. */
static nf_status make_query_grid(host_job *job, nf_grid *grid, nf_grid *query_grid) {
    const real *points = job->query_points;
    real lo[3], hi[3];
    nf_status status = NF_OK;
    *query_grid = *grid;
    if (!job->queries) return NF_OK;
    const int bad = bounds(job, points, job->query_count, lo, hi);
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

/* The position that the order stores. */
static void folded(const nf_grid *grid, const real *r, real *to) {
    (void)grid;
    nf_fold_point(grid, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0, to);
}

/* Points that are sorted by the cells of a grid. */
typedef struct point_set {
    const real *points;
    uint64_t n;
    uint64_t *keys;
    uint32_t *index;
    void **axes;       /* allocated */
    const real *at[3]; /* the coordinates in order */
} point_set;

/* Computes keys, order and sorted coordinates. */
static nf_status sort(host_job *job, const nf_grid *grid, point_set *set) {
    const uint64_t n = set->n;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    for (uint64_t p = 0; p < n; p++) {
        real r[3];
        folded(grid, set->points + p * DIMS, r);
        const nf_cell cell = nf_cell_of(grid, r[0], r[1], r[2]);
        set->keys[p] = nf_cell_number(grid, cell.x, cell.y, cell.z);
        set->index[p] = (uint32_t)p;
    }
    job->times.keys += nf_host_lap(&start);
    NF_TRY(nf_host_sort(job->cloud, set->keys, set->index, n, 0, (int)grid->bits));
    job->times.sort += nf_host_lap(&start);
    NF_TRY(nf_allocate(job->allocator, n * DIMS, sizeof(real), "the sorted points", set->axes, job->error));
    for (uint64_t a = 0; a < DIMS; a++) {
        real *to = (real *)*set->axes + a * n;
        set->at[a] = to;
        for (uint64_t p = 0; p < n; p++) {
            real r[3];
            folded(grid, set->points + (uint64_t)set->index[p] * DIMS, r);
            to[p] = r[a];
        }
    }
    job->times.order += nf_host_lap(&start);
done:
    return status;
}

/* Orders the points, and the query points if they are others. */
static nf_status order(host_job *job, const nf_grid *grid, walk_cloud *cloud) {
    point_set points = {job->points, job->n, job->keys, job->index, &job->axes, {NULL, NULL, NULL}}, queries;
    uint64_t *keys = NULL;
    nf_status status = NF_OK;
    NF_TRY(sort(job, grid, &points));
    NF_TRY(nf_host_places(job, grid->cells));
    queries = points;
    if (job->queries) {
        NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *keys,
                           "the keys of the query points", (void **)&keys, job->error));
        queries = (point_set){job->query_points, job->query_count, keys,
                              job->query_index,  &job->query_axes, {NULL, NULL, NULL}};
        NF_TRY(sort(job, grid, &queries));
    }
    cloud->x = points.at[0];
    cloud->y = points.at[1];
    cloud->z = points.at[2];
    cloud->query_x = queries.at[0];
    cloud->query_y = queries.at[1];
    cloud->query_z = queries.at[2];
done:
    nf_release(job->allocator, keys);
    return status;
}
