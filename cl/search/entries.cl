// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The images of results as keys that sort like them, and back.
//   images[m] --images_as_keys--> keys[m], from[m] = 0, 1, 2 ... (--sort-->) --keys_as_images--> images[m]
//   GROUP, ITEMS  as in each.cl
#include "machine/each.cl"

EACH_KERNEL void images_as_keys(__global const int *images, ulong m, __global uint *keys,
                                __global uint *from) {
    FOR_EACH(k, m) {
        keys[k] = (uint)images[k] ^ 0x80000000u;
        from[k] = (uint)k;
    }
}

EACH_KERNEL void keys_as_images(__global const uint *keys, ulong m, __global int *images) {
    FOR_EACH(k, m) images[k] = (int)(keys[k] ^ 0x80000000u);
}
