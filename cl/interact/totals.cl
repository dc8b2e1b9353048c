// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A column of sums as it is added up to a total.
//   in, row p at first + p * stride --column--> out[n]
//   TOTAL64  1: out is double      SUM64  1: in is double      GROUP, ITEMS  as in each.cl
#if !defined(TOTAL64) || !defined(SUM64)
#error "totals.cl needs TOTAL64 and SUM64"
#endif
#include "machine/each.cl"
#if TOTAL64 || SUM64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if SUM64
typedef double sum;
#else
typedef float sum;
#endif
#if TOTAL64
typedef double total;
#else
typedef float total;
#endif

EACH_KERNEL void column(__global const sum *in, ulong first, ulong stride, uint n, __global total *out) {
    FOR_EACH(p, n) { out[p] = (total)in[first + p * stride]; }
}
