/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library for points of 2 dimensions. */
#define DIMS           2
#define PAIR_FUNCTIONS pair_functions_2
#include "pair_functions/pair_functions_body.h"
