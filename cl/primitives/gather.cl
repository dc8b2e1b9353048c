// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// out[k] = in[indices[k]] for elements of a few 4-byte words; zeros if the index is m or more.
//   indices[n], in[m x WORDS] --gather--> out[n x WORDS]
//   GROUP, ITEMS  the tile of elements, see primitives/tile.cl     WORDS  words of an element, 1 to 8
#if !defined(GROUP) || !defined(ITEMS) || !defined(WORDS)
#error "gather.cl needs GROUP, ITEMS and WORDS"
#endif
#include "primitives/tile.cl"

TILE_KERNEL void gather(__global const uint *in, ulong in_offset, ulong m, __global const uint *indices,
                        ulong indices_offset, __global uint *out, ulong out_offset, ulong n) {
    const ulong start = (ulong)get_group_id(0) * TILE;
    const uint count = tile_count(n, start);
    in += in_offset * WORDS;
    indices += indices_offset + start;
    out += (out_offset + start) * WORDS;
#if GROUP == 1
    for (uint element = 0; element < count; element++) {
        const ulong index = indices[element];
        for (uint word = 0; word < WORDS; word++)
            out[element * WORDS + word] = index < m ? in[index * WORDS + word] : 0;
    }
#else
    // Consecutive work-items take consecutive words, so that stores, and loads within an element, are coalesced.
    for (uint k = 0; k < ITEMS * WORDS; k++) {
        const uint i = k * GROUP + (uint)get_local_id(0), element = i / WORDS;
        if (element < count) {
            const ulong index = indices[element];
            out[i] = index < m ? in[index * WORDS + i % WORDS] : 0;
        }
    }
#endif
}
