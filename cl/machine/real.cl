// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The precision of the points.
//   REAL64  1: double, 0: float
// Contraction is off in every kernel that includes this file: a fused multiply-add would change the decision for some
// pairs.
#pragma once
#if !defined(REAL64)
#error "real.cl needs REAL64"
#endif
#pragma OPENCL FP_CONTRACT OFF
#if REAL64
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double real;
typedef double4 nf_real4;
typedef double8 nf_real_wide; // 64 bytes
#define REAL_MAX DBL_MAX
#else
typedef float real;
typedef float4 nf_real4;
typedef float16 nf_real_wide;
#define REAL_MAX FLT_MAX
#endif

// A struct of reals as a kernel takes it: numbers, which it reads as the struct.  From a struct argument Mesa 22.3 leaves out arrays that a kernel
// does not read, and then refuses what the host gives for its size.
#define NF_NUMBERS_OF(name)                                                                                  \
    typedef struct name##_numbers {                                                                          \
        real all[sizeof(name) / sizeof(real)];                                                               \
    } name##_numbers;
