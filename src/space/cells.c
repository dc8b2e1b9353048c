/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/cells.h"

#include "core/real.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

double nf_cells_slack(nf_type type) { return type == NF_FLOAT32 ? 1.0 / 256 : 1.0 / 1048576; }

nf_cells nf_cells_with(double cutoff, nf_type type, int x, int yz) {
    const double exact = nf_rounded(cutoff, type), edge = exact * (1 + nf_cells_slack(type));
    return (nf_cells){x, yz, nf_rounded(x / edge, type), nf_rounded(yz / edge, type), exact, {0, 0, 0}};
}

nf_cells nf_cells_for(double cutoff, nf_type type) { return nf_cells_with(cutoff, type, 4, 1); }

nf_cells nf_cells_like(const nf_cells *cells, double cutoff, nf_type type) {
    return nf_cells_with(cutoff, type, cells->x, cells->yz);
}

int nf_cells_equal(const nf_cells *a, const nf_cells *b) {
    return a->x == b->x && a->yz == b->yz && nf_is_same(a->inv_x, b->inv_x) &&
           nf_is_same(a->inv_yz, b->inv_yz) && nf_is_same(a->cutoff, b->cutoff) &&
           nf_is_same(a->reserve[0], b->reserve[0]) && nf_is_same(a->reserve[1], b->reserve[1]) &&
           nf_is_same(a->reserve[2], b->reserve[2]);
}

uint64_t nf_cells_dense(uint64_t n) { return 4 * n + 65536; }

uint64_t nf_sample_step(uint64_t n) { return n / NF_SAMPLE_MOST + (n % NF_SAMPLE_MOST != 0); }

size_t nf_sample_count(uint64_t n) {
    const uint64_t step = nf_sample_step(n);
    return step ? (size_t)((n + step - 1) / step) : 0;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Limits the value to the range of the type, so that the core is finite. */
static double clamp(double value, nf_type type) {
    const double most = type == NF_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    return nf_rounded(value > most ? most : value < -most ? -most : value, type);
}

void nf_cells_core(const void *sample, size_t count, int dims, nf_type type, double cutoff, double core[6]) {
    double values[NF_SAMPLE_MOST];
    for (int a = 0; a < 3; a++) core[a] = core[3 + a] = 0;
    for (int a = 0; a < dims && count; a++) {
        for (size_t k = 0; k < count; k++) {
            const size_t at = k * (size_t)dims + (size_t)a;
            values[k] =
                type == NF_FLOAT32 ? (double)((const float *)sample)[at] : ((const double *)sample)[at];
        }
        qsort(values, count, sizeof *values, ascending);
        const double low = values[count / 8], high = values[count - 1 - count / 8];
        const double margin = 4 * (high - low) + cutoff;
        core[a] = clamp(low - margin, type);
        core[3 + a] = clamp(high + margin, type);
    }
}

void nf_cells_core_as(const void *sample, size_t count, int dims, nf_type type, double cutoff, void *core) {
    double numbers[6];
    nf_cells_core(sample, count, dims, type, cutoff, numbers);
    for (int k = 0; k < 6; k++)
        if (type == NF_FLOAT32) ((float *)core)[k] = (float)numbers[k];
        else ((double *)core)[k] = numbers[k];
}
