/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The tests of a program, and how they are run. */
#ifndef SUPPORT_RUN_H
#define SUPPORT_RUN_H

#include "support/assertions.h"

/* The exit status of a test program that was skipped, or that has skipped some of its tests and passed the others. */
enum { SUPPORT_SKIPPED = 77 };

/* A test, which support_main() runs:
       TEST(two_points_at_the_same_place_form_one_pair) { ... }
   LOOP_TEST runs it for _i = 0 .. count - 1, which is a constant. */
#define TEST(name) LOOP_TEST(name, 1)
#define LOOP_TEST(name, count)                                                                               \
    START_TEST(name);                                                                                        \
    __attribute__((constructor)) static void name##_enter(void) { support_enter(name, (int)(count)); }       \
    static void name##_fn(int _i CK_ATTRIBUTE_UNUSED)
void support_enter(const TTest *test, int count);

/* Runs the tests of the program in the order of its text, and returns the exit status for main.  They run in one process unless CK_FORK=yes, as
   PoCL's compiler begins anew in every process.  It is a failure if no test ran.  A program without a main of its own has this one. */
int support_main(void);

/* Says why, and ends the program as skipped. */
_Noreturn void support_skip(const char *why);

/* Says that a test, by its name or its function's, or a part of it, is skipped; the test returns or goes on with its next part.  The program ends with SUPPORT_SKIPPED then,
   unless another of its tests fails. */
void support_skip_test(const char *test, const char *why);

#endif
