/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Radii that differ much, without a cutoff: what changes between questions, little memory, and radii that are not numbers.  The random comparison
   draws their products with boxes, rules, shapes and questions. */
#include "support/answers/pairs.h"

#include <math.h>
#include <stdlib.h>

enum { MEASURED = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) };

/* A cloud that is the denser the closer to its centre, with radii like the distance to it; they differ by a factor of a hundred.  Some are
   the largest one divided by powers of two. */
typedef struct dense {
    nf_points points, radii;
    float *xyz, *r;
} dense;

static dense dense_centre(void) {
    enum { N = 2000 };
    dense d = {.xyz = support_allocate((size_t)3 * N * 4), .r = support_allocate((size_t)N * 4)};
    uint64_t state = N;
    for (uint64_t p = 0; p < N; p++) {
        const double far = pow(100, -support_uniform(&state)), turn = 6.2831853 * support_uniform(&state),
                     z = 2 * support_uniform(&state) - 1, beside = sqrt(1 - z * z);
        d.xyz[3 * p] = (float)(far * beside * cos(turn));
        d.xyz[3 * p + 1] = (float)(far * beside * sin(turn));
        d.xyz[3 * p + 2] = (float)(far * z);
        d.r[p] = p % 10 ? (float)(0.15 * far) : 0.15f / (float)(1 << p / 10 % 6);
    }
    d.points = (nf_points){.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = d.xyz};
    d.radii = (nf_points){.n = N, .dims = 1, .type = NF_FLOAT32, .rows.host = d.r};
    return d;
}

static void release(dense *d) {
    free(d->xyz);
    free(d->r);
}

/* Asks for `result` again, and compares it with what the host answers about `known`, which may be the same points. */
static void check(nf_context *context, nf_cloud *on, const nf_points *points, double cutoff,
                  const nf_lists_options *options, const nf_lists_options *known, nf_result **result) {
    own_cloud host = support_cloud_on(support_host(), points, NULL);
    own_result wanted = NULL;
    support_ok(support_host(), nf_lists(host, cutoff, known, NULL, &wanted));
    ck_assert_uint_gt(nf_result_total(wanted), 1000);
    support_ok(context, nf_lists(on, cutoff, options, NULL, result));
    support_same_results(wanted, *result, "lists by radii");
}

/* Lists of 64 partners, and memory for the decisions of few tiles. */
TEST(a_dense_centre_has_the_bytes_of_the_host_with_little_memory) {
    own_context context = support_context("search.GROUP=1 search_cpu.LIST=16 search_cpu.KEPT=1");
    dense d = dense_centre();
    const nf_filters filters = {.radii = &d.radii, .radii_rule = NF_RADII_SUM};
    const nf_lists_options options = {.filters = &filters};
    nf_cloud *cloud = support_cloud_on(context, &d.points, NULL);
    nf_result *result = NULL;
    check(context, cloud, &d.points, 0, &options, &options, &result);
    nf_result_free(result);
    nf_cloud_free(cloud);
    release(&d);
}

/* Which radii there are changes between questions about one cloud, but not the largest one; the cloud's own order stays. */
TEST(questions_with_other_radii_and_without_radii_follow_each_other) {
    own_context context = support_context(NULL);
    dense d = dense_centre();
    const nf_filters filters = {.radii = &d.radii, .radii_rule = NF_RADII_SUM};
    nf_cloud *cloud = support_cloud_on(context, &d.points, NULL);
    nf_result *result = NULL;
    for (int k = 0; k < 4; k++) {
        const nf_lists_options options = {.filters = k == 2 ? NULL : &filters};
        for (uint64_t p = 0; p < d.radii.n && k == 1; p++) d.r[p] = p % 50 ? 0.01f : 0.15f;
        check(context, cloud, &d.points, k == 2 ? 0.05 : 0, &options, &options, &result);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    release(&d);
}

/* The rows of the earlier answer have other distances. */
TEST(sorted_rows_by_the_radius_of_the_query_point_have_every_distance) {
    own_context context = support_context(NULL);
    dense d = dense_centre();
    nf_cloud *cloud = support_cloud_on(context, &d.points, NULL);
    nf_result *result = NULL;
    for (int one_sided = 0; one_sided < 2; one_sided++) {
        const nf_filters filters = {.radii = &d.radii,
                                    .radii_rule = one_sided ? NF_RADII_QUERY : NF_RADII_SUM};
        const nf_lists_options options = {.sorted = 1, .filters = &filters, .arrays = MEASURED};
        check(context, cloud, &d.points, 0, &options, &options, &result);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    release(&d);
}

/* A point of the cloud whose radius is not a number has no partners by rules that ask it, and the others are as they are without it. */
TEST(radii_on_the_device_that_are_not_numbers_leave_the_others_as_they_are) {
    own_context context = support_context(NULL);
    dense d = dense_centre();
    d.r[7] = NAN;
    support_buffer buffer = support_buffer_of(context, d.r, d.radii.n, 4);
    d.r[7] = 0; /* has no partners either */
    const nf_points there = {.n = d.radii.n, .dims = 1, .type = NF_FLOAT32, .rows = buffer.at};
    const nf_filters known = {.radii = &d.radii, .radii_rule = NF_RADII_QUERY},
                     by_query = {.radii = &there, .radii_rule = NF_RADII_QUERY};
    const nf_lists_options on_host = {.sorted = 1, .filters = &known, .arrays = MEASURED},
                           on_device = {.sorted = 1, .filters = &by_query, .arrays = MEASURED};
    nf_cloud *cloud = support_cloud_on(context, &d.points, NULL);
    nf_result *result = NULL;
    check(context, cloud, &d.points, 0, &on_device, &on_host, &result);
    nf_result_free(result);
    nf_cloud_free(cloud);
    support_release(&buffer);
    release(&d);
}
