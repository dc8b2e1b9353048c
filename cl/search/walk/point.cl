// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The query points of a tile, one for each of 32 lanes.
//   CELL_ORDER  1: rows of results are in the order of the points in cells; 0 or undefined: by the caller's index
#pragma once
#include "search/cloud.cl"

// The query point of a lane; other data of it is needed rarely and read again.
typedef struct nf_query_point {
    uint lane, p; // p: its position in order, below TILE_END even if the tile has fewer points
    int active, index;
} nf_query_point;

// The number of a point's row: its index, or with CELL_ORDER its position in order.
#if CELL_ORDER
#define ROW_OF(point) (point)->p
#else
#define ROW_OF(point) (point)->index
#endif

static inline nf_query_point nf_point_of(const nf_walk_cloud *cloud, uint tile) {
    nf_query_point point;
    point.lane = (uint)get_local_id(0) % 32;
    const uint p = TILE_FIRST(cloud, tile) + point.lane;
    point.active = p < TILE_END(cloud) && point.lane < WALK_POINTS;
    point.p = min(p, TILE_END(cloud) - 1);
    point.index = (int)QUERY_INDEX(cloud)[point.p];
    return point;
}
