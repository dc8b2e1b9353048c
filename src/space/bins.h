/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The bins of a histogram of distances: of equal width, from 0 to the cutoff. */
#ifndef NF_SPACE_BINS_H
#define NF_SPACE_BINS_H

#include "space/rule.h"

/* Edge number k, 0 .. bins.  Edge `bins` is the cutoff. */
double nf_bins_edge(double cutoff, uint32_t bins, uint32_t k);

/* The rule of the cutoff, with a scale in which all edges are in range. */
nf_rule nf_bins_rule(double cutoff, uint32_t bins, nf_type type);

/* The squares of all edges, bins + 1, as the rule rounds that of a cutoff.  `squares` is of the points' type. */
void nf_bins_squares(const nf_rule *rule, double cutoff, uint32_t bins, nf_type type, void *squares);

#endif
