/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of clouds of several systems, and of clouds that move. */
#include "support/device.h"
#include "support/interaction_checks.h"

#include <math.h>
#include <stdlib.h>

/* A batch is its systems one by one, to the bit, with cutoffs of their own, which p->cutoff is. */
static void check_batch(const char *tuning, nf_type type) {
    enum { N = 300, FIRST = 180 };
    const size_t real = nf_type_bytes(type);
    const uint64_t offsets[3] = {0, FIRST, N};
    const double cutoffs[2] = {0.75, 1.25};
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(N, 0, 3, type, &interactions_cube, 0, 4, 0);
    const nf_systems systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    interactions_asked a;
    interactions_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    a.points.systems = &systems;
    support_ok(context, nf_cloud_create(context, &a.points, &interactions_cube, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    char *all = interactions_read(context, result, INTERACTIONS_ENERGIES);
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) {
        const uint64_t from = offsets[k], n = offsets[k + 1] - from;
        const nf_points own = {.n = n, .dims = 3, .type = type, .host = (char *)a.at + 3 * from * real};
        const nf_numbers fields[2] = {{.name = "charge", .n = n, .host = (char *)a.charge + from * real},
                                      {.name = "kind", .n = n, .host = (char *)a.kind + from * real}};
        const nf_interact_options options = {
            .fields = fields, .field_count = 2, .tables = a.tables, .table_count = 1, .strategy = "walk"};
        support_ok(context, nf_cloud_create(context, &own, &interactions_cube, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoffs[k], function, &options, NULL, &result));
        void *one = interactions_read(context, result, INTERACTIONS_ENERGIES);
        ck_assert_mem_eq(one, all + from * real, n * real);
        ck_assert(fabs(interactions_value(one, 0, type)) > 0);
        free(one);
        nf_cloud_free(cloud);
    }
    free(all);
    nf_result_free(result);
    nf_function_free(function);
    nf_context_free(context);
    interactions_release(&a);
    interactions_forget(&s);
}
START_TEST(a_batch_is_its_systems_one_by_one) {
    check_batch(NULL, NF_FLOAT32);
    check_batch(INTERACTIONS_GPU, NF_FLOAT32);
    if (!support_small()) check_batch(INTERACTIONS_GPU, support_double());
}
END_TEST

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
    SUPPORT_NEEDS_GROUPS();
    interactions_check_moved("walk", NULL, NULL);
    interactions_check_moved("clusters", NULL, NULL);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_batch_is_its_systems_one_by_one,
                                  sums_of_moved_clouds_are_right_or_unknown};
    return support_main("interact_clouds", tests, sizeof tests / sizeof *tests);
}
