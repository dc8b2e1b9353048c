/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A batch: the points of many systems as one ordered cloud.  Each system has its own grid, space and cutoff; its points are
 * consecutive in the order, and its tiles are its own, so that the answer is that of asking about the systems one by one.
 */
#ifndef NF_ORDER_BATCH_H
#define NF_ORDER_BATCH_H

#include "order/cloud/cloud_batch.h"
#include "order/layout.h"

/* Plans the grids of all systems, lays out the points, and reads the head of the grids.  NF_ERROR_POINTS names the first point that is
   not accepted. */
nf_status nf_batch_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* nf_bounds_queries for the query points of a batch. */
nf_status nf_batch_queries(nf_work *work, nf_cloud *cloud, nf_view *queries, nf_cells *cells, int *refused);

#endif
