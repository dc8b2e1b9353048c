/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Declarations and names of pair functions. */
#include "function/function.h"
#include "opencl/program.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <string.h>

#define HEAD "#pragma nearfield radial\n#pragma nearfield sum energies scalar even 1e3\n"
#define OPENS                                                                                                \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
#define MARK "\xEF\xBB\xBF" /* of the byte order */
#define BODY OPENS "    to->energies += d2;\n    return 0;\n}\n"

START_TEST(declarations_are_those_of_the_source) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL,
                                           HEAD "#pragma nearfield sum pulls vector odd\n"
                                                "#pragma nearfield field mass // one number\n"
                                                "/*\n#pragma nearfield field charge\n*/\n"
                                                "#ifdef NF_NEVER\n#define A 1\n#endif\n"
                                                " # pragma nearfield parameter/* in units */length \\\n 1.5\n"
                                                "#pragma nearfield table kernels\n" BODY,
                                           NULL, &function));
    const nf_function_info *info = nf_function_declares(function);
    ck_assert_int_eq(info->radial, 1);
    ck_assert_int_eq(info->sums, 2);
    ck_assert_str_eq(info->sum[0].name, "energies");
    ck_assert_int_eq(info->sum[0].sign, 1);
    ck_assert_double_eq(info->sum[0].most, 1e3);
    ck_assert_int_eq(info->sum[1].vector, 1);
    ck_assert_int_eq(info->sum[1].sign, -1);
    ck_assert_int_eq(info->fields, 1);
    ck_assert_str_eq(info->field[0], "mass");
    ck_assert_str_eq(info->parameter[0].name, "length");
    ck_assert_double_eq(info->parameter[0].value, 1.5);
    ck_assert_str_eq(info->table[0], "kernels");
    nf_function_free(function);
    ck_assert_int_eq(nf_function_declares(NULL)->sums, 0);
    nf_context_free(context);
}
END_TEST

START_TEST(a_function_is_described_without_a_context) {
    nf_function_info info;
    const char *text = "";
    char message[640] = "left";
    ck_assert_int_eq(nf_function_describe("yukawa", NULL, NULL, &info, &text, message, sizeof message),
                     NF_OK);
    ck_assert_str_eq(message, "");
    ck_assert_int_gt(info.sums, 0);
    ck_assert_ptr_nonnull(strstr(text, "#pragma nearfield"));
    ck_assert_int_eq(nf_function_describe(NULL, MARK HEAD BODY, "f.cl", &info, &text, NULL, 0), NF_OK);
    ck_assert_str_eq(text, HEAD BODY);
    ck_assert_str_eq(info.sum[0].name, "energies");
    ck_assert_int_eq(nf_function_describe(NULL, HEAD BODY, NULL, NULL, NULL, NULL, 0), NF_OK);

    ck_assert_int_eq(nf_function_describe(NULL, HEAD "#pragma nearfield field 2nd\n" BODY, "f.cl", &info,
                                          &text, message, sizeof message),
                     NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(message, "f.cl:3"));
    ck_assert_ptr_null(text);
    ck_assert_int_eq(info.sums, 0);
    ck_assert_int_eq(nf_function_describe("yukava", NULL, NULL, &info, &text, message, sizeof message),
                     NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(message, "yukawa"));
    ck_assert_int_eq(nf_function_describe(NULL, NULL, NULL, &info, &text, NULL, 0), NF_ERROR_ARGUMENT);
}
END_TEST

/* Each row: a source that is refused, and a word of the sentence. */
static const struct {
    const char *source, *word;
} refused[] = {
    {BODY, "does not declare its shape"},
    {"#pragma nearfield radial\n" BODY, "declares no sum"},
    {HEAD "#pragma nearfield general\n" BODY, "f.cl:3"},
    {HEAD "#pragma nearfield sum energies vector\n" BODY, "declared twice"},
    {HEAD "#pragma nearfield sum pulls vektor\n" BODY, "vektor"},
    {HEAD "#pragma nearfield sum pulls vector sideways\n" BODY, "sideways"},
    {HEAD "#pragma nearfield sum pulls vector odd -1\n" BODY, "positive"},
    {HEAD "#pragma nearfield field 2nd\n" BODY, "2nd"},
    {HEAD "#pragma nearfield field float\n" BODY, "f.cl:3: \"float\" is a word"},
    {HEAD "#pragma nearfield field nf_mass\n" BODY,
     "f.cl:3: names that begin with nf_ are the library's: rename nf_mass"},
    {HEAD "#pragma nearfield field mass\n#pragma nearfield parameter int 1\n" BODY,
     "f.cl:4: \"int\" is a word of OpenCL C"},
    {HEAD "#pragma nearfield /* a\n */ table DIMS\n" BODY, "f.cl:3: the library's kernels define DIMS"},
    {HEAD "#pragma nearfield parameter sigma\n" BODY, "number is missing"},
    {HEAD "#pragma nearfield parameter sigma one\n" BODY, "finite number"},
    {HEAD "#pragma nearfield parameter sigma 78,3\n" BODY, "finite number"},
    {HEAD "#pragma nearfield parameter cutoff 1\n" BODY, "p->cutoff"},
    {HEAD "#pragma nearfield parameter sigma 1 2\n" BODY, "a word too many"},
    {HEAD "#pragma nearfield shape radial\n" BODY, "shape"},
    {HEAD "#pragma nearfield sum a vector\n#pragma nearfield sum b vector\n" BODY, "one vector sum"},
    {HEAD "#if 0\n#pragma nearfield field mass\n#endif\n" BODY,
     "f.cl:4: the #if of line 3 does not apply to a decl"},
    {HEAD "#if 1\n#endif\n# ifdef A\n#if(1)\n#endif\n#else\n#pragma nearfield field mass\n#endif\n" BODY,
     "f.cl:9: the #if of line 5"},
    {"/*\n#pragma nearfield radial\n*/\n#pragma nearfield sum energies scalar\n" BODY,
     "not declare its shape"},
    {HEAD "/* a\n */ #pragma nearfield field 2nd\n" BODY, "f.cl:4: a declaration needs a name"},
    {HEAD, "no function with the name interact"},
    {HEAD "#pragma nearfield field interact\n", "no function with the name interact"},
    {HEAD "static real nf_mine(void) { return 1; }\n" BODY, "f.cl:3: names that begin with nf_"},
    {HEAD "/* a\n comment */\nstatic int displacement(int k) { return k; }\n" BODY, "f.cl:5"},
    {HEAD "#define DIMS 4\n" BODY, "DIMS"},
    {HEAD "typedef struct sums_ { int k; } MASK_WORDS;\n" BODY, "MASK_WORDS"},
    {HEAD "static int displacement\n(int k) { return k; }\n" BODY,
     "f.cl:3: the library's kernels define displ"},
    {HEAD "enum { nf_x = 1 };\n" BODY, "f.cl:3: names that begin with nf_"},
    {HEAD "typedef enum mine { ONE = (1, 2),\nPASS_LISTS } mine;\n" BODY,
     "f.cl:4: the library's kernels define P"},
    {HEAD "struct MASK_WORDS { int a; };\n" BODY, "f.cl:3: the library's kernels define MASK_WORDS"},
    {HEAD "struct __attribute__((packed)) MASK_WORDS { int a; };\n" BODY,
     "f.cl:3: the library's kernels define MASK_WORDS"},
    {HEAD "struct mine {\nunion nf_mine { int a; } b; };\n" BODY, "f.cl:4: names that begin with nf_"},
    {HEAD "static int mine(int k) { if (k) { return 1; } return 2; }\nenum mine { nf_x };\n" BODY, "f.cl:4"},
    {HEAD "__constant int mine[1] = {1};\nenum { nf_x };\n" BODY, "f.cl:4: names that begin with nf_"},
    {MARK "\n" HEAD "#pragma nearfield field 2nd\n" BODY, "f.cl:4: a declaration needs a name"},
    {HEAD "static int mine(void) { return 1; }\n" OPENS "    to->energies += d2; // return 0;\n}\n",
     "f.cl:4: a radial function returns the factor of D, and interact has no return"},
    {HEAD OPENS "    to->energies += d2;\n}\nstatic int mine(void) { return 1; }\n",
     "f.cl:3: a radial function"},
    {HEAD
     "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to);\n" OPENS
     "    to->energies += d2;\n}\n",
     "f.cl:4: a radial function"},
    {HEAD OPENS "    if (d2 > 1) {\n        to->energies += d2;\n    return 0; // }\n}\n",
     "f.cl:3: a { is not closed"},
    {HEAD "static int mine(void) { return 1; }\n" OPENS "    return 0;\n/* } */\n",
     "f.cl:4: a { is not closed"},
    {HEAD "#if DIMS == 3\n#define A \"{\"\n#else\n#define A { 1 }\n#endif\n" OPENS "    return '}';\n",
     "f.cl:8: a { is not closed"},
    {HEAD OPENS "    to->energies = d2;\n    return 0;\n}\n",
     "f.cl:4: energies is assigned, and a pair function only adds to its sums: write +="},
    {HEAD OPENS "    d2 = 1;\n    to /* all */ -> energies\n= d2;\n    return 0;\n}\n",
     "f.cl:5: energies is assigned"},
    {HEAD OPENS "    (*to).energies = d2;\n    return 0;\n}\n", "f.cl:4: energies is assigned"},
    {HEAD OPENS "    to->energies *= 2;\n    return 0;\n}\n", "f.cl:4: energies is assigned"},
    {HEAD "#pragma nearfield sum pulls vector\n" OPENS "    to->pulls.x = d2;\n    return 0;\n}\n",
     "f.cl:5: pulls is assigned"},
    {HEAD OPENS "    sums all = {0};\n    *to = all;\n    return 0;\n}\n", "f.cl:5: to is assigned"},
    {HEAD "static void mine(real x, sums *const mine) { mine->energies = x; }\n" BODY,
     "f.cl:3: energies is assigned"},
    {HEAD BODY "\n/* the end *\n", "f.cl:8: a comment is not closed"},
    {"/*/\n" HEAD BODY, "f.cl:1: a comment is not closed"},
    {HEAD "#define A 1 /* one\n" BODY, "f.cl:3: a comment is not closed"},
};

START_TEST(what_is_wrong_in_a_declaration_has_its_line) {
    nf_context *context = support_context(NULL);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        nf_function *function = NULL;
        support_fails(context, NF_ERROR_ARGUMENT, refused[k].word,
                      nf_function_create(context, NULL, refused[k].source, "f.cl", &function));
        ck_assert_ptr_null(function);
    }
    nf_context_free(context);
}
END_TEST

/* Sums are added to and compared; what is assigned are copies, other structures, and what the preprocessor may leave out. */
START_TEST(what_adds_to_sums_is_not_refused) {
    static const char *const sources[] = {
        HEAD OPENS "    to->energies += d2;\n    to->energies -= 1;\n    to->energies++;\n    return 0;\n}\n",
        HEAD OPENS "    sums copy = *to;\n    copy.energies = d2;\n    to->energies += copy.energies;\n"
                   "    return to->energies == 1 || to->energies <= 2;\n}\n",
        HEAD OPENS
        "    real own = 1, *at = &own;\n    *at = d2 * 2;\n    own = d2;\n    to->energies += own;\n"
        "    return 0;\n}\n",
        HEAD OPENS "    // to->energies = 1;\n#if 0\n    to->energies = 1;\n#endif\n    return 0;\n}\n",
        HEAD "typedef struct mine { real energies; } mine;\n"
             "static void other(sums *to) { to->energies += 1; }\n"
             "static void another(mine *to) { to->energies = 1; }\n"
             "static void announced(sums *to);\nstatic void third(mine *to) { *to = *to; }\n" BODY};
    nf_context *context = support_context(NULL);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        nf_function *function = NULL;
        support_ok(context, nf_function_create(context, NULL, sources[k], "f.cl", &function));
        nf_function_free(function);
    }
    nf_context_free(context);
}
END_TEST

START_TEST(functions_of_the_library_have_names) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    size_t count = 0;
    for (; nf_function_name(count); count++) {
        support_ok(context, nf_function_create(context, nf_function_name(count), NULL, NULL, &function));
        ck_assert_int_gt(nf_function_declares(function)->sums, 0);
        nf_function_free(function);
    }
    ck_assert_uint_gt(count, 0);
    support_fails(context, NF_ERROR_ARGUMENT, "lenard",
                  nf_function_create(context, "lenard-jones", NULL, NULL, &function));
    support_fails(context, NF_ERROR_ARGUMENT, "either",
                  nf_function_create(context, NULL, NULL, NULL, &function));
    nf_context_free(context);
}
END_TEST

/* Names of kernels that are never in a program with a function are free. */
START_TEST(names_of_other_kernels_are_free) {
    static const char *const names[] = {"count", "first", "link", "look", "keys", "rank"};
    nf_context *context = support_context(NULL);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char source[512];
        nf_function *function = NULL;
        (void)snprintf(source, sizeof source, HEAD "#pragma nearfield field %s\n" BODY, names[k]);
        support_ok(context, nf_function_create(context, NULL, source, NULL, &function));
        nf_function_free(function);
    }
    nf_context_free(context);
}
END_TEST

/* Names within functions, members, comments and quoted texts hide those of kernels, or define nothing. */
START_TEST(names_that_reach_no_kernel_are_free) {
    static const char *const texts[] = {
        "static int mine(int k) { enum { displacement = 3 }; struct MASK_WORDS { int a; } b; return k; }\n",
        "static int mine(int PASS_LISTS, struct other *displacement) { return PASS_LISTS; }\n",
        "struct mine { int displacement, MASK_WORDS; };\n", "enum mine { ONE = (2, PASS_LISTS), TWO };\n",
        "// enum { nf_x };\n/* struct MASK_WORDS { int a; }; \n#define DIMS 4\n */\n"};
    nf_context *context = support_context(NULL);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char source[1024];
        nf_function *function = NULL;
        (void)snprintf(source, sizeof source, HEAD "%s" BODY, texts[k]);
        support_ok(context, nf_function_create(context, NULL, source, "f.cl", &function));
        nf_function_free(function);
    }
    nf_context_free(context);
}
END_TEST

/* Names that the kernels make from declared ones are a prefix and the name, and no other name that a function meets begins so. */
START_TEST(prefixes_of_made_names_are_of_no_other_names) {
    static const char *const prefixes[] = {"nf_value_", "nf_table_",  "nf_elements_",
                                           "nf_array_", "nf_offset_", "nf_field_"};
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        int count = 0;
        for (size_t k = 0; k < nf_embedded_count; k++) {
            const char *at = (const char *)nf_embedded_files[k].bytes;
            if (!nf_function_may_meet(nf_embedded_files[k].name)) continue;
            while ((at = strstr(at, prefixes[p])) != NULL) {
                at += strlen(prefixes[p]);
                ck_assert_msg(strncmp(at, "##", 2) == 0, "cl/%s has %s%.20s", nf_embedded_files[k].name,
                              prefixes[p], at);
                count++;
            }
        }
        ck_assert_msg(count > 0, "no file has %s", prefixes[p]);
    }
}
END_TEST

/* What a file that may meet a function includes may meet it, too. */
START_TEST(files_that_meet_a_function_include_no_others) {
    static const char include[] = "#include \"";
    int count = 0;
    for (size_t k = 0; k < nf_embedded_count; k++) {
        const nf_embedded *file = &nf_embedded_files[k];
        char name[64];
        if (!nf_function_may_meet(file->name)) continue;
        for (const char *at = strstr((const char *)file->bytes, include); at; at = strstr(at, include)) {
            at += sizeof include - 1;
            (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
            ck_assert_msg(nf_function_may_meet(name), "cl/%s includes %s", file->name, name);
            count++;
        }
    }
    ck_assert_int_gt(count, 100);
    ck_assert(!nf_function_may_meet("groups/link.cl"));
}
END_TEST

/* A mark of the byte order is passed; braces and returns count as right where the preprocessor decides, and comments within texts are none. */
START_TEST(what_the_preprocessor_decides_is_not_refused) {
    static const char *const sources[] = {
        MARK HEAD BODY,
        HEAD OPENS
        "#if DIMS == 3\n    if (d2 > 1) {\n#else\n    if (d2 > 2) {\n#endif\n    }\n    return 0;\n}\n",
        HEAD "#define ENDS }\n" OPENS "    if (d2 > 1) { d2 = 1; ENDS\n    return 0;\n}\n",
        HEAD "#define GIVE(x) \\\n    return (x)\n" OPENS "    GIVE(d2);\n}\n",
        HEAD "#ifdef MINE\n" OPENS "    d2 = 1;\n}\n#else\n" BODY "#endif\n",
        HEAD
        "static void interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
        "    to->energies += d2;\n}\n",
        HEAD "// a line /* of its own {\n#define A \"/* {\"\n" BODY};
    nf_context *context = support_context(NULL);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        nf_function *function = NULL;
        support_ok(context, nf_function_create(context, NULL, sources[k], "f.cl", &function));
        nf_function_free(function);
    }
    nf_context_free(context);
}
END_TEST

/* A function's macros and local names do not reach the kernels after it. */
START_TEST(macros_of_a_function_end_with_it) {
    static const float at[6] = {0, 0, 0, 0.5f, 0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .host = at};
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    support_ok(context,
               nf_function_create(context, NULL,
                                  MARK HEAD "#define point 3\n#define cloud 4\n#define mask 5\n" BODY, NULL,
                                  &function));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 1, function, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {declarations_are_those_of_the_source,
                                  a_function_is_described_without_a_context,
                                  what_is_wrong_in_a_declaration_has_its_line,
                                  what_adds_to_sums_is_not_refused,
                                  functions_of_the_library_have_names,
                                  names_of_other_kernels_are_free,
                                  names_that_reach_no_kernel_are_free,
                                  prefixes_of_made_names_are_of_no_other_names,
                                  files_that_meet_a_function_include_no_others,
                                  what_the_preprocessor_decides_is_not_refused,
                                  macros_of_a_function_end_with_it};
    return support_main("function", tests, sizeof tests / sizeof *tests);
}
