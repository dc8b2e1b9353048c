/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Weights of points, and the sums of their products over pairs: whole numbers, as cl/space/weights.cl has them. */
#ifndef NF_SEARCH_WEIGHTS_H
#define NF_SEARCH_WEIGHTS_H

#include "search/search.h"

#include <nearfield/types.h>

/* Weights of some points. */
typedef struct nf_weights {
    uint64_t n;
    nf_elements rows; /* as given, packed */
    cl_mem numbers;   /* n x int32 */
} nf_weights;

/* Those of a search, and its sums. */
typedef struct nf_weighted {
    nf_type type;
    int apart;             /* 1: query points have weights of their own */
    nf_weights own, other; /* of the targets and of the sources; one and the same unless `apart` */
    cl_mem exponents;      /* 2 x uint32: the largest of `other`, and that of `own` */
    cl_mem sums;           /* 2 x uint64 for each count */
    nf_elements totals;    /* where they are written as doubles */
} nf_weighted;

/* Takes weights that were checked; query_weights: NULL without query points.  work: NULL to check alone what the host knows. */
nf_status nf_weighted_take(nf_work *work, nf_context *context, const nf_points *weights,
                           const nf_points *query_weights, nf_weighted *weighted);

/* Makes whole numbers of the weights, and room for so many sums. */
nf_status nf_weighted_begin(nf_work *work, nf_weighted *weighted, uint64_t sums);

/* Adds them to the arguments of an emitter: ADDS_PARAMETERS of cl/search/adds_weights.cl. */
void nf_weighted_add(const nf_weighted *weighted, nf_emit_args *output);

/* Writes the totals of the sums; counts: the numbers of terms in each. */
nf_status nf_weighted_totals(nf_work *work, const nf_weighted *weighted, nf_elements counts, uint64_t sums);

#endif
