/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How exact the displacement D is that a pair function gets, for close pairs. */
#include "support/device.h"
#include "support/sums/interactions.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>

/* Points in the box, each second one close behind the one before; of each FACES-th pair of these beyond a face, where the box begins. */
enum { N = 1200, FACES = 4 };
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
    for (int i = 0; i < N; i += 2)
        for (int a = 0; a < 3; a++) {
            const int is_at_face = i / 2 % FACES == 0 && i / 2 / FACES % 3 == a;
            const double one = is_at_face ? width - near / 8 * (1 + support_uniform(&state))
                                          : (width - near) * support_uniform(&state),
                         other = one + near / 4 * (1 + support_uniform(&state));
            at[3 * i + a] = (float)one;
            at[3 * (i + 1) + a] = (float)(other < width ? other : other - width);
        }
}

/* Of the displacements of all points that are close to one: their sum, what it may be off by, how many there are, and how many of them cross a face. */
typedef struct close_points {
    double sum[3], bound[3];
    int count, across;
} close_points;

/* The points of a cluster extend over less than 3 cutoffs along each axis.  The difference of coordinates as given is rounded where it is not that of images
   that are near each other. */
static close_points add_all(int i) {
    close_points all = {.count = 0};
    for (int j = 0; j < N; j++) {
        double D[3], given[3], d2 = 0;
        int crosses = 0;
        for (int a = 0; a < 3; a++) {
            given[a] = (double)at[3 * j + a] - (double)at[3 * i + a];
            D[a] = given[a] - width * rint(given[a] / width);
            crosses |= fabs(given[a]) > width / 2;
            d2 += D[a] * D[a];
        }
        if (i == j || !(d2 < near * near)) continue;
        all.count++;
        all.across += crosses;
        for (int a = 0; a < 3; a++) {
            all.sum[a] += D[a];
            all.bound[a] += 0x1p-21 * (3 * cutoff + cutoff) + (crosses ? 0x1p-23 * fabs(given[a]) : 0);
        }
    }
    return all;
}

static void check(const char *tuning, const char *strategy) {
    const nf_box box = {.cell = {{width, 0, 0}, {0, width, 0}, {0, 0, width}}, .periodic = {1, 1, 1}};
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    const nf_parameter parameter = {"near", near};
    const nf_interact_options options = {
        .strategy = strategy, .parameters = &parameter, .parameter_count = 1};
    own_context context = support_context(tuning);
    own_function function = NULL;
    own_result result = NULL;
    int pairs = 0, across = 0;
    support_ok(context, nf_function_create(context, NULL, source, NULL, &function));
    own_cloud cloud = support_cloud_on(context, &points, &box);
    support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &result));
    own_memory float *got = (float *)support_array(result, NF_ARRAY_SUM(0));
    for (int i = 0; i < N; i++) {
        const close_points all = add_all(i);
        pairs += all.count;
        across += all.across;
        for (int a = 0; a < 3; a++)
            ck_assert_msg(fabs((double)got[3 * i + a] - all.sum[a]) <= all.bound[a],
                          "%s: component %d of point %d: %.9g instead of %.9g", strategy, a, i,
                          (double)got[3 * i + a], all.sum[a]);
    }
    ck_assert_int_ge(pairs, N);
    ck_assert_int_ge(across, N / FACES);
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
