/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of a pair function whose two points do not do the same to each other, by the rule's strategy, against sums in double on the host over all
   images within the cutoff. */
#include "support/device.h"
#include "support/sums/interaction_checks.h"

#include <math.h>
#include <stdlib.h>

static nf_function *charges_of(nf_context *context) {
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, "charges.cl", &function));
    return function;
}

static void check(nf_context *context, uint64_t n, uint64_t queries, const nf_box *box, double side,
                  double cutoff, int reach) {
    own_function charges = charges_of(context);
    interactions_setup s = interactions_setup_of(n, queries, 3, NF_FLOAT32, box, 0, side, cutoff);
    interactions_check(context, charges, NULL, &s, reach);
    interactions_forget(&s);
}

/* In the shape of a GPU query points are served by the walk. */
TEST(sums_are_those_of_the_host) {
    own_context context = support_context(NULL), gpu = support_context(INTERACTIONS_GPU);
    check(context, 12, 0, &interactions_tiny, 1, 2.6, 4);
    check(context, 500, 90, &interactions_cube, 4, 0.9, 1);
    check(gpu, 500, 90, &interactions_cube, 4, 0.9, 1);
}

/* A batch is its systems one by one, to the bit, with cutoffs of their own, which p->cutoff is. */
TEST(a_batch_is_its_systems_one_by_one) {
    enum { N = 300, FIRST = 180 };
    const uint64_t offsets[3] = {0, FIRST, N};
    const double cutoffs[2] = {0.75, 1.25};
    nf_context *context = support_context(NULL);
    nf_function *charges = charges_of(context);
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 0);
    const nf_batch systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    interactions_arguments a;
    interactions_prepare(&a, &s);
    a.points.batch = &systems;
    nf_cloud *cloud = support_cloud_on(context, &a.points, &interactions_cube);
    support_ok(context, nf_interact(cloud, 0, charges, &a.options, NULL, &result));
    float *all = support_array(result, NF_ARRAY_SUM(INTERACTIONS_ENERGIES));
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) {
        const uint64_t from = offsets[k], n = offsets[k + 1] - from;
        const nf_points own = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = (float *)a.at + 3 * from};
        const nf_numbers fields[2] = {{.name = "charge", .n = n, .values.host = (float *)a.charge + from},
                                      {.name = "kind", .n = n, .values.host = (float *)a.kind + from}};
        const nf_interact_options options = {
            .fields = fields, .field_count = 2, .tables = a.tables, .table_count = 1, .strategy = "walk"};
        support_ok(context, nf_cloud_create(context, &own, &interactions_cube, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoffs[k], charges, &options, NULL, &result));
        own_memory float *one = support_array(result, NF_ARRAY_SUM(INTERACTIONS_ENERGIES));
        ck_assert_mem_eq(one, all + from, n * sizeof *one);
        ck_assert(fabsf(one[0]) > 0);
        nf_cloud_free(cloud);
    }
    free(all);
    nf_result_free(result);
    nf_function_free(charges);
    nf_context_free(context);
    interactions_release(&a);
    interactions_forget(&s);
}
