// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The first parameters of every kernel that walks an ordered cloud: the cloud and the rule, query points and filters.  The host's
// list is walk_args in src/search/search.c.
//   FOLDED_BEFORE  1: the order has points as far folded as they were at `before`, since which they have moved; 0 or undefined: as they are
//   WALK_INVERSE  the type of the inverse of the cutoff: float for lanes, real for CPUs
#pragma once
#if !defined(WALK_INVERSE)
#error "cloud.cl needs WALK_INVERSE"
#endif
#include "machine/reread.cl"
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "search/queries.cl"
#include "search/filters.cl"
#include "search/batch.cl"

#if FOLDED_BEFORE
#define FOLD_PARAMETERS , __global const real *restrict before
#define FOLD_PASS       , before
#define FOLD_MEMBERS    __global const real *before;
#else
#define FOLD_PARAMETERS
#define FOLD_PASS
#define FOLD_MEMBERS
#endif

#define WALK_CLOUD                                                                                           \
    __global const real *restrict axes, ulong stride, __global const real *restrict points,                  \
        ulong first_coordinate, __global const uint *restrict index,                                         \
        __global const nf_place *restrict places, __global const nf_grid *restrict grid, uint n, real r2,    \
        real scale,                                                                                          \
        WALK_INVERSE inverse FOLD_PARAMETERS QUERY_PARAMETERS FILTER_PARAMETERS SYSTEM_PARAMETERS
#define WALK_CLOUD_OF                                                                                        \
    {                                                                                                        \
        axes, stride, points + first_coordinate, index, places, grid, n, r2, scale,                          \
            inverse FOLD_PASS QUERY_PASS FILTER_PASS SYSTEM_PASS                                             \
    }

typedef struct nf_walk_cloud {
    __global const real *axes; // in order, axis by axis, at a distance of `stride`
    ulong stride;
    __global const real *points; // the caller's
    __global const uint *index;
    __global const nf_place *places;
    __global const nf_grid *grid;
    uint n;
    real r2, scale;
    WALK_INVERSE inverse; // 1 / cutoff
    FOLD_MEMBERS
    QUERY_MEMBERS
    FILTER_MEMBERS
    SYSTEM_MEMBERS
} nf_walk_cloud;

// The grid of a cloud, for what is rarely read of it.  In a periodic box that is much: a search for lists in float takes 80 registers
// of NVIDIA's devices instead of 111.
#if SHIFTS
#define RARE_GRID(cloud) ((__global const nf_grid *)nf_reread((cloud)->grid))
#else
#define RARE_GRID(cloud) ((cloud)->grid)
#endif

#if SYSTEMS
static inline nf_walk_cloud nf_at_tile(const nf_walk_cloud *all, uint tile) {
    const nf_tile_place place = all->tile_places[tile];
    const nf_system_rule rule = all->rules[place.system * all->own_rules];
    nf_walk_cloud cloud = *all;
    cloud.grid = all->grid + place.system;
    cloud.r2 = rule.r2;
    cloud.scale = rule.scale;
    cloud.inverse = (WALK_INVERSE)(WALK_ON_LANES ? rule.inverse_lanes : rule.inverse_cpu);
    cloud.first = place.first;
    cloud.end = place.end;
#if FILTERS
    cloud.filters.least2 = rule.least2;
#endif
    return cloud;
}
#endif
