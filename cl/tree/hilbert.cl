// The position of a cell along Hilbert's curve, which visits neighbours one after the other where the z-order jumps, so that the boxes of
// consecutive points are small.
//   DIMS  2 or 3
// From the highest level down: in a cell of a state, which tells how the curve runs through it, the curve comes to the part `z`, a bit of
// each dimension, as its part number `at`, whose own state is `next`; NEXT[state][z] is next << DIMS | at.  The states are those of
// C. Hamilton, Compact Hilbert indices, Dalhousie University CS-2006-07, 2006, section 2, that are reached from the first one.
#pragma once
#if DIMS == 2
__constant uchar NF_HILBERT_NEXT[] = {
    4, 11, 1, 2, 0, 5, 15, 6, 10, 3, 9, 12, 14, 13, 7, 8,
};
#else
__constant uchar NF_HILBERT_NEXT[] = {
    8,  23, 25, 38, 43, 44, 26, 37, 24, 51, 63, 52, 1,  2,  70, 69, 76, 39, 75, 80, 5,  6,  66, 65,
    0,  9,  83, 10, 95, 78, 84, 77, 22, 7,  21, 60, 49, 88, 50, 59, 58, 85, 3,  4,  57, 86, 72, 55,
    90, 89, 45, 46, 11, 32, 12, 87, 36, 13, 71, 14, 35, 74, 40, 73, 62, 81, 15, 16, 61, 82, 92, 91,
    94, 93, 41, 42, 31, 20, 56, 19, 18, 27, 17, 64, 53, 28, 54, 47, 68, 67, 29, 34, 79, 48, 30, 33,
};
#endif

// Of a cell of `count` levels, from its key along the z-order curve.
static inline ulong nf_hilbert_key(ulong z, uint count) {
    const uint part = (1u << DIMS) - 1;
    ulong key = 0;
    uint state = 0;
    for (uint level = count; level-- > 0;) {
        const uint next = NF_HILBERT_NEXT[state << DIMS | ((uint)(z >> level * DIMS) & part)];
        key = key << DIMS | (next & part);
        state = next >> DIMS;
    }
    return key;
}
