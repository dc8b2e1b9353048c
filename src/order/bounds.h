/* The grid of a cloud, planned on the device from the bounds of its points. */
#ifndef NF_ORDER_BOUNDS_H
#define NF_ORDER_BOUNDS_H

#include "order/order.h"

/* The most cells, and bits of a cell's number, that a grid is accepted with. */
typedef struct nf_grid_limits {
    uint64_t cells;
    uint32_t bits;
} nf_grid_limits;
extern const nf_grid_limits nf_grid_any;

/* Plans cloud->order.grid for these cells.  With limits nothing waits, and a grid beyond them, of points that are not
   finite, or with longer edges is `refused`; with NULL the head of the grid is read, far outliers are cut off, and
   NF_ERROR_POINTS names the first point that is not finite. */
nf_status nf_bounds_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits);

/* NF_ERROR_POINTS with its sentence. */
nf_status nf_bounds_refuse(nf_context *context, const nf_grid_head *head);

/* sizeof(nf_bounds) and sizeof(nf_grid) in the kernels, and the most scratch that planning takes. */
uint64_t nf_bounds_bytes(nf_type type);
uint64_t nf_grid_bytes(nf_type type);
uint64_t nf_bounds_scratch(nf_context *context, uint64_t n, nf_type type);

#endif
