/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Runs the suite of a test program. */
#ifndef SUPPORT_RUN_H
#define SUPPORT_RUN_H

#include "support/assertions.h"

/* The exit status of a test program that was skipped, or that has skipped some of its tests and passed the others. */
enum { SUPPORT_SKIPPED = 77 };

/* Runs the suite and returns the exit status for main.  It is a failure if no test ran, for example because CK_RUN_CASE
   names no case. */
int support_run(Suite *suite);

/* Says why, and ends the program as skipped. */
_Noreturn void support_skip(const char *why);

/* Says that a test, by its name or its function's, or a part of it, is skipped; the test returns or goes on with its next part.  The program ends with SUPPORT_SKIPPED then,
   unless another of its tests fails. */
void support_skip_test(const char *test, const char *why);

/* The same for tests of kernels, in one process unless CK_FORK=yes: PoCL's compiler begins anew in every process. */
int support_run_kernels(Suite *suite);

#endif
