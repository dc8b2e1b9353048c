/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Runs the suite of a test program. */
#ifndef SUPPORT_RUN_H
#define SUPPORT_RUN_H

#include <check.h>

/* Runs the suite and returns the exit status for main.  It is a failure if no test ran, for example because CK_RUN_CASE
   names no case. */
int support_run(Suite *suite);

/* The same for tests of kernels, in one process unless CK_FORK=yes: PoCL's compiler begins anew in every process. */
int support_run_kernels(Suite *suite);

#endif
