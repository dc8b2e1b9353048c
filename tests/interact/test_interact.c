/* Sums of pair functions against sums in double on the host, over all images within the cutoff. */
#include "support/clouds.h"
#include "support/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const nf_box cube = {.cell = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, .periodic = {1, 1, 1}};
static const nf_box skewed = {.cell = {{4, 0, 0}, {1.5, 3.5, 0}, {-0.5, 1, 4.5}}, .periodic = {1, 1, 1}};
static const nf_box tiny = {.cell = {{1, 0, 0}, {0, 1.25, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};

/* Each row: points, queries, dims, box, where the points are, cutoff, how many images to look at. */
static const struct {
    uint64_t n, queries;
    int dims;
    const nf_box *box;
    double low, high, cutoff;
    int reach;
} cases[] = {
    {600, 0, 3, NULL, 0, 4, 0.8, 0},    {700, 0, 3, &cube, 0, 4, 0.9, 1}, {300, 0, 3, &cube, -9, 14, 0.9, 6},
    {400, 0, 3, &skewed, 0, 4, 0.9, 2}, {12, 0, 3, &tiny, 0, 1, 2.6, 4},  {1, 0, 3, &tiny, 0.5, 0.5, 2.6, 3},
    {500, 90, 3, &cube, 0, 4, 0.9, 1},  {400, 70, 3, NULL, 0, 4, 0.9, 0}, {500, 0, 2, NULL, 0, 9, 0.9, 0},
    {300, 0, 1, NULL, 0, 60, 0.9, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_cases(const char *tuning, const char *strategy, nf_type type) {
    static const size_t few[] = {1, 3, 4, 6};
    const size_t count = support_small() && (tuning || type == NF_FLOAT64) ? sizeof few / sizeof *few : CASES;
    for (size_t at = 0; at < count; at++) {
        const size_t k = count < CASES ? few[at] : at;
        sums_setup s = sums_setup_of(cases[k].n, cases[k].queries, cases[k].dims, type, cases[k].box,
                                     cases[k].low, cases[k].high, cases[k].cutoff);
        const int serves = !strategy || strcmp(strategy, "walk") == 0 ||
                           (!s.queries && (s.in == &cube || strcmp(strategy, "clusters") == 0));
        sums_check(tuning, serves ? strategy : NULL, &s, cases[k].reach, 0, 0);
        sums_forget(&s);
    }
}

START_TEST(sums_are_those_of_the_host) { check_cases(NULL, NULL, NF_FLOAT32); }
END_TEST
START_TEST(sums_of_doubles_are_those_of_the_host) { check_cases(NULL, NULL, support_double()); }
END_TEST
START_TEST(sums_in_the_shape_of_a_gpu_are_those_of_the_host) {
    check_cases(GPU, "walk", NF_FLOAT32);
    check_cases(GPU, "walk", support_double());
}
END_TEST

START_TEST(sums_of_clusters_are_those_of_the_host) {
    check_cases(GPU, "clusters", NF_FLOAT32);
    check_cases(GPU, "clusters", support_double());
    check_cases(GPU, "cluster-lists", NF_FLOAT32);
    check_cases(GPU, "cluster-lists", support_double());
}
END_TEST

START_TEST(sums_in_double_and_fast_functions) {
    sums_setup s = sums_setup_of(300, 0, 3, NF_FLOAT32, &cube, 0, 4, 0.9);
    if (support_double() == NF_FLOAT64) sums_check(NULL, NULL, &s, 1, 1, 0);
    sums_check(NULL, NULL, &s, 1, 0, 1);
    if (support_double() == NF_FLOAT64) sums_check(GPU, "clusters", &s, 1, 1, 1);
    sums_forget(&s);
}
END_TEST

START_TEST(the_rule_decides_at_the_cutoff) {
    static const char *const strategies[] = {"walk", "clusters", "cluster-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        sums_check_lattice(GPU, strategies[k], NF_FLOAT32, 0);
        sums_check_lattice(GPU, strategies[k], support_double(), 0);
    }
    sums_check_lattice(NULL, NULL, NF_FLOAT32, 0);
}
END_TEST

/* A batch is its systems one by one, to the bit, with cutoffs of their own, which p->cutoff is. */
START_TEST(a_batch_is_its_systems_one_by_one) {
    enum { N = 300, FIRST = 180 };
    const uint64_t offsets[3] = {0, FIRST, N};
    const double cutoffs[2] = {0.75, 1.25};
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    sums_setup s = sums_setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 0);
    const nf_systems systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    sums_asked a;
    sums_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, sums_charges, NULL, &function));
    a.points.systems = &systems;
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *all = sums_read(context, result, SUMS_ENERGIES);
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) {
        const uint64_t from = offsets[k], n = offsets[k + 1] - from;
        const nf_points own = {.n = n, .dims = 3, .type = NF_FLOAT32, .host = (float *)a.at + 3 * from};
        const nf_numbers fields[2] = {{.name = "charge", .n = n, .host = (float *)a.charge + from},
                                      {.name = "kind", .n = n, .host = (float *)a.kind + from}};
        const nf_interact_options options = {
            .fields = fields, .field_count = 2, .tables = a.tables, .table_count = 1};
        support_ok(context, nf_cloud_create(context, &own, &cube, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoffs[k], function, &options, NULL, &result));
        float *one = sums_read(context, result, SUMS_ENERGIES);
        ck_assert_mem_eq(one, all + from, n * sizeof *one);
        ck_assert(fabsf(one[0]) > 0);
        free(one);
        nf_cloud_free(cloud);
    }
    free(all);
    nf_result_free(result);
    nf_function_free(function);
    nf_context_free(context);
    sums_release(&a);
    sums_forget(&s);
}
END_TEST

/* Two argon-like points and a third: Lennard-Jones in closed form. */
START_TEST(lennard_jones_is_that_of_its_formula) {
    const double r = 1.25, eps = 0.7, sigma = 1.1, cutoff = 2, at[2] = {0, r};
    const double s6 = pow(sigma / r, 6), c6 = pow(sigma / cutoff, 6);
    const nf_parameter parameters[] = {{"epsilon", eps}, {"sigma", sigma}, {"shifted", 1}};
    nf_context *context = support_context(NULL);
    const nf_type type = support_double();
    const double within = type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *points_at = sums_typed(at, 2, type);
    const nf_points points = {.n = 2, .dims = 1, .type = type, .host = points_at};
    for (int shifted = 0; shifted < 2; shifted++) {
        const nf_interact_options options = {.parameters = parameters,
                                             .parameter_count = (size_t)(2 + shifted)};
        nf_function *function = NULL;
        nf_cloud *cloud = NULL;
        nf_result *result = NULL;
        const double energy = 4 * eps * (s6 * s6 - s6 - (shifted ? c6 * c6 - c6 : 0)),
                     force = 24 * eps / r * (2 * s6 * s6 - s6); /* away from each other */
        support_ok(context, nf_function_create(context, "lennard-jones", NULL, NULL, &function));
        support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &result));
        ck_assert_str_eq(nf_result_array(result, NF_ARRAY_SUMS).name, "forces");
        void *forces = sums_read(context, result, 0), *energies = sums_read(context, result, 1),
             *virials = sums_read(context, result, 2);
        for (uint64_t i = 0; i < 2; i++) {
            ck_assert_double_le(fabs(sums_value(energies, i, type) - energy / 2), within * fabs(energy));
            ck_assert_double_le(fabs(sums_value(forces, i, type) - (i ? force : -force)),
                                within * fabs(force));
            ck_assert_double_le(fabs(sums_value(virials, i, type) - r * force / 2), within * fabs(r * force));
        }
        free(forces), free(energies), free(virials);
        nf_result_free(result);
        nf_cloud_free(cloud);
        nf_function_free(function);
    }
    free(points_at);
    nf_context_free(context);
}
END_TEST

START_TEST(conditions_and_places_of_the_caller) {
    enum { N = 250 };
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL;
    sums_setup s = sums_setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 1.1);
    const nf_conditions conditions = {.min_distance = 0.6};
    const nf_lists_options listed = {.conditions = &conditions};
    sums_asked a;
    float counts[N];
    uint64_t offsets[N + 1], bytes = 0;
    sums_prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, sums_charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_lists(cloud, s.cutoff, &listed, NULL, &lists));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_buffer pulls = support_buffer_of(context, NULL, N, 12),
                   energies = support_buffer_of(context, NULL, N, 4),
                   number = support_buffer_of(context, NULL, N, 4),
                   totals = support_buffer_of(context, NULL, 5, nf_context_device(context)->fp64 ? 8 : 4);
    nf_slice places[3] = {pulls.at, energies.at, number.at};
    a.options.places = places;
    a.options.total_place = totals.at;
    support_ok(context, nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    support_read(&number, counts);
    for (size_t i = 0; i < N; i++)
        ck_assert_double_eq((double)counts[i], (double)(offsets[i + 1] - offsets[i]));
    places[1] = places[2];
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    a.options.places = NULL;
    support_fails(context, NF_ERROR_ARGUMENT, "places",
                  nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    support_ok(context, nf_interact_memory(context, &a.points, function, &a.options, &bytes));
    ck_assert_uint_gt(bytes, N * 5 * 4);
    support_release(&pulls), support_release(&energies), support_release(&number), support_release(&totals);
    nf_result_free(lists);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    sums_release(&a);
    sums_forget(&s);
}
END_TEST

/* Of radii that differ much: points are searched by classes, and neighbours are those of lists. */
static void check_radii(const char *tuning, nf_radii_rule rule) {
    enum { N = 500 };
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL, *result = NULL;
    sums_setup s = sums_setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 1.1);
    sums_asked a;
    float radii[N];
    uint64_t offsets[N + 1], most = 0;
    for (size_t k = 0; k < N; k++) radii[k] = k % 25 ? 0.05f + 0.0001f * (float)k : 0.55f;
    const nf_points given = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = radii};
    const nf_conditions conditions = {.radii = &given, .radii_rule = rule};
    const nf_lists_options listed = {.conditions = &conditions};
    sums_prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, sums_charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_lists(cloud, 0, &listed, NULL, &lists));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *counts = sums_read(context, result, SUMS_COUNTS);
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
    sums_release(&a);
    sums_forget(&s);
}

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
    sums_check_moved("walk", NULL, NULL);
    sums_check_moved("clusters", NULL, NULL);
}
END_TEST

START_TEST(neighbours_by_radii_are_those_of_lists) {
    for (int rule = NF_RADII_QUERY; rule <= NF_RADII_SUM; rule++) {
        check_radii(NULL, (nf_radii_rule)rule);
        check_radii(GPU, (nf_radii_rule)rule);
    }
}
END_TEST

START_TEST(numbers_that_are_missing_have_their_names_in_the_error) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    sums_setup s = sums_setup_of(10, 0, 3, NF_FLOAT32, NULL, 0, 4, 1);
    const nf_parameter wrong = {"strenght", 1};
    sums_asked a;
    sums_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, sums_charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, NULL, NULL, &cloud));
    a.options.field_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT, "\"charge\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.field_count = 2;
    a.fields[1].n = 9;
    support_fails(context, NF_ERROR_ARGUMENT, "9 numbers for 10 points",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.fields[1].n = 10;
    a.options.table_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "\"springs\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.table_count = 1;
    a.options.parameters = &wrong;
    a.options.parameter_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT, "\"strenght\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.parameter_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "function is NULL",
                  nf_interact(cloud, 1, NULL, &a.options, NULL, &result));
    ck_assert_ptr_null(result);
    support_ok(context, nf_interact(cloud, 1, function, &a.options, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    sums_release(&a);
    sums_forget(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_are_those_of_the_host,
                                  sums_of_doubles_are_those_of_the_host,
                                  sums_in_the_shape_of_a_gpu_are_those_of_the_host,
                                  sums_of_clusters_are_those_of_the_host,
                                  the_rule_decides_at_the_cutoff,
                                  sums_of_moved_clouds_are_right_or_unknown,
                                  sums_in_double_and_fast_functions,
                                  a_batch_is_its_systems_one_by_one,
                                  lennard_jones_is_that_of_its_formula,
                                  conditions_and_places_of_the_caller,
                                  neighbours_by_radii_are_those_of_lists,
                                  numbers_that_are_missing_have_their_names_in_the_error};
    return support_main("interact_sums", tests, sizeof tests / sizeof *tests);
}
