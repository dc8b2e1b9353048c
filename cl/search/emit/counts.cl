// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// 64-bit counts that many work-items add to: OpenCL C 1.2 has 32-bit atomics only, so a wrap of the lower half adds one to the upper
// half.  Devices are little-endian.
#pragma once

static inline void nf_count_add(volatile __global uint *counts, ulong at, uint count) {
    if (count && atomic_add(counts + 2 * at, count) > 0xffffffffu - count) atomic_inc(counts + 2 * at + 1);
}
