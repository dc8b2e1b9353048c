/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Brute-force histograms of distances, the reference for all counts.  They share no code with the library. */
#ifndef SUPPORT_REFERENCE_HISTOGRAMS_H
#define SUPPORT_REFERENCE_HISTOGRAMS_H

#include <nearfield/types.h>

/* Edge number k of the bins, by the text in nearfield/histogram.h. */
double histogram_edge(double cutoff, uint32_t bins, uint32_t k);

/* The counts of the bins: each pair, or each pair of images of a periodic box (NULL: open space), is in the first bin for whose
   upper edge it is a pair.  O(n^2).  Release them with free. */
uint64_t *histogram_counts(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins);

/* Fails the test, with `what` and the first difference, unless the counts are equal. */
void histogram_same(const uint64_t *wanted, const uint64_t *got, uint32_t bins, const char *what);

#endif
