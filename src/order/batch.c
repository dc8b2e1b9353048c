/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/batch.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "opencl/quirks.h"
#include "order/bounds.h"
#include "order/cores.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "space/batch.h"

#include <string.h>

#define CELLS_MOST (UINT64_C(1) << 62)

/* nf_batch_sum in cl/order/batch.cl. */
typedef struct systems_sum {
    int32_t bad;
    uint32_t told, large, unused;
} systems_sum;
static const systems_sum sum_none = {INT32_MAX, 0, 0, 0}, sum_told = {INT32_MAX, 1, 0, 0};

static nf_status begin(nf_work *work, const nf_view *points, nf_batch_work *w) {
    nf_context *context = work->context;
    nf_spec spec = nf_spec_of(context, "order/batch.cl");
    nf_status status = NF_OK;
    *w = (nf_batch_work){.tile = nf_bounds_tile(context)};
    w->each = (nf_shape){points->systems, w->tile.group, 0};
    work->stage = "bounds";
    nf_order_define(&spec, points, NULL, 0);
    nf_order_define_lanes(&spec, context, w->tile.group);
    nf_tile_define(&spec, w->tile);
    NF_TRY(nf_program_get(context, &spec, &w->program));
    NF_TRY(nf_scratch(work, sizeof(systems_sum), &w->sum));
    NF_TRY(nf_write(work, w->sum, 0, &sum_none, sizeof sum_none));
done:
    return status;
}

/* Writes what the kernels need to know about each system, or once if it is the same for all. */
static nf_status write_cells(nf_work *work, const nf_cloud *cloud, const nf_cells *cells, nf_batch_work *w) {
    const nf_cloud_batch *batch = &cloud->batch;
    const int is_box = cloud->space.kind != NF_SPACE_OPEN, one = batch->one_space && !batch->cutoffs;
    const uint64_t count = one && !(cells->reserve[0] > 0) ? 1 : batch->count;
    const size_t element = nf_type_bytes(cloud->type), lattice = is_box ? NF_LATTICE * element : 0,
                 size = 2 * element + lattice;
    char *rows = NULL;
    nf_status status = NF_OK;
    w->cells_count = (uint32_t)count;
    NF_TRY(nf_scratch(work, count * size, &w->cells));
    NF_TRY(nf_allocate_raw(&work->context->allocator, (size_t)count, size, "the grids of systems",
                           (void **)&rows, &work->context->error));
    for (uint64_t s = 0; s < count; s++) {
        const nf_cells own = nf_batch_cells(cloud, cells, s);
        const nf_lattice_numbers numbers = nf_lattice_of(nf_cloud_batch_space(batch, s), &own);
        const nf_arg edges[] = {nf_real(cloud->type, own.inv_x), nf_real(cloud->type, own.inv_yz)};
        for (size_t k = 0; k < 2; k++) memcpy(rows + s * size + k * element, &edges[k].value, element);
        memcpy(rows + s * size + 2 * element, &numbers, lattice);
    }
    NF_TRY(nf_write(work, w->cells, 0, rows, count * size));
done:
    nf_release(&work->context->allocator, rows);
    return status;
}

/* The buffers of a plan. */
typedef struct plan {
    cl_mem cored, cores, cells;
    uint64_t share; /* of a system, of the cells that can be numbered */
} plan;

static nf_status run_plan(nf_work *work, const nf_cloud *cloud, const nf_batch_work *w, const plan *p) {
    nf_status status = NF_OK;
    NF_TRY(nf_write(work, w->sum, 0, &sum_none, sizeof sum_none));
    NF_TRY(nf_launch(work, w->program, "plan_systems", w->each, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_in(cloud->order.layout.offsets), nf_in(w->cells), nf_u32(w->cells_count),
                     nf_inout(p->cored), nf_in(p->cores), nf_u64(p->share), nf_out(cloud->order.grid.buffer),
                     nf_out(p->cells), nf_inout(w->sum)));
done:
    return status;
}

static nf_status refuse(nf_work *work, const nf_view *points, const char *name, int bad) {
    const nf_status status = nf_bounds_refuse_point(work, points, name, bad);
    if (status == NF_ERROR_POINTS)
        nf_batch_blame(nf_batch_find(points->offsets, points->systems, (uint64_t)bad), &work->context->error);
    return status;
}

/* Drivers that end loops would end those over the points of one system. */
static nf_status check_loops(nf_context *context, const nf_view *points, nf_tile tile) {
    const uint64_t *offsets = points->offsets;
    const uint64_t most = nf_cost_worst(context, 65000, UINT64_MAX); /* a shape does not say how many */
    if (!nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    for (uint64_t s = 0; s < points->systems; s++)
        if ((offsets[s + 1] - offsets[s]) / tile.group > most)
            return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                           "system %llu has too many points for a batch on %s: search it by itself",
                           (unsigned long long)s, context->device.name);
    return NF_OK;
}

/* The cells of all systems, numbered, of which number `large` has more than its share. */
static nf_status check_cells(nf_work *work, const nf_cloud *cloud, const plan *p, uint32_t large) {
    const uint64_t count = cloud->batch.count;
    nf_context *context = work->context;
    uint64_t *cells = NULL, all = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count + 1, sizeof *cells, "the cells of systems",
                           (void **)&cells, &context->error));
    NF_TRY(nf_read(work, p->cells, 0, cells, (count + 1) * sizeof *cells));
    for (uint64_t s = 0; s < count && all <= CELLS_MOST; s++) /* sums may wrap, differences do not */
        all += nf_min(cells[s + 1] - cells[s], CELLS_MOST);
    if (all > CELLS_MOST)
        NF_TRY(nf_fail(
            &context->error, NF_ERROR_UNSUPPORTED,
            "the systems have more than 2^62 cells in all, which cannot be numbered: search system %lu, "
            "which has many of them, by itself",
            (unsigned long)large));
done:
    nf_release(&context->allocator, cells);
    return status;
}

static nf_status number_cells(nf_work *work, nf_cloud *cloud, const nf_batch_work *w, const plan *p) {
    const uint64_t count = cloud->batch.count;
    nf_status status = NF_OK;
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(p->cells, 0),
                       nf_elements_at(p->cells, 0), count + 1));
    NF_TRY(nf_launch(work, w->program, "number_cells", nf_tile_shape(w->tile, count), nf_in(p->cells),
                     nf_u32((uint32_t)count), nf_u32(nf_order_table_bits(cloud->n)), nf_in(w->sum),
                     nf_out(cloud->order.grid.buffer)));
    const nf_grid_head most = nf_grid_most(work->context, cloud->n);
    NF_TRY(
        nf_read_most(work, cloud->order.grid.buffer, 0, &cloud->order.head, sizeof cloud->order.head, &most));
done:
    return status;
}

nf_status nf_batch_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_context *context = work->context;
    const uint64_t count = cloud->batch.count, element = nf_type_bytes(cloud->type);
    const nf_view points = nf_view_of_cloud(cloud);
    const uint32_t zero = 0;
    plan p = {.share = CELLS_MOST / count};
    nf_batch_work w;
    systems_sum sum;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(begin(work, &points, &w));
    NF_TRY(check_loops(context, &points, w.tile));
    NF_TRY(nf_keep(context, &cloud->order.grid, nf_multiply(count, nf_grid_bytes(cloud->type)), "the grids"));
    NF_TRY(write_cells(work, cloud, cells, &w));
    NF_TRY(nf_layout_cloud(work, cloud));
    NF_TRY(nf_scratch(work, (count + 1) * 8, &p.cells));
    NF_TRY(nf_scratch(work, count * 4, &p.cored));
    NF_TRY(nf_scratch(work, nf_multiply(count, 6 * element), &p.cores));
    NF_TRY(nf_fill(work, p.cored, &zero, sizeof zero, 0, count * 4));
    NF_TRY(run_plan(work, cloud, &w, &p));
    NF_TRY(number_cells(work, cloud, &w, &p));
    if (cloud->order.head.bad < 0 && !cloud->order.head.cut) goto done; /* as a rule */
    NF_TRY(nf_read_most(work, w.sum, 0, &sum, sizeof sum, &sum_told));
    if (sum.bad == INT32_MAX && sum.told) {
        NF_TRY(nf_cores_write(work, cloud, cells, &w, p.cored, p.cores));
        NF_TRY(run_plan(work, cloud, &w, &p));
        NF_TRY(number_cells(work, cloud, &w, &p));
        NF_TRY(nf_read_most(work, w.sum, 0, &sum, sizeof sum, &sum_told));
    }
    if (sum.bad != INT32_MAX) NF_TRY(refuse(work, &points, "point", sum.bad));
    if (sum.large) NF_TRY(check_cells(work, cloud, &p, sum.large - 1));
done:
    nf_scratch_back(work, mark);
    return status;
}

/* ---- query points ----------------------------------------------------------------------------------------- */

/* Keeps what the grids that were told must pay for. */
static nf_status reserve(nf_work *work, nf_cloud *cloud, cl_mem told, cl_mem paid, nf_cells *cells) {
    const nf_allocator *allocator = &work->context->allocator;
    nf_sentence *error = &work->context->error;
    nf_cloud_batch *batch = &cloud->batch;
    const size_t count = (size_t)batch->count, element = nf_type_bytes(cloud->type);
    uint32_t *marks = NULL;
    void *paids = NULL;
    nf_status status = NF_OK;
    if (!batch->reserves)
        NF_TRY(nf_allocate(allocator, 3 * count, sizeof *batch->reserves, "the reserves of systems",
                           (void **)&batch->reserves, error));
    if (!(cells->reserve[0] > 0)) memset(batch->reserves, 0, 3 * count * sizeof *batch->reserves);
    NF_TRY(nf_allocate_raw(allocator, count, sizeof *marks, "marks of systems", (void **)&marks, error));
    NF_TRY(nf_allocate_raw(allocator, 3 * count, element, "the reserves of systems", &paids, error));
    NF_TRY(nf_read(work, told, 0, marks, count * sizeof *marks));
    NF_TRY(nf_read(work, paid, 0, paids, 3 * count * element));
    for (size_t k = 0; k < 3 * count; k++)
        if (marks[k / 3])
            batch->reserves[k] =
                cloud->type == NF_FLOAT32 ? (double)((const float *)paids)[k] : ((const double *)paids)[k];
    cells->reserve[0] = (double)++batch->reserved; /* other cells than those of before */
done:
    nf_release(allocator, marks);
    nf_release(allocator, paids);
    return status;
}

nf_status nf_batch_queries(nf_work *work, nf_cloud *cloud, nf_view *queries, nf_cells *cells, int *refused) {
    const uint64_t count = queries->systems, element = nf_type_bytes(queries->type);
    cl_mem told = NULL, paid = NULL;
    nf_batch_work w;
    systems_sum sum;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, nf_multiply(count, nf_grid_bytes(queries->type)), &queries->grid));
    NF_TRY(begin(work, queries, &w));
    NF_TRY(check_loops(work->context, queries, w.tile));
    NF_TRY(nf_layout_queries(work, queries));
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(nf_scratch(work, count * 4, &told));
    NF_TRY(nf_scratch(work, 3 * count * element, &paid));
    NF_TRY(nf_launch(work, w.program, "plan_query_systems", w.each, nf_in(queries->points),
                     nf_u64(nf_view_begin(queries)), nf_in(queries->layout.offsets),
                     nf_in(cloud->order.layout.offsets), nf_in(cloud->order.grid.buffer),
                     nf_out(queries->grid), nf_out(told), nf_out(paid), nf_inout(w.sum)));
    const int reserved = !refused || cells->reserve[0] > 0 || cloud->order.unreserved.wanted;
    const systems_sum *most = reserved ? &sum_none : &sum_told;
    NF_TRY(nf_read_most(work, w.sum, 0, &sum, sizeof sum, most));
    if (refused) *refused = 0;
    if (sum.bad != INT32_MAX) NF_TRY(refuse(work, queries, "query point", sum.bad));
    if (refused && sum.told) {
        NF_TRY(reserve(work, cloud, told, paid, cells));
        *refused = 1;
    }
    nf_scratch_back(work, mark);
done:
    return status;
}
