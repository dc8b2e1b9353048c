/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The table of images for one space, precision and number of dims: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME      of its row              BOX       1: the space of periodic boxes; 0: open space
 *   DIMS      1, 2 or 3               REAL64    1: double; 0: float
 */
#include "host/walk/rule_variant.h"
#include "host/table/table.h"
#include "space/margin_direct.cl"

#define X(r) ((r)[0])
#define Y(r) (DIMS > 1 ? (r)[DIMS > 1] : 0)
#define Z(r) (DIMS > 2 ? (r)[DIMS - 1] : 0)

static inline const real *row_of(const void *rows, uint32_t p) {
    return (const real *)rows + (size_t)p * DIMS;
}

#include "host/table/images_variant.h"
#include "host/table/partners_variant.h"
#include "host/table/results_variant.h"

/* ---- the search ----------------------------------------------------------------------------------------------- */

/* Sets the test in float; returns 0 if it cannot serve. */
static int plan_test(const host_job *job, const nf_grid *grid, host_table *t) {
    double middle[3], blur = 0;
    t->inverse = job->params.rule.inverse;
#if SHIFTS
    /* Twice that of folded points pays for the roundings of the middle and of images in double. */
    blur = 2 * (double)grid->lattice.smear + (double)grid->crossed;
#else
    (void)grid;
#endif
    t->blur = (float)blur + 0x1p-20f; /* of the rule in float */
    take_middle(&t->cell_list, t->n, middle);
    const int is_near = scale(&t->cell_list, t->n, middle, t->inverse);
    return (!t->apart || scale(&t->query_cell_list, t->targets, middle, t->inverse)) && is_near &&
           t->blur < 0.125f;
}

/* Makes the table of a job whose points are taken, and finds the partners of all query points. */
static nf_status find(host_job *job, int counts_only, host_table **out, int *served) {
    host_table_sizes sizes = {.n = job->n, .targets = job->query_count};
    const host_table_sizes most = nf_host_table_most(job->n, job->query_count);
    host_table plan = {.walk = &NAME,
                       .apart = job->queries != NULL,
                       .half = job->params.half,
                       .full = job->full || job->queries,
                       .counts_only = counts_only,
                       .n = (uint32_t)job->n,
                       .targets = (uint32_t)job->query_count,
                       .first = (uint32_t)job->system.first,
                       .query_first = (uint32_t)job->query_first,
                       .points = job->points,
                       .query_points = job->query_points};
    int wraps = 0;
    nf_grid own_grid, grid;
    nf_status status = NF_OK;
    double start = nf_system_clock();
    *served = 0;
    NF_TRY(make_grid(job, &own_grid));
    NF_TRY(make_query_grid(job, &own_grid, &grid));
    sizes.grid_cells = grid.cells;
    sizes.cells = plan_table(job, &grid, &plan);
    job->times.bounds += nf_host_lap(&start);
    if (sizes.cells > most.cells) return NF_OK;
#if SHIFTS
    wraps = grid.lattice.wrapped > 0;
    memcpy(&plan.lattice, &grid.lattice, sizeof grid.lattice);
#endif
    NF_TRY(nf_host_table_take(job->cloud, &sizes, wraps, &plan, out));
    host_table *t = *out;
    take_cells(&grid, t->points, t->n, &t->cell_list);
    if (t->apart) take_cells(&grid, t->query_points, t->targets, &t->query_cell_list);
    job->times.keys += nf_host_lap(&start);
    sort_cells(&grid, t->n, &t->cell_list);
    if (t->apart) sort_cells(&grid, t->targets, &t->query_cell_list);
    job->times.sort += nf_host_lap(&start);
    sizes.images = count_images(&grid, t);
    sizes.boxes = box_count(&grid);
    if (sizes.images > most.images || sizes.boxes > most.boxes || !plan_test(job, &grid, t)) return NF_OK;
    NF_TRY(nf_host_table_take_images(job->cloud, &sizes, t));
    fill(&grid, t);
    job->times.order += nf_host_lap(&start);
    sizes.candidates = count_candidates(t);
    if (sizes.candidates > most.candidates) return NF_OK;
    NF_TRY(nf_host_table_take_list(job->cloud, &sizes, t));
    NF_TRY(find_partners(job, t));
    *served = 1;
done:
    return status;
}

const host_table_walk NAME = {find, write};
