/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Part of every test program: sets Check's time limit for each test to that of ctest for the whole program, unless the environment
 * has one.  Check's own default of 4 seconds is too short on a busy machine.
 */
#include <stdlib.h>

__attribute__((constructor)) static void give_time(void) { (void)setenv("CK_DEFAULT_TIMEOUT", "1800", 0); }
