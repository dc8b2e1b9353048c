/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Weights of points as whole numbers, and sums of their products (cl/space/weights.cl has the rule). */
#ifndef NF_HOST_WEIGHTS_H
#define NF_HOST_WEIGHTS_H

#include "host/host.h"

typedef struct host_weights {
    int32_t *numbers;
    int scale;
} host_weights;

/* Takes weights in host memory, which were checked.  The caller releases the numbers. */
nf_status nf_host_weights_take(const nf_host_cloud *cloud, const nf_points *weights, host_weights *to);

/* Adds the product of two numbers to a sum, which is 2 x uint64. */
void nf_host_weights_add(uint64_t *sum, int32_t own, int32_t other);

/* A sum of `count` products as a double. */
double nf_host_weights_total(const uint64_t *sum, uint64_t count, const host_weights *own,
                             const host_weights *other);

#endif
