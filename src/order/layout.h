/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The layout of points whose systems are consecutive in order: the system of each point, and tiles that have points of one system. */
#ifndef NF_ORDER_LAYOUT_H
#define NF_ORDER_LAYOUT_H

#include "order/order.h"

/* Lays out the points of a cloud. */
nf_status nf_layout_cloud(nf_work *work, nf_cloud *cloud);

/* Lays out query points, which may be a part of those whose systems they have, in scratch. */
nf_status nf_layout_queries(nf_work *work, nf_view *queries);

#endif
