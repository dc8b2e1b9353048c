/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Filters on results beside the cutoff (nf_filters): their checks, and the cutoff that radii allow. */
#ifndef NF_ARGUMENTS_FILTERS_H
#define NF_ARGUMENTS_FILTERS_H

#include "core/check.h"
#include "core/fail.h"
#include "space/rule.h"
#include "space/space.h"

#include <nearfield/filters.h>

/* From which of its points an answer has a pair: from both, or from one of them. */
typedef enum nf_pair_from { NF_FROM_BOTH, NF_FROM_ONE } nf_pair_from;

/* What a search asks for, for the checks. */
typedef struct nf_filters_case {
    uint64_t n; /* of the cloud */
    nf_type type;
    const nf_points *queries; /* or NULL */
    nf_pair_from from;
    const nf_space *space;      /* of the cloud; NULL in a batch, whose cutoff is never that of the radii */
    int has_types;              /* 1: the points of the cloud have types, */
    nf_type_range types;        /* of which the largest is this */
    const int32_t *cloud_types; /* on the host, where they are; otherwise NULL */
} nf_filters_case;

/* Checks the number of types of what is given by type: the points and the query points have types below it, where the host knows them. */
nf_status nf_check_type_count(const nf_filters_case *of, uint32_t count, nf_sentence *error);

/* Checks query points: their place, and that dims, type and the number of systems (0: no batch) are those of the cloud. */
nf_status nf_check_queries(const nf_points *queries, int dims, nf_type type, uint64_t systems,
                           nf_sentence *error);

/* `filters` may be NULL. */
nf_status nf_filters_check(const nf_filters *filters, const nf_filters_case *of, nf_sentence *error);

/* The radii that bound a pair: those of the points whose partners are found, and those of the partners; NULL if the rule does not use
   them.  Both NULL: no radii. */
const nf_points *nf_filters_own(const nf_filters *filters, const nf_points *queries);
const nf_points *nf_filters_other(const nf_filters *filters);

/* 1 if there are any. */
int nf_filters_any(const nf_filters *filters);

/* The rule for this cutoff and the distances of the filters: scaled, if there are any.  Refuses a smallest distance whose square would leave
   the range of the type. */
nf_status nf_filters_rule(const nf_filters *filters, double cutoff, nf_type type, nf_rule *rule,
                          nf_sentence *error);

/* The largest of radii in host memory.  NF_ERROR_ARGUMENT names one that is negative or not finite. */
nf_status nf_radii_most(const nf_points *radii, double *most, nf_sentence *error);

/* *cutoff, if it is 0 and there are radii, becomes the largest that they allow; `own` and `other` are the largest ones.  Checks it as that
   of a search, with messages that say where it is from. */
nf_status nf_filters_cutoff(const nf_filters *filters, const nf_filters_case *of, double own, double other,
                            double *cutoff, nf_sentence *error);

#endif
