/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/numbers.h"

double support_number(const void *numbers, nf_type type, uint64_t k) {
    return type == NF_FLOAT32 ? (double)((const float *)numbers)[k] : ((const double *)numbers)[k];
}

void support_set_number(void *numbers, nf_type type, uint64_t k, double value) {
    if (type == NF_FLOAT32) ((float *)numbers)[k] = (float)value;
    else ((double *)numbers)[k] = value;
}

void support_set_numbers(void *numbers, nf_type type, const double *values, uint64_t count) {
    for (uint64_t k = 0; k < count; k++) support_set_number(numbers, type, k, values[k]);
}
