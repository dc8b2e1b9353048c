/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "knn/entries.h"

#include "primitives/tile.h"
#include "tree/folds.h"
#include "tree/loops.h"

static nf_status program_of(nf_context *context, const nf_knn_query *query, const nf_knn_entries *entries,
                            nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(context, "knn/entries.cl");
    nf_tile_define(&spec, tile);
    nf_define(&spec, "REAL64", query->cloud->type == NF_FLOAT64);
    nf_define(&spec, "ROOT64", context->device.fp64 != 0);
    nf_define(&spec, "DIMS", query->cloud->dims);
    nf_define(&spec, "BOX", query->cloud->space.kind == NF_SPACE_BOX);
    nf_define(&spec, "VECTORS", entries->vectors.buffer != NULL);
    nf_define(&spec, "IMAGES", entries->shifts.buffer != NULL);
    nf_define(&spec, "Z_ORDER", query->z_order != 0);
    nf_loops_define(&spec, &context->device);
    nf_part(&spec, nf_space_part(&query->cloud->space));
    return nf_program_get(context, &spec, out);
}

/* Of a cloud without points there is no tree, and no neighbour. */
static nf_status fill(nf_work *work, const nf_knn_query *query, uint64_t rows,
                      const nf_knn_entries *entries) {
    const uint64_t zero = 0, count = rows * (uint64_t)query->k, shift = 3 * sizeof(int32_t),
                   vector = (uint64_t)query->cloud->dims * nf_type_bytes(query->cloud->type);
    nf_status status = NF_OK;
    if (entries->vectors.buffer)
        NF_TRY(nf_fill(work, entries->vectors.buffer, &zero, 4, entries->vectors.offset * vector,
                       count * vector));
    if (entries->shifts.buffer)
        NF_TRY(
            nf_fill(work, entries->shifts.buffer, &zero, 4, entries->shifts.offset * shift, count * shift));
done:
    return status;
}

nf_status nf_knn_entries_measure(nf_work *work, const nf_knn_query *query, uint64_t first, uint64_t rows,
                                 const nf_knn_entries *entries) {
    const nf_cloud *cloud = query->cloud;
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    const nf_view points = nf_view_of_cloud(cloud);
    cl_mem any = entries->indices.buffer;
    nf_folds folds;
    nf_loops loops;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (rows == 0 || (!entries->vectors.buffer && !entries->shifts.buffer)) return NF_OK;
    if (cloud->n == 0) return fill(work, query, rows, entries);
    const nf_scaling *scaling = &query->tree->scaling;
    NF_TRY(program_of(work->context, query, entries, tile, &program));
    NF_TRY(nf_loops_take(work, &loops));
    struct {
        nf_arg args[2];
        size_t count;
    } more = {.count = 0};
    if (cloud->space.kind == NF_SPACE_BOX) {
        folds = nf_folds_of(&cloud->space, scaling);
        more.args[more.count++] = nf_folds_arg(&cloud->space, &folds);
    }
    if (loops.count) more.args[more.count++] = loops.args[0];
    work->stage = "measure";
    NF_TRY(nf_launch_with(
        work, program, "measure", nf_tile_shape(tile, rows * (uint64_t)query->k), &more,
        nf_in(query->queries.points), nf_u64(nf_view_begin(&query->queries)), nf_in(points.points),
        nf_u64(nf_view_begin(&points)), nf_u32((uint32_t)cloud->n),
        nf_in(query->z_order ? entries->order.buffer : any), nf_u64(entries->order.offset),
        nf_u32((uint32_t)first), nf_u64(rows), nf_u32((uint32_t)query->k), nf_in(entries->indices.buffer),
        nf_u64(entries->indices.offset), nf_in(entries->distances.buffer), nf_u64(entries->distances.offset),
        nf_real(cloud->type, scaling->scale), nf_real(cloud->type, scaling->unscale),
        nf_u32(!query->include_self), nf_out(entries->vectors.buffer ? entries->vectors.buffer : any),
        nf_u64(entries->vectors.offset), nf_out(entries->shifts.buffer ? entries->shifts.buffer : any),
        nf_u64(entries->shifts.offset)));
    NF_TRY(nf_loops_check(work, &loops));
done:
    return status;
}
