/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The bins of a histogram of distances. */
#ifndef NF_SPACE_BINS_H
#define NF_SPACE_BINS_H

#include "space/rule.h"

typedef struct nf_bins {
    double cutoff; /* the last edge */
    uint32_t count;
    const double *edges; /* count + 1; NULL: of equal width, from 0 on */
} nf_bins;

/* Edge number k, 0 .. count. */
double nf_bins_edge(const nf_bins *bins, uint32_t k);

/* The rule of the cutoff, with a scale in which all edges are in range. */
nf_rule nf_bins_rule(const nf_bins *bins, nf_type type);

/* The squares of all edges, count + 1, as the rule rounds that of a cutoff.  `squares` is of the points' type. */
void nf_bins_squares(const nf_rule *rule, const nf_bins *bins, nf_type type, void *squares);

#endif
