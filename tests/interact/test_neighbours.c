/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The neighbours that are summed are those of lists: by the rule, by radii. */
#include "opencl/context.h"
#include "support/device.h"
#include "support/interaction_checks.h"

#include <stdlib.h>

START_TEST(the_rule_decides_at_the_cutoff) {
    SUPPORT_NEEDS_GROUPS();
    static const char *const strategies[] = {"walk", "clusters", "cluster-lists", "point-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        if (support_small() ? k % 4 == 0 : k % 2 == 0)
            interactions_check_lattice(INTERACTIONS_GPU, strategies[k], NF_FLOAT32, 0);
        if (support_small() ? k % 4 == 2 : k % 2 == 1)
            interactions_check_lattice(INTERACTIONS_GPU, strategies[k], support_double(), 0);
    }
    interactions_check_lattice(NULL, NULL, NF_FLOAT32, 0);
}
END_TEST

/* Of radii that differ much: neighbours are those of lists. */
static void check_radii(const char *tuning, nf_radii_rule rule) {
    enum { N = 500 };
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL, *result = NULL;
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 1.1);
    interactions_asked a;
    float radii[N];
    uint64_t offsets[N + 1], most = 0;
    for (size_t k = 0; k < N; k++) radii[k] = k % 25 ? 0.05f + 0.0001f * (float)k : 0.55f;
    const nf_points given = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = radii};
    const nf_conditions conditions = {.radii = &given, .radii_rule = rule};
    const nf_lists_options listed = {.conditions = &conditions};
    interactions_prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &interactions_cube, NULL, &cloud));
    support_ok(context, nf_lists(cloud, 0, &listed, NULL, &lists));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *counts = interactions_read(context, result, INTERACTIONS_COUNTS);
    for (size_t i = 0; i < N; i++) {
        const uint64_t wanted = offsets[i + 1] - offsets[i];
        ck_assert_double_eq((double)counts[i], (double)wanted);
        if (wanted > most) most = wanted;
    }
    ck_assert_uint_gt(most, 5);
    free(counts);
    nf_result_free(lists);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    interactions_release(&a);
    interactions_forget(&s);
}

START_TEST(neighbours_by_radii_are_those_of_lists) {
    for (int rule = NF_RADII_QUERY; rule <= NF_RADII_LARGER; rule++) {
        check_radii(NULL, (nf_radii_rule)rule);
        if (support_small() ? rule == NF_RADII_LARGER : rule != NF_RADII_SUM)
            check_radii(INTERACTIONS_GPU, (nf_radii_rule)rule);
    }
}
END_TEST

/* ---- counts of neighbours ----------------------------------------------------------------------------------- */

static const char counting[] = "#pragma nearfield radial\n"
                               "#pragma nearfield sum counts scalar even 1e5\n"
                               "#pragma nearfield sum same scalar even 1e5\n"
                               "static real interact(const fields *i, const fields *j, real d2,\n"
                               "                     const parameters *p, sums *to) {\n"
                               "    to->counts += 1;\n"
                               "    to->same += d2 == 0;\n"
                               "    return 0;\n"
                               "}\n";

/* Counts are those of lists, and as many of the neighbours as are at the same place have D = 0.  two: lists are made for two clusters at a time. */
static void compare_counts(const nf_points *points, const nf_box *box, double cutoff, const char *strategy,
                           int two) {
    nf_context *context = support_context(INTERACTIONS_GPU);
    const uint64_t n = points->n;
    const nf_interact_options options = {.strategy = strategy};
    uint64_t *offsets = support_allocate((n + 1) * sizeof *offsets);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *sums = NULL;
    if (two) context->device.compute_units = 1; /* there are more clusters than run at once */
    support_ok(context, nf_function_create(context, NULL, counting, "counting.cl", &function));
    support_ok(context, nf_cloud_create(context, points, box, NULL, &cloud));
    const nf_status status = nf_interact(cloud, cutoff, function, &options, NULL, &sums);
    for (int k = 0; k < 2 && status != NF_ERROR_UNSUPPORTED;
         k++) { /* symmetric, without atomics of 64 bits */
        nf_result *lists = NULL;
        support_ok(context, status);
        support_ok(context, nf_lists(cloud, k ? 1e-6 : cutoff, NULL, NULL, &lists));
        support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, n + 1, NULL, offsets));
        void *counts = interactions_read(context, sums, k);
        for (uint64_t i = 0; i < n; i++) {
            const double count = interactions_value(counts, i, points->type);
            ck_assert_msg((uint64_t)count == offsets[i + 1] - offsets[i],
                          "%s, from %g on, %g wide: point %d has %g%s, not %d", strategy, box->origin[0],
                          box->cell[0][0], (int)i, count, k ? " at the same place" : " neighbours",
                          (int)(offsets[i + 1] - offsets[i]));
        }
        free(counts);
        nf_result_free(lists);
    }
    free(offsets);
    nf_result_free(sums);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
}

/* Points in a box that begins at this coordinate along x and is so wide there, three at each place. */
static void check_counts(const char *strategy, float origin, double wide, double cutoff) {
    enum { N = 1500, SIDE = 6 };
    const nf_box box = {.origin = {(double)origin, 0, 0},
                        .cell = {{wide, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}},
                        .periodic = {1, 1, 1}};
    static float at[N][3];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .host = at};
    uint64_t state = 7;
    for (int i = 0; i < N; i++)
        for (int a = 0; a < 3; a++) {
            const float x =
                (a ? 0 : origin) + (float)(interactions_number(&state) * ((a ? SIDE : wide) - 0.5));
            at[i][a] = i % 3 ? at[i - 1][a] : x;
        }
    compare_counts(&points, &box, cutoff, strategy, 1);
}

/* Pairs across a face of a long box, closer to the cutoff than a float of the length of the box can tell. */
static void check_long(const char *strategy, double wide) {
    enum { N = 2400, PAIRS = 400, SIDE = 4 };
    const nf_box box = {.cell = {{wide, 0, 0}, {0, SIDE, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};
    static double at[N][2];
    const nf_points points = {.n = N, .dims = 2, .type = NF_FLOAT64, .host = at};
    uint64_t state = 3;
    for (int i = 0; i < N; i++)
        for (int a = 0; a < 2; a++) at[i][a] = interactions_number(&state) * (a ? SIDE : wide);
    for (int k = 0; k < PAIRS; k++) {
        const double before = 0.9 * interactions_number(&state),
                     apart = 1 + 3e-6 * (2 * interactions_number(&state) - 1);
        at[2 * k][0] = wide - before;
        at[2 * k + 1][0] = apart - before;
        at[2 * k + 1][1] = at[2 * k][1];
    }
    compare_counts(&points, &box, 1, strategy, 0);
}

static const char *const counted[] = {"cluster-lists", "point-lists", "symmetric", "clusters", "walk"};

/* With a cutoff whose inverse is rounded, and where coordinates are so large that the middle of a box is rounded much; in a narrow box rows of cells
   are near as a whole, and the next row follows in memory. */
START_TEST(neighbours_are_counted_at_one_place_and_far_from_0) {
    for (int k = 0; k < (support_small() ? 2 : 5); k++) {
        check_counts(counted[k], 0, 6, 0.9);
        check_counts(counted[k], 1e6F, 6, 0.9);
        if (k < 3) check_counts(counted[k], 0, 2.5, 0.9);
    }
}
END_TEST

START_TEST(neighbours_across_a_face_of_a_long_box_are_those_of_the_rule) {
    if (support_double() != NF_FLOAT64) return;
    for (int k = 0; k < 5; k++)
        if (support_small() ? k == 0 : k % 2 == 0) check_long(counted[k], 100);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {the_rule_decides_at_the_cutoff, neighbours_by_radii_are_those_of_lists,
                                  neighbours_are_counted_at_one_place_and_far_from_0,
                                  neighbours_across_a_face_of_a_long_box_are_those_of_the_rule};
    return support_main("interact_neighbours", tests, sizeof tests / sizeof *tests);
}
