// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Wendland's C2 function as a kernel of smoothed particle hydrodynamics (W. Dehnen and H. Aly, Mon. Not. R. Astron. Soc. 425, 1068 (2012)): W is
// 0 from `reach` on.
#pragma once
#if REAL64 // a device without double precision warns of its numbers
#define WENDLAND_NUMBER(x) x
#else
#define WENDLAND_NUMBER(x) x##f
#endif
#if DIMS == 1
#define WENDLAND_NORM(reach) (WENDLAND_NUMBER(1.25) / (reach))
#elif DIMS == 2
#define WENDLAND_NORM(reach) (WENDLAND_NUMBER(2.2281692032865347) / ((reach) * (reach)))
#else
#define WENDLAND_NORM(reach) (WENDLAND_NUMBER(3.3422538049298023) / ((reach) * (reach) * (reach)))
#endif

// W at the distance r.
static inline real wendland_value(real r, real reach) {
    const real q = r / reach, left = q < 1 ? 1 - q : 0, cube = left * left * left;
    return WENDLAND_NORM(reach) * (DIMS == 1 ? cube * (1 + 3 * q) : cube * left * (1 + 4 * q));
}

// dW / dr over r.
static inline real wendland_slope(real r, real reach) {
    const real q = r / reach, left = q < 1 ? 1 - q : 0, square = left * left;
    return -WENDLAND_NORM(reach) * (DIMS == 1 ? 12 * square : 20 * square * left) / (reach * reach);
}
