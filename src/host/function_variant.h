/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The pair functions of cl/function/ as C: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME   of the table     DIMS   1, 2 or 3
 */
#include "host/function.h"

#include <math.h>

#define REAL64 1
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define inverse(x)      (1 / (x))
#define quotient(a, b)  ((a) / (b))
#define root(x)         sqrt(x)
#define inverse_root(x) (1 / sqrt(x))
#define exponential(x)  exp(x)

#define interact        coulomb
#include "function/pair_coulomb.cl"
#undef interact
#define interact gaussian
#include "function/pair_gaussian.cl"
#undef interact
#define interact gravity
#include "function/pair_gravity.cl"
#undef interact
#define interact high_flop
#include "function/pair_high_flop.cl"
#undef interact
#define interact lennard_jones
#include "function/pair_lennard_jones.cl"
#undef interact
#define interact lennard_jones_mixed
#include "function/pair_lennard_jones_mixed.cl"
#undef interact
#define interact low_flop
#include "function/pair_low_flop.cl"
#undef interact
#define interact sph_density_cubic
#include "function/pair_sph_density_cubic.cl"
#undef interact
#define interact sph_density_wendland
#include "function/pair_sph_density_wendland.cl"
#undef interact
#define interact sph_pressure_cubic
#include "function/pair_sph_pressure_cubic.cl"
#undef interact
#define interact sph_pressure_wendland
#include "function/pair_sph_pressure_wendland.cl"
#undef interact
#define interact yukawa
#include "function/pair_yukawa.cl"
#undef interact

const host_function_row NAME[] = {
    {"coulomb", coulomb},
    {"gaussian", gaussian},
    {"gravity", gravity},
    {"high-flop", high_flop},
    {"lennard-jones", lennard_jones},
    {"lennard-jones-mixed", lennard_jones_mixed},
    {"low-flop", low_flop},
    {"sph-density-cubic", sph_density_cubic},
    {"sph-density-wendland", sph_density_wendland},
    {"sph-pressure-cubic", sph_pressure_cubic},
    {"sph-pressure-wendland", sph_pressure_wendland},
    {"yukawa", yukawa},
    {NULL, NULL},
};
