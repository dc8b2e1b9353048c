/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_zsort(). */
#include "core/check.h"
#include "core/whole.h"
#include "order/pack.h"
#include "question/shaped.h"
#include "space/points.h"
#include "tree/zsort.h"

#include <nearfield/tree.h>

static uint64_t row_bytes(nf_type type, int dims) { return nf_type_bytes(type) * (uint64_t)dims; }

/* The points are where the permutation is not. */
static nf_status check_apart(nf_context *context, const nf_points *points, nf_slice permutation) {
    const size_t element = nf_type_bytes(points->type);
    const int columns = points->buffer ? points->dims : 1, places = points->buffer ? 1 : points->dims;
    const uint64_t reach = (points->n - 1) * nf_points_stride(points) + (uint64_t)columns;
    nf_status status = NF_OK;
    for (int a = 0; a < places; a++) {
        const nf_slice from = points->buffer ? nf_at(points->buffer, points->offset) : points->axes[a];
        if (!from.buffer) break; /* on the host */
        NF_TRY(nf_check_slice(context, "points", from, reach, element));
        NF_TRY(nf_check_apart(context, "points", from, "permutation", permutation, reach * element, element,
                              points->n * 4, 4));
    }
done:
    return status;
}

static nf_status check_zsort(nf_context *context, const nf_points *points, nf_slice permutation) {
    nf_status status = NF_OK;
    NF_TRY(nf_check_zsort(points, 1, &context->error));
    if (points->type == NF_FLOAT64 && !context->device.fp64 && !context->costing)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "%s has no double precision: give float32 points", context->device.name);
    NF_TRY(nf_check_slice(context, "permutation", permutation, points->n, 4));
    if (points->n) NF_TRY(check_apart(context, points, permutation));
done:
    return status;
}

/* The caller's buffer, or a packed copy. */
static nf_status take_points(nf_work *work, nf_zpoints *z, const nf_points *points) {
    nf_status status = NF_OK;
    if (points->buffer && nf_points_are_packed(points)) {
        z->points = points->buffer;
        z->offset = points->offset;
        return NF_OK;
    }
    NF_TRY(nf_scratch(work, z->n * row_bytes(z->type, z->dims), &z->points));
    NF_TRY(nf_pack(work, points, "points", z->points));
done:
    return status;
}

nf_status nf_zsort(nf_context *context, const nf_points *points, nf_slice permutation, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    nf_zpoints z = {.type = NF_TYPE_NONE};
    NF_TRY(check_zsort(context, points, permutation));
    z.type = points->type;
    z.dims = points->dims;
    z.n = points->n;
    if (z.n) NF_TRY(take_points(&work, &z, points));
    NF_TRY(nf_zsort_run(&work, &z, permutation, NULL));
done:
    return nf_work_end(&work, status);
}

nf_status nf_zsort_memory(nf_context *context, const nf_points *points, uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape_of(points, "points", NF_ZSORT_DIMS_MOST, &context->error));
    const nf_points shaped = nf_shaped_points(points);
    nf_cost cost;
    nf_cost_begin(&cost, context, NF_COST_MOST);
    status = nf_zsort(context, &shaped, nf_at(shaped.buffer, 0), NULL);
    *bytes = nf_cost_end(&cost);
done:
    return status;
}
