// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Which points of a point's own row are its candidates, for full stencils: all others, and all its own images.
#define OWN_FIRST 0
#ifdef __OPENCL_C_VERSION__
static inline ulong nf_own_mask_16(uint first, uint k, nf_shift shift) {
    ulong mask = ~0UL;
    if (shift == NF_SHIFT_NONE && first + 3 - k < 19)
        for (uint p = 0; p < 4; p++)
            if (first + p - k < 16) mask ^= 1UL << (16 * p + (first + p - k));
    return mask;
}
#endif
