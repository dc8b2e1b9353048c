/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The neighbours that are summed by lists are those of the host's lists, where coordinates and boxes are hard for float. */
#include "opencl/context.h"
#include "support/device.h"
#include "support/sums/interactions.h"
#include "support/numbers.h"

#include <stdlib.h>

static const char counting[] = "#pragma nearfield radial\n"
                               "#pragma nearfield sum counts scalar even 1e5\n"
                               "#pragma nearfield sum same scalar even 1e5\n"
                               "static real interact(const fields *i, const fields *j, real d2,\n"
                               "                     const parameters *p, sums *to) {\n"
                               "    to->counts += 1;\n"
                               "    to->same += d2 == 0;\n"
                               "    return 0;\n"
                               "}\n";

/* Counts are those of lists, and as many of the neighbours as are at the same place have D = 0. */
static void compare_counts(nf_context *context, const nf_points *points, const nf_box *box, double cutoff,
                           const char *strategy) {
    const nf_interact_options options = {.strategy = strategy};
    own_function function = NULL;
    own_result sums = NULL;
    support_ok(context, nf_function_create(context, NULL, counting, "counting.cl", &function));
    own_cloud cloud = support_cloud_on(context, points, box);
    support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &sums));
    for (int k = 0; k < 2; k++) {
        own_memory uint64_t *offsets = interactions_offsets(points, box, k ? 1e-6 : cutoff);
        own_memory void *counts = support_array(sums, NF_ARRAY_SUM(k));
        for (uint64_t i = 0; i < points->n; i++) {
            const double count = support_number(counts, points->type, i);
            ck_assert_msg((uint64_t)count == offsets[i + 1] - offsets[i],
                          "%s, from %g on, %g wide: point %d has %g%s, not %d", strategy, box->origin[0],
                          box->cell[0][0], (int)i, count, k ? " at the same place" : " neighbours",
                          (int)(offsets[i + 1] - offsets[i]));
        }
    }
}

/* Points in a box that begins at this coordinate along x and is so wide there, three at each place. */
static void check_counts(nf_context *context, const char *strategy, float origin, double wide,
                         double cutoff) {
    enum { N = 1500, SIDE = 6 };
    const nf_box box = {.origin = {(double)origin, 0, 0},
                        .cell = {{wide, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}},
                        .periodic = {1, 1, 1}};
    static float at[N][3];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    uint64_t state = 7;
    for (int i = 0; i < N; i++)
        for (int a = 0; a < 3; a++) {
            const float x = (a ? 0 : origin) + (float)(support_uniform(&state) * ((a ? SIDE : wide) - 0.5));
            at[i][a] = i % 3 ? at[i - 1][a] : x;
        }
    compare_counts(context, &points, &box, cutoff, strategy);
}

/* Pairs across a face of a long box, closer to the cutoff than a float of the length of the box can tell. */
static void check_long(nf_context *context, const char *strategy, double wide) {
    enum { N = 2400, PAIRS = 400, SIDE = 4 };
    const nf_box box = {.cell = {{wide, 0, 0}, {0, SIDE, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};
    static double at[N][2];
    const nf_points points = {.n = N, .dims = 2, .type = NF_FLOAT64, .rows.host = at};
    uint64_t state = 3;
    for (int i = 0; i < N; i++)
        for (int a = 0; a < 2; a++) at[i][a] = support_uniform(&state) * (a ? SIDE : wide);
    for (int k = 0; k < PAIRS; k++) {
        const double before = 0.9 * support_uniform(&state),
                     apart = 1 + 3e-6 * (2 * support_uniform(&state) - 1);
        at[2 * k][0] = wide - before;
        at[2 * k + 1][0] = apart - before;
        at[2 * k + 1][1] = at[2 * k][1];
    }
    compare_counts(context, &points, &box, 1, strategy);
}

/* With a cutoff whose inverse is rounded, and where coordinates are so large that the middle of a box is rounded much; in a narrow box rows of cells
   are near as a whole, and the next row follows in memory. */
TEST(neighbours_are_counted_at_one_place_and_far_from_0) {
    SUPPORT_NEEDS_GROUPS();
    static const char *const strategies[] = {"cluster-lists", "point-lists"};
    own_context context = support_context(INTERACTIONS_GPU);
    context->device.compute_units = 1; /* lists are made for two clusters at a time, and there are more */
    for (int k = 0; k < 2; k++) {
        check_counts(context, strategies[k], 0, 6, 0.9);
        check_counts(context, strategies[k], 1e6F, 6, 0.9);
        check_counts(context, strategies[k], 0, 2.5, 0.9);
    }
}

TEST(neighbours_across_a_face_of_a_long_box_are_those_of_the_rule) {
    SUPPORT_NEEDS_GROUPS();
    own_context context = support_context(INTERACTIONS_GPU);
    if (support_double() == NF_FLOAT64) check_long(context, "cluster-lists", 100);
}
