/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The pair functions that come with the library, written again as formulas in double precision, points to apply them to, and their sums by brute
 * force.  They share no code with the library.  Each function fails the calling test.
 */
#ifndef SUPPORT_SUMS_READY_H
#define SUPPORT_SUMS_READY_H

#include "support/clouds/boxes.h"

#include <nearfield/nearfield.h>

/* READY_CUTOFF is the cutoff that belongs to the parameters of the rows. */
enum { READY_FIELDS = 3, READY_COMPONENTS = 5, READY_CUTOFF = 2 };

/* A pair: what its points carry, in the order of the row's fields. */
typedef struct ready_pair {
    int dims;
    double r, cutoff;
    const double *i, *j;
} ready_pair;

/* What the function's first scalar sum is for point i with neighbour j, and the vector sum along D / r; NAN: there is none.  A second scalar sum
   is the virial, -along r / 2. */
typedef struct ready_expected {
    double scalar, along;
} ready_expected;

/* A function with its parameters, which are the same numbers in both types. */
typedef struct ready_function {
    const char *name;
    nf_parameter parameters[4];
    size_t count;
    const double (*carried)[READY_FIELDS]; /* of two points */
    const char *fields[READY_FIELDS];
    ready_expected (*of)(const ready_pair *pair);
} ready_function;
enum { READY_FUNCTIONS = 12 };
extern const ready_function ready_functions[READY_FUNCTIONS];
const ready_function *ready_named(const char *name);

/* The tables of "lennard-jones-mixed". */
extern const double ready_epsilons[4], ready_sigmas[4];

/* Points with a box, open, orthorhombic or triclinic, periodic along all axes or some, wider than the cutoff or not, or one point with its own
   images.  No two points are closer than 0.6; some are outside of the box.  Release it with support_boxed_free. */
enum { READY_BOXES = 6 };
support_boxed ready_boxed(int box, int dims, nf_type type);

/* The arguments of a call of a function about points: numbers in their type, until ready_release. */
typedef struct ready_arguments {
    void *values, *query_values, *table_values[2];
    nf_numbers fields[READY_FIELDS], query_fields[READY_FIELDS], tables[2];
    nf_interact_options options;
} ready_arguments;
void ready_prepare(ready_arguments *arguments, const ready_function *function, const support_boxed *boxed);
void ready_release(ready_arguments *arguments);

/* The number that point p carries in field k. */
double ready_value(const ready_function *function, uint64_t p, int k);

/* The components of all sums for each row, one after the other, and the sums of the absolute values of contributions.  Release them with
   ready_forget. */
typedef struct ready_sums {
    double *sums, *sizes;
    uint64_t rows;
    int components;
} ready_sums;
ready_sums ready_sums_of(const ready_function *function, const nf_function_info *info,
                         const support_boxed *boxed);

/* The same of a result: the sums as double, `sizes` NULL. */
ready_sums ready_read(nf_context *context, nf_result *result, const nf_function_info *info, int dims);
void ready_forget(ready_sums *sums);

/* Compares sums: each is within `unit` of its absolute value and `share` of the sizes of `wanted`. */
void ready_same(const ready_sums *wanted, const ready_sums *got, double unit, double share, const char *name);

#endif
