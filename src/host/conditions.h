/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Conditions on results on the host (nf_conditions), for the walk. */
#ifndef NF_HOST_CONDITIONS_H
#define NF_HOST_CONDITIONS_H

#include "core/memory.h"
#include "space/conditions.h"
#include "space/rule.h"

typedef struct host_conditions {
    int any; /* 0: none; the rest is not used */
    double min_distance,
        least2; /* least2: its square, as the rule has it; 0 if there is no smallest distance */
    nf_radii_rule rule;
    void *own, *other; /* packed radii; NULL if the rule does not use them */
    const nf_csr *exclusions;
    int symmetric; /* 1: rows of exclusions are of the points that they name */
} host_conditions;

/* Checks conditions and takes them.  *cutoff, if 0, becomes the largest that the radii allow.  Release them with nf_host_conditions_end, also after an
   error. */
nf_status nf_host_conditions_take(const nf_allocator *allocator, const nf_conditions *given,
                                  const nf_conditions_case *of, double *cutoff, host_conditions *out,
                                  nf_sentence *error);
void nf_host_conditions_end(const nf_allocator *allocator, host_conditions *conditions);

/* 1 if the pair of point (or query point) i and point j is named. */
int nf_host_is_excluded(const host_conditions *conditions, uint32_t i, uint32_t j);

#endif
