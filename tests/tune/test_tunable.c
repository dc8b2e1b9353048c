/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/device.h"
#include "tune/tunable.h"

#include <stdlib.h>

static const nf_tunable table[] = {{"GROUP", 128, 2, {2, 128}, nf_fits_group},
                                   {"ITEMS", 16, 4096, {16, 4096}, NULL}};
static const nf_family scan = NF_FAMILY("scan", table, 0, 0), sort = NF_FAMILY("sort", table, 0, 0),
                       sca = NF_FAMILY("sca", table, 0, 0), ort = NF_FAMILY("ort", table, 0, 0);

static int default_of(const nf_context *context, size_t row) {
    return nf_is_cpu(&context->device) ? table[row].cpu : table[row].gpu;
}

TEST(words_override_the_defaults_of_their_family) {
    own_context context = support_context("scan.GROUP=64, sort.ITEMS=8");
    ck_assert_int_eq(nf_tuned(context, &scan, 0), 64);
    ck_assert_int_eq(nf_tuned(context, &scan, 1), default_of(context, 1));
    ck_assert_int_eq(nf_tuned(context, &sort, 0), default_of(context, 0));
    ck_assert_int_eq(nf_tuned(context, &sort, 1), 8);
    ck_assert_int_eq(nf_tuned(context, &sca, 0), default_of(context, 0));
    ck_assert_int_eq(nf_tuned(context, &ort, 1), default_of(context, 1));
}

TEST(words_that_are_no_tunable_are_passed_over) {
    own_context context = support_context(
        " , scan scan. scan.GROUP scan.GROUP= scan.GROUP=x scan.GROUP=0 "
        "scan.GROUP=-4 scan.GROUP=99999999999999999999 scan.GROUPS=3 xscan.GROUP=5 scan:GROUP=6 ");
    ck_assert_int_eq(nf_tuned(context, &scan, 0), default_of(context, 0));
}

TEST(the_environment_tunes_where_the_options_do_not) {
    setenv("NEARFIELD_TUNING", "scan.GROUP=32", 1);
    own_context from_environment = support_context(NULL), from_options = support_context("scan.ITEMS=4");
    unsetenv("NEARFIELD_TUNING");
    ck_assert_int_eq(nf_tuned(from_environment, &scan, 0), 32);
    ck_assert_int_eq(nf_tuned(from_options, &scan, 0), default_of(from_options, 0));
    ck_assert_int_eq(nf_tuned(from_options, &scan, 1), 4);
}

int main(void) {
    setenv("NEARFIELD_PATHS", "groups=1 unproved",
           1);                            /* no kernel runs here: values may differ on any driver */
    setenv("NEARFIELD_CONFIG", "off", 1); /* this is about words and defaults alone */
    return support_main();
}
