/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A cloud whose points are ordered by the class of their radius before their cell, each class with its own grid.  It is walked as a
 * batch (order/systems.h) whose systems are the classes.
 */
#ifndef NF_ORDER_CLASSES_H
#define NF_ORDER_CLASSES_H

#include "order/batch.h"
#include "order/queries.h"

/* The points of `cloud` in these classes: a cloud that belongs to it, is valid until it moves, and has an order of its own.  The radii are scratch
   of the work; with query points `other` are those of the cloud, otherwise `own`.  each_once: the search finds each pair once, from either of its
   points. */
nf_status nf_classes_take(nf_work *work, nf_cloud *cloud, const nf_classes *classes, nf_class_radii radii,
                          int has_queries, int each_once, nf_cloud **out);
void nf_classes_free(nf_cloud *cloud);

/* Plans the grids of all classes, lays out the points, and reads the head of the grids. */
nf_status nf_classes_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* nf_bounds_queries for query points with radii. */
nf_status nf_classes_queries(nf_work *work, nf_cloud *cloud, nf_queries *queries, nf_cells *cells);

/* The memory of classes in bytes: of n points with so many points in order, at most nf_classes_most(n), and of n query points. */
uint64_t nf_classes_bytes(nf_context *context, uint64_t n, uint64_t entries, int dims, nf_type type);
uint64_t nf_classes_most(uint64_t n);
uint64_t nf_classes_queries_bytes(uint64_t n, nf_type type);

#endif
