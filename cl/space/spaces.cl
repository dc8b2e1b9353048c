// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Definitions with which the files of this folder compile as OpenCL C and, in the host reference, as C.
//   NF_GLOBAL  the address space of buffers: __global in OpenCL C, nothing in C
//   NF_FLOOR, NF_SQRT, NF_ABS, NF_FINITE  of `real`: the functions of C are those of double
//   NF_LEAST   the smaller of two integers
//   REAL_UNIT  the largest relative error of rounding to `real`
#ifndef NF_GLOBAL
#define NF_GLOBAL __global
#endif
#ifdef __OPENCL_C_VERSION__
#define NF_FLOOR(x)    floor(x)
#define NF_SQRT(x)     sqrt(x)
#define NF_FINITE(x)   isfinite(x)
#define NF_LEAST(a, b) min(a, b)
#else
#define NF_FLOOR(x)    ((real)floor((double)(x)))
#define NF_SQRT(x)     ((real)sqrt((double)(x)))
#define NF_FINITE(x)   ((x) >= -REAL_MAX && (x) <= REAL_MAX)
#define NF_LEAST(a, b) ((a) < (b) ? (a) : (b))
#endif
#define NF_ABS(x) ((x) < 0 ? -(x) : (x))
#define REAL_UNIT ((real)(REAL64 ? 0x1p-53f : 0x1p-24f))
