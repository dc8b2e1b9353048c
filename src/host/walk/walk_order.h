/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The keys and the order of points and query points; a part of walk_variant.h. */
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
