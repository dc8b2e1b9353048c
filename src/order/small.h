/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of a small cloud in one launch of one work-group, as launches take longer than the work itself. */
#ifndef NF_ORDER_SMALL_H
#define NF_ORDER_SMALL_H

#include "order/bounds.h"

enum { NF_SMALL_MOST = 8192 };

/* Up to how many points the device orders this way: at most `wish`; 0 if it cannot run groups of several work-items. */
uint64_t nf_small_points(const nf_context *context, int wish);

/* Plans cloud->order.grid within `limits` and builds its order.  The order's buffers must be allocated.  Does not wait. */
nf_status nf_small_run(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits);

#endif
