/* What the caller gives to a call: parameters, fields, conditions and places. */
#include "support/device.h"
#include "support/interactions.h"

#include <math.h>
#include <stdlib.h>

/* Two argon-like points and a third: Lennard-Jones in closed form. */
START_TEST(lennard_jones_is_that_of_its_formula) {
    const double r = 1.25, eps = 0.7, sigma = 1.1, cutoff = 2, at[2] = {0, r};
    const double s6 = pow(sigma / r, 6), c6 = pow(sigma / cutoff, 6);
    const nf_parameter parameters[] = {{"epsilon", eps}, {"sigma", sigma}, {"shifted", 1}};
    nf_context *context = support_context(NULL);
    const nf_type type = support_double();
    const double within = type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *points_at = interactions_typed(at, 2, type);
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
        void *forces = interactions_read(context, result, 0),
             *energies = interactions_read(context, result, 1),
             *virials = interactions_read(context, result, 2);
        for (uint64_t i = 0; i < 2; i++) {
            ck_assert_double_le(fabs(interactions_value(energies, i, type) - energy / 2),
                                within * fabs(energy));
            ck_assert_double_le(fabs(interactions_value(forces, i, type) - (i ? force : -force)),
                                within * fabs(force));
            ck_assert_double_le(fabs(interactions_value(virials, i, type) - r * force / 2),
                                within * fabs(r * force));
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
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 1.1);
    const nf_conditions conditions = {.min_distance = 0.6};
    const nf_lists_options listed = {.conditions = &conditions};
    interactions_asked a;
    float counts[N];
    uint64_t offsets[N + 1], bytes = 0;
    interactions_prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &interactions_cube, NULL, &cloud));
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
    interactions_release(&a);
    interactions_forget(&s);
}
END_TEST

START_TEST(numbers_that_are_missing_have_their_names_in_the_error) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(10, 0, 3, NF_FLOAT32, NULL, 0, 4, 1);
    const nf_parameter wrong = {"strenght", 1};
    interactions_asked a;
    interactions_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
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
    interactions_release(&a);
    interactions_forget(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {lennard_jones_is_that_of_its_formula, conditions_and_places_of_the_caller,
                                  numbers_that_are_missing_have_their_names_in_the_error};
    return support_main("interact_calls", tests, sizeof tests / sizeof *tests);
}
