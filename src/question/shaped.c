/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/shaped.h"

#include "core/check.h"
#include "core/whole.h"
#include "space/points.h"

nf_points nf_shaped_points(const nf_points *shape) {
    static uint64_t nowhere;
    return (nf_points){.size = sizeof(nf_points),
                       .n = shape->n,
                       .dims = shape->dims,
                       .type = shape->type,
                       .rows.buffer = shape->n ? (cl_mem)(void *)&nowhere : NULL,
                       .stride = (uint64_t)shape->dims + 1, /* rows that are not packed */
                       .types.buffer = nf_points_have_types(shape) ? (cl_mem)(void *)&nowhere : NULL};
}

const nf_points *nf_shaped_unless_used(const nf_points *points, nf_points *shaped) {
    if (!points || nf_points_in_place(points)) return points;
    *shaped = nf_shaped_points(points);
    return shaped;
}

/* ---- systems ---------------------------------------------------------------------------------------------- */

typedef struct shaped_systems {
    nf_batch systems;
    uint64_t *offsets;
    double *cutoffs;
} shaped_systems;

nf_status nf_shaped_offsets(nf_context *context, uint64_t count, uint64_t n, uint64_t **offsets) {
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count + 1, sizeof **offsets, "the offsets of systems",
                           (void **)offsets, &context->error));
    for (uint64_t s = 0; s <= count; s++) (*offsets)[s] = s == count ? n : nf_min(s, n);
done:
    return status;
}

static nf_status take_systems(nf_context *context, const nf_shaped_call *call, shaped_systems *to) {
    const uint64_t count = call->shape->batch->count;
    nf_status status = NF_OK;
    NF_TRY(nf_shaped_offsets(context, count, call->shape->n, &to->offsets));
    if (!call->one_cutoff)
        NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count, sizeof *to->cutoffs,
                               "the cutoffs of systems", (void **)&to->cutoffs, &context->error));
    for (uint64_t s = 0; s < count && to->cutoffs; s++) to->cutoffs[s] = NF_SHAPED_CUTOFF;
    to->systems = (nf_batch){
        .size = sizeof to->systems, .count = count, .offsets = to->offsets, .cutoffs = to->cutoffs};
done:
    return status;
}

/* ---- query points and filters ---------------------------------------------------------------------------- */

double nf_shaped_length(double length, nf_type type) {
    return length > 0 && length <= (type == NF_FLOAT64 ? 0x1p999 : 0x1p119) ? NF_SHAPED_CUTOFF / 2 : length;
}

static const nf_points *take_radii(const nf_points *radii, nf_points *shaped) {
    if (!radii) return NULL;
    *shaped = nf_shaped_points(radii);
    return shaped;
}

nf_status nf_shaped_take(nf_shaped_query *shaped, const nf_cloud *cloud, double *cutoff,
                         const nf_points **queries, const nf_filters **filters) {
    const nf_points *q = *queries;
    const nf_filters *f = *filters;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    *cutoff = cloud->batch.cutoffs ? 0 : NF_SHAPED_CUTOFF;
    if (q) NF_TRY(nf_check_shape(q, "query points", error));
    if (f && f->radii) NF_TRY(nf_check_shape(f->radii, "radii", error));
    if (f && f->query_radii) NF_TRY(nf_check_shape(f->query_radii, "query_radii", error));
    if (q) {
        shaped->queries = nf_shaped_points(q);
        *queries = &shaped->queries;
    }
    if (q && q->batch) {
        NF_TRY(nf_shaped_offsets(cloud->context, q->batch->count, q->n, &shaped->offsets));
        shaped->systems = (nf_batch){.count = q->batch->count, .offsets = shaped->offsets};
        shaped->queries.batch = &shaped->systems;
    }
    if (f) {
        shaped->filters = *f;
        shaped->filters.min_distance = nf_shaped_length(f->min_distance, cloud->type);
        shaped->filters.radii = take_radii(f->radii, &shaped->radii);
        shaped->filters.query_radii = take_radii(f->query_radii, &shaped->query_radii);
        *filters = &shaped->filters;
        if ((f->radii || f->query_radii) && !cloud->batch.count) *cutoff = 0;
    }
done:
    return status;
}

/* ---- costs ------------------------------------------------------------------------------------------------ */

static nf_status cost_in(nf_context *context, const nf_shaped_call *call, const nf_box *box,
                         nf_costing costing, uint64_t *bytes) {
    nf_points points = nf_shaped_points(call->shape);
    shaped_systems systems = {.offsets = NULL};
    nf_cloud *cloud = NULL;
    nf_cost_run cost;
    nf_status status = NF_OK;
    nf_cost_begin(&cost, context, costing);
    if (call->shape->batch) {
        NF_TRY(take_systems(context, call, &systems));
        points.batch = &systems.systems;
    }
    NF_TRY(nf_cloud_create(context, &points, box, NULL, &cloud));
    NF_TRY(call->ask(cloud, call->query));
done:
    nf_cloud_free(cloud);
    nf_release(&context->allocator, systems.offsets);
    nf_release(&context->allocator, systems.cutoffs);
    const uint64_t left_over = nf_cost_left_over(context);
    *bytes = nf_max(*bytes, nf_cost_end(&cost) + left_over);
    return status;
}

nf_status nf_shaped_cost(nf_context *context, const nf_shaped_call *call, nf_costing costing,
                         uint64_t *bytes) {
    static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    *bytes = 0;
    nf_status status = cost_in(context, call, NULL, costing, bytes);
    if (costing == NF_COST_MOST && call->shape->dims <= 3 &&
        (status == NF_OK || status == NF_ERROR_UNSUPPORTED)) {
        const nf_status open = status;
        status = cost_in(context, call, &cube, costing, bytes);
        if (status == NF_ERROR_UNSUPPORTED) status = open;
    }
    if (status == NF_OK) context->error.text[0] = 0;
    else *bytes = 0;
    return status;
}
