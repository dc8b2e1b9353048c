/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order by counting (order/counted.h) in one launch, whose work-groups wait for each other. */
#ifndef NF_ORDER_COUNTED_ONCE_H
#define NF_ORDER_COUNTED_ONCE_H

#include "order/order.h"

/* The shape of the launch for n points; no groups if n is larger than `most`, or than one group can order where groups must not wait for each
   other. */
nf_shape nf_counted_once_shape(const nf_context *context, uint64_t n, uint64_t most);

/* Contracts are those of nf_counted_run. */
nf_status nf_counted_once_run(nf_work *work, nf_cloud *cloud, nf_shape shape, uint64_t cells, int kept);

#endif
