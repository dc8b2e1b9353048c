/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The layout of points whose systems are consecutive in order: the system of each point, and tiles that have points of one system. */
#ifndef NF_ORDER_LAYOUT_H
#define NF_ORDER_LAYOUT_H

#include "order/order.h"

/* Lays out the points of a cloud whose systems have these offsets. */
nf_status nf_layout_cloud(nf_work *work, nf_cloud *cloud, const uint64_t *offsets);

/* Lays out query points, in scratch: those of the systems that are among [first, first + queries->n). */
nf_status nf_layout_queries(nf_work *work, const nf_cloud *cloud, const uint64_t *offsets, uint64_t first,
                            nf_view *queries);

/* The number of tiles of n points: of the systems whose offsets these are, clipped to the points [first, first + n). */
uint64_t nf_tiles_of(const uint64_t *offsets, uint64_t systems, uint64_t first, uint64_t n);

#endif
