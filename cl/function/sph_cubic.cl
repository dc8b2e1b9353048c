// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The cubic spline of smoothed particle hydrodynamics (J. J. Monaghan, Annu. Rev. Astron. Astrophys. 30, 543 (1992)): W is 0 from 2 h on.
#pragma once
#if REAL64 // a device without double precision warns of its numbers
#define CUBIC_NUMBER(x) x
#else
#define CUBIC_NUMBER(x) x##f
#endif
#if DIMS == 1
#define CUBIC_NORM(h) (CUBIC_NUMBER(0.66666666666666667) / (h))
#elif DIMS == 2
#define CUBIC_NORM(h) (CUBIC_NUMBER(0.45472840883398667) / ((h) * (h)))
#else
#define CUBIC_NORM(h) (CUBIC_NUMBER(0.31830988618379067) / ((h) * (h) * (h)))
#endif

// W at the distance r.
static inline real cubic_value(real r, real h) {
    const real q = r / h, far = q < 2 ? 2 - q : 0, near = q < 1 ? 1 - q : 0;
    return CUBIC_NORM(h) * ((real)0.25f * far * far * far - near * near * near);
}

// dW / dr over r.
static inline real cubic_slope(real r, real h) {
    const real q = r / h, far = q < 2 ? 2 - q : 0, near = q < 1 ? 1 - q : 0;
    return CUBIC_NORM(h) * (3 * near * near - (real)0.75f * far * far) / (h * r);
}
