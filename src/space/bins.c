/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/bins.h"

double nf_bins_edge(const nf_bins *bins, uint32_t k) {
    if (k == bins->count) return bins->cutoff;
    return bins->edges ? bins->edges[k] : bins->cutoff * (double)k / (double)bins->count;
}

nf_rule nf_bins_rule(const nf_bins *bins, nf_type type) {
    const double first = nf_bins_edge(bins, 0);
    return nf_rule_down_to(bins->cutoff, first > 0 ? first : nf_bins_edge(bins, 1), type);
}

void nf_bins_squares(const nf_rule *rule, const nf_bins *bins, nf_type type, void *squares) {
    for (uint32_t k = 0; k <= bins->count; k++) {
        const double square = nf_rule_square(rule, nf_bins_edge(bins, k), type);
        if (type == NF_FLOAT32) ((float *)squares)[k] = (float)square;
        else ((double *)squares)[k] = square;
    }
}
