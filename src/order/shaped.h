/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points of which only the shape is known, for calls whose cost is added up (opencl/cost.h). */
#ifndef NF_ORDER_SHAPED_H
#define NF_ORDER_SHAPED_H

#include "opencl/cost.h"
#include "order/queries.h"

/* Any cutoff or linking length: the memory does not depend on it. */
#define NF_SHAPED_CUTOFF 0.01

/* Points of this shape, which a call copies, as from the host, and a context that adds up costs never reads.  They have no systems. */
nf_points nf_shaped_points(const nf_points *shape);

/* The same for numbers that a call uses where they are if they are packed rows on the device: these stay as they are.  NULL for NULL. */
const nf_points *nf_shaped_unless_used(const nf_points *given, nf_points *shaped);

/* The device memory that a call about a new cloud of this shape takes, with the cloud: the least, in open space; or the most, in open space or in a
   periodic box, which points of up to three dims may have.  `ask` makes the call; what it makes of results it frees.  The shape is checked, and
   its systems do not count. */
nf_status nf_shaped_cost(nf_context *context, const nf_points *shape, nf_costing costing,
                         nf_status (*ask)(nf_cloud *cloud, const void *asked), const void *asked,
                         uint64_t *bytes);

/* The most that the order of such a cloud takes, and that of query points by its cells, unless they are NULL: with copies of both, and what making
   them takes.  Of systems their number counts. */
nf_status nf_shaped_order_cost(nf_context *context, const nf_points *points, const nf_points *queries,
                               uint64_t *bytes);

/* The most that the order of `n` query points by these cells takes, in a cloud that is ordered for them; they are on the device. */
nf_status nf_shaped_queries_cost(const nf_cloud *cloud, const nf_cells *cells, uint64_t n, uint64_t *bytes);

#endif
