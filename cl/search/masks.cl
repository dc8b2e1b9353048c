// Masks that the first of two passes stores for the second (replay.cl), which then need not decide again.
//   MASKS  the candidates of a tile whose masks are stored, a multiple of 64
//   masks[tiles][MASKS / 32][MASK_WORDS], heads[tiles]
//   A tile's chunk of 32 candidates: the mask of each lane's point, the number of each candidate, and with EMIT_IMAGES its image.  The
//   head is the number of chunks, or MASKS_NONE if the tile has candidates that no mask stands for.  Numbers that no mask names may be
//   anything.
#pragma once
#if !defined(MASKS)
#error "masks.cl needs MASKS"
#endif
#include "search/walk.cl"

#if EMIT_IMAGES
#define MASK_WORDS 96
#else
#define MASK_WORDS 64
#endif
#define MASKS_NONE 0xffffffffu

static inline ulong nf_masks_at(uint tile) { return (ulong)tile * (MASKS / 32 * MASK_WORDS); }

// The number of a candidate, and in bit 31 whether it is a result of the point with this number.  A decision (keep_all.cl) needs no more
// of its image.
static inline uint nf_candidate_word(uint number, nf_shift shift) {
    return number | (uint)(nf_keeps(number, number, shift)) << 31;
}
static inline uint nf_word_number(uint word) { return word & 0x7fffffffu; }
static inline nf_shift nf_word_shift(uint word) { return NF_SHIFT_NONE + (nf_shift)(word >> 31); }
