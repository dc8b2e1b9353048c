/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The text of a program: inclusion as in C, also inside #if branches, and correct line numbers. */
#include "opencl/program/assemble.h"
#include "support/answers/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_OF(name, text)                                                                                  \
    { name, (const unsigned char *)(text), sizeof(text) - 1 }

#define ONE                                                                                                  \
    "#pragma once\n"                                                                                         \
    "#include \"common/two.cl\"\n"                                                                           \
    "inline uint one(void) { return two() + 1; }\n"
#define TWO         "#pragma once\ninline uint two(void) { return 2; }\n"
#define ADD         "inline uint NAME(uint x) { return x + STEP; }\n#undef NAME\n#undef STEP\n"
#define WHERE       "__kernel void where(__global uint *out) {\n    out[0] = "
#define LINE_BEHIND ";\n    out[1] = __LINE__;\n}\n"

static const nf_embedded files[] = {
    FILE_OF("common/one.cl", ONE),
    FILE_OF("common/two.cl", TWO),
    FILE_OF("branches.cl", "#if FIRST\n#include \"common/one.cl\"\n#endif\n" /* lines 1 to 3 */
                           "#if SECOND\n#include \"common/one.cl\"\n#else\n"
                           "#  include \"common/two.cl\"\n#endif\n"
                           "#if FIRST || SECOND\n" WHERE "one()" LINE_BEHIND /* 9, 10, 11, 12: __LINE__ */
                           "#else\n" WHERE "two()" LINE_BEHIND               /* 17 */
                           "#endif\n"),
    FILE_OF("nested.cl", "#if FIRST\n#if SECOND\n#include \"common/two.cl\"\n#endif\n"
                         "#elif SECOND || \\\n    0\n#include \"common/one.cl\"\n#endif\n"
                         "#include \"common/one.cl\"\n" WHERE "one()" LINE_BEHIND), /* 9, 10, 11, 12 */
    FILE_OF("plain.cl", "#include \"common/two.cl\"\n#if FIRST\n#include \"common/two.cl\"\n#endif\n"
                        "#include \"common/one.cl\"\n" WHERE "one()" LINE_BEHIND), /* 5, 6, 7, 8 */
    FILE_OF("common/add.cl", ADD),
    FILE_OF("twice.cl",
            "#define NAME add_one\n#define STEP 1\n#include \"common/add.cl\"\n"
            "#if FIRST\n#define NAME add_more\n#define STEP 10\n#include \"common/add.cl\"\n#else\n"
            "#define NAME add_more\n#define STEP 20\n#include \"common/add.cl\"\n"
            "#endif\n" WHERE "add_one(add_more(0))" LINE_BEHIND), /* 13, 14, 15 */
    FILE_OF("part.cl", "#pragma once\n#include \"common/one.cl\"\n#define PART 40\n"),
    FILE_OF("other_part.cl", "#if PART != 40\n#error \"part.cl comes first\"\n#endif\n#define OTHER 500\n"),
    FILE_OF("entry.cl", "#include \"common/two.cl\"\n#include \"part.cl\"\n" WHERE
                        "PART + OTHER + one()" LINE_BEHIND), /* 3, 4, 5 */
    FILE_OF("circle.cl", "#include \"circle.cl\"\n"),
    FILE_OF("none.cl", "#include \"common/no_such.cl\"\n"),
};
static const nf_sources sources = {.files = files, .file_count = sizeof files / sizeof *files};

static char *assemble(const char *name) {
    char *text = NULL;
    nf_sentence error = {.text = ""};
    ck_assert_msg(nf_assemble(NULL, &sources, name, &text, &error) == NF_OK, "%s", error.text);
    return text;
}

/* Runs the program, which reports its parts and the line in its file. */
static void check_runs(nf_context *context, const char *name, int first, int second,
                       const uint32_t wanted[2]) {
    char *text = assemble(name), options[64];
    const char *texts[] = {text};
    cl_int code = CL_SUCCESS;
    const cl_device_id device = nf_context_device(context)->device;
    const cl_command_queue queue = nf_context_queue(context);
    cl_program program = clCreateProgramWithSource(nf_context_cl(context), 1, texts, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    snprintf(options, sizeof options, "-cl-std=CL1.2 -D FIRST=%d -D SECOND=%d", first, second);
    ck_assert_msg(clBuildProgram(program, 1, &device, options, NULL, NULL) == CL_SUCCESS, "%s, %s:\n%s", name,
                  options, text);
    cl_kernel kernel = clCreateKernel(program, "where", &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    const size_t one = 1;
    uint32_t got[2] = {0, 0};
    cl_mem out = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof got, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_msg(memcmp(got, wanted, sizeof got) == 0, "%s, %s: %u and line %u in\n%s", name, options,
                  got[0], got[1], text);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(text);
}

TEST(a_file_is_there_once_whichever_branches_include_it) {
    static const uint32_t one_at_12[] = {3, 12}, two_at_17[] = {2, 17}, one_at_8[] = {3, 8};
    own_context context = support_context(NULL);
    for (int first = 0; first < 2; first++)
        for (int second = 0; second < 2; second++) {
            const uint32_t *wanted = first || second ? one_at_12 : two_at_17;
            check_runs(context, "branches.cl", first, second, wanted);
            check_runs(context, "nested.cl", first, second, one_at_12);
            check_runs(context, "plain.cl", first, second, one_at_8);
        }
}

TEST(a_file_without_the_mark_serves_twice_under_different_macros) {
    static const uint32_t eleven[] = {11, 15}, twenty_one[] = {21, 15};
    own_context context = support_context(NULL);
    check_runs(context, "twice.cl", 1, 0, eleven);
    check_runs(context, "twice.cl", 0, 0, twenty_one);
}

TEST(parts_stand_in_order_before_the_entry_and_share_what_they_include) {
    static const uint32_t all_at_5[] = {543, 5};
    own_context context = support_context(NULL);
    check_runs(context, "part.cl other_part.cl entry.cl", 0, 0, all_at_5);
}

TEST(the_mark_itself_is_not_shown_to_the_compiler) {
    own_memory char *text = assemble("part.cl other_part.cl entry.cl");
    ck_assert_ptr_null(strstr(text, "once"));
}

TEST(a_file_that_includes_itself_is_an_error) {
    char none = 0, *text = &none;
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(nf_assemble(NULL, &sources, "circle.cl", &text, &error), NF_ERROR_BUILD);
    ck_assert_ptr_null(text);
    ck_assert_ptr_nonnull(strstr(error.text, "cl/circle.cl includes itself"));
}

TEST(what_is_included_outside_of_branches_stands_in_the_text_once) {
    own_memory char *text = assemble("plain.cl");
    const char *first = strstr(text, "two(void)");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "two(void)"));
    ck_assert_ptr_null(strstr(text, "INCLUDED_"));
}

TEST(a_file_that_is_not_there_is_an_error_that_names_it) {
    char none = 0, *text = &none;
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(nf_assemble(NULL, &sources, "none.cl", &text, &error), NF_ERROR_BUILD);
    ck_assert_ptr_null(text);
    ck_assert_ptr_nonnull(strstr(error.text, "cl/common/no_such.cl"));
}
