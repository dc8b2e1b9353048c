// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Builds the tree (nodes.cl) of points along a curve, a leaf or a node the 32 lanes of a warp, and two levels in a launch.
//   given, order[n], found --leaves--> points, index, wraps; boxes and least of levels 0 and 1
//   --upper--> boxes and least of each further level and the one above it
//   GROUP     work-items in a group, a multiple of 32: a group makes a block of the lower level, and its parent
//   LANES_BY  as in lanes.cl
//   DIMS      1 to 8      FOLDED  1: a folded tree
#if !defined(GROUP) || !defined(DIMS) || !defined(FOLDED)
#error "levels_lanes.cl needs GROUP, DIMS and FOLDED"
#endif
#include "machine/lanes_real.cl"
#include "tree/folding.cl"
#include "tree/found.cl"
#include "tree/nodes.cl"
#if TREE_WIDTH != 32
#error "levels_lanes.cl needs TREE_WIDTH 32"
#endif
#define WARPS         (GROUP / 32)
#define LEVELS_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// ---- nodes --------------------------------------------------------------------------------------------------

// Of indices below INT_MAX, and NF_NOBODY, which is after all.
TOGETHER uint nf_lanes_first(uint index, __local uint *room) {
    const int first = nf_lanes_min(index == NF_NOBODY ? INT_MAX : (int)index, room);
    return first == INT_MAX ? NF_NOBODY : (uint)first;
}

// A block while its nodes are made, in local memory: the layout is that of boxes and least.
typedef struct nf_block {
    real boxes[DIMS * 2 * NF_SIBLINGS];
    uint least[NF_SIBLINGS];
} nf_block;

// A box for each lane.
typedef struct nf_lane_box {
    real lo[DIMS], hi[DIMS];
    uint least;
} nf_lane_box;

static inline void nf_lane_empty(nf_lane_box *own) {
    for (int a = 0; a < DIMS; a++) own->lo[a] = (real)INFINITY, own->hi[a] = -(real)INFINITY;
    own->least = NF_NOBODY;
}

static inline nf_lane_box nf_lane_of(__global const real *boxes, __global const uint *least, ulong block,
                                     uint lane) {
    nf_lane_box own;
    boxes += block * DIMS * 2 * NF_SIBLINGS + lane;
    for (int a = 0; a < DIMS; a++) {
        own.lo[a] = boxes[2 * a * NF_SIBLINGS];
        own.hi[a] = boxes[(2 * a + 1) * NF_SIBLINGS];
    }
    own.least = least[block * NF_SIBLINGS + lane];
    return own;
}

// The box around those of all lanes becomes node `at` of a block.
TOGETHER void nf_block_put(__local nf_block *block, uint at, const nf_lane_box *own, __local uint *room) {
    nf_lane_box all;
    all.least = nf_lanes_first(own->least, room);
    for (int a = 0; a < DIMS; a++) {
        all.lo[a] = nf_lanes_lowest(own->lo[a], room);
        all.hi[a] = -nf_lanes_lowest(-own->hi[a], room);
    }
    if (get_local_id(0) % 32 != 0) return;
    for (int a = 0; a < DIMS; a++) {
        block->boxes[2 * a * NF_SIBLINGS + (int)at] = all.lo[a];
        block->boxes[(2 * a + 1) * NF_SIBLINGS + (int)at] = all.hi[a];
    }
    block->least[at] = all.least;
}

// Writes block `to`, which is in local memory, and, if there is a level above, its parent, node `node` of the level from block `above`
// on.  Blocks beyond the last one are not written, and their parents are empty.
TOGETHER void nf_block_end(__local nf_block *block, ulong to, int is_filled, ulong above, int has_above,
                           ulong node, __global real *boxes, __global uint *least, __local uint *room) {
    __global real *all = boxes + to * DIMS * 2 * NF_SIBLINGS;
    const uint lane = (uint)get_local_id(0);
    nf_lane_box own;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_filled) {
        for (uint k = lane; k < DIMS * 2 * NF_SIBLINGS; k += GROUP) all[k] = block->boxes[k];
        if (lane < NF_SIBLINGS) least[to * NF_SIBLINGS + lane] = block->least[lane];
    }
    nf_lane_empty(&own);
    if (is_filled && lane < 32) {
        for (int a = 0; a < DIMS; a++) {
            own.lo[a] = block->boxes[2 * a * NF_SIBLINGS + (int)lane];
            own.hi[a] = block->boxes[(2 * a + 1) * NF_SIBLINGS + (int)lane];
        }
        own.least = block->least[lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the block is free for the parent
    if (GROUP > 32 && lane >= 32) return;
    nf_block_put(block, 0, &own, room);
    nf_lanes_sync();
    if (!has_above) return;
    const ulong place = above + node / NF_SIBLINGS, at = node % NF_SIBLINGS;
    if (lane < DIMS * 2)
        boxes[(place * DIMS * 2 + lane) * NF_SIBLINGS + at] = block->boxes[lane * NF_SIBLINGS];
    if (lane == 0) least[place * NF_SIBLINGS + at] = block->least[0];
}

// ---- kernels ------------------------------------------------------------------------------------------------

// A point for each lane, from slot k on: as given, and its box, in folded trees around where it is in the periodic box, with its slack.  In a tree that is refused all points
// are 0, and boxes are empty, so that walks end soon.
static inline nf_lane_box nf_lane_point(__global const real *given, __global const uint *order, uint n,
                                        int refused, real scale, __global real *points, __global uint *index,
                                        ulong leaf, uint lane FOLD_GIVEN) {
    const ulong k = leaf * NF_LEAF + lane;
    const int is_slot = k < n, is_point = is_slot && !refused;
    const uint i = is_slot ? order[k] : NF_NOBODY;
    nf_lane_box own;
    real at[DIMS > 3 ? DIMS : 3] = {0};
    nf_lane_empty(&own);
    own.least = i;
    index[k] = i;
    for (ulong a = 0; a < DIMS; a++)
        at[a] = is_point ? given[(ulong)i * DIMS + a] : is_slot ? 0 : (real)INFINITY;
    real scaled[DIMS > 3 ? DIMS : 3] = {0};
    for (ulong a = 0; a < DIMS; a++)
        points[(leaf * DIMS + a) * NF_LEAF + lane] = scaled[a] = nf_scaled(at[a], scale);
#if FOLDED
    int w[3] = {0, 0, 0};
    real inside[3] = {0, 0, 0};
    if (is_point) nf_fold(&folds->lattice, at, (real)INFINITY, w, inside);
    for (ulong a = 0; a < 3; a++) wraps[(leaf * 3 + a) * NF_LEAF + lane] = w[a];
    for (int a = 0; a < DIMS && is_point; a++) {
        const real middle = nf_scaled(inside[a], scale), slack = nf_slack_along(folds, scaled, w, a);
        own.lo[a] = middle - slack;
        own.hi[a] = middle + slack;
    }
#else
    if (is_point)
        for (ulong a = 0; a < DIMS; a++) own.lo[a] = own.hi[a] = scaled[a];
#endif
    return own;
}

// A group for each block of level 0, and for each node of the level above that has none: `filled` of them.
LEVELS_KERNEL void leaves(__global const real *given, ulong offset, __global const uint *order, uint n,
                          __global const uint *found, uint top, uint outside, uint filled, ulong above,
                          uint has_above, real scale, __global real *points, __global uint *index,
                          __global real *boxes, __global uint *least FOLD_PARAMETERS) {
    __local nf_block block;
    __local uint room[WARPS * LANES_ROOM];
    __local uint *own_room = room + get_local_id(0) / 32 * LANES_ROOM;
    const ulong node = get_group_id(0);
    const uint lane = (uint)get_local_id(0) % 32, leaves = (n + NF_LEAF - 1) / NF_LEAF;
    const int refused = !z_is_expected(found, top, outside);
    FOLD_TAKE
    for (uint at = (uint)get_local_id(0) / 32; at < NF_SIBLINGS; at += WARPS) {
        const ulong leaf = node * NF_SIBLINGS + at;
        nf_lane_box own;
        nf_lane_empty(&own);
        if (leaf < leaves)
            own =
                nf_lane_point(given + offset, order, n, refused, scale, points, index, leaf, lane FOLD_PASS);
        nf_block_put(&block, at, &own, own_room);
    }
    nf_block_end(&block, node, node < filled, above, (int)has_above, node, boxes, least, own_room);
}

// The same for the level from block `to` on with `nodes` nodes, whose children are the blocks from `from` on.
LEVELS_KERNEL void upper(ulong from, ulong to, ulong above, uint nodes, uint filled, uint has_above,
                         __global real *boxes, __global uint *least) {
    __local nf_block block;
    __local uint room[WARPS * LANES_ROOM];
    __local uint *own_room = room + get_local_id(0) / 32 * LANES_ROOM;
    const ulong node = get_group_id(0);
    const uint lane = (uint)get_local_id(0) % 32;
    for (uint at = (uint)get_local_id(0) / 32; at < NF_SIBLINGS; at += WARPS) {
        const ulong own_node = node * NF_SIBLINGS + at;
        nf_lane_box own;
        nf_lane_empty(&own);
        if (own_node < nodes) own = nf_lane_of(boxes, least, from + own_node, lane);
        nf_block_put(&block, at, &own, own_room);
    }
    nf_block_end(&block, to + node, node < filled, above, (int)has_above, node, boxes, least, own_room);
}
