/*
 * The walk for one kind of runs, one precision and number of dims; walk_types.h includes this, with
 *   real, REAL64, REAL_MAX, DIMS   as in the kernels          HOST(name)   a distinct name
 * Grid and rule are those of the kernels, compiled as C; CELLS_X and CELLS_YZ are variables here.
 */
#define nf_grid        HOST(nf_grid)
#define nf_grid_plan   HOST(nf_grid_plan)
#define nf_cell_along  HOST(nf_cell_along)
#define nf_cell        HOST(nf_cell)
#define nf_cell_of     HOST(nf_cell_of)
#define nf_cell_number HOST(nf_cell_number)
#define nf_run         HOST(nf_run)
#define nf_run_between HOST(nf_run_between)
#define nf_run_from    HOST(nf_run_from)
#define nf_run_with    HOST(nf_run_with)
#define nf_own_mask_16 HOST(nf_own_mask_16)
#define nf_distance2   HOST(nf_distance2)
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include HOST_RUNS

#if OWN_FIRST
#define HOST_RUN nf_run_between
#else
#define HOST_RUN nf_run_with
#endif

/* The points in order, one array for each axis. */
typedef struct HOST(cloud) {
    const real *x, *y, *z;
    nf_grid grid;
    real r2, scale;
} HOST(cloud);

static nf_grid HOST(plan)(const host_job *job, const real *points, const double *core) {
    real lo[3] = {REAL_MAX, REAL_MAX, REAL_MAX}, hi[3] = {-REAL_MAX, -REAL_MAX, -REAL_MAX};
    int bad = -1;
    for (uint64_t p = 0; p < job->n; p++)
        for (int a = 0; a < DIMS; a++) {
            const real x = points[p * DIMS + (uint64_t)a];
            if (x < lo[a]) lo[a] = x;
            if (x > hi[a]) hi[a] = x;
            if (!(x >= -REAL_MAX && x <= REAL_MAX) && bad < 0) bad = (int)p;
        }
    for (int a = 0; core && a < DIMS; a++) {
        if ((real)core[a] > lo[a]) lo[a] = (real)core[a];
        if ((real)core[3 + a] < hi[a]) hi[a] = (real)core[3 + a];
    }
    return nf_grid_plan(lo, hi, (real)job->question.cells.inv_x, (real)job->question.cells.inv_yz, bad);
}

/* Plans the grid of the cloud, or of its core if there are far outliers. */
static nf_status HOST(make_grid)(host_job *job, nf_grid *grid) {
    const real *points = job->points;
    nf_status status = NF_OK;
    *grid = HOST(plan)(job, points, NULL);
    if (grid->bad >= 0)
        return nf_fail(job->error, NF_ERROR_POINTS, "point %d has a coordinate that is not finite",
                       grid->bad);
    if (!grid->cut) return NF_OK;
    real sample[NF_SAMPLE_MOST * DIMS];
    double core[6];
    const uint64_t step = nf_sample_step(job->n);
    const size_t count = nf_sample_count(job->n);
    for (size_t k = 0; k < count; k++)
        for (size_t a = 0; a < DIMS; a++) sample[k * DIMS + a] = points[k * step * DIMS + a];
    nf_cells_core(sample, count, DIMS, job->type, job->question.cells.cutoff, core);
    *grid = HOST(plan)(job, points, core);
    return status;
}

/* Computes keys, order, sorted coordinates, and positions of cells. */
static nf_status HOST(order)(host_job *job, HOST(cloud) * cloud) {
    const real *points = job->points;
    const nf_grid *grid = &cloud->grid;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    for (uint64_t p = 0; p < job->n; p++) {
        const real *r = points + p * DIMS;
        const nf_cell cell = nf_cell_of(grid, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0);
        job->keys[p] = nf_cell_number(grid, cell.x, cell.y, cell.z);
        job->index[p] = (uint32_t)p;
    }
    job->times.keys = host_lap(&start);
    NF_TRY(host_sort(job, job->keys, job->index, job->n, 0, (int)grid->bits));
    job->times.sort = host_lap(&start);
    real *planes[3] = {NULL, NULL, NULL};
    NF_TRY(nf_allocate(job->allocator, job->n * DIMS, sizeof(real), "the sorted points", &job->planes,
                       job->error));
    for (uint64_t a = 0; a < DIMS; a++) {
        planes[a] = (real *)job->planes + a * job->n;
        for (uint64_t p = 0; p < job->n; p++) planes[a][p] = points[(uint64_t)job->index[p] * DIMS + a];
    }
    cloud->x = planes[0];
    cloud->y = planes[1];
    cloud->z = planes[2];
    NF_TRY(host_places(job, grid->cells));
    job->times.order = host_lap(&start);
done:
    return status;
}

/* Appends the partners of point p, as positions in the order, to the tile's list. */
static nf_status HOST(partners)(host_job *job, const HOST(cloud) * cloud, uint32_t p) {
    const real x = cloud->x[p], y = DIMS > 1 ? cloud->y[p] : 0, z = DIMS > 2 ? cloud->z[p] : 0;
    const nf_cell cell = nf_cell_of(&cloud->grid, x, y, z);
    const nf_place *places = &job->places;
    nf_status status = NF_OK;
    for (int k = 0; k < RUNS; k++) {
        const nf_run run = HOST_RUN(&cloud->grid, places, (uint32_t)job->n, cell, cell.x, p, p + 1, k);
        if (run.begin >= run.end) continue;
        NF_TRY(nf_grow(job->allocator, (void **)&job->list, &job->list_room,
                       job->listed + (run.end - run.begin), sizeof *job->list, "the partners of a tile",
                       job->error));
        uint32_t *list = job->list;
        size_t listed = job->listed;
        for (uint32_t j = run.begin; j < run.end; j++) {
            const real d2 = nf_distance2(x, y, z, cloud->x[j], DIMS > 1 ? cloud->y[j] : 0,
                                         DIMS > 2 ? cloud->z[j] : 0, run.shift, cloud->scale);
            list[listed] = j; /* without a branch: kept only if the count is incremented */
            listed += (size_t)(nf_is_pair(d2, cloud->r2) && (OWN_FIRST || j != p));
        }
        job->listed = listed;
    }
done:
    return status;
}

static nf_status HOST(run)(host_job *job) {
    HOST(cloud) cloud;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    cloud.r2 = (real)job->question.rule.r2;
    cloud.scale = (real)job->question.rule.scale;
    NF_TRY(HOST(make_grid)(job, &cloud.grid));
    job->times.bounds = host_lap(&start);
    NF_TRY(HOST(order)(job, &cloud));
    start = nf_system_clock();
    for (uint64_t first = 0; first < job->n; first += TILE_POINTS) {
        const uint32_t many = job->n - first < TILE_POINTS ? (uint32_t)(job->n - first) : TILE_POINTS;
        job->listed = 0;
        for (uint32_t lane = 0; lane < many; lane++) {
            job->starts[lane] = job->listed;
            NF_TRY(HOST(partners)(job, &cloud, (uint32_t)first + lane));
        }
        job->starts[many] = job->listed;
        NF_TRY(job->take(job, first, many));
    }
    job->times.search = host_lap(&start);
done:
    return status;
}

#undef nf_grid
#undef nf_grid_plan
#undef nf_cell_along
#undef nf_cell
#undef nf_cell_of
#undef nf_cell_number
#undef nf_run
#undef RUNS
#undef RUNS_MOST
#undef OWN_FIRST
#undef STENCIL_WIDTH
#undef nf_own_mask
#undef HOST_RUN
#undef nf_run_between
#undef nf_run_from
#undef nf_run_with
#undef nf_own_mask_16
#undef nf_distance2
#undef real
#undef REAL64
#undef REAL_MAX
#undef DIMS
#undef HOST
