/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library for points of 3 dimensions. */
#define DIMS           3
#define PAIR_FUNCTIONS pair_functions_3
#include "pair_functions/pair_functions_body.h"
