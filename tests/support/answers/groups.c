/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/groups.h"

#include "support/calls.h"
#include "support/device.h"

#include <math.h>

void groups_read(nf_result *result, fof_answer *got) {
    got->groups = nf_result_total(result);
    ck_assert_int_eq(nf_result_read(result, NF_ARRAY_LABELS, 0, got->n, NULL, got->labels), NF_OK);
    if (nf_result_array(result, NF_ARRAY_CORES)->rows)
        ck_assert_int_eq(nf_result_read(result, NF_ARRAY_CORES, 0, got->n, NULL, got->cores), NF_OK);
    else
        for (uint64_t p = 0; p < got->n; p++) got->cores[p] = 1; /* of friends of friends in spacings */
    ck_assert_int_eq(nf_result_read(result, NF_ARRAY_ORDER, 0, got->n, NULL, got->order), NF_OK);
}

fof_answer fof_host(const nf_points *points, const nf_box *box, double linking_length,
                    const fof_query *options) {
    fof_query all = options ? *options : (fof_query){.min_points = 0};
    fof_answer answer = fof_room(points->n);
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    own_result result = NULL;
    all.arrays = GROUPS_ARRAYS;
    support_ok(support_host(), fof_or_dbscan(cloud, linking_length, &all, NULL, &result));
    groups_read(result, &answer);
    return answer;
}

groups_catalogue groups_catalogue_of(const nf_points *points, const nf_box *box, const int32_t *labels,
                                     const nf_catalogue_options *options) {
    nf_cloud *cloud = support_cloud_on(support_host(), points, box);
    nf_result *r = NULL;
    support_ok(support_host(), nf_catalogue(cloud, nf_from_host(labels), options, NULL, &r));
    nf_cloud_free(cloud);
    return (groups_catalogue){.result = r,
                              .count = nf_result_total(r),
                              .groups = nf_result_array(r, NF_ARRAY_GROUPS)->host,
                              .members = nf_result_array(r, NF_ARRAY_MEMBERS)->host,
                              .percolates = nf_result_array(r, NF_ARRAY_PERCOLATES)->host,
                              .masses = nf_result_array(r, NF_ARRAY_MASSES)->host,
                              .centres = nf_result_array(r, NF_ARRAY_CENTRES)->host,
                              .velocities = nf_result_array(r, NF_ARRAY_VELOCITIES)->host,
                              .inertia_radii = nf_result_array(r, NF_ARRAY_INERTIA_RADII)->host,
                              .extents = nf_result_array(r, NF_ARRAY_EXTENTS)->host};
}

void groups_catalogue_free(groups_catalogue *catalogue) { nf_result_free(catalogue->result); }

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
