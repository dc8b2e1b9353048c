/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/groups.h"

#include "support/device.h"

#include <math.h>
#include <stdlib.h>

void groups_read(nf_result *result, fof_answer *got) {
    got->groups = nf_result_total(result);
    ck_assert_int_eq(nf_result_read(result, NF_ARRAY_LABELS, 0, got->n, NULL, got->labels), NF_OK);
    if (nf_result_array(result, NF_ARRAY_CORES).rows)
        ck_assert_int_eq(nf_result_read(result, NF_ARRAY_CORES, 0, got->n, NULL, got->cores), NF_OK);
    else
        for (uint64_t p = 0; p < got->n; p++) got->cores[p] = 1; /* of friends of friends in spacings */
    ck_assert_int_eq(nf_result_read(result, NF_ARRAY_ORDER, 0, got->n, NULL, got->order), NF_OK);
}

nf_cloud *groups_cloud(nf_context *context, const nf_points *points, const nf_box *box) {
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, points, box, NULL, &cloud));
    return cloud;
}

support_cloud groups_blobs(uint64_t n, int dims, nf_type type, uint64_t seed) {
    support_cloud cloud = support_cloud_uniform(n, dims, type, 1, seed), single = cloud;
    for (uint64_t p = 0; p < n; p++) {
        const uint64_t blob = p * 7 % 16;
        const double size = pow(10, -(double)blob / 3);
        for (int a = 0; a < dims; a++) {
            const uint64_t at = p * (uint64_t)dims + (uint64_t)a;
            const double centre = (double)(blob * (uint64_t)(3 + 2 * a) % 16) / 16;
            if (p % 9 == 0) continue;
            if (type == NF_FLOAT32) {
                float *x = single.data;
                x[at] = (float)(centre + size * 0.1 * (double)x[at]);
            } else {
                double *x = single.data;
                x[at] = centre + size * 0.1 * x[at];
            }
        }
    }
    return cloud;
}
