// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The decisions that the count of CPUs stores, so that the fill need not decide again.
#pragma once

// Values of tiles[] other than the tile's first entry in its chunk's part.
#define KEPT_NOT   0xffffffffu // decide again
#define KEPT_LARGE 0xfffffffeu // decide again and write pair by pair

// A head: the points and entries of a group of the tile.
#define HEAD(points, entries) ((points) << 28 | (entries))
#define HEAD_POINTS(head)     ((head) >> 28)
#define HEAD_ENTRIES(head)    ((head)&0xfffffffu)

// The data of the count for the fill, in this order: masks and at of `entries` entries, heads[tiles][32], tiles[tiles].
typedef struct nf_kept {
    __global ulong *masks;
    __global uint *at, *heads, *tiles;
} nf_kept;

static inline nf_kept nf_kept_at(__global ulong *buffer, ulong entries, uint tiles) {
    nf_kept kept = {buffer, (__global uint *)(buffer + entries), 0, 0};
    kept.heads = kept.at + entries;
    kept.tiles = kept.heads + (ulong)tiles * TILE_POINTS;
    return kept;
}
