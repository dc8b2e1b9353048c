/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The grid of a cloud, planned on the device from the bounds of its points. */
#ifndef NF_ORDER_BOUNDS_H
#define NF_ORDER_BOUNDS_H

#include "order/order.h"
#include "primitives/tile.h"

/* Limits of a grid: the most cells, and the most bits of a cell number. */
typedef struct nf_grid_limits {
    uint64_t cells;
    uint32_t bits;
} nf_grid_limits;
extern const nf_grid_limits nf_grid_any;

/* Plans cloud->order.grid for these cells.  With limits the call does not wait, and the device marks the grid as `refused`
   if it exceeds them, has longer edges, or a point is not accepted.  With NULL the call waits for the head of the grid, cuts
   off far outliers, and returns NF_ERROR_POINTS for the first point that is not finite or too far from the box. */
nf_status nf_bounds_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits);

/* Plans queries->grid from `grid`, one of the cloud that must be settled.  Waits.  If that does not pay for the query points, *refused is 1
   and cells->reserve what a grid must have for them.  foreseen: 1 if the cloud has been asked about far query points before, so that no more is
   refused where costs are added up.  refused: NULL where costs are added up and the grid pays for them. */
nf_status nf_bounds_queries(nf_work *work, cl_mem grid, nf_view *queries, nf_cells *cells, int foreseen,
                            int *refused);

/* NF_ERROR_POINTS for point number `bad` of a view; name: "point", or what they are. */
nf_status nf_bounds_refuse_point(nf_work *work, const nf_view *points, const char *name, int bad);

/* The tile of kernels that compute bounds. */
nf_tile nf_bounds_tile(const nf_context *context);

/* Returns NF_ERROR_POINTS with a message about the point that the head of the grid names. */
nf_status nf_bounds_refuse(nf_work *work, const nf_cloud *cloud);

/* sizeof(nf_bounds) and sizeof(nf_grid) in the kernels, and the largest scratch of planning. */
uint64_t nf_bounds_bytes(nf_type type);
uint64_t nf_grid_bytes(nf_type type);

/* The head of a grid of n points for which making their order takes the most: it is sparse, with keys of more than 32 bits, and some points are far
   from the others.  For nf_read_most(), and only where costs are added up. */
nf_grid_head nf_grid_most(nf_context *context, uint64_t n);

#endif
