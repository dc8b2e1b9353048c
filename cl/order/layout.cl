// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The systems of points in order, of which each system's are consecutive, and their tiles.
//   offsets[systems + 1], first_tiles[systems + 1] --lay_out--> system[n] of each point, places[tiles] (tiles.cl)
//   GROUP, ITEMS  as in each.cl     the rest as in cells.cl
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#include "order/tiles.cl"

EACH_KERNEL void lay_out(__global const uint *offsets, __global const uint *first_tiles, uint systems,
                         uint tiles, __global uint *system, __global nf_tile_place *places) {
    FOR_EACH(k, tiles * (ulong)TILE_POINTS) { // consecutive work-items write the points of a tile
        const uint tile = (uint)(k / TILE_POINTS), at = (uint)k % TILE_POINTS;
        // The last system whose first tile is not after this one; those before it may have no tiles.
        uint s = 0, beyond = systems;
        while (beyond - s > 1) {
            const uint middle = s + (beyond - s) / 2;
            if (first_tiles[middle] <= tile) s = middle;
            else beyond = middle;
        }
        const uint first = offsets[s] + (tile - first_tiles[s]) * TILE_POINTS,
                   end = min(first + TILE_POINTS, offsets[s + 1]);
        const nf_tile_place place = {first, end, s, 0};
        if (at == 0) places[tile] = place;
        if (at < end - first) system[first + at] = s;
    }
}
