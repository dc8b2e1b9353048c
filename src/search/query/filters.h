/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Filters on results, on the device: the arguments of cl/search/filters.cl. */
#ifndef NF_SEARCH_FILTERS_H
#define NF_SEARCH_FILTERS_H

#include "opencl/launch.h"
#include "order/order.h"
#include "arguments/filters.h"
#include "space/rule.h"

/* The filters of one work, whose scratch their arrays are in. */
typedef struct nf_filtered {
    int any; /* 0: no filters; the rest is not used */
    double min_distance;
    nf_radii_rule rule;
    cl_mem own, other; /* radii of the query points, and of the cloud's; NULL if the rule does not use them */
    cl_mem ordered;    /* the radii of the cloud's points in order, for CPUs; or NULL */
    cl_mem type_cutoffs; /* type_count x type_count, of the points' type; NULL: none */
    uint32_t type_count;
    nf_elements offsets, indices; /* exclusions, or no buffers */
    int unknown; /* 1: what depends on the cutoff is not checked, as it is that of radii on the device; only without a work */
    int symmetric; /* 1: rows of exclusions are of the points that they name, also if a part of these is walked as query points */
} nf_filtered;

/* Checks filters and takes them.  *cutoff, if 0, becomes the largest that the radii allow; waits for it if radii are on the device.
   work: NULL to check alone what the host knows. */
nf_status nf_filters_take(nf_work *work, nf_context *context, const nf_filters *filters,
                          const nf_filters_case *of, double *cutoff, nf_filtered *out);

/* Writes the radii of the sources in order to scratch, if there are any. */
nf_status nf_filters_order(nf_work *work, const nf_view *sources, nf_filtered *filters);

void nf_filters_define(const nf_filtered *filters, nf_spec *spec);

/* Adds the arguments FILTER_PARAMETERS to `args`; returns their number, at most NF_FILTER_ARGS.  The points of the sources take the place of
   buffers that are not used. */
enum { NF_FILTER_ARGS = 14 };
size_t nf_filters_args(const nf_filtered *filters, const nf_rule *rule, const nf_view *targets,
                       const nf_view *sources, nf_arg *args);

#endif
