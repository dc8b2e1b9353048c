/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the compiler says of a pair function that it does not accept. */
#include "opencl/context.h"
#include "support/counting.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <string.h>

#define HEAD "#pragma nearfield radial\n#pragma nearfield sum energies scalar even 1e3\n"
#define OPENS                                                                                                \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
#define BODY OPENS "    to->energies += d2;\n    return 0;\n}\n"

/* Compilers name the caller's file and line, and the next call of another function works. */
TEST(the_compiler_names_the_line_of_the_function) {
    static const float at[6] = {0, 0, 0, 0.5f, 0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    own_context context = support_context(NULL);
    nf_function *wrong = NULL, *right = NULL;
    own_result result = NULL;
    float energies[2];
    ck_assert_int_eq(nf_function_create(context, NULL,
                                        HEAD
                                        "static real interact(const fields *i, const fields *j, real d2,\n"
                                        "    const parameters *p, sums *to) {\n"
                                        "    return p->no_such_parameter;\n}\n",
                                        "my force.cl", &wrong),
                     NF_ERROR_BUILD);
    ck_assert_ptr_null(wrong);
    ck_assert_ptr_nonnull(strstr(nf_context_build_log(context), "my force.cl:5"));
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), "my force.cl:5"));
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), "no_such_parameter"));
    ck_assert_ptr_null(strstr(nf_context_error(context), "-D REAL64")); /* no options of the program */
    ck_assert_ptr_null(strstr(nf_context_error(context), "cl/"));       /* and no files of the library */
    ck_assert_int_eq(strncmp(nf_context_error(context), "my force.cl:5", 13), 0);
    support_ok(context, nf_function_create(context, NULL, HEAD BODY, NULL, &right));
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_interact(cloud, 1, right, NULL, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, 2, NULL, energies));
    ck_assert_double_eq((double)energies[0], 0.25);
    nf_function_free(right);
}

/* Each row: a text that the compiler refuses, and where. */
static const struct {
    const char *source, *place;
} refused[] = {
    {HEAD BODY "}\n", "f.cl:7:"},
    {HEAD OPENS "    if (d2 > 1) {\n    return 0;\n}\n", "f.cl:7:"},
    {HEAD OPENS "    return 0;\n} /* the end *\n", "f.cl:5:"},
    {HEAD BODY "#endif\n", "f.cl:7:"},
    {HEAD "#if 1\n" BODY, "f.cl:3:"},
    {HEAD OPENS "    return d3;\n}\n", "f.cl:4:"},
    {HEAD OPENS "    to->works += 1;\n    return 0;\n}\n", "f.cl:4:"},
    {HEAD OPENS "    return nf_apply(i, j, d2, p, to);\n}\n", "f.cl:4:"},
    {HEAD BODY BODY, "f.cl:7:"},
    {HEAD "typedef int parameters;\n" BODY, "f.cl:3:"},
    {HEAD "\nstatic void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, "
          "sums *to) {}\n",
     "f.cl:4:"},
    {HEAD, "f.cl defines no function interact: a radial function is static real interact("},
    {HEAD "#define interact other\n" BODY, ": a radial function is static real interact("},
    {HEAD "#pragma nearfield field float\n" BODY, "f.cl:3: \"float\" cannot be declared here"},
    {HEAD "/*\n#pragma nearfield field mass\n*/\n" BODY, ": this declaration is in a comment"},
    {HEAD "#if 0\n#pragma nearfield field mass\n#endif\n" BODY, "f.cl:4:"},
    {HEAD "#define MINE \\\n#pragma nearfield field mass\n" BODY, "f.cl:4:"},
    {HEAD OPENS "#pragma nearfield field mass\n    return 0;\n}\n", "f.cl:4:"},
    {HEAD BODY "#include \"nothing.h\"\n", "f.cl:7:"},
};

TEST(what_the_compiler_refuses_has_its_line) {
    own_context context = support_context(NULL);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        nf_function *function = NULL;
        support_fails(context, NF_ERROR_BUILD, refused[k].place,
                      nf_function_create(context, NULL, refused[k].source, "f.cl", &function));
        ck_assert_ptr_null(function);
    }
    nf_function *function = NULL;
    support_fails(
        context, NF_ERROR_BUILD, "interact.cl:4:",
        nf_function_create(context, NULL, HEAD OPENS "    return d3;\n}\n", "interact.cl", &function));
    ck_assert_msg(!strstr(nf_context_error(context), "a radial function is"), "%s",
                  nf_context_error(context));
}

/* In messages of declarations, of the compiler and of the kernels that call the function. */
TEST(the_name_of_a_file_has_one_form) {
    static const char *const sources[] = {HEAD "#pragma nearfield field 2nd\n" BODY,
                                          HEAD OPENS "    return d3;\n}\n", HEAD};
    static const char *const behind[] = {":3: ", ":4:", " defines no function interact"};
    static const int lengths[] = {20, 120, 124, 150};
    own_context context = support_context(NULL);
    char file[200], shown[160];
    for (int l = 0; l < 4; l++)
        for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
            const int length = lengths[l];
            nf_function *function = NULL;
            memset(file, 'x', sizeof file);
            memcpy(file + length - 11, "a\"b\\c\nforce", 11);
            file[length] = 0;
            ck_assert_int_ne(nf_function_create(context, NULL, sources[k], file, &function), NF_OK);
            snprintf(shown, sizeof shown, "%.120s", file + (length > 120 ? length - 120 : 0));
            memcpy(shown + strlen(shown) - 11, "a'b/c_", 6);
            snprintf(shown + strlen(shown), 40, "%s", behind[k]);
            ck_assert_msg(strncmp(nf_context_error(context), shown, strlen(shown)) == 0,
                          "a name of %d bytes: %s", length, nf_context_error(context));
        }
    memset(file, 'x', sizeof file); /* a character of two bytes is not parted */
    memcpy(file, "\xC3\xA4", 2);
    file[121] = 0;
    nf_function *function = NULL;
    ck_assert_int_ne(nf_function_create(context, NULL, sources[0], file, &function), NF_OK);
    ck_assert_int_eq(strncmp(nf_context_error(context), file + 2, 119), 0);
}

/* Not all compilers of GPUs refuse it. */
TEST(a_return_that_is_missing_has_its_line) {
    own_context context = support_context(NULL);
    nf_function *function = NULL;
    if (nf_context_device(context)->type & CL_DEVICE_TYPE_CPU)
        support_fails(
            context, NF_ERROR_BUILD, "f.cl:5:",
            nf_function_create(context, NULL, HEAD OPENS "    to->energies += d2;\n}\n", "f.cl", &function));
    ck_assert_ptr_null(function);
}

/* What the text alone does not show: a name of a kernel, and what holds for some points only. */
TEST(what_is_refused_at_first_has_its_line) {
    static const float at[4] = {0, 0, 0.5f, 0};
    static const char *const sources[] = {HEAD "static sums nf_sums_none(void) { sums s; return s; }\n" BODY,
                                          HEAD "#if DIMS == 2\n#error only in space\n#endif\n" BODY,
                                          HEAD
                                          "#if DIMS == 3\n#pragma nearfield parameter far 1\n#endif\n" BODY};
    static const char *const places[] = {"f.cl:3:", "f.cl:4:", "f.cl:4:"};
    const nf_points points = {.n = 2, .dims = 2, .type = NF_FLOAT32, .rows.host = at};
    own_context context = support_context(NULL);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        own_function function = NULL;
        nf_result *result = NULL;
        support_ok(context, nf_function_create(context, NULL, sources[k], "f.cl", &function));
        support_fails(context, NF_ERROR_BUILD, places[k],
                      nf_interact(cloud, 1, function, NULL, NULL, &result));
        ck_assert_ptr_null(result);
    }
}

/* Texts that add the squares of distances, and something else that must not reach the kernels. */
TEST(nothing_in_a_text_changes_the_kernels) {
    static const char *const sources[] = {
        "\xEF\xBB\xBF" HEAD BODY,
        HEAD "#define float half\n#define int float\n#define for while\n#define if(x) if (!(x))\n" BODY,
        HEAD BODY "#define real int\n#define sums fields\n#define uint uchar\n#define __global __local\n",
        HEAD "#define cloud 4\n#define point 3\n#define mask 5\n#define displacement(a, b, c, d) 9\n" BODY,
        HEAD
        "#define NF_SUMS(v, s)\n#define nf_apply\n#define NF_RADIAL_SUM x\n#define NF_MAD(a, b, c) a\n" BODY,
        HEAD "#undef DIMS\n#define DIMS 7\n#undef REAL64\n#define REAL64 1\n" BODY,
        HEAD "#define root(x) (2 * (x))\n" BODY "__kernel void mine(__global float *x) { x[0] = root(1); }\n",
        HEAD "#pragma OPENCL FP_CONTRACT ON\n#pragma OPENCL EXTENSION all : disable\n" BODY,
        HEAD "#if DIMS == 3\n#define ADDED d2\n#else\n#define ADDED d2 * 1 // }\n#endif\n" OPENS
             "    to->energies += ADDED;\n    return 0;\n}",
        HEAD "#pragma nearfield parameter GROUPS 1 /* a {\n*/\n" BODY "// the end \\",
        HEAD "static void add(sums *to, real x) { to->energies += x; }\nreal interact(const fields *a, const "
             "fields *b, const real c, const parameters *p, sums *to) { return add(to, c), (real)0; }\n"};
    static const float at[6] = {0, 0, 0, 0.5f, 0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    own_context context = support_context(NULL);
    own_result result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        own_function function = NULL;
        float energies[2] = {0, 0};
        support_ok(context, nf_function_create(context, NULL, sources[k], "f.cl", &function));
        support_ok(context, nf_interact(cloud, 1, function, NULL, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, 2, NULL, energies));
        for (int i = 0; i < 2; i++)
            ck_assert_msg(energies[i] == 0.25f, "%g: %s", (double)energies[i], sources[k]);
    }
}

TEST(a_name_that_there_is_not_gives_those_that_there_are) {
    own_context context = support_context(NULL);
    nf_function *function = NULL;
    support_fails(context, NF_ERROR_ARGUMENT,
                  "there is no pair function \"\" in the library, which has coulomb, gaussian, gravity, ",
                  nf_function_create(context, "", NULL, NULL, &function));
    support_fails(context, NF_ERROR_ARGUMENT, "sph-pressure-wendland, yukawa",
                  nf_function_create(context, "lj", NULL, NULL, &function));
    ck_assert_ptr_null(function);
}

/* As many parameters, fields, tables and sums as may be declared are passed to the kernels. */
TEST(a_function_may_declare_as_much_as_is_allowed) {
    static const float at[2] = {0, 0.5f}, numbers[2] = {2, 3};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = at};
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    char source[8192] = "#pragma nearfield general\n", names[64][8];
    nf_numbers fields[NF_FIELDS_MOST], tables[NF_TABLES_MOST];
    size_t used = strlen(source);
#define ADD(...) used += (size_t)snprintf(source + used, sizeof source - used, __VA_ARGS__)
    for (int k = 0; k < NF_FIELDS_MOST; k++) {
        (void)snprintf(names[k], sizeof names[k], "f%d", k);
        fields[k] = (nf_numbers){.name = names[k], .n = 2, .values.host = numbers};
        ADD("#pragma nearfield field f%d\n", k);
    }
    for (int k = 0; k < NF_TABLES_MOST; k++) {
        (void)snprintf(names[32 + k], sizeof names[k], "t%d", k);
        tables[k] = (nf_numbers){.name = names[32 + k], .n = 2, .values.host = numbers};
        ADD("#pragma nearfield table t%d\n", k);
    }
    for (int k = 0; k < NF_PARAMETERS_MOST; k++) ADD("#pragma nearfield parameter p%d %d\n", k, k);
    for (int k = 0; k < NF_SUMS_MOST; k++) ADD("#pragma nearfield sum s%d scalar none\n", k);
    ADD("static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, sums "
        "*to) {\n");
    for (int k = 0; k < NF_SUMS_MOST; k++)
        ADD("    to->s%d += p->p%d + 100 * p->p%d + 10000 * j->f%d + 100000 * p->t3[1];\n", k, k,
            NF_PARAMETERS_MOST - 1 - k, k);
    ADD("}\n");
#undef ADD
    ck_assert_uint_lt(used, sizeof source);
    const nf_interact_options options = {
        .fields = fields, .field_count = NF_FIELDS_MOST, .tables = tables, .table_count = NF_TABLES_MOST};
    support_ok(context, nf_function_create(context, NULL, source, NULL, &function));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int k = 0; k < NF_SUMS_MOST; k++) {
        float sums[2];
        support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, 2, NULL, sums));
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq((double)sums[i], k + 100.0 * (NF_PARAMETERS_MOST - 1 - k) +
                                                     10000.0 * (double)numbers[!i] + 300000);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
}

/* Names of parameters, tables, fields and sums that are parts of each other's build a program. */
TEST(names_that_resemble_each_other_are_told_apart) {
    static const float at[2] = {0, 0.5f}, numbers[2] = {2, 3};
    static const char source[] =
        "#pragma nearfield general\n"
        "#pragma nearfield field count\n#pragma nearfield field carried\n"
        "#pragma nearfield parameter table 10\n#pragma nearfield parameter none 100\n"
        "#pragma nearfield parameter table_elements 1000\n"
        "#pragma nearfield table given\n#pragma nearfield table given_none\n"
        "#pragma nearfield sum put scalar\n#pragma nearfield sum places vector\n"
        "#pragma nearfield sum given scalar\n"
        "static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p,\n"
        "                     sums *to) {\n"
        "    to->put += j->count + 0 * j->carried;\n"
        "    to->places.x += p->table + p->none + p->table_elements;\n"
        "    to->given += p->given[1] * p->given_count + 0 * p->given_none[0];\n}\n";
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = at};
    const nf_numbers fields[] = {{.name = "count", .n = 2, .values.host = numbers},
                                 {.name = "carried", .n = 2, .values.host = numbers}},
                     tables[] = {{.name = "given", .n = 2, .values.host = numbers},
                                 {.name = "given_none", .n = 1, .values.host = numbers}};
    const nf_interact_options options = {
        .fields = fields, .field_count = 2, .tables = tables, .table_count = 2};
    static const float wanted[3][2] = {{3, 2}, {1110, 1110}, {6, 6}};
    own_context context = support_context(NULL);
    own_function function = NULL;
    own_result result = NULL;
    support_ok(context, nf_function_create(context, NULL, source, NULL, &function));
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int k = 0; k < 3; k++) {
        float sums[2];
        support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, 2, NULL, sums));
        for (int i = 0; i < 2; i++) ck_assert_double_eq((double)sums[i], (double)wanted[k][i]);
    }
}

/* Of two functions with the same declarations, the second remains when the first is freed; those of the library stay. */
TEST(a_function_is_freed_with_its_programs) {
    static const char
        squares[] = HEAD BODY,
        halves[] = HEAD
        "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
        "    to->energies += d2 / 2;\n    return 0;\n}\n";
    static const float at[2] = {0, 0.5f};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = at};
    own_context context = support_context(NULL);
    const nf_programs *have = &context->programs;
    nf_function *of_library = NULL, *kept = NULL, *freed = NULL;
    own_result result = NULL;
    float energies[2];
    support_ok(context, nf_function_create(context, "low-flop", NULL, NULL, &of_library));
    support_ok(context, nf_function_create(context, NULL, squares, NULL, &kept));
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_interact(cloud, 1, of_library, NULL, NULL, &result));
    support_ok(context, nf_interact(cloud, 1, kept, NULL, NULL, &result));
    nf_function_free(of_library);
    const size_t programs = have->count, texts = have->text_count, heads = have->head_count;
    for (int turn = 0; turn < 3; turn++) {
        support_ok(context, nf_function_create(context, NULL, halves, NULL, &freed));
        support_ok(context, nf_interact(cloud, 1, freed, NULL, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, 2, NULL, energies));
        ck_assert_double_eq((double)energies[0], 0.125);
        ck_assert_uint_gt(have->count, programs);
        nf_function_free(freed);
        ck_assert_uint_eq(have->count, programs);
        ck_assert_uint_eq(have->text_count, texts);
        ck_assert_uint_le(have->head_count, heads);
        support_ok(context, nf_interact(cloud, 1, kept, NULL, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, 2, NULL, energies));
        ck_assert_double_eq((double)energies[0], 0.25);
        ck_assert_uint_eq(have->count, programs);
    }
    support_fails(context, NF_ERROR_BUILD, "interact", nf_function_create(context, NULL, HEAD, NULL, &freed));
    ck_assert_uint_eq(have->text_count, texts);
    nf_function_free(kept);
    ck_assert_uint_lt(have->count, programs);
}

TEST(no_memory_where_a_function_is_made_is_an_error_and_nothing_leaks) {
    support_counting counting = {.left = 1000000};
    const nf_context_options options = {.allocator = support_counting_allocator(&counting)};
    nf_context *context = support_context_with(&options);
    nf_function *function = NULL;
    long k = 0;
    const size_t programs = context->programs.count;
    for (;; k++) {
        counting.left = k;
        const nf_status status = nf_function_create(context, NULL, HEAD BODY, "f.cl", &function);
        if (status == NF_OK) break;
        ck_assert_msg(status == NF_ERROR_MEMORY, "%ld: %s", k, nf_context_error(context));
        ck_assert_str_ne(nf_context_error(context), "");
        ck_assert_ptr_null(function);
        ck_assert_uint_eq(context->programs.text_count, 0);
        ck_assert_uint_eq(context->programs.count, programs);
    }
    ck_assert_int_gt(k, 5);
    counting.left = 1000000;
    nf_function_free(function);
    nf_context_free(context);
    ck_assert_int_eq(counting.out, 0);
}
