/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Numbers of the points' type, held as double. */
#ifndef NF_CORE_REAL_H
#define NF_CORE_REAL_H

#include <nearfield/types.h>

/* The value rounded to the type. */
static inline double nf_rounded(double value, nf_type type) {
    return type == NF_FLOAT32 ? (double)(float)value : value;
}

/* 1 if they are equal: without ==, which compilers warn of. */
static inline int nf_is_same(double a, double b) { return !(a < b) && !(a > b); }

#endif
