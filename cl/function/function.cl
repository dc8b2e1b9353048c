// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A pair function: the types that it uses, the function itself, and what the kernels do with it.  The generated part before this file
// declares what the function names (src/function/declare.c):
//   NF_FIELDS(X), NF_VALUES(X), NF_TABLES(X)  X(name) for each field of a point, parameter and table
//   NF_SUMS(V, S)                             V(name, sign) for each vector sum, S(name, sign) for each scalar sum
//   NF_UNWANTED_SUMS(V, S)                    the same for the sums that the call does not want: the function adds to them, and nobody reads them
//   NF_WANTED                                 bit k: the call wants the k-th sum; a define
//   NF_FIELD_COUNT, NF_VALUE_COUNT            their numbers
//   NF_RADIAL                                 1: interact() returns the factor of D; 0: it takes D
//   NF_RADIAL_SUM                             the name of the vector sum that the factor is for; undefined without one that is wanted
//   NF_SUM64                                  1: sums are double
//   NF_FAST                                   1: the functions below are the native ones, and contraction is on in the function
// The function is the next part, and interact/apply.cl follows it.
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

// Arithmetic for the function: exact as OpenCL's, or fast.
#if NF_FAST && !REAL64
#define inverse(x)      nf_native_recip(x)
#define quotient(a, b)  nf_native_divide(a, b)
#define root(x)         nf_native_sqrt(x)
#define inverse_root(x) nf_native_rsqrt(x)
#define exponential(x)  native_exp(x)
#else
#define inverse(x)      (1 / (x))
#define quotient(a, b)  ((a) / (b))
#define root(x)         sqrt(x)
#define inverse_root(x) rsqrt(x)
#define exponential(x)  exp(x)
#endif
#if NF_FAST
#pragma OPENCL FP_CONTRACT ON
#endif
