/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/cloud/view.h"

#include "core/check.h"
#include "opencl/memory/cost.h"
#include "order/bounds.h"
#include "order/order.h"
#include "order/pack.h"
#include "order/sorted.h"
#include "order/batch.h"
#include "space/points.h"

nf_view nf_view_of_cloud(const nf_cloud *cloud) {
    const nf_order *order = &cloud->order;
    return (nf_view){.n = cloud->n,
                     .dims = cloud->dims,
                     .type = cloud->type,
                     .space = &cloud->space,
                     .systems = cloud->batch.count,
                     .points = cloud->points,
                     .base = cloud->offset,
                     .types = cloud->types,
                     .offsets = cloud->batch.offsets,
                     .layout = order->layout,
                     .grid = order->grid.buffer,
                     .index = order->index.buffer,
                     .axes = order->axes.buffer,
                     .stride = order->stride,
                     .places = order->places.buffer,
                     .cells = order->cells,
                     .sparse = order->sparse};
}

nf_view nf_view_part(const nf_view *view, uint64_t first, uint64_t n) {
    return (nf_view){.n = n,
                     .dims = view->dims,
                     .type = view->type,
                     .space = view->space,
                     .systems = view->systems,
                     .points = view->points,
                     .base = view->base,
                     .first = view->first + first,
                     .types = view->types,
                     .offsets = view->offsets};
}

uint64_t nf_view_begin(const nf_view *view) { return view->base + view->first * (uint64_t)view->dims; }

nf_named_array nf_view_named(const nf_view *view, const char *name) {
    const size_t element = nf_type_bytes(view->type);
    return (nf_named_array){name, nf_slice_of(nf_elements_at(view->points, nf_view_begin(view)), element),
                            view->n * (uint64_t)view->dims, element};
}

nf_named_array nf_view_types_named(const nf_view *view, const char *name) {
    return (nf_named_array){name, nf_slice_of(view->types, sizeof(int32_t)), view->n, sizeof(int32_t)};
}

nf_status nf_view_take(nf_work *work, const nf_cloud *cloud, const nf_points *points, nf_view *queries) {
    nf_elements rows;
    nf_status status = NF_OK;
    *queries = (nf_view){.n = points->n,
                         .dims = cloud->dims,
                         .type = cloud->type,
                         .space = &cloud->space,
                         .systems = cloud->batch.count,
                         .offsets = points->batch ? points->batch->offsets : NULL};
    NF_TRY(nf_pack_rows(work, cloud->context, points, "query points", &rows));
    queries->points = rows.buffer;
    queries->base = rows.offset;
    if (nf_points_have_types(points) && work && nf_cost_worst(work->context, 0, 1))
        NF_TRY(nf_scratch(work, points->n * sizeof(int32_t), &queries->types.buffer));
    else if (nf_points_have_types(points))
        NF_TRY(nf_take_slice(work, cloud->context, "the types of the query points", points->types, points->n,
                             sizeof(int32_t), &queries->types));
done:
    return status;
}

/* ---- far query points ----------------------------------------------------------------------------------- */

/* Keeps the grid on the device, which is that for these cells. */
static nf_status keep_unreserved(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_unreserved *kept = &cloud->order.unreserved;
    const uint64_t bytes = nf_grid_bytes(cloud->type);
    nf_status status = NF_OK;
    kept->moves = 0;
    NF_TRY(nf_keep(work->context, &kept->grid, bytes, "the grid without a reserve"));
    NF_TRY(nf_copy(work, cloud->order.grid.buffer, 0, kept->grid.buffer, 0, bytes));
    kept->cells = *cells;
    kept->moves = cloud->moves;
    kept->lost = nf_work_lost(work->context);
done:
    return status;
}

static int has_unreserved(const nf_cloud *cloud, const nf_cells *cells) {
    const nf_unreserved *kept = &cloud->order.unreserved;
    return kept->moves == cloud->moves && kept->lost == nf_work_lost(cloud->context) &&
           nf_cells_equal(&kept->cells, cells);
}

/* If the last query points were far, sets the reserve in `cells` that these need before the cloud is ordered.  It is computed from the grid
   without a reserve: the order must not depend on what was asked before. */
static nf_status foresee_reserve(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries) {
    int refused = 0;
    nf_order *order = &cloud->order;
    const size_t mark = nf_scratch_mark(work);
    nf_status status = NF_OK;
    if (!order->unreserved.wanted || cloud->batch.count) return NF_OK;
    if (nf_order_stands(cloud, cells)) return NF_OK;
    if (!has_unreserved(cloud, cells)) {
        order->state = NF_ORDER_NONE;
        order->planned = 0;
        NF_TRY(nf_bounds_plan(work, cloud, cells, NULL));
        NF_TRY(keep_unreserved(work, cloud, cells));
    }
    NF_TRY(nf_bounds_queries(work, order->unreserved.grid.buffer, queries, cells, 1, &refused));
    order->unreserved.wanted = refused;
done:
    nf_scratch_back(work, mark);
    return status;
}

/* Plans the grid of the query points from that of the cloud, which is ordered for these cells. */
static nf_status plan_queries(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries,
                              int *refused) {
    const nf_cells ordered = *cells;
    nf_status status = NF_OK;
    if (cloud->batch.count) return nf_batch_queries(work, cloud, queries, cells, refused);
    NF_TRY(nf_bounds_queries(work, cloud->order.grid.buffer, queries, cells, cloud->order.unreserved.wanted,
                             refused));
    if (!refused || !*refused) return NF_OK;
    NF_TRY(keep_unreserved(work, cloud, &ordered));
    cloud->order.unreserved.wanted = 1;
done:
    return status;
}

nf_status nf_view_order(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries) {
    int refused = 0;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(foresee_reserve(work, cloud, cells, queries));
    for (int tries = 0;; tries++) {
        nf_scratch_back(work, mark);
        NF_TRY(nf_order_build_now(work, cloud, cells));
        NF_TRY(plan_queries(work, cloud, cells, queries, &refused));
        if (!refused) break;
        if (tries) /* the reserve is computed from these points, so this is a fault of the device */
            return nf_fail(&work->context->error, NF_ERROR_DEVICE, "the device refused query points twice");
    }
    NF_TRY(nf_sorted_queries(work, cloud, queries));
done:
    return status;
}

nf_status nf_view_order_queries(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries) {
    nf_status status = NF_OK;
    NF_TRY(plan_queries(work, cloud, cells, queries, NULL));
    NF_TRY(nf_sorted_queries(work, cloud, queries));
done:
    return status;
}
