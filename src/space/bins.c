/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/bins.h"

double nf_bins_edge(double cutoff, uint32_t bins, uint32_t k) {
    return k < bins ? cutoff * (double)k / (double)bins : cutoff;
}

nf_rule nf_bins_rule(double cutoff, uint32_t bins, nf_type type) {
    return nf_rule_down_to(cutoff, nf_bins_edge(cutoff, bins, 1), type);
}

void nf_bins_squares(const nf_rule *rule, double cutoff, uint32_t bins, nf_type type, void *squares) {
    for (uint32_t k = 0; k <= bins; k++) {
        const double square = nf_rule_square(rule, nf_bins_edge(cutoff, bins, k), type);
        if (type == NF_FLOAT32) ((float *)squares)[k] = (float)square;
        else ((double *)squares)[k] = square;
    }
}
