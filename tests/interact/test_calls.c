/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the caller gives to a call: parameters, fields, filters and places. */
#include "search/ways.h"
#include "support/device.h"
#include "support/interactions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A cloud of charges, its function, and a place for each sum and the totals. */
enum { N = 250, SUMS = 3 };
typedef struct scene {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    interactions_setup s;
    interactions_asked a;
    support_buffer at[SUMS + 1];
    nf_slice places[SUMS];
} scene;

static void open_scene(scene *c) {
    c->context = support_context(NULL);
    c->s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 1.1);
    interactions_prepare(&c->a, &c->s);
    support_ok(c->context, nf_function_create(c->context, NULL, interactions_charges, NULL, &c->function));
    support_ok(c->context, nf_cloud_create(c->context, &c->a.points, &interactions_cube, NULL, &c->cloud));
    for (int k = 0; k < SUMS; k++) {
        c->at[k] = support_buffer_of(c->context, NULL, N, k ? 4 : 12);
        c->places[k] = c->at[k].at;
    }
    c->at[SUMS] = support_buffer_of(c->context, NULL, 5, nf_context_device(c->context)->fp64 ? 8 : 4);
    c->a.options.places = c->places;
    c->a.options.totals = 1;
    c->a.options.total_place = c->at[SUMS].at;
}

static void close_scene(scene *c) {
    for (int k = 0; k < SUMS + 1; k++) support_release(&c->at[k]);
    nf_cloud_free(c->cloud);
    nf_function_free(c->function);
    nf_context_free(c->context);
    interactions_release(&c->a);
    interactions_forget(&c->s);
}

static nf_status into(scene *c) {
    return nf_interact_into(c->cloud, c->s.cutoff, c->function, &c->a.options, NULL);
}

START_TEST(places_of_the_caller_get_the_sums_and_totals_of_a_result) {
    static unsigned char got[N * 12], wanted[N * 12];
    const nf_filters filters = {.min_distance = 0.6};
    const nf_lists_options listed = {.filters = &filters};
    nf_result *lists = NULL, *result = NULL;
    uint64_t offsets[N + 1], bytes = 0;
    scene c;
    open_scene(&c);
    c.a.options.filters = &filters;
    support_ok(c.context, nf_lists(c.cloud, c.s.cutoff, &listed, NULL, &lists));
    support_ok(c.context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_fails(c.context, NF_ERROR_ARGUMENT, "the result has no totals, as it is not of nf_interact",
                  nf_result_read(lists, NF_ARRAY_TOTALS, 0, 1, NULL, got));
    support_ok(c.context, into(&c));
    support_ok(c.context, nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    for (int k = 0; k < SUMS + 1; k++) {
        const nf_array array = k < SUMS ? (nf_array)(NF_ARRAY_SUMS + k) : NF_ARRAY_TOTALS;
        support_read(&c.at[k], got);
        support_ok(c.context, nf_result_read(result, array, 0, c.at[k].n, NULL, wanted));
        ck_assert_msg(memcmp(got, wanted, c.at[k].n * c.at[k].size) == 0, "array %d is another", k);
    }
    support_read(&c.at[INTERACTIONS_COUNTS], got);
    for (size_t i = 0; i < N; i++)
        ck_assert_double_eq(interactions_value(got, i, NF_FLOAT32), (double)(offsets[i + 1] - offsets[i]));
    support_ok(c.context, nf_interact_memory(c.context, &c.a.points, c.function, &c.a.options, &bytes));
    ck_assert_uint_gt(bytes, N * 5 * 4);
    nf_result_free(lists);
    nf_result_free(result);
    close_scene(&c);
}
END_TEST

/* The sums that are wanted are the same bytes as of a call for all, and the others have no array; for "symmetric", which needs ranges, see
   test_symmetric.c. */
START_TEST(sums_that_are_not_wanted_are_left_out) {
    static const uint32_t masks[] = {1, 6};
    static unsigned char got[N * 12], all[SUMS][N * 12];
    nf_result *result = NULL;
    scene c;
    open_scene(&c);
    c.a.options.totals = 0;
    support_ok(c.context, nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    for (int k = 0; k < SUMS; k++)
        support_ok(c.context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, N, NULL, all[k]));
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        c.a.options.wanted = masks[m];
        support_ok(c.context, nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
        for (int k = 0; k < SUMS; k++) {
            const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
            const int wanted = masks[m] >> k & 1;
            ck_assert_uint_eq(nf_result_array(result, array).rows, wanted ? N : 0);
            if (!wanted) continue;
            support_ok(c.context, nf_result_read(result, array, 0, N, NULL, got));
            ck_assert_msg(memcmp(got, all[k], N * c.at[k].size) == 0, "sum %d is another", k);
        }
    }
    support_fails(c.context, NF_ERROR_ARGUMENT,
                  "the result has no array NF_ARRAY_SUMS + 3: the function has fewer",
                  nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + SUMS), 0, N, NULL, got));
    nf_result_free(result);
    close_scene(&c);
}
END_TEST

START_TEST(places_of_sums_that_are_not_wanted_are_not_looked_at) {
    static unsigned char got[N * 12], all[N * 12];
    scene c;
    open_scene(&c);
    c.a.options.totals = 0;
    support_ok(c.context, into(&c));
    support_read(&c.at[1], all);
    c.a.options.wanted = 2;
    c.places[0] = c.places[2] = (nf_slice){NULL, 0};
    support_ok(c.context, into(&c));
    support_read(&c.at[1], got);
    ck_assert_int_eq(memcmp(got, all, N * 4), 0);
    c.a.options.wanted = 9;
    support_fails(c.context, NF_ERROR_ARGUMENT, "0x9", into(&c));
    c.a.options.wanted = 2;
    c.a.options.totals = 1;
    support_fails(c.context, NF_ERROR_ARGUMENT, "totals", into(&c));
    close_scene(&c);
}
END_TEST

/* Places are numbered by their rows, and may follow each other in one buffer. */
START_TEST(places_that_overlap_are_refused) {
    scene c;
    open_scene(&c);
    support_buffer all = support_buffer_of(c.context, NULL, 6 * (uint64_t)N, 4);
    const size_t element = c.at[SUMS].size;
    c.places[0] = nf_at(all.at.buffer, 0);
    c.places[1] = nf_at(all.at.buffer, 3 * (uint64_t)N);
    c.places[2] = nf_at(all.at.buffer, 4 * (uint64_t)N);
    c.a.options.total_place = nf_at(all.at.buffer, 5 * (uint64_t)N * 4 / element);
    support_ok(c.context, into(&c));
    c.a.options.total_place = nf_at(all.at.buffer, (5 * (uint64_t)N * 4 - element) / element);
    support_fails(c.context, NF_ERROR_ARGUMENT, "overlap", into(&c));
    c.a.options.totals = 0;
    support_ok(c.context, into(&c));
    c.places[0] = nf_at(all.at.buffer, 1);
    support_fails(c.context, NF_ERROR_ARGUMENT, "overlap", into(&c));
    c.places[0] = nf_at(all.at.buffer, 0);
    c.places[1] = c.places[2];
    support_fails(c.context, NF_ERROR_ARGUMENT, "overlap", into(&c));
    c.a.options.places = NULL;
    support_fails(c.context, NF_ERROR_ARGUMENT, "places is NULL", into(&c));
    support_release(&all);
    close_scene(&c);
}
END_TEST

/* A place that is NULL is named by the member of the options that gives it. */
START_TEST(places_that_are_null_are_refused) {
    scene c;
    open_scene(&c);
    char sentence[96];
    for (int k = 0; k < SUMS; k++) {
        const nf_slice good = c.places[k];
        (void)snprintf(sentence, sizeof sentence, "places[%d], of the sum \"%s\", is NULL", k,
                       nf_function_declares(c.function)->sum[k].name);
        c.places[k].buffer = NULL;
        support_fails(c.context, NF_ERROR_ARGUMENT, sentence, into(&c));
        c.places[k] = good;
    }
    c.a.options.total_place.buffer = NULL;
    support_fails(c.context, NF_ERROR_ARGUMENT, "total_place is NULL", into(&c));
    c.a.options.totals = 0;
    support_ok(c.context, into(&c));
    close_scene(&c);
}
END_TEST

START_TEST(a_strategy_for_lanes_is_refused_on_a_cpu) {
    scene c;
    open_scene(&c);
    c.a.options.strategy = "clusters";
    if (nf_search_is_cpu(c.context))
        support_fails(c.context, NF_ERROR_UNSUPPORTED,
                      "strategy clusters: it needs the lanes of a GPU, and this device is a CPU", into(&c));
    close_scene(&c);
}
END_TEST

/* A call, and the question of its memory. */
static void both_fail(scene *c, const char *word) {
    uint64_t bytes = 0;
    support_fails(c->context, NF_ERROR_ARGUMENT, word, into(c));
    support_fails(c->context, NF_ERROR_ARGUMENT, word,
                  nf_interact_memory(c->context, &c->a.points, c->function, &c->a.options, &bytes));
}

START_TEST(an_array_that_is_null_has_no_numbers) {
    scene c;
    open_scene(&c);
    const nf_interact_options good = c.a.options;
    c.a.options.parameters = NULL;
    c.a.options.parameter_count = 3;
    both_fail(&c, "parameters is NULL, and parameter_count is 3");
    c.a.options = good;
    c.a.options.fields = NULL;
    both_fail(&c, "fields is NULL");
    c.a.options = good;
    c.a.options.tables = NULL;
    both_fail(&c, "tables is NULL");
    c.a.options = good;
    c.a.options.queries = &c.a.points;
    c.a.options.query_fields = NULL;
    c.a.options.query_field_count = 2;
    both_fail(&c, "query_fields is NULL");
    c.a.options = good;
    support_ok(c.context, into(&c));
    close_scene(&c);
}
END_TEST

/* The distance between numbers may be any, but that of the last from the first must have a size in bytes. */
START_TEST(strides_of_fields_and_tables_that_wrap_are_refused) {
    scene c;
    open_scene(&c);
    for (int device = 0; device < 2; device++) {
        support_buffer numbers = support_buffer_of(c.context, c.a.charge, N, 4);
        const nf_numbers field = c.a.fields[0], table = c.a.tables[0];
        for (int is_table = 0; is_table < 2; is_table++) {
            nf_numbers *wrong = is_table ? c.a.tables : c.a.fields;
            if (device) wrong->host = NULL;
            if (device) wrong->device = numbers.at;
            wrong->stride = is_table ? UINT64_C(1) << 63 : UINT64_MAX / (N - 1) + 1;
            support_fails(c.context, NF_ERROR_ARGUMENT,
                          is_table
                              ? "the stride of the numbers of the table \"springs\" is 9223372036854775808"
                              : "the stride of the numbers of the field \"kind\" is",
                          into(&c));
            wrong->stride = is_table ? 4 * N : 4;
            if (device) support_fails(c.context, NF_ERROR_ARGUMENT, "elements", into(&c));
            c.a.fields[0] = field;
            c.a.tables[0] = table;
        }
        support_release(&numbers);
    }
    support_ok(c.context, into(&c));
    close_scene(&c);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {lennard_jones_is_that_of_its_formula,
                                  places_of_the_caller_get_the_sums_and_totals_of_a_result,
                                  sums_that_are_not_wanted_are_left_out,
                                  places_of_sums_that_are_not_wanted_are_not_looked_at,
                                  places_that_overlap_are_refused,
                                  places_that_are_null_are_refused,
                                  a_strategy_for_lanes_is_refused_on_a_cpu,
                                  an_array_that_is_null_has_no_numbers,
                                  strides_of_fields_and_tables_that_wrap_are_refused};
    return support_main("interact_calls", tests, sizeof tests / sizeof *tests);
}
