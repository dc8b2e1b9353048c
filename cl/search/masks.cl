// Masks that the first of two passes stores for the second (replay.cl), which then need not decide again.
//   MASKS  the candidates of a tile whose masks are stored, a multiple of 64
//   masks[tiles][MASKS / 32][MASK_WORDS], heads[tiles]
//   A tile's chunk of 32 candidates: the mask of each lane's point, the position of each candidate in order, and with EMIT_IMAGES its
//   image.  The masks are those of results.  The head is the number of chunks, or MASKS_NONE if the tile has candidates that no mask
//   stands for.  Positions that no mask names may be anything.
#pragma once
#if !defined(MASKS)
#error "masks.cl needs MASKS"
#endif

#if EMIT_IMAGES
#define MASK_WORDS 96
#else
#define MASK_WORDS 64
#endif
#define MASKS_NONE 0xffffffffu

static inline ulong nf_masks_at(uint tile) { return (ulong)tile * (MASKS / 32 * MASK_WORDS); }
