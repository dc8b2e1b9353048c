// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Square roots and quotients of `real`, correctly rounded.  OpenCL rounds those of double correctly, but in float a root may be off by 3
// units in the last place, and a quotient by 2.5.
// PTX has such a root of a float, which takes a third of the instructions of that in double.
//   ROOT64  1: the device has double precision, in which roots of floats are computed
#pragma once
#if !defined(ROOT64)
#error "rounded.cl needs ROOT64"
#endif
#include "machine/ptx.cl"
#include "machine/real.cl"

// The root of a float in double, rounded again to float, is the correctly rounded one, as double has more than twice the digits.
static inline real nf_root(real square) {
#if REAL64
    return sqrt(square);
#elif LANES_ARE_PTX
    float root;
    __asm("sqrt.rn.f32 %0, %1;" : "=f"(root) : "f"(square));
    return root;
#elif ROOT64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
    return (float)sqrt((double)square);
#else
    // The root moves until the square lies between those of the middles to its neighbours: the residue is exact near the root.  Small
    // squares are scaled, so that it does not underflow.
    const int tiny = square < 0x1p-60f;
    const float scaled = tiny ? square * 0x1p+96f : square;
    float root = sqrt(scaled);
    if (!(root > 0) || root > FLT_MAX) return root;
    for (int k = 0; k < 4; k++) {
        const float above = as_float(as_int(root) + 1), below = as_float(as_int(root) - 1),
                    left = fma(-root, root, scaled);
        if (left > root * (above - root)) root = above;
        else if (left <= -root * (root - below)) root = below;
    }
    return tiny ? root * 0x1p-48f : root;
#endif
}

// a / b for numbers that are not negative: a normal or 0, b normal or infinity.  A quotient below the normal numbers is 0.
// Not by way of double: compilers make one division in float of it, as that has the same result if it is correctly rounded; and then NVIDIA's
// rounds it as OpenCL allows.
static inline real nf_quotient(real a, real b) {
#if REAL64
    const real whole = a / b;
    return whole < DBL_MIN ? 0 : whole;
#else
    if (!(a > 0) || b > FLT_MAX) return 0;
    // The quotient of the mantissas moves until the residue, which is exact near it, is at most half a unit.
    const int power = (as_int(a) >> 23) - (as_int(b) >> 23);
    const float above = as_float((as_int(a) & 0x7fffff) | 0x3f800000),
                below = as_float((as_int(b) & 0x7fffff) | 0x3f800000);
    float quotient = above / below;
    for (int k = 0; k < 4; k++) {
        const float next = as_float(as_int(quotient) + 1), before = as_float(as_int(quotient) - 1),
                    left = 2 * fma(-quotient, below, above);
        if (left > below * (next - quotient)) quotient = next;
        else if (-left > below * (quotient - before)) quotient = before;
    }
    const int exponent = (as_int(quotient) >> 23) + power;
    if (exponent < 1) return 0;
    return exponent > 254 ? INFINITY : as_float(as_int(quotient) + power * (1 << 23));
#endif
}
