// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A leaf and its 32 lanes, a point a lane: what kernels share that ask what is near the points of leaves (linked.cl) by lanes.
//   GROUP     work-items in a group, a multiple of 32
//   LANES_BY  as in lanes.cl
#pragma once
#if !defined(GROUP)
#error "lane.cl needs GROUP"
#endif
#include "machine/lanes_real.cl"
#include "tree/linked.cl"
#include "tree/visit_lanes.cl"
#if TREE_WIDTH != 32
#error "lane.cl needs TREE_WIDTH 32"
#endif
#define LANES_ALL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define WARPS     (GROUP / 32)
// The lanes of this work-item, and the number of their leaf.
#define LANES_TAKE                                                                                           \
    __local uint rooms[WARPS * LANES_ROOM];                                                                  \
    __local uint *room = rooms + get_local_id(0) / 32 * LANES_ROOM;                                          \
    const ulong leaf = (ulong)get_group_id(0) * WARPS + get_local_id(0) / 32;                                \
    const uint lane = (uint)get_local_id(0) % 32;

// What a lane knows.  With a star: it is the lane's own, and otherwise the same in all lanes.
typedef struct nf_lane {
    ulong leaf;
    uint lane;         // *
    uint start;        // * where level `lane` begins, in blocks
    nf_point point;    // *
    real inside[DIMS]; // * the point in the box
    real slack;        // *
    uint wrapped;      // the lanes whose points have wraps
    int is_on;         // * it is linked
    uint on;           // the lanes that are
    uint root;         // * of its group, now or some time ago
    int is_one;        // all that are linked are one group
    int is_wide;       // the box is much larger than those of its siblings
    real lo[DIMS], hi[DIMS];
} nf_lane;

static inline void nf_lane_begin(nf_lane *own, const nf_levels *levels, ulong leaf, uint lane) {
    own->leaf = leaf;
    own->lane = lane;
    own->start = 0;
    for (uint l = 0; l < NF_LEVELS; l++)
        if (lane == l) own->start = (uint)levels->start[l];
}

// The lanes whose points have wraps: mostly none.
TOGETHER uint nf_lanes_wrapped(const nf_point *point, __local uint *room) {
    return FOLDED ? nf_lanes_ballot((point->w[0] | point->w[1] | point->w[2]) != 0, room) : 0;
}

// The lane and its point.
TOGETHER void nf_lane_take(nf_lane *own, const nf_tree *tree, const nf_levels *levels, ulong leaf, uint lane,
                           uint cores, __local uint *room LINKS_GIVEN) {
    nf_lane_begin(own, levels, leaf, lane);
    own->point = nf_point_at(tree, leaf, lane);
    own->wrapped = nf_lanes_wrapped(&own->point, room);
    nf_fold_into(&own->point, own->inside LINKS_PASS);
    own->slack = nf_point_slack(&own->point LINKS_PASS);
    own->is_on = (int)(cores >> lane & 1);
    own->on = cores;
}

// The first block of a level.
TOGETHER ulong nf_level_start(const nf_lane *own, uint level, __local uint *room) {
    return nf_lanes_get(own->start, level, room);
}

#if FOLDED
static inline real nf_pair_d2(const nf_point *from, const nf_point *to, const nf_image *image LINKS_GIVEN) {
    real sum = 0;
    int s[3];
    for (int k = 0; k < 3; k++) s[k] = image->s[k] + from->w[k] - to->w[k];
    for (int a = 0; a < DIMS; a++) {
        const real d = (to->at[a] - from->at[a]) + NF_VECTOR_ALONG(folds, s, a);
        sum += NF_SQUARED(d);
    }
    UNUSED_LINKS
    return sum;
}
#endif

// Of this lane's point and that of lane `at`, which is the same in all lanes, among `others` of a leaf; wrapped: some of both leaves have wraps.
TOGETHER real nf_lanes_d2(const nf_lane *own, const nf_point *others, uint at, uint wrapped,
                          const nf_image *image, __local uint *room LINKS_GIVEN) {
    nf_point other;
    real sum = 0;
    (void)image, (void)wrapped;
    for (int a = 0; a < DIMS; a++) other.at[a] = lanes_get_real(others->at[a], at, room);
#if FOLDED
    if (wrapped) {
        for (int k = 0; k < 3; k++) other.w[k] = (int)nf_lanes_get((uint)others->w[k], at, room);
        return nf_pair_d2(&own->point, &other, image LINKS_PASS);
    }
#endif
    for (int a = 0; a < DIMS; a++) {
        const real d = displacement(a, own->point.at[a], other.at[a], IMAGE_OF_POINTS(image));
        sum += NF_SQUARED(d);
    }
    UNUSED_LINKS
    return sum;
}

// The squares of the least and the largest distance between points of two boxes; slack: that of a point that is one of them.
typedef struct nf_range {
    real least, most;
} nf_range;

static inline nf_range nf_range_of(const real *lo, const real *hi, const real *other_lo, const real *other_hi,
                                   const nf_image *image, real slack) {
    nf_range range = {0, 0};
    (void)image, (void)slack;
    for (int a = 0; a < DIMS; a++) {
        const real low = displacement(a, hi[a], other_lo[a], IMAGE_OF_BOXES(image)),
                   high = displacement(a, lo[a], other_hi[a], IMAGE_OF_BOXES(image)),
                   gap = fmax(fmax(low, -high) - IMAGE_SLACK(image, slack), (real)0),
                   span = fmax(-low, high) + IMAGE_SLACK(image, slack);
        range.least += NF_SQUARED(gap);
        range.most += NF_SQUARED(span);
    }
    return range;
}

// The box of node `lane` of a block.
static inline void nf_box_at(const nf_tree *tree, ulong block, ulong lane, real *lo, real *hi) {
    for (int a = 0; a < DIMS; a++) {
        lo[a] = tree->boxes[BOX_PLACE(block, a, lane)];
        hi[a] = tree->boxes[BOX_PLACE(block, a, lane) + NF_SIBLINGS];
    }
}

// ---- nodes ----------------------------------------------------------------------------------------------------

// Of the nodes of a level, one for each lane, those that may be linked with the own leaf, with `later` only those with later leaves; wholes: those
// that are whole.
TOGETHER uint nf_lanes_near(const nf_lane *own, const nf_tree *tree, const nf_image *image, int later,
                            uint level, ulong start, uint node, uint *wholes,
                            __local uint *room LINKS_GIVEN) {
    real lo[DIMS], hi[DIMS], sum = 0;
    const int is_node = node != NF_NOBODY;
    if (!is_node) node = 0;
    nf_box_at(tree, start + node / NF_SIBLINGS, node % NF_SIBLINGS, lo, hi);
    int is_near = is_node && nf_range_of(own->lo, own->hi, lo, hi, image, 0).least < links->r2;
    if (later && node < (own->leaf + 1) >> NF_WIDTH_BITS * level) is_near = 0;
    for (int a = 0; a < DIMS; a++) {
        real d = hi[a] - lo[a];
#if FOLDED
        d += folds->shift_slack;
#endif
        sum += NF_SQUARED(d);
    }
    UNUSED_LINKS
    *wholes = nf_lanes_ballot(sum < links->r2, room);
    return nf_lanes_ballot(is_near, room);
}

TOGETHER uint nf_lanes_worth(const nf_lane *own, const nf_tree *tree, const nf_image *image, int later,
                             uint level, uint node, __local uint *room LINKS_GIVEN) {
    uint wholes;
    return nf_lanes_near(own, tree, image, later, level, nf_level_start(own, level, room), node, &wholes,
                         room LINKS_PASS);
}

// In how many levels the ancestors of a leaf, itself included, are whole.
TOGETHER uint nf_lanes_whole_levels(const nf_lane *own, const nf_tree *tree, uint levels,
                                    __local uint *room LINKS_GIVEN) {
    int is_whole = 0;
    if (own->lane < levels) {
        const ulong node = own->leaf >> NF_WIDTH_BITS * own->lane;
        is_whole = nf_is_whole(tree, own->start + node / NF_SIBLINGS, node % NF_SIBLINGS LINKS_PASS);
    }
    return NF_FIRST_BIT(~nf_lanes_ballot(is_whole, room));
}

#if BOX
// The images from number `from` on, one a lane, in which points of the tree may be linked with some in the box [own->lo, own->hi]; always the box itself.
TOGETHER uint nf_lanes_images(const nf_lane *own, const nf_tree *tree, uint top, uint from,
                              __local uint *room LINKS_GIVEN) {
    const uint images = nf_images(links), middle = images / 2, t = from + own->lane;
    real lo[DIMS], hi[DIMS];
    nf_box_at(tree, nf_level_start(own, top, room), own->lane, lo, hi);
    for (int a = 0; a < DIMS; a++) {
        lo[a] = nf_lanes_lowest(lo[a], room);
        hi[a] = -nf_lanes_lowest(-hi[a], room);
    }
    const nf_image image = nf_image_number(t < images ? t : middle LINKS_PASS);
    const int is_near = nf_range_of(own->lo, own->hi, lo, hi, &image, 0).least < links->r2;
    return nf_lanes_ballot(t == middle || (t < images && is_near), room);
}
#endif
