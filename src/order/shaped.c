/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/shaped.h"

#include "core/whole.h"
#include "space/points.h"

nf_points nf_shaped_points(const nf_points *shape) {
    static uint64_t nowhere;
    return (nf_points){.n = shape->n,
                       .dims = shape->dims,
                       .type = shape->type,
                       .buffer = shape->n ? (cl_mem)(void *)&nowhere : NULL,
                       .stride = (uint64_t)shape->dims + 1}; /* rows that are not packed */
}

const nf_points *nf_shaped_unless_used(const nf_points *given, nf_points *shaped) {
    if (!given || (given->buffer && nf_points_are_packed(given))) return given;
    *shaped = nf_shaped_points(given);
    return shaped;
}

/* ---- systems ---------------------------------------------------------------------------------------------- */

/* Systems that take the most for their number: all but the last have one point, so that there are as many tiles as there can be, and each has a cutoff of
   its own. */
typedef struct shaped_systems {
    nf_systems systems;
    uint64_t *offsets;
    double *cutoffs;
} shaped_systems;

static nf_status take_offsets(nf_context *context, uint64_t count, uint64_t n, uint64_t **offsets) {
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count + 1, sizeof **offsets, "the offsets of systems",
                           (void **)offsets, &context->error));
    for (uint64_t s = 0; s <= count; s++) (*offsets)[s] = s == count ? n : nf_least(s, n);
done:
    return status;
}

static nf_status take_systems(nf_context *context, uint64_t count, uint64_t n, shaped_systems *to) {
    nf_status status = NF_OK;
    NF_TRY(take_offsets(context, count, n, &to->offsets));
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count, sizeof *to->cutoffs, "the cutoffs of systems",
                           (void **)&to->cutoffs, &context->error));
    for (uint64_t s = 0; s < count; s++) to->cutoffs[s] = NF_SHAPED_CUTOFF;
    to->systems = (nf_systems){.count = count, .offsets = to->offsets, .cutoffs = to->cutoffs};
done:
    return status;
}

/* ---- costs ------------------------------------------------------------------------------------------------ */

/* What a call takes, and about which clouds. */
typedef struct shaped_call {
    const nf_points *shape;
    uint64_t systems; /* of a batch, or 0 */
    nf_status (*ask)(nf_cloud *cloud, const void *asked);
    const void *asked;
} shaped_call;

static nf_status cost_in(nf_context *context, const shaped_call *call, const nf_box *box, nf_costing costing,
                         uint64_t *bytes) {
    nf_points points = nf_shaped_points(call->shape);
    shaped_systems systems = {.offsets = NULL};
    nf_cloud *cloud = NULL;
    nf_cost cost;
    nf_status status = NF_OK;
    nf_cost_begin(&cost, context, costing);
    if (call->systems) {
        NF_TRY(take_systems(context, call->systems, points.n, &systems));
        points.systems = &systems.systems;
    }
    NF_TRY(nf_cloud_create(context, &points, box, NULL, &cloud));
    NF_TRY(call->ask(cloud, call->asked));
done:
    nf_cloud_free(cloud);
    nf_release(&context->allocator, systems.offsets);
    nf_release(&context->allocator, systems.cutoffs);
    *bytes = nf_most(*bytes, nf_cost_end(&cost));
    return status;
}

static nf_status cost_of(nf_context *context, const shaped_call *call, nf_costing costing, uint64_t *bytes) {
    static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    nf_status status = NF_OK;
    *bytes = 0;
    NF_TRY(cost_in(context, call, NULL, costing, bytes));
    if (costing == NF_COST_MOST && call->shape->dims <= 3)
        NF_TRY(cost_in(context, call, &cube, costing, bytes));
done:
    if (status != NF_OK) *bytes = 0;
    return status;
}

nf_status nf_shaped_cost(nf_context *context, const nf_points *shape, nf_costing costing,
                         nf_status (*ask)(nf_cloud *cloud, const void *asked), const void *asked,
                         uint64_t *bytes) {
    const shaped_call call = {.shape = shape, .ask = ask, .asked = asked};
    return cost_of(context, &call, costing, bytes);
}

static nf_status ask_order(nf_cloud *cloud, const void *asked) {
    const nf_points *shape = asked;
    nf_cells cells = nf_cells_for(NF_SHAPED_CUTOFF, cloud->type, 0);
    nf_points points = shape ? nf_shaped_points(shape) : (nf_points){.n = 0};
    const nf_systems systems = {.count = cloud->batch.count};
    uint64_t *offsets = NULL;
    nf_queries queries;
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, cloud->context, NULL));
    if (systems.count) points.systems = &systems;
    if (shape) NF_TRY(nf_queries_take(&work, cloud, &points, &queries));
    if (!cloud->n) goto done;
    if (!points.n) {
        NF_TRY(nf_order_build_now(&work, cloud, &cells));
        goto done;
    }
    if (systems.count) NF_TRY(take_offsets(cloud->context, systems.count, points.n, &offsets));
    queries.offsets = offsets;
    NF_TRY(nf_queries_order(&work, cloud, &cells, &queries));
done:
    nf_release(&cloud->context->allocator, offsets);
    return nf_work_end(&work, status);
}

nf_status nf_shaped_order_cost(nf_context *context, const nf_points *points, const nf_points *queries,
                               uint64_t *bytes) {
    const shaped_call call = {.shape = points,
                              .systems = points->systems ? points->systems->count : 0,
                              .ask = ask_order,
                              .asked = queries};
    return cost_of(context, &call, NF_COST_MOST, bytes);
}

nf_status nf_shaped_queries_cost(const nf_cloud *cloud, const nf_cells *cells, uint64_t n, uint64_t *bytes) {
    nf_context *context = cloud->context;
    nf_cloud like = *cloud;
    nf_cells own = *cells;
    nf_queries queries = nf_queries_slice(cloud->points, cloud->offset, cloud->dims, 0, n);
    uint64_t *offsets = NULL;
    nf_cost cost;
    nf_work work;
    nf_status status = NF_OK;
    /* The order has what far points need, and is not made again. */
    like.order.unreserved.wanted = 1;
    like.order.state = NF_ORDER_SETTLED;
    like.order.cells = *cells;
    like.order.lost = nf_work_lost(context);
    *bytes = 0;
    if (!cloud->n || !n) return NF_OK;
    nf_cost_begin(&cost, context, NF_COST_MOST);
    NF_TRY(nf_work_begin(&work, context, NULL));
    if (cloud->batch.count) NF_TRY(take_offsets(context, cloud->batch.count, n, &offsets));
    queries.offsets = offsets;
    NF_TRY(nf_queries_order(&work, &like, &own, &queries));
done:
    status = nf_work_end(&work, status);
    nf_release(&context->allocator, offsets);
    *bytes = nf_cost_end(&cost);
    return status;
}
