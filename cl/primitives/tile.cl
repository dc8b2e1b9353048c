// Tiles of GROUP x ITEMS consecutive elements, one tile a work-group.
//   GROUP  work-items a group, a power of two; 1 is the shape for CPUs, which uses no local memory at all
//   ITEMS  elements a work-item, a power of two
// Larger groups bring a tile into local memory by consecutive work-items reading consecutive elements; then
// work-item `lane` owns the ITEMS elements from lane * ITEMS on.
#pragma once
#if !defined(GROUP) || !defined(ITEMS)
#error "tile.cl needs GROUP and ITEMS"
#endif
#define TILE        (GROUP * ITEMS)
#define TILE_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// One place in 33 is left free, so that work-items ITEMS elements apart meet in different banks.
#define TILE_PLACE(i) ((i) + (i) / 32)
#define TILE_ROOM     (TILE + TILE / 32)

// Reads `count` elements into local memory, `missing` in place of what lies beyond.  No barrier.
#define TILE_STAGE(stage, from, count, missing)                                                              \
    for (uint k_ = 0; k_ < ITEMS; k_++) {                                                                    \
        const uint i_ = k_ * GROUP + (uint)get_local_id(0);                                                  \
        (stage)[TILE_PLACE(i_)] = i_ < (count) ? (from)[i_] : (missing);                                     \
    }

// How many of n elements lie in the tile that starts at `start`.
static inline uint tile_count(ulong n, ulong start) { return (uint)min(n - start, (ulong)TILE); }
