/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of a cloud, read back from the device, for the tests of this folder. */
#ifndef TESTS_READ_ORDER_H
#define TESTS_READ_ORDER_H

#include "order/order.h"
#include "support/answers/pairs.h"

/* nf_grid of cl/space/cells.cl, in double, which represents every float. */
typedef struct read_grid {
    nf_grid_head head;
    double lo[3], inv[3];
    nf_type type;
} read_grid;

/* So many cells per cutoff in every direction; 0: those of a search. */
static inline nf_cells cells_of(double cutoff, nf_type type, int per) {
    return per ? nf_cells_with(cutoff, type, per, per) : nf_cells_for(cutoff, type);
}

/* Builds the order for a search with this cutoff. */
static inline void build_order(nf_cloud *cloud, double cutoff, int cells_per_cutoff) {
    nf_work work;
    const nf_cells cells = cells_of(cutoff, cloud->type, cells_per_cutoff);
    support_ok(cloud->context, nf_work_begin(&work, cloud->context, NULL));
    const nf_status status = nf_order_build_now(&work, cloud, &cells);
    support_ok(cloud->context, nf_work_end(&work, status));
}

/* Reads `bytes` of a device buffer; allocated by malloc. */
static inline void *read_buffer(nf_context *context, cl_mem buffer, uint64_t bytes) {
    void *data = support_allocate(bytes);
    ck_assert_int_eq(clEnqueueReadBuffer(nf_context_queue(context), buffer, CL_TRUE, 0, (size_t)bytes, data,
                                         0, NULL, NULL),
                     0);
    return data;
}

static inline read_grid read_grid_of(const nf_cloud *cloud) {
    read_grid grid = {.type = cloud->type};
    const int wide = cloud->type == NF_FLOAT64;
    char *data = read_buffer(cloud->context, cloud->order.grid.buffer, sizeof grid.head + (wide ? 48 : 24));
    memcpy(&grid.head, data, sizeof grid.head);
    ck_assert_mem_eq(&grid.head, &cloud->order.head, sizeof grid.head);
    for (size_t a = 0; a < 3; a++) {
        const char *at = data + sizeof grid.head;
        float narrow[2];
        if (wide) {
            memcpy(&grid.lo[a], at + 8 * a, 8);
            memcpy(&grid.inv[a], at + 24 + 8 * a, 8);
        } else {
            memcpy(&narrow[0], at + 4 * a, 4);
            memcpy(&narrow[1], at + 12 + 4 * a, 4);
            grid.lo[a] = (double)narrow[0];
            grid.inv[a] = (double)narrow[1];
        }
    }
    free(data);
    return grid;
}

static inline double coordinate_of(const nf_points *points, uint64_t p, int axis) {
    if (axis >= points->dims) return 0;
    const uint64_t at = p * (uint64_t)points->dims + (uint64_t)axis;
    return points->type == NF_FLOAT32 ? (double)((const float *)points->rows.host)[at]
                                      : ((const double *)points->rows.host)[at];
}

/* The cell of a coordinate as defined in cells.cl: (coordinate - lo) * inv, limited to 0 .. n - 1. */
static inline uint64_t cell_along(const read_grid *grid, int axis, double x) {
    double u;
    if (grid->type == NF_FLOAT32) {
        const float offset = (float)x - (float)grid->lo[axis], scaled = offset * (float)grid->inv[axis];
        u = (double)scaled;
    } else {
        const double offset = x - grid->lo[axis];
        u = offset * grid->inv[axis];
    }
    if (!(u > 0)) return 0;
    return u >= (double)(grid->head.n[axis] - 1) ? grid->head.n[axis] - 1 : (uint64_t)u;
}

#endif
