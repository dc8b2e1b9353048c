/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/bounds.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "order/order.h"
#include "primitives/run.h"
#include "primitives/tile.h"

static const nf_tunable bounds_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
};
const nf_family nf_bounds_family = NF_FAMILY("bounds", bounds_tunables, 8, 8192);

uint64_t nf_bounds_bytes(nf_type type) { return 6 * nf_type_bytes(type) + 8; }

/* In a periodic box and in a batch, where a grid is larger; a multiple of 8, as for any struct with a ulong. */
uint64_t nf_grid_bytes(nf_type type) {
    const uint64_t members =
        sizeof(nf_grid_head) + (6 + (uint64_t)NF_LATTICE) * nf_type_bytes(type) + 8 * sizeof(uint32_t);
    return nf_ceiling(members, 8) * 8 + 8;
}

nf_tile nf_bounds_tile(const nf_context *context) {
    const nf_tile_need need = {.item = nf_bounds_bytes(NF_FLOAT64)};
    return nf_tile_fit(context, &nf_bounds_family, need);
}

nf_grid_head nf_grid_most(nf_context *context, uint64_t n) {
    nf_grid_head head = {.cells = nf_cells_dense(n) + 1, .bits = 64, .bad = -1, .cut = 1};
    uint64_t most = 0;
    const int first = (int)nf_cost_worst(context, 65, 33); /* of the worst; fewer may need more passes */
    for (int bits = first; bits <= 64; bits++) {
        const nf_sort_options by = {.key = NF_UINT64, .value = NF_UINT32, .last_bit = bits};
        uint64_t bytes = 0;
        (void)nf_sort_job_cost(context, &by, n, &bytes); /* too much where it is not known */
        if (bytes >= most) head.bits = (uint32_t)bits;
        most = nf_max(most, bytes);
    }
    return head;
}

static nf_status read_head(nf_work *work, nf_cloud *cloud) {
    const nf_grid_head most = nf_grid_most(work->context, cloud->n);
    return nf_read_most(work, cloud->order.grid.buffer, 0, &cloud->order.head, sizeof cloud->order.head,
                        &most);
}

/* The state of planning: the bounds of the work-groups, and those of a core. */
typedef struct bounds_plan {
    nf_program *program;
    nf_tile tile;
    nf_shape shape; /* of the pass over the points, whose groups have bounds in `partial` */
    cl_mem partial, core;
    nf_space_args space;
} bounds_plan;

/* Computes lo and hi of the cloud's core, in the format of the kernel. */
static nf_status write_core(nf_work *work, const nf_cloud *cloud, const bounds_plan *plan, double cutoff) {
    const size_t element = nf_type_bytes(cloud->type), point = element * (size_t)cloud->dims;
    const size_t count = nf_sample_count(cloud->n);
    void *points = NULL;
    cl_mem sample = NULL;
    double core[6];
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(&work->context->allocator, count, point, "a sample of the points", &points,
                       &work->context->error));
    NF_TRY(nf_scratch(work, count * point, &sample));
    NF_TRY(nf_launch_with(work, plan->program, "sample", nf_tile_shape(plan->tile, count), &plan->space,
                          nf_in(cloud->points), nf_u64(cloud->offset), nf_u64(nf_sample_step(cloud->n)),
                          nf_u32((uint32_t)count), nf_out(sample)));
    NF_TRY(nf_read(work, sample, 0, points, count * point));
    nf_cells_core_as(points, count, cloud->dims, cloud->type, cutoff, core);
    NF_TRY(nf_write(work, plan->core, 0, core, 6 * element));
done:
    nf_release(&work->context->allocator, points);
    return status;
}

static nf_status run_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const bounds_plan *plan,
                          uint32_t given, const nf_grid_limits *limits) {
    const nf_shape one = {1, plan->tile.group, 0};
    return nf_launch_with(work, plan->program, "plan", one, &plan->space, nf_in(plan->partial),
                          nf_u32((uint32_t)plan->shape.groups), nf_real(cloud->type, cells->inv_x),
                          nf_real(cloud->type, cells->inv_yz), nf_u32(given), nf_in(plan->core),
                          nf_u64(limits->cells), nf_u32(limits->bits), nf_u32(nf_order_table_bits(cloud->n)),
                          nf_out(cloud->order.grid.buffer));
}

/* Reads the grid; if the cloud has far outliers, plans it again for the core. */
static nf_status look(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const bounds_plan *plan) {
    const nf_grid_head *head = &cloud->order.head;
    nf_status status = NF_OK;
    NF_TRY(run_plan(work, cloud, cells, plan, 0, &nf_grid_any));
    NF_TRY(read_head(work, cloud));
    if (head->cut && head->bad < 0) {
        NF_TRY(write_core(work, cloud, plan, cells->cutoff));
        NF_TRY(run_plan(work, cloud, cells, plan, 1, &nf_grid_any));
        NF_TRY(read_head(work, cloud));
    }
    if (head->bad >= 0) status = nf_bounds_refuse(work, cloud);
done:
    return status;
}

const nf_grid_limits nf_grid_any = {UINT64_MAX, 64};

nf_status nf_bounds_refuse_point(nf_work *work, const nf_view *points, const char *name, int bad) {
    const size_t element = nf_type_bytes(points->type), bytes = element * (size_t)points->dims;
    const uint64_t at = nf_view_begin(points) + (uint64_t)bad * (uint64_t)points->dims;
    double point[3];
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, points->points, at * element, point, bytes));
    status = nf_space_refuse(points->space, name, bad, point, &work->context->error);
done:
    return status;
}

nf_status nf_bounds_refuse(nf_work *work, const nf_cloud *cloud) {
    const nf_view points = nf_view_of_cloud(cloud);
    return nf_bounds_refuse_point(work, &points, "point", cloud->order.head.bad);
}

/* Gets the program, its arguments and the scratch of a pass over points. */
static nf_status begin_plan(nf_work *work, const nf_view *points, const nf_cells *cells, bounds_plan *plan) {
    nf_spec spec = nf_spec_of(work->context, "order/bounds.cl");
    nf_status status = NF_OK;
    plan->tile = nf_bounds_tile(work->context);
    plan->shape = nf_tile_shape(plan->tile, points->n);
    work->stage = "bounds";
    nf_space_args_for(&plan->space, points, cells);
    nf_order_define(&spec, points, NULL, 0);
    nf_order_define_lanes(&spec, work->context, plan->tile.group);
    nf_tile_define(&spec, plan->tile);
    NF_TRY(nf_program_get(work->context, &spec, &plan->program));
    NF_TRY(nf_scratch(work, plan->shape.groups * nf_bounds_bytes(points->type), &plan->partial));
done:
    return status;
}

static nf_status find_bounds(nf_work *work, const nf_view *points, const bounds_plan *plan) {
    return nf_launch_with(work, plan->program, "bounds", plan->shape, &plan->space, nf_in(points->points),
                          nf_u64(nf_view_begin(points)), nf_u32((uint32_t)points->n), nf_out(plan->partial));
}

nf_status nf_bounds_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells,
                         const nf_grid_limits *limits) {
    nf_context *context = work->context;
    nf_order *order = &cloud->order;
    const nf_view points = nf_view_of_cloud(cloud);
    bounds_plan plan;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(begin_plan(work, &points, cells, &plan));
    NF_TRY(nf_keep(context, &order->grid, nf_grid_bytes(cloud->type), "the grid"));
    NF_TRY(nf_scratch(work, 6 * nf_type_bytes(cloud->type), &plan.core));
    NF_TRY(find_bounds(work, &points, &plan));
    if (limits) NF_TRY(run_plan(work, cloud, cells, &plan, 0, limits));
    else NF_TRY(look(work, cloud, cells, &plan));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_bounds_queries(nf_work *work, cl_mem grid, nf_view *queries, nf_cells *cells, int foreseen,
                            int *refused) {
    const size_t element = nf_type_bytes(queries->type);
    bounds_plan plan;
    nf_grid_head head;
    double paid[3];
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, nf_grid_bytes(queries->type), &queries->grid));
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(begin_plan(work, queries, cells, &plan));
    NF_TRY(find_bounds(work, queries, &plan));
    NF_TRY(nf_launch(work, plan.program, "plan_queries", ((nf_shape){1, plan.tile.group, 0}),
                     nf_in(plan.partial), nf_u32((uint32_t)plan.shape.groups), nf_in(grid),
                     nf_out(queries->grid)));
    const nf_grid_head most = {.bad = -1, .refused = refused && !foreseen};
    NF_TRY(nf_read_most(work, queries->grid, 0, &head, sizeof head, &most));
    nf_scratch_back(work, mark);
    if (refused) *refused = 0;
    if (head.bad >= 0) return nf_bounds_refuse_point(work, queries, "query point", head.bad);
    if (!refused || !head.refused) return NF_OK;
    NF_TRY(nf_read(work, queries->grid, sizeof head + (6 + NF_LATTICE_PAID) * element, paid, 3 * element));
    for (int k = 0; k < 3; k++)
        cells->reserve[k] = queries->type == NF_FLOAT32 ? (double)((const float *)paid)[k] : paid[k];
    *refused = 1;
done:
    return status;
}
