/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/output/sinks.h"

int main(void) {
    Suite *suite = suite_create("sinks");
    suite_add_tcase(suite, pairs_case());
    suite_add_tcase(suite, arrays_case());
    suite_add_tcase(suite, zip_case());
    suite_add_tcase(suite, failures_case());
    suite_add_tcase(suite, streams_case());
    return run_suite(suite);
}
