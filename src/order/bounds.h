/* The grid of a cloud, planned on the device from the bounds of its points. */
#ifndef NF_ORDER_BOUNDS_H
#define NF_ORDER_BOUNDS_H

#include "order/order.h"

/* Plans cloud->order.grid for these cells and reads its head: waits for that.  NF_ERROR_POINTS names the
   first point that is not finite. */
nf_status nf_bounds_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* Bytes of a grid on the device, and the most scratch that planning takes. */
uint64_t nf_grid_bytes(nf_type type);
uint64_t nf_bounds_scratch(nf_context *context, uint64_t n, nf_type type);

#endif
