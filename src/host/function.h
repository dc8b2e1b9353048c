/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library in plain C and double precision: their texts are those of cl/function/. */
#ifndef NF_HOST_FUNCTION_H
#define NF_HOST_FUNCTION_H

#include <stddef.h>

typedef double real;
typedef unsigned int uint;

/* Every name that a function of the library declares.  All of them are radial: they return the factor of D, which their vector sum takes,
   and add to the scalar sums. */
#define HOST_FIELDS(X)     X(charge) X(density) X(kind) X(mass) X(pressure) X(weight)
#define HOST_LENGTHS(X)    X(cutoff) X(h) X(kappa) X(kinds) X(reach) X(shifted) X(sigma) X(softening)
#define HOST_STRENGTHS(X)  X(G) X(epsilon) X(gain) X(offset) X(permittivity) X(strength)
#define HOST_PARAMETERS(X) HOST_LENGTHS(X) HOST_STRENGTHS(X)
#define HOST_TABLES(X)     X(epsilons) X(sigmas)
#define HOST_SUMS(X)       X(densities) X(energies) X(potentials) X(values) X(virials)
#define HOST_MEMBER(name)  real name;
#define HOST_TABLE(name)                                                                                     \
    const real *name;                                                                                        \
    uint name##_count;

typedef struct fields {
    HOST_FIELDS(HOST_MEMBER)
} fields;
typedef struct parameters {
    HOST_PARAMETERS(HOST_MEMBER)
    HOST_TABLES(HOST_TABLE)
} parameters;
typedef struct sums {
    HOST_SUMS(HOST_MEMBER)
} sums;

typedef real host_function(const fields *i, const fields *j, real d2, const parameters *p, sums *to);

/* The function of this name for points of this many dimensions; NULL if the library has none. */
host_function *nf_host_function_named(const char *name, int dims);

/* The members of these names; NULL if there is none. */
real *nf_host_field(fields *of, const char *name);
real *nf_host_parameter(parameters *of, const char *name);
const real **nf_host_table(parameters *of, const char *name);
uint *nf_host_table_count(parameters *of, const char *name);
real *nf_host_sum(sums *of, const char *name);

/* A row for each function, up to a row without a name: the variants for 1, 2 and 3 dims (function_variant.h). */
typedef struct host_function_row {
    const char *name;
    host_function *of;
} host_function_row;
extern const host_function_row nf_host_functions_1[], nf_host_functions_2[], nf_host_functions_3[];

#endif
