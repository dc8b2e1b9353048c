/* The neighbours that are summed are those of lists: by the rule, by radii. */
#include "support/device.h"
#include "support/interactions.h"

#include <math.h>
#include <stdlib.h>

/* Points of a lattice in a box, each moved by at most some units in the last place, with a cutoff of the lattice constant: only the rule can
   decide.  The neighbours that are summed are those of the lists. */
static void check_lattice(const char *tuning, const char *strategy, nf_type type) {
    enum { SIDE = 8, N = SIDE * SIDE * SIDE };
    const double unit = type == NF_FLOAT64 ? 0x1p-50 : 0x1p-21;
    const nf_box box = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};
    uint64_t state = 7, near = 0;
    double *at = support_allocate(3 * N * sizeof *at);
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % SIDE, k / 3 / SIDE % SIDE, k / 3 / SIDE / SIDE};
        at[k] = cell[k % 3] + (floor(interactions_number(&state) * 5) + 1) * unit;
    }
    void *given = interactions_typed(at, 3 * N, type);
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL, *sums = NULL;
    const nf_points points = {.n = N, .dims = 3, .type = type, .host = given};
    const nf_interact_options options = {.strategy = strategy};
    uint64_t offsets[N + 1];
    support_ok(context, nf_function_create(context, NULL,
                                           "#pragma nearfield radial\n#pragma nearfield sum counts scalar\n"
                                           "static real interact(const fields *i, const fields *j, real d2,\n"
                                           "                     const parameters *p, sums *to) {\n"
                                           "    to->counts += 1;\n    return 0;\n}\n",
                                           "counts.cl", &function));
    support_ok(context, nf_cloud_create(context, &points, &box, NULL, &cloud));
    support_ok(context, nf_lists(cloud, 1, NULL, NULL, &lists));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &sums));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    void *counts = interactions_read(context, sums, 0);
    for (uint64_t i = 0; i < N; i++) {
        near += offsets[i + 1] - offsets[i];
        ck_assert_double_eq(interactions_value(counts, i, type), (double)(offsets[i + 1] - offsets[i]));
    }
    ck_assert_uint_gt(near, N);
    ck_assert_uint_lt(near, 5 * N);
    nf_result_free(lists);
    nf_result_free(sums);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    free(counts);
    free(given);
    free(at);
}

START_TEST(the_rule_decides_at_the_cutoff) {
    static const char *const strategies[] = {"walk", "clusters", "cluster-lists", "point-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        if (support_is_run((int)k, 2)) check_lattice(INTERACTIONS_GPU, strategies[k], NF_FLOAT32);
        if (support_is_run((int)k + 1, 2)) check_lattice(INTERACTIONS_GPU, strategies[k], support_double());
    }
    check_lattice(NULL, NULL, NF_FLOAT32);
}
END_TEST

/* Of radii that differ much: points are searched by classes, and neighbours are those of lists. */
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
    for (int rule = NF_RADII_QUERY; rule <= NF_RADII_SUM; rule++) {
        check_radii(NULL, (nf_radii_rule)rule);
        if (support_is_run(rule + 1, 3)) check_radii(INTERACTIONS_GPU, (nf_radii_rule)rule);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {the_rule_decides_at_the_cutoff, neighbours_by_radii_are_those_of_lists};
    return support_main("interact_neighbours", tests, sizeof tests / sizeof *tests);
}
