// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Point `index` of the caller, with zeros beyond its dims.
//   REAL64, DIMS  as in cells.cl
#pragma once
#include "space/cells.cl"

static inline void nf_point_given(__global const real *restrict points, uint index, real *r) {
    for (int a = 0; a < 3; a++) r[a] = a < DIMS ? points[(ulong)index * DIMS + (a < DIMS ? a : 0)] : 0;
}
