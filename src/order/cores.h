/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cells of the systems of a batch, and the cores of those that have far outliers. */
#ifndef NF_ORDER_CORES_H
#define NF_ORDER_CORES_H

#include "order/order.h"
#include "primitives/tile.h"

/* The program, and scratch that several of its kernels use. */
typedef struct nf_batch_work {
    nf_program *program;
    nf_tile tile;
    nf_shape each; /* one group for each system */
    cl_mem sum;
    cl_mem cells; /* the numbers of the cells of each system, or one row if they are the same for all */
    uint32_t cells_count; /* its rows */
} nf_batch_work;

/* The cells of a system, from those of the search. */
nf_cells nf_batch_cells(const nf_cloud *cloud, const nf_cells *cells, uint64_t system);

/* Computes the cores of the systems whose `marks` are not 0, from a sample of the points of each, and writes them to `cores`: six numbers
   for each system.  Waits. */
nf_status nf_cores_write(nf_work *work, const nf_cloud *cloud, const nf_cells *cells, const nf_batch_work *w,
                         cl_mem marks, cl_mem cores);

#endif
