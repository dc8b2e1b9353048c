// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Fast functions of floats: OpenCL's native ones, with errors that the device defines.
// NVIDIA's compiler guards native_recip() against subnormal numbers, unless an option of the program flushes them everywhere: five instructions
// instead of one.  Here a subnormal x gives infinity.
#pragma once
#include "machine/ptx.cl"

#if LANES_ARE_PTX
static inline float nf_native_recip(float x) {
    float y;
    __asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
static inline float nf_native_sqrt(float x) {
    float y;
    __asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
static inline float nf_native_rsqrt(float x) {
    float y;
    __asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
#define nf_native_divide(a, b) ((a)*nf_native_recip(b))
#else
#define nf_native_recip  native_recip
#define nf_native_sqrt   native_sqrt
#define nf_native_rsqrt  native_rsqrt
#define nf_native_divide native_divide
#endif
