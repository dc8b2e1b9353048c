/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the subcommands share: exit codes and JSON. */
#include "options/options.h"
#include "text/json.h"
#include "text/suggest.h"
#include "tools/support.h"
#include "job/job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(each_status_has_its_exit_code) {
    static const struct {
        nf_status status;
        int code;
    } rows[] = {
        {NF_OK, 0},
        {NF_ERROR_ARGUMENT, 2},
        {NF_ERROR_POINTS, 3},
        {NF_ERROR_CAPACITY, 5},
        {NF_ERROR_MEMORY, 5},
        {NF_ERROR_NO_DEVICE, 4},
        {NF_ERROR_DEVICE, 1},
        {NF_ERROR_BUILD, 1},
        {NF_ERROR_UNSUPPORTED, 1},
        {NF_ERROR_CANCELLED, 1},
        {(nf_status)(NF_ERROR_CANCELLED + 1), 1},
        {(nf_status)-1, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ck_assert_msg(exit_code_of(rows[k].status) == rows[k].code, "status %d: exit code %d",
                      (int)rows[k].status, exit_code_of(rows[k].status));
}

static void is_written_as(const char *text, const char *expected) {
    own_memory char *bytes = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&bytes, &size);
    ck_assert_ptr_nonnull(to);
    json_out j = {.to = to};
    json_text(&j, NULL, text);
    (void)fclose(to);
    ck_assert_str_eq(bytes, expected);
}

TEST(any_text_becomes_a_json_string) {
    is_written_as("a \"b\" \\", "\"a \\\"b\\\" \\\\\"");
    is_written_as("\1\t\n\x0f\x10\x1f ", "\"\\u0001\\u0009\\u000a\\u000f\\u0010\\u001f \"");
    is_written_as("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
    /* A stray byte, a long form, half of a pair, beyond the last character, one cut off. */
    is_written_as("\xFF"
                  "a",
                  "\"\\ufffd"
                  "a\"");
    is_written_as("\xC0\x80", "\"\\ufffd\\ufffd\"");
    is_written_as("\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    is_written_as("\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    is_written_as("\xE2\x82", "\"\\ufffd\\ufffd\"");
}

static const char *known_words(const void *table, size_t k) {
    static const char *const words[] = {"cutoff", "columns", "count", "json", "cells-per-cutoff", "q"};
    (void)table;
    return k < sizeof words / sizeof *words ? words[k] : NULL;
}

TEST(a_slip_of_the_keyboard_is_understood) {
    static const struct {
        const char *word, *meant;
    } rows[] = {{"cuttof", "cutoff"},
                {"cutof", "cutoff"},
                {"cutoffs", "cutoff"},
                {"jsno", "json"},
                {"coulmns", "columns"},
                {"cuont", "count"},
                {"cells-per-cutof", "cells-per-cutoff"},
                {"cont", "count"},
                {"jxxx", NULL},
                {"", NULL},
                {"z", NULL},
                {"verify", NULL}};
    char text[SUGGESTION], expected[SUGGESTION];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        expected[0] = 0;
        if (rows[k].meant) (void)snprintf(expected, sizeof expected, "; did you mean --%s?", rows[k].meant);
        ck_assert_str_eq(suggest(rows[k].word, "--", known_words, NULL, text), expected);
    }
    char endless[200];
    memset(endless, 'a', sizeof endless);
    endless[sizeof endless - 1] = 0;
    ck_assert_str_eq(suggest(endless, "--", known_words, NULL, text), "");
}

/* Complains where `word` is none of the numbers; its messages are those of the shell tests. */
static int reads(const char *word, number_range range, double expected) {
    double value = -7;
    const int code = read_number("x", word, range, &value);
    return code == EXIT_DONE && !(value < expected) && !(value > expected);
}

TEST(a_number_is_the_whole_word_and_in_its_range) {
    static const number_range from = {0, HUGE_VAL, 0}, above = {0, HUGE_VAL, 1}, between = {1, 10, 0};
    static const char *const wrong[] = {"", " 1", "1 ", "1x", "x", "nan", "inf", "-1", "1,5", "--"};
    ck_assert(reads(NULL, from, -7)); /* what was not given stays as it is */
    ck_assert(reads("0", from, 0) && reads("1.5", from, 1.5) && reads("1e-3", above, 1e-3));
    ck_assert(reads("1", between, 1) && reads("10", between, 10));
    ck_assert(!reads("0", above, 0) && !reads("0.99", between, 0.99) && !reads("10.5", between, 10.5));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        double value = 0;
        ck_assert_msg(read_number("x", wrong[k], from, &value) == EXIT_USAGE, "\"%s\" is read", wrong[k]);
    }
}

TEST(a_whole_number_has_no_fraction) {
    int value = 3;
    ck_assert(read_whole("x", NULL, 1, 5, &value) == EXIT_DONE && value == 3);
    ck_assert(read_whole("x", "5", 1, 5, &value) == EXIT_DONE && value == 5);
    ck_assert(read_whole("x", "1e3", 1, 2000, &value) == EXIT_DONE && value == 1000);
    ck_assert(read_whole("x", "1.5", 1, 5, &value) == EXIT_USAGE && value == 1000);
    ck_assert(read_whole("x", "6", 1, 5, &value) == EXIT_USAGE);
    ck_assert(read_whole("x", "0", 1, 5, &value) == EXIT_USAGE);
}

TEST(a_choice_is_one_of_its_words) {
    int value = NF_TYPE_NONE;
    ck_assert(read_choice("x", NULL, precision_choices, &value) == EXIT_DONE && value == NF_TYPE_NONE);
    ck_assert(read_choice("x", "double", precision_choices, &value) == EXIT_DONE && value == NF_FLOAT64);
    ck_assert(read_choice("x", "doubles", precision_choices, &value) == EXIT_USAGE && value == NF_FLOAT64);
    ck_assert(read_choice("x", "", dims_choices, &value) == EXIT_USAGE);
}

TEST(the_median_is_that_of_the_runs_behind_the_first) {
    run_times runs[5];
    memset(runs, 0, sizeof runs);
    static const double ms[] = {900, 5, 3, 4, 3};
    for (int k = 0; k < 5; k++) runs[k].ms[STAGE_SEARCH] = ms[k];
    ck_assert_ptr_eq(median_run(runs, 1), &runs[0]);
    ck_assert_ptr_eq(median_run(runs, 2), &runs[1]);
    ck_assert_ptr_eq(median_run(runs, 4), &runs[3]);
    ck_assert_ptr_eq(median_run(runs, 5), &runs[4]); /* 3 3 4 5: the lower of the two in the middle */
}
