/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of points by sorting them by the numbers of their cells: of a cloud, and of query points. */
#ifndef NF_ORDER_SORTED_H
#define NF_ORDER_SORTED_H

#include "order/order.h"

/* The plan of an order: the bits of a cell number, and the room of the table of cells, 0 for a sparse grid. */
typedef struct nf_order_plan {
    uint32_t bits;
    uint64_t cells;
    int sparse;
} nf_order_plan;

/* The bits of a dense grid depend only on the number of points: kernels are specialised by them, and a cloud that moves
   must not need new kernels.  Those of a sparse grid, which the device tells, are at most 64. */
nf_order_plan nf_plan_dense(uint64_t n, uint64_t cells);
nf_order_plan nf_plan_sparse(uint32_t bits);

/* Fills the buffers of cloud->order, whose grid is planned. */
nf_status nf_sorted_run(nf_work *work, nf_cloud *cloud, const nf_order_plan *plan);

/* Sorts query points by the cells of the cloud's grid, queries->grid.  Takes scratch of the work for the result. */
nf_status nf_sorted_queries(nf_work *work, const nf_cloud *cloud, nf_view *queries);

#endif
