/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours of some queries: what nf_knn() and its variants share. */
#ifndef NF_KNN_QUERY_H
#define NF_KNN_QUERY_H

#include "order/order.h"
#include "tree/tree.h"

#include <nearfield/knn.h>

/* The arrays of nf_knn(), in the order of the kernel's arguments. */
enum { NF_KNN_ARRAYS = 5 };
typedef struct nf_knn_array {
    nf_array array;
    const char *define;
    int per_k; /* 1: n x k, 0: n */
} nf_knn_array;
extern const nf_knn_array nf_knn_arrays[NF_KNN_ARRAYS];

/* The tunables of the kernel. */
extern const nf_family nf_knn_family;

/* One call. */
typedef struct nf_knn_query {
    nf_cloud *cloud;
    const nf_tree *tree;
    int k, include_self, z_order;
    double max_distance;
    int has_queries;
    int expects_queries; /* 1: query points that were not looked at: they are expected to be no larger than the points */
    nf_view queries; /* or the points; not in order */
    cl_mem
        refused; /* scratch: `refused` in cl/knn/knn.cl, and how many queries packets leave (walks_lanes.cl) */
    cl_mem order; /* of the rows with z_order, in scratch; NULL: that of the tree, or of the input */
} nf_knn_query;

/* Checks the arguments, and takes them.  work: NULL to check alone what the host knows. */
nf_status nf_knn_take(nf_work *work, nf_cloud *cloud, uint32_t k, const nf_knn_options *options,
                      nf_knn_query *query);

/* Looks at the query points that were taken, and builds the tree.  expects: as in nf_tree_build; a few query points in open space may be taken to be as
   small as the points of the tree, too. */
nf_status nf_knn_build(nf_work *work, nf_knn_query *query, int expects);

/* After the rows were written, with the status `used`: as nf_tree_confirm, and waits for whether query points are as expected. */
nf_status nf_knn_look(nf_work *work, const nf_knn_query *query, nf_status used, int *again);

/* The number of rows. */
uint64_t nf_knn_rows(const nf_knn_query *query);

/* Writes the rows [first, first + rows) to outputs; those without a buffer are not computed.  `order` is needed with z_order. */
nf_status nf_knn_write(nf_work *work, const nf_knn_query *query, uint64_t first, uint64_t rows,
                       const nf_elements outputs[NF_KNN_ARRAYS], nf_elements order);

#endif
