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
typedef double4 real4;
typedef double8 real_wide; // 64 bytes
#define REAL_MAX DBL_MAX
#else
typedef float real;
typedef float4 real4;
typedef float16 real_wide;
#define REAL_MAX FLT_MAX
#endif
