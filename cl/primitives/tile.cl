// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Tiles of GROUP x ITEMS consecutive elements, one tile for each work-group.
//   GROUP  work-items in a group, a power of two; 1 is the shape for CPUs, which uses no local memory
//   ITEMS  elements of a work-item, a power of two
// In larger groups, consecutive work-items load consecutive elements into local memory; then work-item `lane` processes the
// ITEMS elements from lane * ITEMS on.
#pragma once
#if !defined(GROUP) || !defined(ITEMS)
#error "tile.cl needs GROUP and ITEMS"
#endif
#define TILE        (GROUP * ITEMS)
#define TILE_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// Every 33rd place is unused, which avoids bank conflicts of work-items ITEMS elements apart.
#define TILE_PLACE(i) ((i) + (i) / 32)
#define TILE_ROOM     (TILE + TILE / 32)

// Loads `count` elements into local memory, and `missing` for positions beyond.  No barrier.
#define TILE_STAGE(stage, from, count, missing)                                                              \
    for (uint k_ = 0; k_ < ITEMS; k_++) {                                                                    \
        const uint i_ = k_ * GROUP + (uint)get_local_id(0);                                                  \
        (stage)[TILE_PLACE(i_)] = i_ < (count) ? (from)[i_] : (missing);                                     \
    }

// The number of elements, of n, in the tile that starts at `start`.
static inline uint tile_count(ulong n, ulong start) { return (uint)min(n - start, (ulong)TILE); }
