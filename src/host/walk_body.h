/*
 * The walk for one space and kind of runs, one precision and number of dims; walk_types.h includes this, with
 *   real, REAL64, REAL_MAX, DIMS   as in the kernels          HOST(name)   a distinct name
 * Grid and rule are those of the kernels, compiled as C; CELLS_X and CELLS_YZ are variables here.
 */
#define nf_grid            HOST(nf_grid)
#define nf_grid_plan       HOST(nf_grid_plan)
#define nf_cell_along      HOST(nf_cell_along)
#define nf_cell            HOST(nf_cell)
#define nf_cell_of         HOST(nf_cell_of)
#define nf_cell_number     HOST(nf_cell_number)
#define nf_run             HOST(nf_run)
#define nf_run_between     HOST(nf_run_between)
#define nf_run_from        HOST(nf_run_from)
#define nf_run_with        HOST(nf_run_with)
#define nf_distance2       HOST(nf_distance2)
#define nf_shift           HOST(nf_shift)
#define nf_vector          HOST(nf_vector)
#define nf_lattice         HOST(nf_lattice)
#define nf_vector_of       HOST(nf_vector_of)
#define nf_wraps_of        HOST(nf_wraps_of)
#define nf_lattice_fold    HOST(nf_lattice_fold)
#define nf_lattice_measure HOST(nf_lattice_measure)
#define nf_widening        HOST(nf_widening)
#define nf_images_plan     HOST(nf_images_plan)
#define nf_space_axis_of   HOST(nf_space_axis_of)
#define nf_image_of        HOST(nf_image_of)
#define nf_shift_of        HOST(nf_shift_of)
#define nf_shift_image     HOST(nf_shift_image)
#define nf_vector_between  HOST(nf_vector_between)
#define nf_image_between   HOST(nf_image_between)
#define nf_window_piece    HOST(nf_window_piece)
#include HOST_SPACE
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

#if SHIFTS
#define HOST_LATTICE(job) nf_lattice lattice = HOST(lattice)(job)
static nf_lattice HOST(lattice)(const host_job *job) {
    union {
        real numbers[NF_LATTICE];
        nf_lattice lattice;
    } as;
    _Static_assert(sizeof as.lattice == sizeof as.numbers,
                   "NF_LATTICE is the size of nf_lattice in space_box.cl");
    const nf_lattice_numbers given = nf_lattice_of(&job->space, &job->question.cells);
    memcpy(as.numbers, &given, sizeof as.numbers);
    return as.lattice;
}
#else
#define HOST_LATTICE(job)
#endif

static nf_grid HOST(plan)(const host_job *job, const real *points, const double *core) {
    HOST_LATTICE(job);
    real lo[3] = {REAL_MAX, REAL_MAX, REAL_MAX}, hi[3] = {-REAL_MAX, -REAL_MAX, -REAL_MAX};
    int bad = -1;
    for (uint64_t p = 0; p < job->n; p++)
        for (int a = 0; a < DIMS; a++) {
            const real *r = points + p * DIMS;
            const real x =
                nf_coordinate(lattice, a, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0);
            if (x < lo[a]) lo[a] = x;
            if (x > hi[a]) hi[a] = x;
            if (!nf_accepts(lattice, a, x) && bad < 0) bad = (int)p;
        }
    nf_space_measure(lattice, lo, hi);
    for (int a = 0; core && a < DIMS; a++) {
        if (nf_is_periodic(lattice, a)) continue;
        if ((real)core[a] > lo[a]) lo[a] = (real)core[a];
        if ((real)core[3 + a] < hi[a]) hi[a] = (real)core[3 + a];
    }
    return nf_grid_plan(lo, hi, (real)job->question.cells.inv_x, (real)job->question.cells.inv_yz,
                        bad SPACE_PASS);
}

/* Plans the grid of the cloud, or of its core if there are far outliers. */
static nf_status HOST(make_grid)(host_job *job, nf_grid *grid) {
    const real *points = job->points;
    nf_status status = NF_OK;
    *grid = HOST(plan)(job, points, NULL);
    if (grid->bad >= 0)
        return nf_space_refuse(&job->space, grid->bad, points + (size_t)grid->bad * DIMS, job->error);
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
    nf_cells_core(sample, count, DIMS, job->type, job->question.cells.cutoff, core);
    *grid = HOST(plan)(job, points, core);
    return status;
}

#if SHIFTS
/* The point at position p of the order, as given. */
static void HOST(given)(const host_job *job, uint32_t p, real *r) {
    const real *from = (const real *)job->points + (size_t)job->index[p] * DIMS;
    for (int a = 0; a < 3; a++) r[a] = a < DIMS ? from[a] : 0;
}
#endif

/* The position that the order stores. */
static void HOST(folded)(const nf_grid *grid, const real *r, real *to) {
    (void)grid;
    nf_fold_point(grid, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0, to);
}

/* Computes keys, order, sorted coordinates, and positions of cells. */
static nf_status HOST(order)(host_job *job, HOST(cloud) * cloud) {
    const real *points = job->points;
    const nf_grid *grid = &cloud->grid;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    for (uint64_t p = 0; p < job->n; p++) {
        real r[3];
        HOST(folded)(grid, points + p * DIMS, r);
        const nf_cell cell = nf_cell_of(grid, r[0], r[1], r[2]);
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
        for (uint64_t p = 0; p < job->n; p++) {
            real r[3];
            HOST(folded)(grid, points + (uint64_t)job->index[p] * DIMS, r);
            planes[a][p] = r[a];
        }
    }
    cloud->x = planes[0];
    cloud->y = planes[1];
    cloud->z = planes[2];
    NF_TRY(host_places(job, grid->cells));
    job->times.order = host_lap(&start);
done:
    return status;
}

/* The squared distance of the candidate at position j of a run from the point at p. */
static inline real HOST(distance2)(const host_job *job, const HOST(cloud) * cloud, uint32_t p, uint32_t j,
                                   const nf_run *run) {
#if SHIFTS
    if (cloud->grid.lattice.wrapped > 0) { /* folded points do not decide */
        real own[3], other[3];
        HOST(given)(job, p, own);
        HOST(given)(job, j, other);
        const nf_vector vector = nf_vector_between(&cloud->grid, run->shift, own, other);
        return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, cloud->scale);
    }
#else
    (void)job;
#endif
    return nf_distance2(cloud->x[p], DIMS > 1 ? cloud->y[p] : 0, DIMS > 2 ? cloud->z[p] : 0, cloud->x[j],
                        DIMS > 1 ? cloud->y[j] : 0, DIMS > 2 ? cloud->z[j] : 0, run->vector, cloud->scale);
}

/* Stores the images S of the partners listed from `first` on, which are those of one run. */
static nf_status HOST(store_images)(host_job *job, const HOST(cloud) * cloud, uint32_t p, const nf_run *run,
                                    size_t first) {
    nf_status status = NF_OK;
    if (job->space.kind == NF_SPACE_OPEN) return NF_OK;
#if SHIFTS
    NF_TRY(nf_grow(job->allocator, (void **)&job->images, &job->images_room, job->listed, sizeof *job->images,
                   "the images of a tile", job->error));
    for (size_t k = first; k < job->listed; k++) {
        real own[3], other[3];
        HOST(given)(job, p, own);
        HOST(given)(job, job->list[k], other);
        nf_image_between(&cloud->grid, run->shift, own, other, job->images[k].s);
    }
done:
#else
    (void)cloud, (void)p, (void)run, (void)first;
#endif
    return status;
}

/* Appends the partners of point p, as positions in the order, to the tile's list. */
static nf_status HOST(partners)(host_job *job, const HOST(cloud) * cloud, uint32_t p) {
    const nf_cell cell =
        nf_cell_of(&cloud->grid, cloud->x[p], DIMS > 1 ? cloud->y[p] : 0, DIMS > 2 ? cloud->z[p] : 0);
    const nf_place *places = &job->places;
    nf_status status = NF_OK;
    for (int k = 0; k < NF_RUNS(&cloud->grid); k++) {
        const nf_run run = HOST_RUN(&cloud->grid, places, (uint32_t)job->n, cell, cell.x, p, p + 1, k);
        if (run.begin >= run.end) continue;
        NF_TRY(nf_grow(job->allocator, (void **)&job->list, &job->list_room,
                       job->listed + (run.end - run.begin), sizeof *job->list, "the partners of a tile",
                       job->error));
        uint32_t *list = job->list;
        size_t listed = job->listed;
        const size_t first = listed;
        for (uint32_t j = run.begin; j < run.end; j++) {
            const real d2 = HOST(distance2)(job, cloud, p, j, &run);
            list[listed] = j; /* without a branch: kept only if the count is incremented */
            listed +=
                (size_t)(nf_is_pair(d2, cloud->r2) && (OWN_FIRST || j != p || run.shift != NF_SHIFT_NONE));
        }
        job->listed = listed;
        NF_TRY(HOST(store_images)(job, cloud, p, &run, first));
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
#undef nf_run_between
#undef nf_run_from
#undef nf_run_with
#undef nf_distance2
#undef nf_shift
#undef nf_vector
#undef nf_lattice
#undef nf_vector_of
#undef nf_wraps_of
#undef nf_lattice_fold
#undef nf_lattice_measure
#undef nf_widening
#undef nf_images_plan
#undef nf_space_axis_of
#undef nf_image_of
#undef nf_shift_of
#undef nf_shift_image
#undef nf_vector_between
#undef nf_image_between
#undef HOST_LATTICE
#undef nf_window_piece
#undef SHIFTS
#undef NF_SHIFT_NONE
#undef NF_VECTOR_NONE
#undef displacement
#undef nf_from
#undef SPACE_PARAMETERS
#undef SPACE_PASS
#undef SPACE_MEMBERS
#undef nf_coordinate
#undef nf_accepts
#undef nf_space_measure
#undef nf_space_keep
#undef nf_space_axis
#undef nf_space_planned
#undef nf_is_periodic
#undef nf_fold_point
#undef NF_VECTOR_ALONG
#undef NF_RUNS
#undef RUNS_MOST
#undef OWN_FIRST
#undef STENCIL_WIDTH
#undef NF_ROWS_WIDTH
#undef nf_own_mask
#undef HOST_RUN
#undef real
#undef REAL64
#undef REAL_MAX
#undef DIMS
#undef HOST
