/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points, query points and filters of which only the shape is known, for calls whose cost is added up (opencl/memory/cost.h). */
#ifndef NF_QUESTION_SHAPED_H
#define NF_QUESTION_SHAPED_H

#include "opencl/memory/cost.h"
#include "order/order.h"

#include <nearfield/filters.h>

/* Any cutoff or linking length: the memory does not depend on it. */
#define NF_SHAPED_CUTOFF 0.01

/* Points of this shape, which a call copies, as from the host, and a context that adds up costs never reads.  They have no systems. */
nf_points nf_shaped_points(const nf_points *shape);

/* nf_shaped_points() of numbers that the call copies.  Packed rows on the device, which it uses where they are, stay as they are.  NULL for NULL. */
const nf_points *nf_shaped_unless_used(const nf_points *points, nf_points *shaped);

/* The offsets of `count` systems of n points of which the most memory is taken: all but the last have one point, so that there are as many tiles as
   there can be.  The caller releases them. */
nf_status nf_shaped_offsets(nf_context *context, uint64_t count, uint64_t n, uint64_t **offsets);

/* What stands for the query points and filters of a call about a cloud of a shape. */
typedef struct nf_shaped_query {
    nf_points queries, radii, query_radii;
    nf_batch systems;
    uint64_t *offsets; /* of the systems; the driver of the call releases them */
    nf_filters filters;
} nf_shaped_query;

/* Replaces query points and filters, either of which may be NULL, by their shapes, for a question about a cloud of a shape; and the cutoff by one that such a call
   may have, or by 0 where it is to be that of the radii or of the systems.  Only exclusions in host memory are read.  `shaped` must not move. */
nf_status nf_shaped_take(nf_shaped_query *shaped, const nf_cloud *cloud, double *cutoff,
                         const nf_points **queries, const nf_filters **filters);

/* A length of the caller that is added to the cutoff or compared with it: one that a cutoff in this type may have is replaced, as the cutoff is not
   known. */
double nf_shaped_length(double length, nf_type type);

/* A call about a new cloud of a shape. */
typedef struct nf_shaped_call {
    const nf_points *shape; /* n, dims, type, and the number of systems; checked */
    int one_cutoff;         /* 1: systems have no cutoffs of their own */
    /* Makes the call, and frees what it makes of results. */
    nf_status (*ask)(nf_cloud *cloud, void *query);
    void *query;
} nf_shaped_call;

/* The device memory that the call takes, with the cloud: the least, in open space; or the most, in open space or in a periodic box, which points of up
   to three dims may have.  A space in which the call is not supported does not count, unless it is supported in neither. */
nf_status nf_shaped_cost(nf_context *context, const nf_shaped_call *call, nf_costing costing,
                         uint64_t *bytes);

#endif
