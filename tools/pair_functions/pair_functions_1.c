/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library for points of 1 dimension. */
#define DIMS           1
#define PAIR_FUNCTIONS pair_functions_1
#include "pair_functions/pair_functions_body.h"
