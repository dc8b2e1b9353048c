/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points: points that are not in a cloud, in the order of its cells. */
#ifndef NF_ORDER_QUERIES_H
#define NF_ORDER_QUERIES_H

#include "order/order.h"

/* Query points of one work, whose scratch they are in. */
typedef struct nf_queries {
    uint64_t n;
    cl_mem points; /* n x dims from element `offset` on */
    uint64_t offset;
    uint64_t first; /* the number of the first one: their indices are first .. first + n - 1 */
    uint64_t base;  /* the element of the point of index 0: offset - first x dims */
    cl_mem grid;    /* the cloud's, with what the rounding of these points needs */
    cl_mem index;   /* n x uint32: the caller's index of each point in order */
    cl_mem planes;  /* sorted coordinates: dims x stride */
    uint64_t stride;
    int refused;             /* 1: the cloud's grid does not pay for them */
    const uint64_t *offsets; /* of the systems of a batch, of the points from index 0 on; otherwise NULL */
    nf_layout layout;        /* of these points */
} nf_queries;

/* The points [first, first + n) of some that are on the device as packed rows, from element `base` on. */
nf_queries nf_queries_slice(cl_mem points, uint64_t base, int dims, uint64_t first, uint64_t n);

/* Checks query points for a cloud, and takes them: in place, or a packed copy in scratch.  work: NULL to check alone. */
nf_status nf_queries_take(nf_work *work, const nf_cloud *cloud, const nf_points *points, nf_queries *queries);

/* Checks a slice of the caller for n results of `size` bytes: it must overlap neither the points nor the query points, which may be NULL. */
nf_status nf_queries_check_place(const nf_cloud *cloud, const nf_queries *queries, const char *name,
                                 nf_slice place, uint64_t n, size_t size);

/* Orders a cloud for these cells, and the query points by its grid.  If they are so far outside of a periodic box that the grid does
   not pay for them, the cloud is ordered with a reserve, in `cells`: again, unless the last query points were far, too.  Waits for the bounds of both.
   NF_ERROR_POINTS names a query point that is not finite or too far. */
nf_status nf_queries_order(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_queries *queries);

#endif
