/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of a cloud of medium size by counting the points of its cells, which takes fewer bytes and launches than a sort. */
#ifndef NF_ORDER_COUNTED_H
#define NF_ORDER_COUNTED_H

#include "order/order.h"

/* The scratch for each point: its cell and its place in the cell, and its number among those of the cell. */
enum { NF_TAKEN_BYTES = 8, NF_LOOSE_BYTES = 4 };

/* A program of the counted order, for kernels of `source`. */
nf_spec nf_counted_spec(const nf_cloud *cloud, const char *source, int kept);

/* Builds the order of cloud->order.grid, which may be refused, and whose table has room for `cells`.  `kept`: the grid is that of an order before;
   the device marks it as refused (NF_GRID_OUTSIDE) if a point is outside of the box.  The order's buffers must be allocated.  If a
   cell has too many points, the device marks the grid as refused (NF_GRID_CROWDED).  Up to `once` points are ordered in one launch, if the device
   can do that.  Does not wait.  Takes scratch, and gives it back. */
nf_status nf_counted_run(nf_work *work, nf_cloud *cloud, nf_tile tile, uint64_t once, uint64_t cells,
                         int kept);

#endif
