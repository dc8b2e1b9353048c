// The position of a cell along Hilbert's curve, which visits neighbours one after the other where the z-order jumps, so that the boxes of
// consecutive points are small.
//   DIMS  2 or 3
// By J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707, 2004: from the highest level down, each level turns and
// reflects the levels below it, a word of bits for each dimension at a time; what is left are reflected binary codes.  It has no table, as lanes
// that read different places of one wait for each other.  The first levels of a position depend on the same levels of the cell alone.
#pragma once

// `bits` of each dimension, `count` of them, at most 31, become those of the position: from the highest level down, one of each dimension in turn.
static inline void nf_hilbert_bits(uint *bits, uint count) {
    uint turned = 0;
    for (uint level = count; level-- > 1;) {
        const uint below = (1u << level) - 1;
        for (int a = 0; a < DIMS; a++) {
            const uint is = 0u - (bits[a] >> level & 1), differ = (bits[0] ^ bits[a]) & below & ~is;
            bits[0] ^= differ | (below & is);
            bits[a] ^= differ;
        }
    }
    for (int a = 1; a < DIMS; a++) bits[a] ^= bits[a - 1];
    for (uint level = count; level-- > 1;)
        turned ^= ((1u << level) - 1) & (0u - (bits[DIMS - 1] >> level & 1));
    for (int a = 0; a < DIMS; a++) bits[a] ^= turned;
}
