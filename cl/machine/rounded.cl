// Square roots and quotients of `real`, correctly rounded.  OpenCL rounds those of double correctly, but in float a root may be off by 3
// units in the last place, and a quotient by 2.5.
//   ROOT64  1: the device has double precision, in which those of float are computed
#pragma once
#if !defined(ROOT64)
#error "rounded.cl needs ROOT64"
#endif
#include "machine/real.cl"

// The root of a float in double, rounded again to float, is the correctly rounded one, as double has more than twice the digits.
static inline real nf_root(real square) {
#if REAL64
    return sqrt(square);
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

// a / b for positive numbers whose quotient is normal.
static inline real nf_quotient(real a, real b) {
#if REAL64
    return a / b;
#elif ROOT64
    return (float)((double)a / (double)b);
#else
    // The quotient moves until the residue, which is exact, is at most half a unit.
    float quotient = a / b;
    if (!(quotient > 0) || quotient > FLT_MAX) return quotient;
    for (int k = 0; k < 4; k++) {
        const float above = as_float(as_int(quotient) + 1), below = as_float(as_int(quotient) - 1),
                    left = 2 * fma(-quotient, b, a);
        if (left > b * (above - quotient)) quotient = above;
        else if (-left > b * (quotient - below)) quotient = below;
    }
    return quotient;
#endif
}
