/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Programs: built once; the compiler's messages have the file names of the sources. */
#include "opencl/program/assemble.h"
#include "opencl/context.h"
#include "support/answers/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line of `file` that contains `text`; fails if there is none. */
static int line_of(const char *file, const char *text) {
    for (size_t k = 0; k < nf_embedded_count; k++) {
        if (strcmp(nf_embedded_files[k].name, file) != 0) continue;
        const char *at = (const char *)nf_embedded_files[k].bytes, *end = at + nf_embedded_files[k].size;
        const size_t length = strlen(text);
        int line = 1;
        for (; at + length <= end; at++) {
            if (memcmp(at, text, length) == 0) return line;
            line += *at == '\n';
        }
    }
    ck_abort_msg("no \"%s\" in %s", text, file);
    return 0;
}

/* The search without the defines of cells.cl. */
static nf_spec search_without_grid(nf_context *context, int kept) {
    nf_spec spec = nf_spec_of(context, "search/search.cl");
    nf_part(&spec, "space/space_open.cl");
    nf_part(&spec, "space/runs_half.cl");
    nf_part(&spec, "search/emit/count.cl");
    nf_define(&spec, "REAL64", 0);
    nf_define(&spec, "LANES_BY", 0);
    nf_define(&spec, "TILES", 1);
    nf_define(&spec, "KEPT", kept);
    nf_define(&spec, "TEAM", 1);
    nf_define(&spec, "MARGIN", 1);
    nf_define(&spec, "FUSED", 0);
    return spec;
}

static nf_spec search_spec(nf_context *context, int kept) {
    nf_spec spec = search_without_grid(context, kept);
    nf_define(&spec, "DIMS", 3);
    nf_define(&spec, "CELLS_X", 4);
    nf_define(&spec, "CELLS_YZ", 1);
    nf_define(&spec, "SPARSE", 0);
    return spec;
}

/* Checks that the build fails, and that log and message name the line of the #error. */
static void check_log(nf_context *context, const nf_spec *spec, const char *file, const char *text) {
    nf_program *program = (nf_program *)context;
    char place[96];
    ck_assert_int_eq(nf_program_get(context, spec, &program), NF_ERROR_BUILD);
    ck_assert_ptr_null(program);
    snprintf(place, sizeof place, "cl/%s:%d", file, line_of(file, text));
    const char *log = nf_context_build_log(context);
    ck_assert_msg(strstr(log, place) != NULL, "no \"%s\" in the log:\n%s", place, log);
    ck_assert_msg(strstr(nf_context_error(context), spec->source) != NULL, "no \"%s\" in \"%s\"",
                  spec->source, nf_context_error(context));
}

TEST(a_kernel_that_does_not_build_shows_its_real_file_and_line) {
    own_context context = support_context(NULL);
    const nf_spec bare = nf_spec_of(context, "search/search.cl"), odd = search_spec(context, 96),
                  good = search_spec(context, 128), no_grid = search_without_grid(context, 64);
    nf_program *program = NULL;
    ck_assert_str_eq(nf_context_build_log(context), "");
    check_log(context, &bare, "search/search.cl", "#error \"search.cl needs");
    check_log(context, &odd, "search/walk/walk.cl", "#error \"walk.cl: KEPT is a multiple");
    check_log(context, &no_grid, "space/cells.cl", "#error \"cells.cl needs");
    nf_spec broken = search_spec(context, 128); /* after the includes */
    nf_define(&broken, "nf_search", 1);
    check_log(context, &broken, "search/search.cl", "void nf_search(");
    support_ok(context, nf_program_get(context, &good, &program));
    ck_assert_ptr_nonnull(program);
}

/* Some drivers ignore #line and count lines of the whole text: their logs must name the same places. */
TEST(a_log_that_counts_physical_lines_is_told_in_files) {
    static const char *const files[] = {"machine/real.cl", "space/cells.cl", "space/pair_rule.cl",
                                        "search/search.cl"};
    static const char *const lines[] = {"#error \"real.cl needs", "#error \"cells.cl needs",
                                        "#define NF_DEFINE_DISTANCE2", "void nf_search("};
    const nf_sources sources = nf_program_sources(NULL);
    own_memory char *text = NULL;
    ck_assert_int_eq(nf_assemble(NULL, &sources, "search/emit/count.cl search/search.cl", &text, NULL),
                     NF_OK);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        char log[256], wanted[256];
        size_t physical = 1;
        const char *at = strstr(text, lines[k]);
        ck_assert_ptr_nonnull(at);
        for (const char *c = text; c < at; c++) physical += *c == '\n';
        snprintf(log, sizeof log, "one\n<kernel>:%zu:2: error: two\n<kernel>:999999:1: three", physical);
        snprintf(wanted, sizeof wanted, "one\ncl/%s:%d:2: error: two\n<kernel>:999999:1: three", files[k],
                 line_of(files[k], lines[k]));
        own_memory char *told = nf_assemble_explain(NULL, text, log);
        ck_assert_str_eq(told, wanted);
    }
}

TEST(a_failed_build_is_not_kept_and_questions_go_on) {
    own_context context = support_context(NULL);
    const nf_spec odd = search_spec(context, 33);
    nf_program *program = NULL;
    own_points cloud = support_cloud_uniform(100, 3, NF_FLOAT32, 0.3, 1);
    for (int k = 0; k < 2; k++) ck_assert_int_eq(nf_program_get(context, &odd, &program), NF_ERROR_BUILD);
    own_pairs got = support_ask_once(context, &cloud.points, 0.3, NULL);
    ck_assert_uint_gt(got.count, 0);
    ck_assert_str_eq(nf_context_error(context), "");
}

TEST(a_program_is_built_once_for_the_same_defines) {
    own_context context = support_context(NULL);
    const nf_spec one = search_spec(context, 128), other = search_spec(context, 256);
    nf_program *a = NULL, *b = NULL, *c = NULL;
    support_ok(context, nf_program_get(context, &one, &a));
    const uint64_t builds = support_launches(context, "build");
    support_ok(context, nf_program_get(context, &one, &b));
    ck_assert_uint_eq(support_launches(context, "build"), builds);
    ck_assert_ptr_eq(a, b);
    support_ok(context, nf_program_get(context, &other, &c));
    ck_assert_ptr_ne(a, c);
    cl_kernel search = NULL, again = NULL, none = NULL;
    support_ok(context, nf_program_kernel(context, a, "nf_search", &search));
    support_ok(context, nf_program_kernel(context, a, "nf_search", &again));
    ck_assert_ptr_eq(search, again);
    support_fails(context, NF_ERROR_DEVICE, "clCreateKernel",
                  nf_program_kernel(context, a, "no_such", &none));
    ck_assert_ptr_null(none);
}

TEST(a_source_or_a_part_that_is_not_there_is_an_error) {
    own_context context = support_context(NULL);
    nf_spec spec = nf_spec_of(context, "search/no_such.cl");
    nf_program *program = NULL;
    support_fails(context, NF_ERROR_BUILD, "cl/search/no_such.cl", nf_program_get(context, &spec, &program));
    spec = search_spec(context, 128);
    nf_part(&spec, "search/no_part.cl");
    support_fails(context, NF_ERROR_BUILD, "cl/search/no_part.cl", nf_program_get(context, &spec, &program));
}

/* A valid program with `count` more defines than a spec's buffer can hold, and a part among them. */
static nf_spec long_spec(nf_context *context, int count, int first, int last) {
    nf_spec spec = search_spec(context, 128);
    char name[64];
    for (int k = 0; k < count; k++) {
        snprintf(name, sizeof name, "A_NAME_THAT_IS_LONGER_THAN_OTHERS_%d", k);
        nf_define(&spec, name, k == 0 ? first : k + 1 < count ? k : last);
        if (k == count / 2) nf_part(&spec, "machine/together.cl");
    }
    return spec;
}

TEST(defines_have_no_limit_and_each_of_them_tells_programs_apart) {
    enum { COUNT = 100 };
    own_context context = support_context(NULL);
    const nf_spec one = long_spec(context, COUNT, 1, 1), same = long_spec(context, COUNT, 1, 1),
                  others[] = {long_spec(context, COUNT, 2, 1), long_spec(context, COUNT, 1, 2)};
    nf_program *a = NULL, *b = NULL;
    support_ok(context, nf_program_get(context, &one, &a));
    support_ok(context, nf_program_get(context, &same, &b));
    ck_assert_ptr_eq(a, b);
    for (int k = 0; k < 2; k++) {
        support_ok(context, nf_program_get(context, &others[k], &b));
        ck_assert_ptr_ne(a, b);
    }
}

TEST(a_program_s_text_is_whole) {
    const nf_sources sources = nf_program_sources(NULL);
    for (size_t k = 0; k < nf_embedded_count; k++) {
        char *text = NULL;
        nf_sentence error = {.text = ""};
        ck_assert_msg(nf_assemble(NULL, &sources, nf_embedded_files[k].name, &text, &error) == NF_OK,
                      "%s: %s", nf_embedded_files[k].name, error.text);
        ck_assert_msg(strstr(text, "#include \"") == NULL, "an include is left in %s",
                      nf_embedded_files[k].name);
        ck_assert_int_eq(strncmp(text, "#line 1 \"cl/", 12), 0);
        nf_release(NULL, text);
    }
}
