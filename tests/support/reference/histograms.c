/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/histograms.h"

#include "support/assertions.h"
#include "support/reference/images.h"
#include "support/reference/pairs.h"

#include <stdlib.h>

double histogram_edge(double cutoff, uint32_t bins, uint32_t k) {
    return k == bins ? cutoff : cutoff * k / bins;
}

/* A pair of points, or of images. */
static int is_pair(const nf_points *points, const nf_box *box, double cutoff, const image *at) {
    double vector[3], distance;
    if (!box) return reference_is_pair(points, cutoff, (uint64_t)at->i, (uint64_t)at->j);
    return images_measure(points, box, cutoff, at, vector, &distance);
}

/* By bisection: a pair is one for all larger cutoffs, too. */
static uint32_t bin_of(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                       const image *at) {
    uint32_t low = 0, high = bins - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (is_pair(points, box, histogram_edge(cutoff, bins, middle + 1), at)) high = middle;
        else low = middle + 1;
    }
    return low;
}

uint64_t *histogram_counts(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins) {
    uint64_t *counts = calloc(bins, sizeof *counts);
    ck_assert_ptr_nonnull(counts);
    if (box) {
        own_images found = images_find(points, box, cutoff, 1);
        for (uint64_t k = 0; k < found.count; k++) counts[bin_of(points, box, cutoff, bins, &found.all[k])]++;
        return counts;
    }
    own_reference pairs = reference_pairs(points, cutoff);
    for (uint64_t k = 0; k < pairs.count; k++) {
        const image at = {.i = pairs.pairs[2 * k], .j = pairs.pairs[2 * k + 1]};
        counts[bin_of(points, NULL, cutoff, bins, &at)]++;
    }
    return counts;
}

void histogram_same(const uint64_t *wanted, const uint64_t *got, uint32_t bins, const char *what) {
    for (uint32_t k = 0; k < bins; k++)
        ck_assert_msg(wanted[k] == got[k], "%s, %u bins: bin %u has %llu pairs and not %llu", what, bins, k,
                      (unsigned long long)got[k], (unsigned long long)wanted[k]);
}
