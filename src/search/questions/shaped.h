/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points and filters of which only the shape is known, for calls whose cost is added up (question/shaped.h). */
#ifndef NF_SEARCH_SHAPED_H
#define NF_SEARCH_SHAPED_H

#include "question/shaped.h"

#include <nearfield/filters.h>

typedef struct nf_shaped_query {
    double
        cutoff; /* any that such a call may have; 0 where it is to be that of the radii or of the systems */
    const nf_points *queries;  /* or NULL */
    const nf_filters *filters; /* or NULL */
    nf_points query_points, radii, query_radii;
    nf_batch systems;
    uint64_t *offsets;
    nf_filters own;
} nf_shaped_query;

/* Takes the shapes of query points and filters, either of which may be NULL, for a question about a cloud of a shape.  Only exclusions in host
   memory are read.  `shaped` must not move until it is freed. */
nf_status nf_shaped_take(const nf_cloud *cloud, const nf_points *queries, const nf_filters *filters,
                         nf_shaped_query *shaped);
void nf_shaped_free(const nf_cloud *cloud, nf_shaped_query *shaped);

/* A length of the caller that is added to the cutoff or compared with it: one that a cutoff in this type may have is replaced, as the cutoff is not
   known. */
double nf_shaped_length(double length, nf_type type);

#endif
