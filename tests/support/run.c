/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run_as(Suite *suite, enum fork_status fork) {
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, fork);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
    srunner_free(runner);
    if (run == 0) (void)fprintf(stderr, "no test was run\n");
    return failed || run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int support_run(Suite *suite) { return run_as(suite, CK_FORK_GETENV); }

int support_run_kernels(Suite *suite) {
    const char *fork = getenv("CK_FORK");
    return run_as(suite, fork && strcmp(fork, "yes") == 0 ? CK_FORK : CK_NOFORK);
}
