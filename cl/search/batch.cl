// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The tiles of a walk.  In a batch (order/batch.cl) the points of a tile are those of one system, and its grid and rule hold for
// them.  For walks, which read them by these names:
//   SYSTEMS                    1: the points are those of many systems; 0: of one
//   WALK_TILES(all)            the number of tiles
//   WALK_TILE(item)            the tile of a work-item
//   WALK_ALL                   the name of a kernel's nf_walk_cloud of all tiles
//   NF_AT_TILE(cloud, tile)    declares the nf_walk_cloud `cloud` of this tile, from WALK_ALL; with one system that is `cloud`
//   TILE_FIRST(cloud, tile)    the first of its points in order
//   TILE_END(cloud)            the end of the points that may be in it
//   WALK_POINTS                the points of a tile, for walks by lanes: TILE_POINTS, or fewer: 1 for few query points, which are far from each other
#pragma once
#include "space/cells.cl"
#ifndef WALK_POINTS
#define WALK_POINTS TILE_POINTS
#endif
#if SYSTEMS
#include "order/tiles.cl"

// What a system searches by, as the arguments r2, scale and inverse of a cloud, and least2 of filters.
typedef struct nf_system_rule {
    real r2, scale, unscale, least2; // unscale: 1 / scale
    real inverse_lanes, inverse_cpu;
} nf_system_rule;

#define SYSTEM_PARAMETERS                                                                                    \
    , __global const nf_tile_place *restrict tile_places, uint tile_count,                                   \
        __global const nf_system_rule *restrict rules, uint own_rules
#define SYSTEM_PASS , tile_places, tile_count, rules, own_rules, 0, 0
#define SYSTEM_MEMBERS                                                                                       \
    __global const nf_tile_place *tile_places;                                                               \
    uint tile_count;                                                                                         \
    __global const nf_system_rule *rules;                                                                    \
    uint own_rules;  /* 1: one for each system; 0: the first is that of all */                               \
    uint first, end; /* of the tile */
#define WALK_TILES(all)         ((all)->tile_count)
#define WALK_TILE(item)         (uint)((item) / 32) // a batch may have more than 2^27 tiles
#define TILE_FIRST(cloud, tile) ((void)(tile), (cloud)->first)
#define TILE_END(cloud)         ((cloud)->end)
#define WALK_ALL                all
#define NF_AT_TILE(cloud, tile) const nf_walk_cloud cloud = nf_at_tile(&all, tile);
#else
#define SYSTEM_PARAMETERS
#define SYSTEM_PASS
#define SYSTEM_MEMBERS
#define WALK_TILE(item)         ((uint)(item) / 32)
#define WALK_TILES(all)         ((QUERY_COUNT(all) + WALK_POINTS - 1) / WALK_POINTS)
#define TILE_FIRST(cloud, tile) ((tile)*WALK_POINTS)
#define TILE_END(cloud)         QUERY_COUNT(cloud)
#define WALK_ALL                cloud // not copied: the compiled program of one system does not depend on batches
#define NF_AT_TILE(cloud, tile)
#endif
