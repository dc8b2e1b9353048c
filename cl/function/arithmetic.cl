// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Arithmetic for the text of a pair function, which follows: exact as OpenCL's, or fast.  It stands behind the kernels of a program, and behind a part
// that undefines their macros (src/function/macros.c): of these the text has DIMS, REAL64 and those below.
//   REAL64, NF_FAST  as in function.cl
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
