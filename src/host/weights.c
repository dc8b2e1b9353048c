/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/weights.h"

#include "core/memory.h"
#include "space/points.h"
#include "space/weights.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t bits_of(const void *rows, int wide, uint64_t p) {
    uint64_t long_bits = 0;
    uint32_t bits = 0;
    if (wide) memcpy(&long_bits, (const char *)rows + p * sizeof long_bits, sizeof long_bits);
    else memcpy(&bits, (const char *)rows + p * sizeof bits, sizeof bits);
    return wide ? long_bits : bits;
}

nf_status nf_host_weights_take(const nf_host_cloud *cloud, const nf_points *weights, host_weights *to) {
    const int wide = weights->type == NF_FLOAT64;
    const uint64_t n = weights->n;
    const void *rows = NULL;
    void *packed = NULL;
    uint32_t largest = 1;
    nf_status status = NF_OK;
    NF_TRY(nf_points_rows(cloud->allocator, weights, &rows, &packed, cloud->error));
    NF_TRY(nf_allocate_raw(cloud->allocator, (size_t)n, sizeof *to->numbers, "the weights",
                           (void **)&to->numbers, cloud->error));
    for (uint64_t p = 0; p < n; p++) {
        const uint32_t exponent = nf_weight_exponent(bits_of(rows, wide, p), wide);
        if (exponent > largest) largest = exponent;
    }
    for (uint64_t p = 0; p < n; p++) to->numbers[p] = nf_weight_number(bits_of(rows, wide, p), wide, largest);
    to->scale = nf_weight_scale(largest, wide);
done:
    nf_release(cloud->allocator, packed);
    return status;
}

void nf_host_weights_add(uint64_t *sum, int32_t own, int32_t other) {
    nf_weight_add(sum, nf_weight_term(own, other));
}

double nf_host_weights_total(const uint64_t *sum, uint64_t count, const host_weights *own,
                             const host_weights *other) {
    const uint64_t bits = nf_weight_total(sum[0], sum[1], count, own->scale + other->scale);
    double total;
    memcpy(&total, &bits, sizeof total);
    return total;
}
