/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Check's assertions, without their record of where each one passed.  Check writes that record to a file, with a system call an
   assertion; tests that compare millions of numbers spent most of their time there.  A test that crashes is told by its name. */
#ifndef SUPPORT_ASSERTIONS_H
#define SUPPORT_ASSERTIONS_H

#include <check.h>

#define _mark_point(file, line) ((void)0) /* NOLINT(bugprone-reserved-identifier) */

#endif
