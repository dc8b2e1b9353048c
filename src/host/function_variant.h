/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The pair functions of cl/function/ as C: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME   of the table of functions     DIMS   1, 2 or 3
 */
#include "host/function.h"

#include <math.h>

typedef double real;
typedef unsigned int uint;
typedef nf_pair_fields fields;
typedef nf_pair_parameters parameters;
typedef nf_pair_sums sums;

#define REAL64 1
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define inverse(x)      (1 / (x))
#define quotient(a, b)  ((a) / (b))
#define root(x)         sqrt(x)
#define inverse_root(x) (1 / sqrt(x))
#define exponential(x)  exp(x)

#include "host/pair_functions.h"
