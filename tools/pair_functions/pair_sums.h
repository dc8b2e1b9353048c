/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of a function of the library in plain C and double precision, and by how much those of a device may differ. */
#ifndef NEARFIELD_PAIR_FUNCTIONS_PAIR_SUMS_H
#define NEARFIELD_PAIR_FUNCTIONS_PAIR_SUMS_H

#include "host/function.h"

#include <nearfield/nearfield.h>

enum { PAIR_COMPONENTS = 3 * NF_SUMS_MOST };

/* A component of a sum, and by how much another one may differ from it. */
typedef struct pair_bounded {
    double value, within;
} pair_bounded;

/* A call of a function. */
typedef struct pair_sums {
    const nf_function_info *info;
    nf_pair_function *of;
    nf_pair_parameters call;
    double unit; /* half the spacing of numbers at 1 in the type of the points */
    int dims, components;
} pair_sums;

/* The function of this name; `of` is NULL if there is none in plain C. */
pair_sums pair_sums_of(const nf_function *function, const char *name, int dims, nf_type type);

/* Takes the cutoff and the parameters of a call, rounded to the type of the points. */
void pair_sums_take(pair_sums *s, double cutoff, const nf_parameter *given, size_t count);

/* Adds what a neighbour does to the components of all sums, and its absolute value to `sizes`.  `across` is the length of the numbers
 * whose difference D is. */
void pair_sums_add(const pair_sums *s, const nf_pair_fields *i, const nf_pair_fields *j, const double D[3],
                   double across, pair_bounded to[PAIR_COMPONENTS], double sizes[PAIR_COMPONENTS]);

/* Adds what `count` contributions may lose when they are added up. */
void pair_sums_end(const pair_sums *s, uint64_t count, pair_bounded to[PAIR_COMPONENTS],
                   const double sizes[PAIR_COMPONENTS]);

/* Whether a component computed elsewhere is the same within the bound. */
int pair_agrees(double value, const pair_bounded *wanted);

#endif
