// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Groups of friends by lanes: the kernels `begin` and `link` of fof.cl, and `flatten` of labels.cl, a leaf the 32 lanes of a warp.
//   tree --survey--> surveys: what is near the nodes of level 1, from which `link` starts
//   GROUP, LANES_BY  as in lane.cl
//   CORES, BOX, FOLDED, DIMS  as in fof.cl
#include "groups/link_lanes.cl"

// ---- the groups within leaves and whole nodes ---------------------------------------------------------------

// The lanes whose points are linked with this lane's; twice: room for DIMS x 64 numbers.
TOGETHER uint nf_lanes_linked(const nf_lane *own, const nf_tree *tree, uint cores, __local real *twice,
                              __local uint *room LINKS_GIVEN) {
    const uint lane = own->lane;
    uint linked = 0;
    if (own->wrapped) {
#if FOLDED
        const nf_image itself = nf_image_number(nf_images(links) / 2 LINKS_PASS);
        for (uint c = 0; c < NF_LEAF; c++) {
            const nf_point other = nf_point_at(tree, own->leaf, c);
            linked |= (uint)(nf_pair_d2(&own->point, &other, &itself LINKS_PASS) < links->r2) << c;
        }
#endif
    } else { // each pair once: a lane takes the 16 after it, in turn
        for (uint a = 0; a < DIMS; a++) twice[a * 64 + lane] = twice[a * 64 + 32 + lane] = own->point.at[a];
        nf_lanes_sync();
#pragma unroll
        for (uint step = 1; step <= 16; step++) {
            real d2 = 0;
            for (uint a = 0; a < DIMS; a++) {
                const real d = twice[a * 64 + lane + step] - own->point.at[a];
                d2 += NF_SQUARED(d);
            }
            const uint all = nf_lanes_ballot(d2 < links->r2, room), after = (lane + step) % 32,
                       before = (lane - step) % 32;
            if (all) linked |= (all >> lane & 1) << after | (all >> before & 1) << before;
        }
    }
    (void)tree;
    UNUSED_LINKS
    return own->is_on ? linked & cores & ~(1u << lane) : 0;
}

// The lowest lane of the group that links between lanes make.
TOGETHER uint nf_lanes_group(uint lane, uint linked, __local uint *room) {
    const uint all = nf_lanes_ballot(linked != 0, room);
    uint lowest = lane, changes = all;
    while (changes) {
        const uint before = lowest;
        for (uint left = all; left; left &= left - 1) {
            const uint at = NF_FIRST_BIT(left), other = nf_lanes_get(lowest, at, room);
            if (linked >> at & 1) lowest = min(lowest, other);
        }
        changes = nf_lanes_ballot(lowest != before, room);
    }
    return lowest;
}

LANES_ALL void begin(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                     __global uint *parents, __global uint *labels LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    __local real all_twice[WARPS * DIMS * 64];
    __local real *twice = all_twice + get_local_id(0) / 32 * (DIMS * 64);
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    if (leaf < leaves) {
        const uint all = nf_leaf_lanes(leaf, links->n), on = CORES ? cores[leaf] : all;
        const uint slot = (uint)leaf * NF_LEAF + lane;
        nf_lane_take(&own, &tree, &given_levels, leaf, lane, on, room LINKS_PASS);
        const uint whole = nf_lanes_whole_levels(&own, &tree, given_levels.count, room LINKS_PASS);
        uint parent = slot;
        if (whole) {
            const ulong node = leaf >> NF_WIDTH_BITS * (whole - 1),
                        start = nf_level_start(&own, whole - 1, room);
            parent = CORES ? heads[start * NF_SIBLINGS + node] : (uint)nf_first_slot(whole - 1, node);
        } else {
            const uint linked = nf_lanes_linked(&own, &tree, on, twice, room LINKS_PASS);
            parent = (uint)leaf * NF_LEAF + nf_lanes_group(lane, linked, room);
        }
        if (all >> lane & 1) {
            parents[slot] = own.is_on ? parent : slot;
            labels[slot] = own.is_on ? index[slot] : NF_NOBODY;
        }
    }
}

// ---- what is near a node -------------------------------------------------------------------------------------

// For each node of level 1, for the leaves below it: the images that may be linked with them, as bits from the box itself on, all if there are
// more; then the nodes of level 1 in the box itself that may be, from this one on, and NF_NOBODY; only NF_NOBODY if these are more.
#define NF_SURVEY_IMAGES 0
#define NF_SURVEY_NODES  1
#define NF_SURVEY        33

// Notes a node of level 1; after one too many the rest does not count.
static inline int nf_survey_take(uint level, uint node, uint lane, uint *count, uint *entry) {
    if (level > 1) return NF_BELOW;
    if (lane == *count) *entry = node;
    return ++*count > 32 ? NF_END : NF_BESIDE;
}

// `nodes` of level 1, in a tree of at least three levels.
LANES_ALL void survey(TREE_PARAMETERS, uint nodes, __global uint *surveys LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    const ulong own_node = leaf;
    const uint top = given_levels.count - 1, middle = (uint)nf_images(links) / 2;
    nf_lane own;
    if (own_node < nodes) {
        const nf_image itself = nf_image_number(middle LINKS_PASS);
        __global uint *survey = surveys + own_node * NF_SURVEY;
        uint count = 0, entry = NF_NOBODY, images = 1;
        nf_lane_begin(&own, &given_levels, own_node * NF_SIBLINGS, lane);
        nf_box_at(&tree, nf_level_start(&own, 1, room) + own_node / NF_SIBLINGS, own_node % NF_SIBLINGS,
                  own.lo, own.hi);
#if BOX
        images = nf_lanes_images(&own, &tree, top, middle, room LINKS_PASS);
        if (middle >= 32) images = UINT_MAX;
#endif
        NF_VISIT_LANES(level, node, top, lane, room,
                       nf_lanes_worth(&own, &tree, &itself, 1, level, node, room LINKS_PASS),
                       nf_survey_take(level, node, lane, &count, &entry));
        if (lane == 0) survey[NF_SURVEY_IMAGES] = images;
        survey[NF_SURVEY_NODES + lane] = count > 32 ? NF_NOBODY : entry;
    }
}

// ---- links between leaves -----------------------------------------------------------------------------------

LANES_ALL void link(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                    volatile __global uint *parents, __global const uint *surveys,
                    uint has_surveys LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    const uint on = leaf >= leaves ? 0 : CORES ? cores[leaf] : nf_leaf_lanes(leaf, links->n);
    if (on) {
        const uint slot = (uint)leaf * NF_LEAF + lane, images = (uint)nf_images(links), middle = images / 2;
        const nf_walk_start top = {given_levels.count - 1, lane};
        nf_walk_start near = top;
        uint seen = UINT_MAX;
        nf_lane_take(&own, &tree, &given_levels, leaf, lane, on, room LINKS_PASS);
        nf_box_at(&tree, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, own.lo, own.hi);
        own.is_wide = nf_lanes_are_wide(&own, &tree, room);
        own.root = own.is_on ? nf_find(parents, slot) : slot;
        nf_lanes_look(&own, room);
        if (has_surveys) {
            __global const uint *survey = surveys + leaf / NF_SIBLINGS * NF_SURVEY;
            seen = survey[NF_SURVEY_IMAGES];
            if (survey[NF_SURVEY_NODES] != NF_NOBODY) {
                near.level = 1;
                near.node = survey[NF_SURVEY_NODES + lane];
            }
        }
        for (uint from = middle; from < images; from += 32) { // an image a lane
            uint sees = 1;
#if BOX
            if (seen != 1) sees = nf_lanes_images(&own, &tree, top.level, from, room LINKS_PASS);
#else
            (void)seen;
#endif
            for (; sees; sees &= sees - 1) {
                const uint turn = from + NF_FIRST_BIT(sees);
                const int itself = turn == middle;
                const nf_image image = nf_image_number(turn LINKS_PASS);
                nf_lanes_walk(&own, &tree, itself ? &near : &top, &image, itself, cores, heads, parents,
                              room LINKS_PASS);
            }
        }
    }
}

// ---- labels -------------------------------------------------------------------------------------------------

// As in labels.cl; the lanes with the root of the first one lower its label together.
LANES_ALL void flatten(uint n, __global const uint *index, volatile __global uint *parents,
                       volatile __global uint *labels, __global uint *groups, uint word LOOPS_PARAMETERS) {
    LANES_TAKE
    const uint slot = (uint)leaf * NF_LEAF + lane, root = slot < n ? nf_find(parents, slot) : slot;
    const int is_below = root != slot;
    uint own = NF_NOBODY;
    if (slot == 0) groups[word] = 0;
    if (is_below) {
        own = index[slot];
        NF_SHARED_PUT(parents, slot, root);
    }
    const uint below = nf_lanes_ballot(is_below, room);
    if (below) {
        const uint first = NF_FIRST_BIT(below), common = nf_lanes_get(root, first, room);
        const int best = nf_lanes_min(is_below && root == common ? (int)own : INT_MAX, room);
        if (lane == first) own = (uint)best;
        if (is_below && (lane == first || root != common))
            if (own < NF_SHARED(labels, root)) atomic_min(labels + root, own);
    }
    LOOPS_CHECK(n);
}
