/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/sorted.h"

#include "core/whole.h"
#include "order/order.h"
#include "primitives/run.h"

static uint32_t bits_of(uint64_t cells) { return (uint32_t)nf_bits(cells - 1); }

nf_order_plan nf_plan_dense(uint64_t n, uint64_t cells) {
    return (nf_order_plan){.bits = bits_of(nf_cells_dense(n)), .cells = cells};
}
/* A device that does not run its kernels leaves any number here; the passes of the sort must end even then. */
nf_order_plan nf_plan_sparse(uint32_t bits) {
    return (nf_order_plan){.bits = bits < 64 ? bits : 64, .sparse = 1};
}

static nf_status program_for(const nf_cloud *cloud, const nf_order_plan *plan, const nf_sort_job *job,
                             nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(cloud->context, "order/sorted.cl");
    nf_order_define(&spec, cloud, NULL, plan->sparse);
    nf_order_add_keys(&spec);
    nf_define(&spec, "KEY64", job->options.key == NF_UINT64);
    nf_tile_define(&spec, tile);
    nf_sort_define(cloud->context, job, &spec);
    return nf_program_get(cloud->context, &spec, out);
}

static nf_sort_options sort_options(const nf_order_plan *plan) {
    const nf_type key = plan->bits > 32 ? NF_UINT64 : NF_UINT32;
    return (nf_sort_options){key, NF_UINT32, 0, plan->bits ? (int)plan->bits : 1};
}

/* Points to be sorted by the cells of a grid. */
typedef struct order_set {
    uint64_t n;
    cl_mem points;
    uint64_t offset;
    cl_mem grid, index;
    const nf_layout *layout;
    nf_program *program; /* set by sort_by_cell */
    nf_tile tile;
} order_set;

/* Computes the cells of the points, and set->index by them.  job->keys has the sorted keys; they are scratch. */
static nf_status sort_by_cell(nf_work *work, const nf_cloud *cloud, const nf_order_plan *plan, order_set *set,
                              nf_sort_job *job) {
    nf_context *context = work->context;
    const nf_layout_args systems = nf_layout_args_of(set->layout);
    nf_status status = NF_OK;
    *job = (nf_sort_job){.options = sort_options(plan), .n = set->n};
    set->tile = nf_order_tile(context);
    NF_TRY(nf_scratch(work, set->n * nf_type_bytes(job->options.key), &job->keys.buffer));
    job->values = nf_elements_at(set->index, 0);
    NF_TRY(nf_sort_begin(work, job));
    NF_TRY(program_for(cloud, plan, job, set->tile, &set->program));
    work->stage = "keys";
    NF_TRY(nf_launch_with(work, set->program, "keys", nf_order_keys_shape(context, set->tile, set->n),
                          &systems, nf_in(set->points), nf_u64(set->offset), nf_u32((uint32_t)set->n),
                          nf_in(set->grid), nf_out(job->made.buffer), nf_u64(job->made.offset),
                          nf_out(job->values.buffer), nf_u64(job->values.offset), nf_inout(job->counts),
                          nf_out(job->words), nf_u64(job->word_count)));
    work->stage = "sort";
    NF_TRY(nf_sort_finish(work, job));
    work->stage = "order";
done:
    return status;
}

nf_status nf_sorted_run(nf_work *work, nf_cloud *cloud, const nf_order_plan *plan) {
    nf_order *order = &cloud->order;
    nf_sort_job job;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    order_set set = {.n = cloud->n,
                     .points = cloud->points,
                     .offset = cloud->offset,
                     .grid = order->grid.buffer,
                     .index = order->index.buffer,
                     .layout = &cloud->order.layout};
    const nf_layout_args systems = nf_layout_args_of(set.layout);
    NF_TRY(sort_by_cell(work, cloud, plan, &set, &job));
    NF_TRY(nf_launch_with(work, set.program, "arrange", nf_tile_shape(set.tile, set.n), &systems,
                          nf_in(set.points), nf_u64(set.offset), nf_u32((uint32_t)set.n), nf_in(set.index),
                          nf_in(job.keys.buffer), nf_in(set.grid), nf_out(order->axes.buffer),
                          nf_u64(order->stride), nf_out(order->places.buffer)));
done:
    nf_scratch_back(work, mark);
    return status;
}

/* The plan that the order of a cloud was built by. */
static nf_order_plan plan_of(const nf_cloud *cloud) {
    return cloud->order.sparse ? nf_plan_sparse(cloud->order.head.bits) : nf_plan_dense(cloud->n, 0);
}

nf_status nf_sorted_queries(nf_work *work, const nf_cloud *cloud, nf_view *queries) {
    const nf_order_plan plan = plan_of(cloud);
    order_set set = {.n = queries->n,
                     .points = queries->points,
                     .offset = nf_view_begin(queries, cloud->dims),
                     .grid = queries->grid,
                     .layout = &queries->layout};
    const nf_layout_args systems = nf_layout_args_of(set.layout);
    nf_sort_job job;
    nf_status status = NF_OK;
    queries->stride = nf_order_stride(queries->n);
    NF_TRY(nf_scratch(work, queries->n * 4, &queries->index));
    NF_TRY(nf_scratch(work, queries->stride * (uint64_t)cloud->dims * nf_type_bytes(cloud->type),
                      &queries->axes));
    set.index = queries->index;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(sort_by_cell(work, cloud, &plan, &set, &job));
    NF_TRY(nf_launch_with(work, set.program, "arrange_queries", nf_tile_shape(set.tile, set.n), &systems,
                          nf_in(set.points), nf_u64(set.offset), nf_u32((uint32_t)set.n),
                          nf_u32((uint32_t)queries->first), nf_inout(set.index), nf_in(set.grid),
                          nf_out(queries->axes), nf_u64(queries->stride)));
    nf_scratch_back(work, mark);
done:
    return status;
}
