/* The order of a small cloud in one launch of one work-group, where launches take longer than what they do. */
#ifndef NF_ORDER_SMALL_H
#define NF_ORDER_SMALL_H

#include "order/bounds.h"

enum { NF_SMALL_MOST = 8192 };

/* How many points the device orders so: `wish` at most, and 0 where it has no groups of several work-items for it. */
uint64_t nf_small_points(const nf_context *context, int wish);

/* Plans cloud->order.grid within `limits` and makes the order for it.  The order's buffers must be allocated.  Does not
   wait. */
nf_status nf_small_run(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits);

#endif
