/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The functions that build an order, for the states of order.h. */
#ifndef NF_ORDER_EXPECTED_H
#define NF_ORDER_EXPECTED_H

#include "order/order.h"

/* Builds the order without waiting for the grid, with room for `most` cells; a grid with more cells is refused.
   looks: as in nf_order_build; otherwise points are counted only if they were before. */
nf_status nf_order_make_expected(nf_work *work, nf_cloud *cloud, const nf_cells *cells, uint64_t most,
                                 int looks);

/* 1 if a grid of these points serves for any points inside the box: it is kept while the box stays as it is. */
int nf_order_may_keep_grid(const nf_cloud *cloud);

/* 1 if the grid on the device is that of these cells for any points inside the box, so that it need not be planned. */
int nf_order_keeps_grid(const nf_cloud *cloud, const nf_cells *cells);

/* 1 if an order of an expected grid is made by counting; other orders are made by sorting. */
int nf_order_is_counted(const nf_cloud *cloud);

/* 1 if one work-group makes the order of a small cloud, in one launch (order/small.h).  Where several groups may meet, counting takes less time if the grid is
   kept, so it also makes the first order of a grid that may be.  counted: nf_order_is_counted, and the call may count; kept: counted, and
   nf_order_keeps_grid. */
int nf_order_takes_small(const nf_cloud *cloud, const nf_cells *cells, int counted, int kept);

/* Builds the order for any grid; waits for the head of the grid. */
nf_status nf_order_make_seen(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

uint64_t nf_order_table_bytes(uint64_t cells);

#endif
