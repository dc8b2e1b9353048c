/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/tree.h"
#include "core/check.h"
#include "core/sized.h"
#include "core/slice.h"
#include "opencl/host_device.h"
#include "opencl/memory/cost.h"
#include "order/pack.h"
#include "order/batch.h"
#include "space/points.h"

/* Retains the caller's buffer, or makes a packed copy. */
static nf_status take_points(nf_work *work, nf_cloud *cloud, const nf_points *points) {
    nf_context *context = cloud->context;
    const uint64_t elements = points->n * (uint64_t)points->dims;
    const size_t element = nf_type_bytes(points->type);
    nf_elements rows = {NULL, 0};
    nf_status status = NF_OK;
    if (points->n == 0) return NF_OK;
    if (nf_points_in_place(points)) {
        NF_TRY(nf_check_slice(context, "points", points->rows, elements, element, NF_READ, &rows));
        NF_TRY(nf_caller_buffer_retain(context, rows.buffer));
        cloud->points = rows.buffer;
        cloud->offset = rows.offset;
        nf_work_follows(work);
    } else {
        NF_TRY(nf_keep(context, &cloud->own, elements * element, "the points"));
        NF_TRY(nf_pack(work, points, "points", cloud->own.buffer));
        cloud->points = cloud->own.buffer;
        cloud->offset = 0;
    }
    cloud->n = points->n;
done:
    return status;
}

/* Likewise for types; a cost assumes a copy. */
static nf_status take_types(nf_work *work, nf_cloud *cloud, const nf_points *points) {
    nf_context *context = cloud->context;
    const nf_slice types = points->types;
    nf_elements taken = {NULL, 0};
    nf_status status = NF_OK;
    cloud->has_types = nf_points_have_types(points);
    if (points->n == 0 || !cloud->has_types) return NF_OK;
    NF_TRY(nf_check_types(points, "point", &cloud->type_range, &context->error));
    if (types.buffer && !nf_cost_worst(context, 0, 1)) {
        NF_TRY(nf_check_slice(context, "types", types, points->n, sizeof(int32_t), NF_READ, &taken));
        NF_TRY(nf_caller_buffer_retain(context, taken.buffer));
        nf_work_follows(work);
    } else {
        NF_TRY(nf_keep(context, &cloud->own_types, points->n * sizeof(int32_t), "the types"));
        NF_TRY(
            nf_write(work, cloud->own_types.buffer, 0, nf_slice_memory(types), points->n * sizeof(int32_t)));
        taken = nf_elements_at(cloud->own_types.buffer, 0);
    }
    cloud->types = taken;
done:
    return status;
}

static void forget_points(nf_cloud *cloud) {
    if (cloud->points && cloud->points != cloud->own.buffer)
        nf_caller_buffer_release(cloud->context, cloud->points);
    if (cloud->types.buffer && cloud->types.buffer != cloud->own_types.buffer)
        nf_caller_buffer_release(cloud->context, cloud->types.buffer);
    cloud->points = NULL;
    cloud->types = (nf_elements){NULL, 0};
    cloud->type_range = (nf_type_range){0};
    cloud->has_types = 0;
    cloud->n = 0;
    cloud->is_shape = 0;
    cloud->moves++;
    nf_order_drop(cloud, 0);
}

/* Copies the struct of the points, and checks them.  Points of more than 3 dims are for nf_knn() alone. */
static nf_status check_points(const nf_points **points, nf_sized_copies *copies, const nf_box *box,
                              nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_sized_follow(&nf_sized_points, "points", points, copies, error));
    NF_TRY(nf_check_points_of(*points, "points", NF_KNN_DIMS_MOST, error));
    NF_TRY(nf_check_knn_box(box, (*points)->dims, error));
    if ((*points)->dims > 3 && (*points)->batch)
        status = nf_fail(error, NF_ERROR_ARGUMENT,
                         "points of %d dims have systems, which have at most 3 dims", (*points)->dims);
done:
    return status;
}

nf_status nf_cloud_check_dims(const nf_cloud *cloud, const char *question) {
    if (cloud->dims <= 3) return NF_OK;
    return nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT,
                   "the points of the cloud have %d dims: %s takes at most 3", cloud->dims, question);
}

/* A call whose chunk the caller has goes on with what the cloud keeps. */
static nf_status refuse_in_chunks(const nf_cloud *cloud, const char *call) {
    if (!cloud->in_chunks) return NF_OK;
    return nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT,
                   "%s: the cloud is in a call that gives chunks: use another cloud in chunks->take, or wait "
                   "for the end of that call",
                   call);
}

nf_status nf_cloud_move(nf_cloud *cloud, const nf_points *points, const nf_box *box, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_sized_copies copies;
    nf_work work;
    nf_space space;
    nf_status status = refuse_in_chunks(cloud, "nf_cloud_move");
    copies.count = 0;
    if (status != NF_OK) return status;
    status = nf_work_begin(&work, context, sync);
    forget_points(cloud); /* after a failure the cloud is empty */
    if (status == NF_OK) status = check_points(&points, &copies, box, &context->error);
    if (status == NF_OK && points->type == NF_FLOAT64 && !context->device.fp64)
        status = nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                         "%s has no double precision: give float32 points", context->device.name);
    if (status == NF_OK)
        status = nf_cloud_batch_take(context, &cloud->batch, points, points->dims > 3 ? NULL : box, &space);
    if (status == NF_OK) {
        if (points->dims != cloud->dims || points->type != cloud->type || space.kind != cloud->space.kind)
            nf_order_drop(cloud, 1);
        cloud->dims = points->dims;
        cloud->type = points->type;
        cloud->space = space;
        status = take_points(&work, cloud, points);
        if (status == NF_OK) status = take_types(&work, cloud, points);
    }
    status = nf_work_end(&work, status);
    if (status != NF_OK) {
        forget_points(cloud); /* those that were taken before the end of the work failed */
        nf_cloud_batch_free(context, &cloud->batch);
    }
    return status;
}

/* A cloud without points. */
static nf_status create(nf_context *context, nf_cloud **out) {
    if (out) *out = NULL;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!out) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "out is NULL: give the address of a cloud");
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof **out, "a cloud", (void **)out, &context->error));
    (*out)->context = context;
    nf_context_hold(context);
done:
    return status;
}

static nf_status created(nf_status status, nf_cloud **out) {
    if (status == NF_OK) return status;
    nf_cloud_free(*out);
    *out = NULL;
    return status;
}

nf_status nf_cloud_create(nf_context *context, const nf_points *points, const nf_box *box,
                          const nf_sync *sync, nf_cloud **out) {
    nf_sync_clear(sync);
    nf_status status = create(context, out);
    if (status != NF_OK) return status;
    return created(nf_cloud_move(*out, points, box, sync), out);
}

nf_status nf_cloud_create_shape(nf_context *context, const nf_points *shape, nf_cloud **out) {
    nf_sized_copies copies;
    nf_status status = create(context, out);
    if (status != NF_OK) return status;
    copies.count = 0;
    context->error.text[0] = 0;
    NF_TRY(nf_sized_follow(&nf_sized_points, "points", &shape, &copies, &context->error));
    NF_TRY(nf_check_shape_of(shape, "points", NF_KNN_DIMS_MOST, &context->error));
    (*out)->is_shape = 1;
    (*out)->n = shape->n;
    (*out)->dims = shape->dims;
    (*out)->type = shape->type;
    (*out)->batch.count = shape->batch ? shape->batch->count : 0;
    (*out)->has_types = nf_points_have_types(shape);
done:
    return created(status, out);
}

nf_status nf_cloud_check_ready(const nf_cloud *cloud, const char *call) {
    if (!cloud->is_shape) return refuse_in_chunks(cloud, call);
    return nf_fail(
        &cloud->context->error, NF_ERROR_ARGUMENT,
        "%s: the cloud has a shape and no points: it serves options.cost alone until nf_cloud_move() gives "
        "it points",
        call);
}

nf_status nf_cloud_prepare(nf_cloud *cloud, double cutoff, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(nf_cloud_check_ready(cloud, "nf_cloud_prepare"));
    NF_TRY(nf_cloud_check_dims(cloud, "a search with a cutoff"));
    NF_TRY(nf_cloud_batch_check_cutoff(cloud, &cutoff));
    NF_TRY(nf_check_cutoff(cutoff, cloud->n ? cloud->type : NF_FLOAT64, &context->error));
    if (cloud->n == 0 || context->plain) goto done; /* plain C keeps no order */
    if (!cloud->batch.count) NF_TRY(nf_space_check(&cloud->space, cloud->n, cutoff, &context->error));
    const nf_cells cells = nf_cells_for(cutoff, cloud->type);
    work.makes = 1;
    status = nf_order_build_now(&work, cloud, &cells);
done:
    return nf_work_end(&work, status);
}

uint64_t nf_cloud_size(const nf_cloud *cloud) { return cloud ? cloud->n : 0; }

void nf_cloud_free(nf_cloud *cloud) {
    if (!cloud) return;
    nf_context *context = cloud->context;
    forget_points(cloud);
    nf_order_free(cloud);
    nf_cloud_batch_free(context, &cloud->batch);
    nf_keepsakes_free(context, &cloud->keepsakes);
    nf_kept_free(context, &cloud->own);
    nf_kept_free(context, &cloud->own_types);
    nf_release(&context->allocator, cloud);
    nf_context_free(context);
}
