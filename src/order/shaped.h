/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points of which only the shape is known, for calls whose cost is added up (opencl/cost.h). */
#ifndef NF_ORDER_SHAPED_H
#define NF_ORDER_SHAPED_H

#include "opencl/cost.h"

#include <nearfield/types.h>

/* Points of this shape, which a call copies, as from the host, and a context that adds up costs never reads. */
nf_points nf_shaped_points(const nf_points *shape);

/* The device memory that a call about a new cloud of this shape takes, with the cloud: the least, in open space; or the most, in open space or in a
   periodic box, which points of up to three dims may have.  `ask` makes the call; what it makes of results it frees.  The shape is checked. */
nf_status nf_shaped_cost(nf_context *context, const nf_points *shape, nf_costing costing,
                         nf_status (*ask)(nf_cloud *cloud, const void *asked), const void *asked,
                         uint64_t *bytes);

#endif
