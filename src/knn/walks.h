/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The walk through the tree for the k nearest neighbours: a work-item for one query or for sixteen, or 32 lanes for 32 queries or for one. */
#ifndef NF_KNN_WALKS_H
#define NF_KNN_WALKS_H

#include "knn/query.h"

/* How the queries of a walk are found. */
typedef struct nf_knn_queries {
    int self;       /* 1: the points of the tree */
    uint64_t first; /* otherwise rows from this one on, in this order unless it is NULL */
    cl_mem order;
    uint64_t order_offset;
    int hilbert; /* 1: they follow Hilbert's curve, 0: the z-order curve, or are as given */
} nf_knn_queries;

/* Answers `rows` queries. */
nf_status nf_knn_walk(nf_work *work, const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows,
                      const nf_elements outputs[NF_KNN_ARRAYS]);

/* 1 if the walk for a few query points, in open space, refuses those that are larger than all components for which the tree has its scale. */
int nf_knn_refuses(const nf_knn_query *query);

#endif
