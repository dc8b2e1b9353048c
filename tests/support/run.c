/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <signal.h>
#include <sys/prctl.h>
#endif

/* Has a byte for each test that was skipped, as tests may run in processes of their own. */
static FILE *skipped;

void support_skip(const char *why) {
    printf("skipped: %s\n", why);
    exit(SUPPORT_SKIPPED);
}

void support_skip_test(const char *test, const char *why) {
    const size_t length = strlen(test),
                 end = strlen("_fn"); /* Check adds this to the name of a test's function */
    const int ends = length > end && strcmp(test + length - end, "_fn") == 0;
    printf("skipped: %.*s: %s\n", (int)(ends ? length - end : length), test, why);
    (void)fflush(stdout);
    if (!skipped) skipped = tmpfile(); /* a test of main() */
    if (skipped && write(fileno(skipped), "", 1) != 1) perror("skipped");
}

/* Check kills the process group of a program that runs in one process when an alarm goes off, and compilers of drivers set one where they crash: the
   group is the program's own, so that the programs that run the tests go on. */
static void stand_apart(void) {
    (void)setpgid(0, 0);
#if defined(__linux__)
    /* It ends with them, although an interrupt of the terminal does not reach it. */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/* The tests of the program, which constructors enter before main. */
static TCase *entered;

void support_enter(const TTest *test, int count) {
    if (!entered) {
        entered = tcase_create("tests");
        tcase_set_timeout(
            entered,
            1800); /* as ctest for the program: Check's own 4 s, if CK_FORK=yes, are too few on a busy machine */
    }
    tcase_add_loop_test(entered, test, 0, count);
}

int support_main(void) {
    Suite *suite = suite_create("tests");
    if (entered) suite_add_tcase(suite, entered);
    SRunner *runner = srunner_create(suite);
    const char *fork = getenv("CK_FORK");
    const int apart = fork && strcmp(fork, "yes") == 0;
    if (!apart) stand_apart();
    srunner_set_fork_status(runner, apart ? CK_FORK : CK_NOFORK);
    if (!skipped) skipped = tmpfile();
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
    srunner_free(runner);
    if (run == 0) (void)fprintf(stderr, "no test was run\n");
    return failed || run == 0                                   ? EXIT_FAILURE
           : skipped && lseek(fileno(skipped), 0, SEEK_END) > 0 ? SUPPORT_SKIPPED
                                                                : EXIT_SUCCESS;
}
