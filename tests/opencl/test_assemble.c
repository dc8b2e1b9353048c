/* A program's text: each file once, whatever branches of #if include it, and lines that keep their numbers. */
#include "opencl/assemble.h"
#include "support/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_OF(name, text)                                                                                  \
    { name, (const unsigned char *)(text), sizeof(text) - 1 }

#define ONE                                                                                                  \
    "// one\n"                                                                                               \
    "#include \"common/two.cl\"\n"                                                                           \
    "inline uint one(void) { return two() + 1; }\n"
#define TWO         "inline uint two(void) { return 2; }\n"
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
    FILE_OF("none.cl", "#include \"common/no_such.cl\"\n"),
};
enum { FILES = sizeof files / sizeof *files };

static char *assemble(const char *name) {
    char *text = NULL;
    nf_sentence error = {.text = ""};
    ck_assert_msg(nf_assemble(NULL, files, FILES, name, &text, &error) == NF_OK, "%s", error.text);
    return text;
}

/* The program runs, and says what it was made of and at which line of its file. */
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

START_TEST(a_file_is_there_once_whichever_branches_include_it) {
    static const uint32_t one_at_12[] = {3, 12}, two_at_17[] = {2, 17}, one_at_8[] = {3, 8};
    nf_context *context = support_context(NULL);
    for (int first = 0; first < 2; first++)
        for (int second = 0; second < 2; second++) {
            const uint32_t *wanted = first || second ? one_at_12 : two_at_17;
            check_runs(context, "branches.cl", first, second, wanted);
            check_runs(context, "nested.cl", first, second, one_at_12);
            check_runs(context, "plain.cl", first, second, one_at_8);
        }
    nf_context_free(context);
}
END_TEST

START_TEST(what_is_included_outside_of_branches_stands_in_the_text_once) {
    char *text = assemble("plain.cl");
    const char *first = strstr(text, TWO);
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, TWO));
    ck_assert_ptr_null(strstr(text, "INCLUDED_"));
    free(text);
}
END_TEST

START_TEST(a_file_that_is_not_there_is_an_error_that_names_it) {
    char none = 0, *text = &none;
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(nf_assemble(NULL, files, FILES, "none.cl", &text, &error), NF_ERROR_BUILD);
    ck_assert_ptr_null(text);
    ck_assert_ptr_nonnull(strstr(error.text, "cl/common/no_such.cl"));
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_file_is_there_once_whichever_branches_include_it,
                                  what_is_included_outside_of_branches_stands_in_the_text_once,
                                  a_file_that_is_not_there_is_an_error_that_names_it};
    return support_main("assemble", tests, sizeof tests / sizeof *tests);
}
