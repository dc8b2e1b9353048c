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

static nf_status program_for(nf_context *context, const nf_view *points, const nf_order_plan *plan,
                             const nf_sort_job *job, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(context, "order/sorted.cl");
    nf_order_define(&spec, points, NULL, plan->sparse);
    nf_order_add_keys(&spec);
    nf_define(&spec, "KEY64", job->options.key == NF_UINT64);
    nf_tile_define(&spec, tile);
    nf_sort_define(context, job, &spec);
    return nf_program_get(context, &spec, out);
}

static nf_sort_options sort_options(const nf_order_plan *plan) {
    const nf_type key = plan->bits > 32 ? NF_UINT64 : NF_UINT32;
    return (nf_sort_options){.key = key, .value = NF_UINT32, .last_bit = plan->bits ? (int)plan->bits : 1};
}

/* The sort of some points by the cells of their grid. */
typedef struct cell_sort {
    nf_sort_job job; /* job.keys: the sorted keys, in scratch */
    nf_program *program;
    nf_tile tile;
} cell_sort;

/* Computes the cells of the points, and points->index by them, which is in a buffer. */
static nf_status sort_by_cell(nf_work *work, const nf_view *points, const nf_order_plan *plan,
                              cell_sort *by) {
    nf_context *context = work->context;
    const nf_layout_args systems = nf_layout_args_of(&points->layout);
    const uint64_t n = points->n;
    nf_sort_job *job = &by->job;
    nf_status status = NF_OK;
    *job = (nf_sort_job){.options = sort_options(plan), .n = n};
    by->tile = nf_order_tile(context);
    NF_TRY(nf_scratch(work, n * nf_type_bytes(job->options.key), &job->keys.buffer));
    job->values = nf_elements_at(points->index, 0);
    NF_TRY(nf_sort_begin(work, job));
    NF_TRY(program_for(context, points, plan, job, by->tile, &by->program));
    work->stage = "keys";
    NF_TRY(nf_launch_with(work, by->program, "keys", nf_order_keys_shape(context, by->tile, n), &systems,
                          nf_in(points->points), nf_u64(nf_view_begin(points)), nf_u32((uint32_t)n),
                          nf_in(points->grid), nf_out(job->made.buffer), nf_u64(job->made.offset),
                          nf_out(job->values.buffer), nf_u64(job->values.offset), nf_inout(job->counts),
                          nf_out(job->words), nf_u64(job->word_count)));
    work->stage = "sort";
    NF_TRY(nf_sort_finish(work, job));
    work->stage = "order";
done:
    return status;
}

nf_status nf_sorted_run(nf_work *work, nf_cloud *cloud, const nf_order_plan *plan) {
    const nf_view to = nf_view_of_cloud(cloud);
    const nf_layout_args systems = nf_layout_args_of(&to.layout);
    cell_sort by;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(sort_by_cell(work, &to, plan, &by));
    NF_TRY(nf_launch_with(work, by.program, "arrange", nf_tile_shape(by.tile, to.n), &systems,
                          nf_in(to.points), nf_u64(nf_view_begin(&to)), nf_u32((uint32_t)to.n),
                          nf_in(to.index), nf_in(by.job.keys.buffer), nf_in(to.grid), nf_out(to.axes),
                          nf_u64(to.stride), nf_out(to.places)));
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
    const nf_layout_args systems = nf_layout_args_of(&queries->layout);
    cell_sort by;
    nf_status status = NF_OK;
    queries->stride = nf_order_stride(queries->n);
    NF_TRY(nf_scratch(work, queries->n * 4, &queries->index));
    NF_TRY(nf_scratch(work, queries->stride * (uint64_t)queries->dims * nf_type_bytes(queries->type),
                      &queries->axes));
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(sort_by_cell(work, queries, &plan, &by));
    NF_TRY(nf_launch_with(work, by.program, "arrange_queries", nf_tile_shape(by.tile, queries->n), &systems,
                          nf_in(queries->points), nf_u64(nf_view_begin(queries)),
                          nf_u32((uint32_t)queries->n), nf_u32((uint32_t)queries->first),
                          nf_inout(queries->index), nf_in(queries->grid), nf_out(queries->axes),
                          nf_u64(queries->stride)));
    nf_scratch_back(work, mark);
done:
    return status;
}
