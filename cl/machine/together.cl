// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// TOGETHER must precede every function with a barrier or an exchange between work-items.  It forces inlining: if the
// compiler keeps such a function separate, as it may if several kernels call it, Intel's CPU runtime (2026.2) silently
// computes wrong values (64-bit values in groups of 512 and more).
#pragma once
#ifndef TOGETHER
#define TOGETHER __attribute__((always_inline)) static inline
#endif
