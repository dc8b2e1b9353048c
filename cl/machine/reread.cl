// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a loop reads through a pointer that does not change may be read once, before the loop, and held in registers.  If it is rarely
// needed, that costs more than reading it again: the more registers, the fewer work-groups a device runs at a time.
//   nf_reread(pointer)  the same pointer.  With PTX the compiler does not know that it is, so it reads again what it has read before;
//                       otherwise nothing is hidden
#pragma once
#include "machine/ptx.cl"

#if LANES_ARE_PTX
static inline __global const void *nf_reread(__global const void *pointer) {
    ulong address = (ulong)pointer;
    __asm volatile("mov.u64 %0, %1;" : "=l"(address) : "l"(address));
    return (__global const void *)address;
}
#else
#define nf_reread(pointer) (pointer)
#endif
