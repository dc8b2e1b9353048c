/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library in plain C and double precision, from their own sources. */
#ifndef NEARFIELD_PAIR_FUNCTIONS_PAIR_FUNCTIONS_H
#define NEARFIELD_PAIR_FUNCTIONS_PAIR_FUNCTIONS_H

#include <stddef.h>

typedef double real;
typedef unsigned int uint;

/* Every name that a function of the library declares.  All of them are radial: they return the factor of D, which their vector sum
 * takes, and add to the scalar sums. */
#define PAIR_FIELDS(X)     X(charge) X(density) X(kind) X(mass) X(pressure) X(weight)
#define PAIR_LENGTHS(X)    X(cutoff) X(h) X(kappa) X(kinds) X(reach) X(shifted) X(sigma) X(softening)
#define PAIR_STRENGTHS(X)  X(G) X(epsilon) X(gain) X(offset) X(permittivity) X(strength)
#define PAIR_PARAMETERS(X) PAIR_LENGTHS(X) PAIR_STRENGTHS(X)
#define PAIR_TABLES(X)     X(epsilons) X(sigmas)
#define PAIR_SUMS(X)       X(densities) X(energies) X(potentials) X(values) X(virials)
#define PAIR_MEMBER(name)  real name;
#define PAIR_TABLE(name)                                                                                     \
    const real *name;                                                                                        \
    uint name##_count;

typedef struct fields {
    PAIR_FIELDS(PAIR_MEMBER)
} fields;
typedef struct parameters {
    PAIR_PARAMETERS(PAIR_MEMBER)
    PAIR_TABLES(PAIR_TABLE)
} parameters;
typedef struct sums {
    PAIR_SUMS(PAIR_MEMBER)
} sums;

typedef real pair_function(const fields *i, const fields *j, real d2, const parameters *p, sums *to);

/* The function of this name for points of this many dimensions, or NULL. */
pair_function *pair_function_named(const char *name, int dims);

/* The members of these names, or NULL. */
real *pair_field(fields *of, const char *name);
real *pair_parameter(parameters *of, const char *name);
const real **pair_table(parameters *of, const char *name);
uint *pair_table_count(parameters *of, const char *name);
real *pair_sum(sums *of, const char *name);

/* A row for each function; pair_functions_N.c has those for N dimensions, up to a row without a name. */
typedef struct pair_row {
    const char *name;
    pair_function *of;
} pair_row;
extern const pair_row pair_functions_1[], pair_functions_2[], pair_functions_3[];

#endif
