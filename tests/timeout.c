/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Part of every test program: sets Check's time limit to ten minutes, unless the environment has one.  Its default of 4
 * seconds is too short on a busy machine; CTest's limits apply instead.
 */
#include <stdlib.h>

__attribute__((constructor)) static void give_time(void) { (void)setenv("CK_DEFAULT_TIMEOUT", "600", 0); }
