/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Conditions on results, on the device: the arguments of cl/search/conditions.cl. */
#ifndef NF_SEARCH_CONDITIONS_H
#define NF_SEARCH_CONDITIONS_H

#include "opencl/launch.h"
#include "order/order.h"
#include "space/conditions.h"
#include "space/rule.h"

/* The conditions of one work, whose scratch their arrays are in. */
typedef struct nf_conditioned {
    int any; /* 0: no conditions; the rest is not used */
    double min_distance;
    nf_radii_rule rule;
    cl_mem own, other; /* radii of the query points, and of the cloud's; NULL if the rule does not use them */
    cl_mem ordered;    /* the radii of the cloud's points in order, for CPUs; or NULL */
    nf_slice offsets, indices; /* exclusions, or no buffers */
    int unknown; /* 1: what depends on the cutoff is not checked, as it is that of radii on the device; only without a work */
    int symmetric; /* 1: rows of exclusions are of the points that they name, also if a part of these is walked as query points */
} nf_conditioned;

/* Checks conditions and takes them.  *cutoff, if 0, becomes the largest that the radii allow; waits for it if radii are on the device.
   work: NULL to check alone what the host knows. */
nf_status nf_conditions_take(nf_work *work, const nf_cloud *cloud, const nf_conditions *given,
                             const nf_conditions_case *of, double *cutoff, nf_conditioned *out);

/* Writes the radii of the cloud's points in order to scratch, if there are any. */
nf_status nf_conditions_order(nf_work *work, const nf_view *sources, nf_type type,
                              nf_conditioned *conditions);

void nf_conditions_define(const nf_conditioned *conditions, nf_spec *spec);

/* Adds the arguments CONDITION_PARAMETERS to `args`; returns their number, at most NF_CONDITION_ARGS.  `any` is a buffer that takes the place
   of those that are not used. */
enum { NF_CONDITION_ARGS = 8 };
size_t nf_conditions_args(const nf_conditioned *conditions, const nf_rule *rule, nf_type type, cl_mem any,
                          nf_arg *args);

#endif
