/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How exact the displacement D is that a pair function gets, for close pairs. */
#include "support/device.h"
#include "support/sums/interactions.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>

/* Points in the box, each second one close behind the one before. */
enum { N = 1200 };
static const double width = 5, cutoff = 1, near = 0.02;
static float at[3 * N];

/* The sum of D over close points, of which there is one in most cases. */
static const char source[] = "#pragma nearfield radial\n"
                             "#pragma nearfield parameter near 0\n"
                             "#pragma nearfield sum displacements vector odd\n"
                             "static real interact(const fields *i, const fields *j, real d2,\n"
                             "                     const parameters *p, sums *to) {\n"
                             "    return d2 < p->near * p->near ? 1 : 0;\n"
                             "}\n";

static void place(void) {
    uint64_t state = 7;
    for (int i = 0; i < N; i++)
        for (int a = 0; a < 3; a++) {
            const double here = i % 2 ? (double)at[3 * (i - 1) + a] + near / 4 * support_uniform(&state)
                                      : (width - near) * support_uniform(&state);
            at[3 * i + a] = (float)here;
        }
}

/* Adds the displacements of the images of all points that are close to point i; returns their number. */
static int add_all(int i, double *sum) {
    int count = 0;
    for (int j = 0; j < N; j++) {
        double D[3], d2 = 0;
        for (int a = 0; a < 3; a++) {
            D[a] = (double)at[3 * j + a] - (double)at[3 * i + a];
            D[a] -= width * rint(D[a] / width);
            d2 += D[a] * D[a];
        }
        if (i == j || !(d2 < near * near)) continue;
        count++;
        for (int a = 0; a < 3; a++) sum[a] += D[a];
    }
    return count;
}

/* The points of a cluster extend over less than 3 cutoffs along each axis. */
static void check(const char *tuning, const char *strategy) {
    static const double bound = 0x1p-21 * (3 + 1);
    const nf_box box = {.cell = {{width, 0, 0}, {0, width, 0}, {0, 0, width}}, .periodic = {1, 1, 1}};
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    const nf_parameter parameter = {"near", near};
    const nf_interact_options options = {
        .strategy = strategy, .parameters = &parameter, .parameter_count = 1};
    own_context context = support_context(tuning);
    own_function function = NULL;
    own_result result = NULL;
    int pairs = 0;
    support_ok(context, nf_function_create(context, NULL, source, NULL, &function));
    own_cloud cloud = support_cloud_on(context, &points, &box);
    support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &result));
    own_memory float *got = (float *)support_array(result, NF_ARRAY_SUM(0));
    for (int i = 0; i < N; i++) {
        double sum[3] = {0};
        const int count = add_all(i, sum);
        pairs += count;
        for (int a = 0; a < 3; a++)
            ck_assert_msg(fabs((double)got[3 * i + a] - sum[a]) <= bound * count,
                          "%s: component %d of point %d: %.9g instead of %.9g", strategy, a, i,
                          (double)got[3 * i + a], sum[a]);
    }
    ck_assert_int_ge(pairs, N);
}

TEST(displacements_of_close_pairs_are_as_exact_as_said) {
    SUPPORT_NEEDS_GROUPS();
    place();
    check(NULL, "walk");
    check(INTERACTIONS_GPU, "walk");
    check(INTERACTIONS_GPU, "direct");
    check(INTERACTIONS_GPU, "clusters");
    check(INTERACTIONS_GPU, "point-lists");
}
