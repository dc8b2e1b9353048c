/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What kernel files that are compiled as C expect of OpenCL C, with REAL64 as there, for the variants of this room. */
#ifndef NF_HOST_REAL_H
#define NF_HOST_REAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "src/host gives the bits of the kernels only with IEEE arithmetic: no fast math, no extended precision"
#endif

#if REAL64
#define real     double
#define REAL_MAX DBL_MAX
#else
#define real     float
#define REAL_MAX FLT_MAX
#endif
#define uint      uint32_t
#define ulong     uint64_t
#define NF_GLOBAL /* one address space */
#define SCALED    /* by 1 if no scaling is needed, which changes no bit */

#endif
