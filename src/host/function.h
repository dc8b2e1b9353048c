/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions of the library in plain C and double precision: their texts are those of cl/function/. */
#ifndef NF_HOST_FUNCTION_H
#define NF_HOST_FUNCTION_H

#include <stddef.h>

/* Every name that a function of the library declares.  All of them are radial: they return the factor of D, which their vector sum takes,
   and add to the scalar sums. */
#define NF_PAIR_FIELDS(X) X(charge) X(density) X(kind) X(mass) X(pressure) X(weight)
#define NF_PAIR_PARAMETERS(X)                                                                                \
    X(G)                                                                                                     \
    X(cutoff)                                                                                                \
    X(epsilon)                                                                                               \
    X(gain)                                                                                                  \
    X(h) X(kappa) X(kinds) X(offset) X(permittivity) X(reach) X(shifted) X(sigma) X(softening) X(strength)
#define NF_PAIR_TABLES(X)    X(epsilons) X(sigmas)
#define NF_PAIR_SUMS(X)      X(densities) X(energies) X(potentials) X(values) X(virials)
#define NF_PAIR_MEMBER(name) double name;
#define NF_PAIR_TABLE(name)                                                                                  \
    const double *name;                                                                                      \
    unsigned int name##_count;

typedef struct nf_pair_fields {
    NF_PAIR_FIELDS(NF_PAIR_MEMBER)
} nf_pair_fields;
typedef struct nf_pair_parameters {
    NF_PAIR_PARAMETERS(NF_PAIR_MEMBER)
    NF_PAIR_TABLES(NF_PAIR_TABLE)
} nf_pair_parameters;
typedef struct nf_pair_sums {
    NF_PAIR_SUMS(NF_PAIR_MEMBER)
} nf_pair_sums;

typedef double nf_pair_function(const nf_pair_fields *i, const nf_pair_fields *j, double d2,
                                const nf_pair_parameters *p, nf_pair_sums *to);

/* The function of this name for points of this many dimensions; NULL if the library has none. */
nf_pair_function *nf_host_function_named(const char *name, int dims);

/* The members of these names; NULL if there is none. */
double *nf_host_field(nf_pair_fields *of, const char *name);
double *nf_host_parameter(nf_pair_parameters *of, const char *name);
const double **nf_host_table(nf_pair_parameters *of, const char *name);
unsigned int *nf_host_table_count(nf_pair_parameters *of, const char *name);
double *nf_host_sum(nf_pair_sums *of, const char *name);

/* A row for each function, up to a row without a name: those for points of 1, 2 and 3 dims (function_variant.h). */
typedef struct nf_pair_row {
    const char *name;
    nf_pair_function *of;
} nf_pair_row;
extern const nf_pair_row nf_host_functions_1[], nf_host_functions_2[], nf_host_functions_3[];

#endif
