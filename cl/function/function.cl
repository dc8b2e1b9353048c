// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A pair function: the types that it uses, and its declaration.  Its text stands behind all kernels of a program (function/arithmetic.cl), so that
// nothing in it can change them.  The generated part before this file declares what the function names (src/function/declare.c):
//   NF_FIELDS(X), NF_VALUES(X), NF_TABLES(X)  X(name) for each field of a point, parameter and table
//   NF_SUMS(V, S)                             V(name, sign) for each vector sum, S(name, sign) for each scalar sum
//   NF_UNWANTED_SUMS(V, S)                    the same for the sums that the call does not want: the function adds to them, and nobody reads them
//   NF_WANTED                                 bit k: the call wants the k-th sum; a define
//   NF_FIELD_COUNT, NF_VALUE_COUNT            their numbers
//   NF_RADIAL                                 1: interact() returns the factor of D; 0: it takes D
//   NF_RADIAL_SUM                             the name of the vector sum that the factor is for; undefined without one that is wanted
//   NF_SUM64                                  1: sums are double
//   NF_FAST                                   1: the function's arithmetic may be less accurate
#pragma once
#if !defined(NF_RADIAL) || !defined(NF_SUM64) || !defined(NF_FAST)
#error "function.cl needs the declarations of a pair function, a part before it"
#endif
#if !defined(NF_WANTED) || NF_WANTED == 0
#error "function.cl needs NF_WANTED"
#endif
#include "machine/native.cl"
#include "machine/real.cl"

#if NF_SUM64 && !REAL64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if NF_SUM64
typedef double nf_sum;
#else
typedef real nf_sum;
#endif

// A displacement, with zeros beyond the dims of the points, and the sum of vectors.
typedef struct vector {
    real x, y, z;
} vector;
typedef struct nf_sum_vector {
    nf_sum x, y, z;
} nf_sum_vector;

// What a point carries beside its position.
#define NF_MEMBER(name) real name;
typedef struct fields {
#if NF_FIELD_COUNT
    NF_FIELDS(NF_MEMBER)
#else
    real none;
#endif
} fields;

// The parameters of the call, the first of which is its cutoff, and its tables with the number of their elements.
#define NF_TABLE_MEMBER(name)                                                                                \
    __global const real *name;                                                                               \
    uint name##_count;
typedef struct parameters {
    NF_VALUES(NF_MEMBER)
    NF_TABLES(NF_TABLE_MEMBER)
} parameters;

// What the function adds to.
#define NF_VECTOR_SUM_MEMBER(name, sign) nf_sum_vector name;
#define NF_SCALAR_SUM_MEMBER(name, sign) nf_sum name;
typedef struct sums {
    NF_SUMS(NF_VECTOR_SUM_MEMBER, NF_SCALAR_SUM_MEMBER)
    NF_UNWANTED_SUMS(NF_VECTOR_SUM_MEMBER, NF_SCALAR_SUM_MEMBER)
} sums;

// What the text defines.
#if NF_RADIAL
static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to);
#else
static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, sums *to);
#endif
