// TOGETHER stands before a function that the work-items of a group or the lanes of a row call together: one with a
// barrier or an exchange in it.  Such a function becomes part of the kernel that calls it: left as a function of its
// own, as a compiler may do with one that several kernels call, it gives wrong values on Intel's CPU runtime (2026.2:
// 64-bit values in groups of 512 and more, without a word).
#pragma once
#ifndef TOGETHER
#define TOGETHER __attribute__((always_inline)) static inline
#endif
