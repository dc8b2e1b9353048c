// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The position of a cell along Hilbert's curve, which visits neighbours one after the other where the z-order jumps, so that the boxes of
// consecutive points are small.
//   DIMS  2 or 3      GROUP  work-items of a group      z_key  the type of keys
// The curve is that of J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707, 2004, as an automaton: from the highest level
// down, its state, which of the 4 or 24 ways the curve goes through a cell, and a bit of each dimension give the place of the
// part among the parts of the cell, and the state in that part.  The first levels of a position depend on the same levels of the cell alone.
#pragma once

#if !defined(DIMS) || !defined(GROUP)
#error "hilbert.cl needs DIMS and GROUP"
#endif
#include "machine/together.cl"
#define NF_HILBERT_PARTS (1 << DIMS)

// A row for each state.  For each part: the next state, times the number of parts, plus the place.
#if !defined(NF_CONSTANT) // `static __constant` where programs are linked with each other
#define NF_CONSTANT __constant
#endif
NF_CONSTANT uchar nf_hilbert_table[] = {
#if DIMS == 2
    4, 1, 11, 2,  0, 15, 5, 6, 10,
    9, 3, 12, 14, 7, 13, 8
#else
    8,   17,  27,  2,   39,  46,  52,  5,   56,  71,  73,  86,  91,  20,  10,  13,  48,  1,   103, 110,
    115, 18,  12,  21,  126, 129, 29,  26,  79,  80,  140, 3,   148, 43,  37,  34,  127, 128, 78,  81,
    156, 45,  35,  42,  31,  6,   160, 105, 72,  87,  139, 4,   57,  70,  50,  53,  0,   171, 111, 76,
    49,  58,  102, 61,  180, 143, 83,  184, 69,  54,  66,  97,  16,  123, 9,   74,  47,  60,  38,  77,
    132, 95,  85,  14,  67,  144, 82,  33,  142, 55,  185, 96,  93,  116, 90,  11,  188, 107, 175, 176,
    101, 98,  62,  65,  164, 109, 119, 22,  99,  106, 152, 41,  174, 177, 63,  64,  117, 114, 92,  19,
    30,  125, 161, 122, 7,   172, 104, 75,  130, 25,  133, 166, 179, 136, 84,  191, 94,  15,  141, 28,
    145, 32,  138, 51,  146, 155, 149, 36,  137, 24,  190, 167, 154, 157, 147, 44,  169, 182, 120, 135,
    162, 165, 121, 134, 187, 108, 168, 183, 118, 173, 23,  124, 153, 170, 40,  59,  178, 113, 131, 88,
    181, 158, 68,  151, 186, 163, 89,  112, 189, 100, 150, 159
#endif
};
#define NF_HILBERT_ROOM ((DIMS == 2 ? 4 : 24) * NF_HILBERT_PARTS)

// The table in local memory, where work-items that read different places of it wait for each other less.  All work-items of a group must call
// it.
TOGETHER void nf_hilbert_take(__local uchar *table) {
    for (uint k = (uint)get_local_id(0); k < NF_HILBERT_ROOM; k += GROUP) table[k] = nf_hilbert_table[k];
    barrier(CLK_LOCAL_MEM_FENCE);
}

// `cell` has, from the highest level down, a bit of each dimension in turn; so has its position.
static inline z_key nf_hilbert(z_key cell, uint levels, __local const uchar *table) {
    z_key position = 0;
    uint state = 0; // times the number of parts
    for (uint level = levels; level-- > 0;) {
        const uint part = (uint)(cell >> level * DIMS) % NF_HILBERT_PARTS, found = table[state + part];
        position = position * NF_HILBERT_PARTS + found % NF_HILBERT_PARTS;
        state = found - found % NF_HILBERT_PARTS;
    }
    return position;
}
