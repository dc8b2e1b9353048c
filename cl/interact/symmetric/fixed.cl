// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums in 64-bit fixed point.  A number x of a sum whose range is `most` is the integer x * scale, where scale is a power of two; the host chooses it
// so that all parts of a sum have room (src/interact/symmetric.c).
//   int64 atomics are required
#pragma once
#include "function/function.cl"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define NF_COUNT_SUM(name, sign) +1
enum { nf_sum_count = 0 NF_SUMS(NF_COUNT_SUM, NF_COUNT_SUM) };

// The ranges of all sums; the host's is of the same layout.
typedef struct nf_ranges {
    nf_sum most[nf_sum_count], scale[nf_sum_count], unscale[nf_sum_count];
} nf_ranges;

#define FIXED_ALONE 0x80000000u

typedef struct nf_fixed_vector {
    long x, y, z;
} nf_fixed_vector;
#define NF_FIXED_VECTOR(name, sign)      nf_fixed_vector name;
#define NF_FIXED_SCALAR(name, sign)      long name;
#define NF_FIXED_VECTOR_NONE(name, sign) none.name.x = none.name.y = none.name.z = 0;
#define NF_FIXED_SCALAR_NONE(name, sign) none.name = 0;
typedef struct nf_fixed_sums {
    NF_SUMS(NF_FIXED_VECTOR, NF_FIXED_SCALAR)
} nf_fixed_sums;
static inline nf_fixed_sums nf_fixed_none(void) {
    nf_fixed_sums none;
    NF_SUMS(NF_FIXED_VECTOR_NONE, NF_FIXED_SCALAR_NONE)
    return none;
}

// x of sum number k; if it is beyond the range, any number, and bit k in *beyond.
static inline long nf_fixed_of(const nf_ranges *ranges, uint k, nf_sum x, uint *beyond) {
    if (!(fabs(x) <= ranges->most[k])) *beyond |= 1u << k;
    return convert_long_rte(x * ranges->scale[k]);
}
