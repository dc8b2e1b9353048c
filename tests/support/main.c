/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The main of test programs that have none of their own. */
#include "support/run.h"

int main(void) { return support_main(); }
