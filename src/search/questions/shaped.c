/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/shaped.h"

#include "core/check.h"
#include "core/sized.h"

double nf_shaped_length(double length, nf_type type) {
    return length > 0 && length <= (type == NF_FLOAT64 ? 0x1p999 : 0x1p119) ? NF_SHAPED_CUTOFF / 2 : length;
}

static const nf_points *take_radii(const nf_points *radii, nf_points *shaped) {
    if (!radii) return NULL;
    *shaped = nf_shaped_points(radii);
    return shaped;
}

nf_status nf_shaped_take(const nf_cloud *cloud, const nf_points *queries, const nf_filters *filters,
                         nf_shaped_query *shaped) {
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    *shaped = (nf_shaped_query){.cutoff = cloud->batch.cutoffs ? 0 : NF_SHAPED_CUTOFF};
    NF_TRY(NF_SIZED_CHECK(filters, "filters", error));
    if (queries) NF_TRY(nf_check_shape(queries, "query points", error));
    if (filters && filters->radii) NF_TRY(nf_check_shape(filters->radii, "radii", error));
    if (filters && filters->query_radii) NF_TRY(nf_check_shape(filters->query_radii, "query_radii", error));
    if (queries) {
        shaped->query_points = nf_shaped_points(queries);
        shaped->queries = &shaped->query_points;
    }
    if (queries && queries->batch) {
        NF_TRY(nf_shaped_offsets(cloud->context, queries->batch->count, queries->n, &shaped->offsets));
        shaped->systems = (nf_batch){.count = queries->batch->count, .offsets = shaped->offsets};
        shaped->query_points.batch = &shaped->systems;
    }
    if (filters) {
        shaped->own = *filters;
        shaped->own.size = 0; /* of a longer struct the rest is not here */
        shaped->own.min_distance = nf_shaped_length(filters->min_distance, cloud->type);
        shaped->own.radii = take_radii(filters->radii, &shaped->radii);
        shaped->own.query_radii = take_radii(filters->query_radii, &shaped->query_radii);
        shaped->filters = &shaped->own;
        if ((filters->radii || filters->query_radii) && !cloud->batch.count) shaped->cutoff = 0;
    }
done:
    return status;
}

void nf_shaped_free(const nf_cloud *cloud, nf_shaped_query *shaped) {
    nf_release(&cloud->context->allocator, shaped->offsets);
}
