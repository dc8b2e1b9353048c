// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// DBSCAN by lanes: the kernels of dbscan.cl, a leaf the 32 lanes of a warp.
//   GROUP, LANES_BY  as in lane.cl
//   BOX, FOLDED, DIMS  as in folded.cl
#define CORES 1
#include "groups/labelled.cl"
#include "groups/core_points.cl"
#include "tree/lane.cl"

// The turn of an image (nf_image_of_turn).
static inline uint nf_turn_of(uint t, uint middle) { return t < middle ? t + 1 : t == middle ? 0 : t; }

// ---- core points --------------------------------------------------------------------------------------------

// 1 if this lane's point is linked with that of lane `at` of another leaf in an image before this turn.
TOGETHER int nf_lanes_linked_before(const nf_lane *own, const nf_point *others, uint at, uint wrapped,
                                    uint turn, __local uint *room LINKS_GIVEN) {
    int is_linked = 0;
    for (uint before = 0; before < turn; before++) {
        const nf_image image = nf_image_number(nf_image_of_turn(before, nf_images(links) / 2) LINKS_PASS);
        is_linked |= nf_lanes_d2(own, others, at, wrapped, &image, room LINKS_PASS) < links->r2;
    }
    return is_linked;
}

// Returns the number of points of a leaf that are linked with this lane's in this turn, and in none before; itself included.
TOGETHER uint nf_lanes_count_leaf(const nf_lane *own, const nf_tree *tree, const nf_image *image, uint turn,
                                  ulong leaf, __local uint *room LINKS_GIVEN) {
    const nf_point point = nf_point_at(tree, leaf, own->lane);
    const uint wrapped = own->wrapped | nf_lanes_wrapped(&point, room);
    real inside[DIMS];
    uint count = 0;
    nf_fold_into(&point, inside LINKS_PASS);
    const real slack = nf_point_slack(&point LINKS_PASS);
    uint left =
        nf_lanes_ballot(nf_range_of(own->lo, own->hi, inside, inside, image, slack).least < links->r2, room) &
        nf_leaf_lanes(leaf, links->n);
    for (; left; left &= left - 1) {
        const uint at = NF_FIRST_BIT(left);
        int is_linked = nf_lanes_d2(own, &point, at, wrapped, image, room LINKS_PASS) < links->r2;
        if (links->twice && nf_lanes_ballot(is_linked, room))
            is_linked &= !nf_lanes_linked_before(own, &point, at, wrapped, turn, room LINKS_PASS);
        count += (uint)is_linked;
    }
    return count;
}

// 1 if all points of a node are linked with all of the own leaf.
static inline int nf_is_far(const nf_lane *own, const nf_tree *tree, const nf_image *image, ulong start,
                            uint node LINKS_GIVEN) {
    real lo[DIMS], hi[DIMS];
    nf_box_at(tree, start + node / NF_SIBLINGS, node % NF_SIBLINGS, lo, hi);
    UNUSED_LINKS
    return nf_range_of(own->lo, own->hi, lo, hi, image, 0).most < links->r2;
}

// Takes a node: counts its points for this lane, those of the own leaf in the box itself excepted, until all lanes that are on have enough.
TOGETHER int nf_lanes_count_take(const nf_lane *own, uint *near, const nf_tree *tree, const nf_image *image,
                                 uint turn, uint level, uint node, __local uint *room LINKS_GIVEN) {
    const int has_own = turn == 0 && own->leaf >> NF_WIDTH_BITS * level == node;
    int goes = NF_BESIDE;
    if (!(has_own && level == 0)) {
        const ulong start = nf_level_start(own, level, room);
        if (!has_own && !links->twice && nf_is_far(own, tree, image, start, node LINKS_PASS))
            *near += (uint)nf_slots_of(level, node, links->n);
        else if (level == 0) *near += nf_lanes_count_leaf(own, tree, image, turn, node, room LINKS_PASS);
        else goes = NF_BELOW;
    }
    return nf_lanes_ballot(own->is_on && *near < links->min_points, room) ? goes : NF_END;
}

TOGETHER void nf_lanes_count_in(const nf_lane *own, uint *near, const nf_tree *tree, uint top,
                                const nf_image *image, uint turn, __local uint *room LINKS_GIVEN) {
    NF_VISIT_LANES(level, node, top, own->lane, room,
                   nf_lanes_worth(own, tree, image, 0, level, node, room LINKS_PASS),
                   nf_lanes_count_take(own, near, tree, image, turn, level, node, room LINKS_PASS));
}

LANES_ALL void count(TREE_PARAMETERS, uint leaves, __global uint *cores LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    if (leaf < leaves) {
        const uint all = nf_leaf_lanes(leaf, links->n), top = given_levels.count - 1,
                   images = nf_images(links), middle = images / 2;
        nf_lane_take(&own, &tree, &given_levels, leaf, lane, all, room LINKS_PASS);
        nf_box_at(&tree, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, own.lo, own.hi);
        const uint whole = nf_lanes_whole_levels(&own, &tree, given_levels.count, room LINKS_PASS);
        uint has = all;
        if (!whole ||
            nf_slots_of(whole - 1, leaf >> NF_WIDTH_BITS * (whole - 1), links->n) < links->min_points) {
            const nf_image itself = nf_image_number(middle LINKS_PASS);
            uint near = nf_lanes_count_leaf(&own, &tree, &itself, 0, leaf, room LINKS_PASS);
            nf_lanes_count_in(&own, &near, &tree, top, &itself, 0, room LINKS_PASS);
            has = nf_lanes_ballot(own.is_on && near >= links->min_points, room);
#if BOX
            for (uint from = 0; from < images && has != all; from += 32) {
                uint sees = nf_lanes_images(&own, &tree, top, from, room LINKS_PASS);
                for (; sees && has != all; sees &= sees - 1) {
                    const uint t = from + NF_FIRST_BIT(sees);
                    if (t != middle) {
                        const nf_image image = nf_image_number(t LINKS_PASS);
                        nf_lanes_count_in(&own, &near, &tree, top, &image, nf_turn_of(t, middle),
                                          room LINKS_PASS);
                        has = nf_lanes_ballot(own.is_on && near >= links->min_points, room);
                    }
                }
            }
#endif
        }
        if (lane == 0) cores[leaf] = has;
    }
}

LANES_ALL void first(TREE_PARAMETERS, uint leaves, __global const uint *cores,
                     volatile __global uint *heads LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    const uint on = leaf < leaves ? cores[leaf] : 0;
    if (on) {
        nf_lane_begin(&own, &given_levels, leaf, lane);
        if (lane < nf_lanes_whole_levels(&own, &tree, given_levels.count, room LINKS_PASS)) {
            volatile __global uint *head =
                heads + (ulong)own.start * NF_SIBLINGS + (leaf >> NF_WIDTH_BITS * lane);
            const uint slot = (uint)leaf * NF_LEAF + NF_FIRST_BIT(on);
            if (slot < NF_SHARED(head, 0)) atomic_min(head, slot);
        }
    }
}

// ---- the border ---------------------------------------------------------------------------------------------

// Returns the smallest label of the core points of a leaf that are linked with this lane's point, if it is below `best`.
TOGETHER uint nf_lanes_border_leaf(const nf_lane *own, uint best, const nf_tree *tree, const nf_image *image,
                                   ulong leaf, const nf_labelled *labelled, __local uint *room LINKS_GIVEN) {
    const uint cores = labelled->cores[leaf];
    if (cores) {
        const nf_point point = nf_point_at(tree, leaf, own->lane);
        const uint wrapped = own->wrapped | nf_lanes_wrapped(&point, room);
        real inside[DIMS];
        nf_fold_into(&point, inside LINKS_PASS);
        const real slack = nf_point_slack(&point LINKS_PASS);
        const int is_near = (int)(cores >> own->lane & 1) &&
                            nf_range_of(own->lo, own->hi, inside, inside, image, slack).least < links->r2;
        uint label = NF_NOBODY;
        if (is_near) label = nf_label_of(labelled, (uint)leaf * NF_LEAF + own->lane);
        for (uint left = nf_lanes_ballot(is_near, room); left; left &= left - 1) {
            const uint at = NF_FIRST_BIT(left);
            const real d2 = nf_lanes_d2(own, &point, at, wrapped, image, room LINKS_PASS);
            const uint other = nf_lanes_get(label, at, room);
            if (d2 < links->r2) best = min(best, other);
        }
    }
    return best;
}

// Takes a node, at once if it is whole: lowers `best` of this lane.
TOGETHER int nf_lanes_border_take(const nf_lane *own, uint *best, const nf_tree *tree, const nf_image *image,
                                  uint level, uint node, const nf_labelled *labelled,
                                  __local uint *room LINKS_GIVEN) {
    const ulong start = nf_level_start(own, level, room);
    int enters = 1;
    if (nf_is_whole(tree, start + node / NF_SIBLINGS, node % NF_SIBLINGS LINKS_PASS)) {
        const uint head = labelled->heads[start * NF_SIBLINGS + node];
        enters = 0;
        if (head != NF_NOBODY) {
            real lo[DIMS], hi[DIMS];
            const uint label = nf_label_of(labelled, head);
            nf_box_at(tree, start + node / NF_SIBLINGS, node % NF_SIBLINGS, lo, hi);
            const nf_range range = nf_range_of(own->inside, own->inside, lo, hi, image, own->slack);
            if (own->is_on && range.most < links->r2) *best = min(*best, label);
            enters = nf_lanes_ballot(own->is_on && range.least < links->r2 && label < *best, room) != 0;
        }
    }
    if (enters && level == 0)
        *best = nf_lanes_border_leaf(own, *best, tree, image, node, labelled, room LINKS_PASS);
    return enters && level > 0 ? NF_BELOW : NF_BESIDE;
}

LANES_ALL void border(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                      __global const uint *parents, __global uint *labels LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    const nf_labelled labelled = {cores, heads, parents, labels};
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    const uint on = leaf < leaves ? nf_leaf_lanes(leaf, links->n) & ~cores[leaf] : 0;
    if (on) {
        const uint top = given_levels.count - 1, images = nf_images(links);
        uint best = NF_NOBODY;
        nf_lane_take(&own, &tree, &given_levels, leaf, lane, on, room LINKS_PASS);
        nf_box_at(&tree, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, own.lo, own.hi);
        for (uint from = 0; from < images; from += 32) {
            uint sees = 1;
#if BOX
            sees = nf_lanes_images(&own, &tree, top, from, room LINKS_PASS);
#endif
            for (; sees; sees &= sees - 1) {
                const nf_image image = nf_image_number(from + NF_FIRST_BIT(sees) LINKS_PASS);
                NF_VISIT_LANES(level, node, top, lane, room,
                               nf_lanes_worth(&own, &tree, &image, 0, level, node, room LINKS_PASS),
                               nf_lanes_border_take(&own, &best, &tree, &image, level, node, &labelled,
                                                    room LINKS_PASS));
            }
        }
        if (own.is_on) labels[leaf * NF_LEAF + lane] = best;
    }
}
