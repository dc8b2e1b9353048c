/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The names and values of what the caller gives to a call: fields, parameters and tables. */
#include "support/device.h"
#include "support/sums/interactions.h"

#include <float.h>
#include <math.h>

static void release(nf_context *context, nf_cloud *cloud, nf_function *function, interactions_arguments *a,
                    interactions_setup *s) {
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    interactions_release(a);
    interactions_forget(s);
}

TEST(numbers_that_are_missing_have_their_names_in_the_error) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(10, 0, 3, NF_FLOAT32, NULL, 0, 4, 1);
    const nf_parameter wrong = {"strenght", 1};
    interactions_arguments a;
    interactions_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    nf_cloud *cloud = support_cloud_on(context, &a.points, NULL);
    a.options.field_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT,
                  "the pair function has the field \"charge\", which is not given",
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
    support_fails(context, NF_ERROR_ARGUMENT,
                  "does not declare a parameter \"strenght\"; its parameter is \"strength\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.parameter_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "function is NULL",
                  nf_interact(cloud, 1, NULL, &a.options, NULL, &result));
    ck_assert_ptr_null(result);
    support_ok(context, nf_interact(cloud, 1, function, &a.options, NULL, &result));
    nf_result_free(result);
    release(context, cloud, function, &a, &s);
}

TEST(buffers_have_room_for_their_numbers_or_are_named) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(10, 0, 3, NF_FLOAT32, NULL, 0, 4, 1);
    interactions_arguments a;
    cl_int code = CL_SUCCESS;
    interactions_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    nf_cloud *cloud = support_cloud_on(context, &a.points, NULL);
    cl_mem small = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, 4, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    nf_numbers *const numbers[] = {&a.fields[1], &a.tables[0]};
    static const char *const sentences[] = {"numbers of the field \"charge\": needs 10 elements",
                                            "numbers of the table \"springs\": needs 2 elements"};
    for (int k = 0; k < 2; k++) {
        const nf_numbers before = *numbers[k];
        numbers[k]->values = nf_at(small, 0);
        support_fails(context, NF_ERROR_ARGUMENT, sentences[k],
                      nf_interact(cloud, 1, function, &a.options, NULL, &result));
        *numbers[k] = before;
    }
    ck_assert_ptr_null(result);
    /* A buffer of two floats is large enough for the table of a cloud of floats, also if the cloud has no points. */
    cl_mem exact = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, 8, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    a.tables[0].values = nf_at(exact, 0);
    a.points.n = a.fields[0].n = a.fields[1].n = 0;
    support_ok(context, nf_cloud_move(cloud, &a.points, NULL, NULL));
    support_ok(context, nf_interact(cloud, 1, function, &a.options, NULL, &result));
    nf_result_free(result);
    clReleaseMemObject(exact);
    clReleaseMemObject(small);
    release(context, cloud, function, &a, &s);
}

#define COUNTS(VALUE)                                                                                        \
    "#pragma nearfield radial\n#pragma nearfield parameter width " VALUE "\n"                                \
    "#pragma nearfield sum counts scalar\n"                                                                  \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"     \
    "    to->counts += p->width > 1;\n    return 0;\n}\n"

/* What the function does not declare comes before what is missing, with what it declares; numbers without a name are told by their place. */
TEST(names_that_the_function_does_not_declare_are_reported_first) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL, *none = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(10, 5, 3, NF_FLOAT32, NULL, 0, 4, 1);
    interactions_arguments a;
    interactions_prepare(&a, &s);
    static const float host[10] = {0};
    nf_numbers wrong[2] = {a.fields[0], {.name = "charges", .n = 10, .values.host = host}},
               query_wrong[2] = {a.query_fields[0], a.query_fields[1]}, table = a.tables[0];
    const nf_parameter nameless = {NULL, 1};
    const nf_interact_options good = a.options;
    nf_interact_options o = good;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    support_ok(context, nf_function_create(context, NULL, COUNTS("2"), NULL, &none));
    nf_cloud *cloud = support_cloud_on(context, &a.points, NULL);
#define FAILS(SENTENCE)                                                                                      \
    support_fails(context, NF_ERROR_ARGUMENT, SENTENCE, nf_interact(cloud, 1, function, &o, NULL, &result))
    o.fields = wrong;
    FAILS("the pair function does not declare a field \"charges\"; its fields are \"charge\", \"kind\"");
    wrong[1].name = NULL;
    FAILS("fields[1] has no name");
    wrong[1].name = "charge", wrong[1].values.buffer = NULL, wrong[1].values.host = NULL;
    FAILS("numbers of the field \"charge\": neither host nor buffer is set");
    o = good, o.query_fields = query_wrong;
    query_wrong[0].name = "sort";
    FAILS("does not declare a query field \"sort\"; its fields are \"charge\", \"kind\"");
    query_wrong[0].name = NULL;
    FAILS("query_fields[0] has no name");
    query_wrong[0] = a.query_fields[0], query_wrong[0].n = 500;
    FAILS("the query field \"charge\" has 500 numbers for 5 query points");
    o = good, o.tables = &table, table.name = "spring";
    FAILS("does not declare a table \"spring\"; its table is \"springs\"");
    table.name = NULL;
    FAILS("tables[0] has no name");
    o = good, o.parameters = &nameless, o.parameter_count = 1;
    FAILS("parameters[0] has no name");
#undef FAILS
    o = good, o.queries = NULL, o.query_field_count = 0, o.table_count = 0, o.parameter_count = 0,
    o.arrays = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "; it has no fields",
                  nf_interact(cloud, 1, none, &o, NULL, &result));
    ck_assert_ptr_null(result);
    nf_function_free(none);
    release(context, cloud, function, &a, &s);
}

/* A name that is given twice is refused, for each kind of numbers, even if both are the same. */
TEST(numbers_that_are_given_twice_have_their_names_in_the_error) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(10, 5, 3, NF_FLOAT32, NULL, 0, 4, 1);
    const nf_parameter strengths[2] = {{"strength", 1}, {"strength", 1}};
    interactions_arguments a;
    interactions_prepare(&a, &s);
    const nf_numbers fields[3] = {a.fields[0], a.fields[1], a.fields[0]},
                     query_fields[3] = {a.query_fields[0], a.query_fields[1], a.query_fields[1]},
                     tables[2] = {a.tables[0], a.tables[0]};
    const nf_interact_options good = a.options;
    nf_interact_options twice[4] = {good, good, good, good};
    static const char *const sentences[4] = {
        "the field \"kind\" is given twice", "the query field \"kind\" is given twice",
        "the table \"springs\" is given twice", "the parameter \"strength\" is given twice"};
    twice[0].fields = fields, twice[0].field_count = 3;
    twice[1].query_fields = query_fields, twice[1].query_field_count = 3;
    twice[2].tables = tables, twice[2].table_count = 2;
    twice[3].parameters = strengths, twice[3].parameter_count = 2;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    nf_cloud *cloud = support_cloud_on(context, &a.points, NULL);
    for (int k = 0; k < 4; k++)
        support_fails(context, NF_ERROR_ARGUMENT, sentences[k],
                      nf_interact(cloud, 1, function, &twice[k], NULL, &result));
    ck_assert_ptr_null(result);
    twice[3].parameter_count = 1;
    support_ok(context, nf_interact(cloud, 1, function, &twice[3], NULL, &result));
    nf_result_free(result);
    release(context, cloud, function, &a, &s);
}

/* What the kernels receive is finite: values of the call and defaults beyond the type of the points are refused. */
TEST(parameters_are_finite_in_the_type_of_the_points) {
    static const struct {
        nf_type type;
        double value;
        const char *word; /* of the sentence; NULL: the call succeeds */
    } calls[] = {
        {NF_FLOAT32, 1e39, "the parameter \"width\" is 1e+39, which is beyond the range of float32"},
        {NF_FLOAT32, -1e300, "the parameter \"width\" is -1e+300"},
        {NF_FLOAT32, 3.4028236e38, "\"width\""}, /* rounds to infinity */
        {NF_FLOAT32, 3.4028235e38, NULL},        /* rounds to the largest float */
        {NF_FLOAT32, INFINITY, "the parameter \"width\" is not finite"},
        {NF_FLOAT64, NAN, "the parameter \"width\" is not finite"},
        {NF_FLOAT64, DBL_MAX, NULL},
    };
    static const float real32[2] = {0, 0.5f};
    static const double real64[2] = {0, 0.5};
    own_context context = support_context(NULL);
    nf_function *functions[2] = {NULL, NULL};
    support_ok(context, nf_function_create(context, NULL, COUNTS("2"), NULL, &functions[0]));
    support_ok(context, nf_function_create(context, NULL, COUNTS("1e39"), NULL, &functions[1]));
    for (nf_type type = NF_FLOAT32; type <= support_double(); type++) {
        const nf_points points = {
            .n = 2, .dims = 1, .type = type, .rows.host = type == NF_FLOAT32 ? (const void *)real32 : real64};
        own_result result = NULL;
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
            const nf_parameter width = {"width", calls[k].value};
            const nf_interact_options options = {.parameters = &width, .parameter_count = 1};
            if (calls[k].type != points.type) continue;
            const nf_status status = nf_interact(cloud, 1, functions[0], &options, NULL, &result);
            if (calls[k].word) support_fails(context, NF_ERROR_ARGUMENT, calls[k].word, status);
            else support_ok(context, status);
        }
        const nf_status by_default = nf_interact(cloud, 1, functions[1], NULL, NULL, &result);
        if (type == NF_FLOAT32) support_fails(context, NF_ERROR_ARGUMENT, "\"width\" is 1e+39", by_default);
        else support_ok(context, by_default);
    }
    nf_function_free(functions[0]);
    nf_function_free(functions[1]);
}
