/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Filters on results on the host (nf_filters), for the walk. */
#ifndef NF_HOST_FILTERS_H
#define NF_HOST_FILTERS_H

#include "core/memory.h"
#include "arguments/filters.h"
#include "space/rule.h"

typedef struct host_filters {
    int any; /* 0: none; the rest is not used */
    double min_distance,
        least2; /* least2: its square, as the rule has it; 0 if there is no smallest distance */
    nf_radii_rule rule;
    void *own, *other; /* packed radii; NULL if the rule does not use them */
    const int32_t *own_types, *other_types;
    const double *type_cutoffs; /* type_count x type_count; NULL: none */
    uint32_t type_count;
    const uint64_t *offsets; /* of the exclusions; NULL: none */
    const int32_t *indices;
    int symmetric; /* 1: rows of exclusions are of the points that they name */
} host_filters;

/* Checks filters and takes them.  *cutoff, if 0, becomes the largest that the radii allow.  Release them with nf_host_filters_end, also after an
   error. */
nf_status nf_host_filters_take(const nf_allocator *allocator, const nf_filters *filters,
                               const nf_filters_case *of, double *cutoff, host_filters *out,
                               nf_sentence *error);
void nf_host_filters_end(const nf_allocator *allocator, host_filters *filters);

/* Sets what follows from the rule of a search. */
void nf_host_filters_scale(host_filters *filters, const nf_rule *rule, nf_type type);

/* 1 if the pair of point (or query point) i and point j is named. */
int nf_host_is_excluded(const host_filters *filters, uint32_t i, uint32_t j);

#endif
