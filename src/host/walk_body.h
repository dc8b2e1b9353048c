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
#define nf_lattice_queries HOST(nf_lattice_queries)
#define nf_widening        HOST(nf_widening)
#define nf_images_plan     HOST(nf_images_plan)
#define nf_images_set      HOST(nf_images_set)
#define nf_classes_given   HOST(nf_classes_given)
#define nf_class_blur      HOST(nf_class_blur)
#define nf_class_rows      HOST(nf_class_rows)
#define nf_class_cells     HOST(nf_class_cells)
#define nf_class_edges     HOST(nf_class_edges)
#define nf_rows_between    HOST(nf_rows_between)
#define nf_class_has       HOST(nf_class_has)
#define nf_class_low       HOST(nf_class_low)
#define nf_class_high      HOST(nf_class_high)
#define nf_class_reaches   HOST(nf_class_reaches)
#define nf_class_runs      HOST(nf_class_runs)
#define nf_classes_plan    HOST(nf_classes_plan)
#define nf_classes_spread  HOST(nf_classes_spread)
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
#include "space/radii.cl"
#include HOST_RUNS

/* The grids of a cloud: of its classes of radii, or one. */
#define HOST_GRIDS (CLASSES ? NF_CLASS_GRIDS : 1)

#if OWN_FIRST
#define HOST_RUN nf_run_between
#else
#define HOST_RUN nf_run_with
#endif

/* The points in order, one array for each axis. */
typedef struct HOST(cloud) {
    const real *x, *y, *z;
    const real *query_x, *query_y, *query_z; /* the same of the query points */
    const nf_grid *grid; /* of the query points: that of the cloud, with what their rounding needs */
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

/* The bounds of n points; returns the first one that is not accepted, or -1. */
static int HOST(bounds)(const host_job *job, const real *points, uint64_t n, real *lo, real *hi) {
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

static nf_grid HOST(plan)(const host_job *job, const real *points, const double *core) {
    HOST_LATTICE(job);
    real lo[3], hi[3];
    const int bad = HOST(bounds)(job, points, job->n, lo, hi);
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
    nf_cells_core(sample, count, DIMS, job->type, job->question.cells.cutoff, core);
    *grid = HOST(plan)(job, points, core);
    return status;
}

#if SHIFTS
/* A point as given. */
static void HOST(given)(const void *points, uint32_t index, real *r) {
    const real *from = (const real *)points + (size_t)index * DIMS;
    for (int a = 0; a < 3; a++) r[a] = a < DIMS ? from[a] : 0;
}

/* The query point at position p of the order, and the point at position j, as given. */
static void HOST(given_both)(const host_job *job, uint32_t p, uint32_t j, real *own, real *other) {
    HOST(given)(job->query_points, job->query_index[p], own);
    HOST(given)(job->points, job->index[j], other);
}
#endif

/* Plans the grid of the query points, from that of the cloud; if that does not pay for them, also that of the cloud again. */
static nf_status HOST(make_query_grid)(host_job *job, nf_grid *grid, nf_grid *query_grid) {
    const real *points = job->query_points;
    real lo[3], hi[3];
    nf_status status = NF_OK;
    *query_grid = *grid;
    if (!job->queries) return NF_OK;
    const int bad = HOST(bounds)(job, points, job->query_count, lo, hi);
    if (bad >= 0)
        return nf_space_refuse(&job->space, "query point", (int)job->query_first + bad,
                               points + (size_t)bad * DIMS, job->error);
    if (nf_space_queries(query_grid, lo, hi)) return NF_OK;
#if SHIFTS
    for (int k = 0; k < 3; k++) job->question.cells.reserve[k] = (double)query_grid->lattice.paid[k];
    NF_TRY(HOST(make_grid)(job, grid));
    *query_grid = *grid;
    (void)nf_space_queries(query_grid, lo, hi);
done:
#endif
    return status;
}

/* The position that the order stores. */
static void HOST(folded)(const nf_grid *grid, const real *r, real *to) {
    (void)grid;
    nf_fold_point(grid, r[0], DIMS > 1 ? r[DIMS > 1] : 0, DIMS > 2 ? r[DIMS - 1] : 0, to);
}

/* Points that are sorted by the cells of a grid. */
typedef struct HOST(set) {
    const real *points;
    const uint32_t *entries; /* n points, or NULL: all */
    const uint8_t *grids;    /* the grid of each entry or point, or NULL */
    uint64_t n;
    uint64_t *keys;
    uint32_t *index;
    void **planes;     /* allocated */
    const real *at[3]; /* the coordinates in order */
} HOST(set);

/* Computes keys, order and sorted coordinates. */
static nf_status HOST(sort)(host_job *job, const nf_grid *grids, HOST(set) * set) {
    const uint64_t n = set->n;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    for (uint64_t p = 0; p < n; p++) {
        const nf_grid *grid = grids + (set->grids ? set->grids[p] : 0);
        const uint64_t point = set->entries ? set->entries[p] : p;
        real r[3];
        HOST(folded)(grid, set->points + point * DIMS, r);
        const nf_cell cell = nf_cell_of(grid, r[0], r[1], r[2]);
        set->keys[p] = nf_cell_number(grid, cell.x, cell.y, cell.z);
        set->index[p] = (uint32_t)point;
    }
    job->times.keys += host_lap(&start);
    NF_TRY(host_sort(job, set->keys, set->index, n, 0, (int)grids->bits));
    job->times.sort += host_lap(&start);
    NF_TRY(nf_allocate(job->allocator, n * DIMS, sizeof(real), "the sorted points", set->planes, job->error));
    for (uint64_t a = 0; a < DIMS; a++) {
        real *to = (real *)*set->planes + a * n;
        set->at[a] = to;
        for (uint64_t p = 0; p < n; p++) {
            real r[3];
            HOST(folded)(grids, set->points + (uint64_t)set->index[p] * DIMS, r);
            to[p] = r[a];
        }
    }
    job->times.order += host_lap(&start);
done:
    return status;
}

/* Orders the points, and the query points if they are others. */
static nf_status HOST(order)(host_job *job, const nf_grid *grids, HOST(cloud) * cloud) {
    HOST(set)
    points = {job->points, job->entries, job->grids,   job->entered,
              job->keys,   job->index,   &job->planes, {NULL, NULL, NULL}},
    queries;
    uint64_t *keys = NULL;
    nf_status status = NF_OK;
    NF_TRY(HOST(sort)(job, grids, &points));
    NF_TRY(host_places(job, grids->cells));
    queries = points;
    if (job->queries) {
        NF_TRY(nf_allocate(job->allocator, (size_t)job->query_count, sizeof *keys,
                           "the keys of the query points", (void **)&keys, job->error));
        queries = (HOST(set)){job->query_points,
                              NULL,
                              job->query_marks,
                              job->query_count,
                              keys,
                              job->query_index,
                              &job->query_planes,
                              {NULL, NULL, NULL}};
        NF_TRY(HOST(sort)(job, grids, &queries));
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

/* The squared distance of the candidate at position j of a run from the query point at p. */
static inline real HOST(distance2)(const host_job *job, const HOST(cloud) * cloud, uint32_t p, uint32_t j,
                                   const nf_run *run) {
#if SHIFTS
    if (cloud->grid->lattice.wrapped > 0) { /* folded points do not decide */
        real own[3], other[3];
        HOST(given_both)(job, p, j, own, other);
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

/* 1 if the pair of query point i and point j, of those of the call, at this squared distance meets the conditions. */
static int HOST(meets)(const host_job *job, const HOST(cloud) * cloud, uint32_t i, uint32_t j, real d2) {
    const host_conditions *conditions = &job->conditions;
    if (conditions->min_distance > 0 && d2 < (real)conditions->least2) return 0;
    if (conditions->own) {
        const real own = ((const real *)conditions->own)[i],
                   other = conditions->other ? ((const real *)conditions->other)[j] : 0;
        const real cutoff = NF_RADII_CUTOFF(conditions->rule, own, other) * cloud->scale;
        if (!nf_is_pair(d2, cutoff >= (real)RADII_LEAST ? cutoff * cutoff : 0)) return 0;
    }
    return !host_is_excluded(conditions, i, j);
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
        HOST(given_both)(job, p, job->list[k], own, other);
        nf_image_between(cloud->grid, run->shift, own, other, job->images[k].s);
    }
done:
#else
    (void)cloud, (void)p, (void)run, (void)first;
#endif
    return status;
}

/* Appends the partners of the query point at position p, as positions in the order of the points, to the tile's list. */
static nf_status HOST(partners)(host_job *job, const HOST(cloud) * cloud, uint32_t p) {
    const nf_cell cell = nf_cell_of(cloud->grid, cloud->query_x[p], DIMS > 1 ? cloud->query_y[p] : 0,
                                    DIMS > 2 ? cloud->query_z[p] : 0);
    const nf_place *places = &job->places;
    const int has_own = OWN_FIRST || job->queries != NULL; /* 1: no candidate is the point itself */
    nf_status status = NF_OK;
    for (int k = 0; k < NF_RUNS(cloud->grid); k++) {
        const nf_run run = HOST_RUN(cloud->grid, places, (uint32_t)job->entered, cell, cell.x, p, p + 1, k);
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
            int is = nf_is_pair(d2, cloud->r2) && (has_own || j != p || run.shift != NF_SHIFT_NONE);
#if CLASSES
            if (is && !job->queries) { /* a point may be a candidate at several positions */
                const int half = job->each_once && run.set < CLASSES; /* of one class: found from both */
                is = job->index[j] == job->index[p]
                         ? run.shift > NF_SHIFT_NONE || (run.shift < NF_SHIFT_NONE && !half)
                         : !half || job->index[j] > job->index[p];
            }
#endif
            if (job->conditions.any && is)
                is = HOST(meets)(job, cloud, (uint32_t)job->query_first + job->query_index[p],
                                 (uint32_t)job->system.first + job->index[j], d2);
            listed += (size_t)is;
        }
        job->listed = listed;
        NF_TRY(HOST(store_images)(job, cloud, p, &run, first));
    }
done:
    return status;
}

#if CLASSES
/* Makes the grids of all classes from the first ones. */
static nf_status HOST(plan_classes)(host_job *job, nf_grid *grids, nf_grid *query_grids) {
    const nf_classes *classes = &job->classes;
    const nf_grid first = *query_grids;
    const int finest = nf_classes_finest(DIMS, job->type, grids->n);
    const uint64_t step = nf_sample_step(job->n);
    nf_classes_given given = {.scale = (real)job->question.rule.scale,
                              .rule = (uint)classes->rule,
                              .each_once = (uint)job->each_once};
    nf_class_sample sample[NF_SAMPLE_MOST];
    const nf_class_cloud of = {.dims = DIMS,
                               .finest = finest,
                               .cells = grids->cells,
                               .edge = nf_classes_edge(&job->space, &job->question.cells, grids->n),
                               .has_queries = job->queries != NULL,
                               .sampled = nf_sample_count(job->n),
                               .sample = sample};
    nf_status status = NF_OK;
    for (size_t k = 0; k < of.sampled; k++) {
        real r[3];
        HOST(folded)(grids, (const real *)job->points + k * step * DIMS, r);
        sample[k] = (nf_class_sample){{NF_CLASS_CELL(grids, finest, 0, r[0], r[1], r[2]),
                                       NF_CLASS_CELL(grids, finest, 1, r[0], r[1], r[2]),
                                       NF_CLASS_CELL(grids, finest, 2, r[0], r[1], r[2])},
                                      job->marks[k * step]};
    }
    const nf_class_plan plan = nf_classes_plan_for(classes, &of, job->marked);
    NF_TRY(host_expand(job, &plan));
    for (int c = 0; c < CLASSES; c++) given.limits[c] = (real)classes->limits[c];
    for (int g = 0; g < NF_CLASS_GRIDS; g++) {
        given.levels[g] = plan.levels[g];
        given.points[g] = (uint)(plan.offsets[g + 1] - plan.offsets[g]);
    }
    nf_classes_plan(grids, &given);
    memcpy(query_grids, grids, NF_CLASS_GRIDS * sizeof *grids);
    query_grids->lattice = first.lattice;
    query_grids->blur = first.blur;
    nf_classes_spread(grids, query_grids);
done:
    return status;
}
#endif

/* Passes on the partners of the query points [first, end), tile by tile. */
static nf_status HOST(walk)(host_job *job, const HOST(cloud) * cloud, uint64_t first, uint64_t end) {
    nf_status status = NF_OK;
    for (; first < end; first += TILE_POINTS) {
        const uint32_t many = end - first < TILE_POINTS ? (uint32_t)(end - first) : TILE_POINTS;
        job->listed = 0;
        for (uint32_t lane = 0; lane < many; lane++) {
            job->starts[lane] = job->listed;
            NF_TRY(HOST(partners)(job, cloud, (uint32_t)first + lane));
        }
        job->starts[many] = job->listed;
        NF_TRY(job->take(job, first, many));
    }
done:
    return status;
}

static nf_status HOST(run)(host_job *job) {
    HOST(cloud) cloud;
    nf_grid grids[HOST_GRIDS], query_grids[HOST_GRIDS];
    nf_status status = NF_OK;
    double start = nf_system_clock();
    cloud.r2 = (real)job->question.rule.r2;
    cloud.scale = (real)job->question.rule.scale;
    job->conditions.least2 =
        nf_rule_square(&job->question.rule, job->conditions.min_distance, REAL64 ? NF_FLOAT64 : NF_FLOAT32);
    NF_TRY(HOST(make_grid)(job, grids));
    NF_TRY(HOST(make_query_grid)(job, grids, query_grids));
#if CLASSES
    NF_TRY(HOST(plan_classes)(job, grids, query_grids));
#endif
    job->times.bounds += host_lap(&start);
    NF_TRY(HOST(order)(job, grids, &cloud));
    start = nf_system_clock();
    uint64_t first = 0;
    for (int c = 0; c < (CLASSES ? CLASSES : 1); c++) {
        const uint64_t count = CLASSES ? job->query_marked[c] : job->query_count;
        cloud.grid = query_grids + c;
        NF_TRY(HOST(walk)(job, &cloud, first, first + count));
        first += count;
    }
    job->times.search += host_lap(&start);
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
#undef nf_lattice_queries
#undef nf_space_queries
#undef nf_space_paid
#undef NF_HAS_RESERVE
#undef nf_widening
#undef nf_images_plan
#undef nf_images_set
#undef nf_classes_given
#undef nf_class_blur
#undef nf_class_rows
#undef nf_class_cells
#undef nf_class_edges
#undef nf_rows_between
#undef nf_class_has
#undef nf_class_low
#undef nf_class_high
#undef nf_class_reaches
#undef nf_class_runs
#undef nf_classes_plan
#undef nf_classes_spread
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
#undef SPACE_GIVEN
#undef SPACE_TAKE
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
#undef NF_RUN_NONE
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
