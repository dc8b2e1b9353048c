// The precision of the points.
//   REAL64  1: double, 0: float
// Contraction is off in everything that includes this: a fused multiply-add would decide some pairs
// otherwise.
#if !defined(REAL64)
#error "real.cl needs REAL64"
#endif
#pragma OPENCL FP_CONTRACT OFF
#if REAL64
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double real;
typedef double8 real8;
typedef long8 mask8; // what comparing two real8 gives
#define REAL_MAX DBL_MAX
#else
typedef float real;
typedef float8 real8;
typedef int8 mask8;
#define REAL_MAX FLT_MAX
#endif
