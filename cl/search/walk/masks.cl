// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Masks that the first of two passes stores for the second (second_pass.cl), which then need not decide again.
//   MASKS  the candidates of a part of a tile whose masks are stored, a multiple of 64
//   PARTS  the parts of a tile: the rows of lanes that share it in the first pass, each consecutive candidates
//   masks[tiles][PARTS][MASKS / 32][MASK_WORDS], heads[tiles][PARTS]
//   A part's chunk of 32 candidates: the mask of each lane's point, the position of each candidate in order, and with EMIT_IMAGES its
//   image.  The masks are those of results.  The head is the number of chunks, or MASKS_NONE if the part has candidates that no mask
//   stands for.  Positions that no mask names may be anything.
#pragma once
#if !defined(MASKS) || !defined(PARTS)
#error "masks.cl needs MASKS and PARTS"
#endif

#if EMIT_IMAGES
#define MASK_WORDS 96
#else
#define MASK_WORDS 64
#endif
#define MASKS_NONE  0xffffffffu

#define PART_CHUNKS (MASKS / 32)

static inline ulong nf_masks_at(uint tile) { return (ulong)tile * (PARTS * PART_CHUNKS * MASK_WORDS); }

// The heads of a tile's parts, of so many tiles.
static inline __global const uint *nf_heads_at(__global const uint *masks, uint tiles, uint tile) {
    return masks + nf_masks_at(tiles) + (ulong)tile * PARTS;
}

// The chunks of all parts of a tile, or MASKS_NONE.
static inline uint nf_heads_chunks(__global const uint *heads) {
    uint chunks = heads[0];
    for (uint part = 1; part < PARTS; part++) {
        const uint head = heads[part];
        chunks = chunks == MASKS_NONE || head == MASKS_NONE ? MASKS_NONE : chunks + head;
    }
    return chunks;
}
