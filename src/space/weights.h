/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The weights of the kernels, compiled as C. */
#ifndef NF_SPACE_WEIGHTS_H
#define NF_SPACE_WEIGHTS_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#define uint      uint32_t
#define ulong     uint64_t
#define real      double
#define REAL64    1
#define REAL_MAX  DBL_MAX
#define NF_GLOBAL /* one address space */
#include "space/weights.cl"

#endif
