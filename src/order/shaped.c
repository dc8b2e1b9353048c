/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/shaped.h"

#include "core/whole.h"
#include "order/order.h"

nf_points nf_shaped_points(const nf_points *shape) {
    static uint64_t nowhere;
    nf_points points = *shape;
    points.host = NULL;
    points.buffer = points.n ? (cl_mem)(void *)&nowhere : NULL;
    points.offset = 0;
    points.stride = (uint64_t)points.dims + 1; /* rows that are not packed */
    for (int a = 0; a < 3; a++) {
        points.host_axes[a] = NULL;
        points.axes[a] = nf_at(NULL, 0);
    }
    return points;
}

nf_status nf_shaped_cost(nf_context *context, const nf_points *shape, nf_costing costing,
                         nf_status (*ask)(nf_cloud *cloud, const void *asked), const void *asked,
                         uint64_t *bytes) {
    static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const nf_points points = nf_shaped_points(shape);
    nf_status status = NF_OK;
    *bytes = 0;
    const int boxes = costing == NF_COST_MOST && shape->dims <= 3;
    for (int boxed = 0; status == NF_OK && boxed <= boxes; boxed++) {
        nf_cost cost;
        nf_cloud *cloud = NULL;
        nf_cost_begin(&cost, context, costing);
        status = nf_cloud_create(context, &points, boxed ? &cube : NULL, NULL, &cloud);
        if (status == NF_OK) status = ask(cloud, asked);
        nf_cloud_free(cloud);
        *bytes = nf_most(*bytes, nf_cost_end(&cost));
    }
    if (status != NF_OK) *bytes = 0;
    return status;
}
