/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Declarations of pair functions, and names of the kernels that meet them. */
#include "function/function.h"
#include "opencl/program/program.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <string.h>

#define HEAD "#pragma nearfield radial\n#pragma nearfield sum energies scalar even 1e3\n"
#define MARK "\xEF\xBB\xBF" /* of the byte order */
#define BODY                                                                                                 \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"     \
    "    to->energies += d2;\n    return 0;\n}\n"

TEST(declarations_are_those_of_the_source) {
    own_context context = support_context(NULL);
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL,
                                           HEAD "#pragma nearfield sum pulls vector odd\n"
                                                "#pragma nearfield field mass // one number\n"
                                                "// #pragma nearfield field charge\n"
                                                "#ifdef NF_NEVER\n#define A 1\n#endif\n"
                                                " # pragma nearfield\tparameter length 1.5/* of a\n"
                                                "spring */\r\n"
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
}

TEST(a_function_is_described_without_a_context) {
    nf_function_info info = NF_DEFAULTS;
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
    {HEAD "#pragma nearfield field nf_mass\n" BODY,
     "f.cl:3: names that begin with nf_ are the library's (\"nf_mass\")"},
    {HEAD "#pragma nearfield table TEAM\n" BODY, "f.cl:3: a macro of the library's kernels has this name"},
    {HEAD "#pragma nearfield /* a */ field mass\n" BODY, "f.cl:3: a declaration is radial, general, field"},
    {HEAD "#pragma nearfield parameter sigma \\\n1\n" BODY, "f.cl:3: this is not a finite number"},
    {HEAD "#pragma nearfeild sum f vector odd\n" BODY,
     "f.cl:3: a declaration begins with #pragma nearfield (\"nearfeild\")"},
    {HEAD "#pragma nearfield parameter sigma\n" BODY, "a parameter has a default"},
    {HEAD "#pragma nearfield parameter sigma one\n" BODY, "finite number"},
    {HEAD "#pragma nearfield parameter sigma 78,3\n" BODY, "finite number"},
    {HEAD "#pragma nearfield parameter cutoff 1\n" BODY, "p->cutoff"},
    {HEAD "#pragma nearfield parameter sigma 1 2\n" BODY, "a word too many"},
    {HEAD "#pragma nearfield shape radial\n" BODY, "shape"},
    {HEAD "#pragma nearfield sum a vector\n#pragma nearfield sum b vector\n" BODY, "one vector sum"},
    {MARK "\n" HEAD "#pragma nearfield field 2nd\n" BODY, "f.cl:4: a declaration needs a name"},
};

TEST(what_is_wrong_in_a_declaration_has_its_line) {
    own_context context = support_context(NULL);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        nf_function *function = NULL;
        support_fails(context, NF_ERROR_ARGUMENT, refused[k].word,
                      nf_function_create(context, NULL, refused[k].source, "f.cl", &function));
        ck_assert_ptr_null(function);
    }
}

TEST(functions_of_the_library_have_names) {
    own_context context = support_context(NULL);
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
}

/* Names that the kernels make from declared ones are a prefix and the name, and no other name that a function meets begins so. */
TEST(prefixes_of_made_names_are_of_no_other_names) {
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

/* What a file that may meet a function includes may meet it, too. */
TEST(files_that_meet_a_function_include_no_others) {
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
