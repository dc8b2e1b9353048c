// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// DBSCAN: which points are core points, and the groups of those at the border.
//   tree --count--> cores[leaves]: a bit for each point
//     --first--> heads of whole nodes: the first slot of a core point; NF_NOBODY before
//   labels of core points by root, parents (fof.cl) --border--> labels of the other points
//   BOX, FOLDED, DIMS, GROUP, ITEMS  as in folded.cl
#if !defined(GROUP) || !defined(ITEMS)
#error "dbscan.cl needs GROUP and ITEMS"
#endif
#define CORES 1
#include "machine/each.cl"
#include "groups/labelled.cl"
#include "groups/link.cl"

static inline nf_image nf_image_in_turn(uint turn LINKS_GIVEN) {
    return nf_image_number(nf_image_of_turn(turn, nf_images(links) / 2) LINKS_PASS);
}

// ---- core points --------------------------------------------------------------------------------------------

// Those of the points of a leaf that are linked with a point in this turn, but in none before.
static inline uint nf_first_linked(const nf_point *point, const nf_tree *tree, uint turn, ulong leaf,
                                   uint linked LINKS_GIVEN) {
    for (uint before = 0; before < turn && linked; before++) {
        const nf_image image = nf_image_in_turn(before LINKS_PASS);
        linked &= ~nf_linked_lanes(point, tree, &image, leaf LINKS_PASS);
    }
    return linked;
}

// Adds to `near` the points of a leaf that are linked with each lane of the own leaf; lanes that have enough are done.
static inline void nf_count_leaf(nf_own *own, uint *near, const nf_tree *tree, const nf_image *image,
                                 uint turn, ulong leaf LINKS_GIVEN) {
    uint far, left = nf_own_near(own, tree, image, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, &far LINKS_PASS);
    for (; left; left &= left - 1) {
        const uint c = NF_FIRST_BIT(left);
        const nf_point point = nf_point_at(tree, own->leaf, c);
        uint linked = nf_linked_lanes(&point, tree, image, leaf LINKS_PASS);
        if (links->twice) linked = nf_first_linked(&point, tree, turn, leaf, linked LINKS_PASS);
        near[c] += popcount(linked);
        if (near[c] >= links->min_points) own->lanes &= ~(1u << c);
    }
}

// Takes a node, all points of which are linked with all of the own leaf if it is `far`.  The own leaf in the box itself is counted first, not here.
static inline int nf_count_take(nf_own *own, uint *near, const nf_tree *tree, const nf_image *image,
                                uint turn, uint level, ulong node, uint far LINKS_GIVEN) {
    const int has_own = turn == 0 ? own->leaf >> NF_WIDTH_BITS * level == node : 0,
              all = has_own || links->twice ? 0 : far >> node % NF_SIBLINGS & 1;
    if (!all && level > 0) return NF_BELOW;
    if (all) {
        const uint count = (uint)nf_slots_of(level, node, links->n);
        for (uint left = own->lanes; left; left &= left - 1) {
            const uint c = NF_FIRST_BIT(left);
            near[c] += count;
            if (near[c] >= links->min_points) own->lanes &= ~(1u << c);
        }
    } else if (!has_own) nf_count_leaf(own, near, tree, image, turn, node LINKS_PASS);
    return own->lanes ? NF_BESIDE : NF_END;
}

// Counts in all leaves of an image, until all lanes have enough.
static inline void nf_count_in(nf_own *own, uint *near, const nf_tree *tree, const nf_levels *levels,
                               uint turn LINKS_GIVEN) {
    const nf_image image = nf_image_in_turn(turn LINKS_PASS);
    uint far[NF_LEVELS];
    NF_VISIT(
        level, node, levels,
        nf_near_children(tree, own->lo, own->hi, &image, levels->start[level] + node, &far[level] LINKS_PASS),
        nf_count_take(own, near, tree, &image, turn, level, node, far[level] LINKS_PASS));
}

EACH_KERNEL void count(TREE_PARAMETERS, uint leaves, __global uint *cores LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    LINKS_TAKE
    const nf_image itself = nf_image_in_turn(0 LINKS_PASS);
    FOR_EACH(leaf, leaves) {
        const uint lanes = nf_leaf_lanes(leaf, links->n),
                   whole = nf_whole_levels(&tree, &levels, leaf LINKS_PASS);
        uint near[NF_LEAF];
        nf_own own;
        cores[leaf] = lanes;
        if (whole &&
            nf_slots_of(whole - 1, leaf >> NF_WIDTH_BITS * (whole - 1), links->n) >= links->min_points)
            continue;
        nf_own_take(&own, &tree, leaf, lanes LINKS_PASS);
        for (uint c = 0; c < NF_LEAF; c++) near[c] = 0;
        nf_count_leaf(&own, near, &tree, &itself, 0, leaf LINKS_PASS);
        for (uint turn = 0; turn < nf_images(links) && own.lanes; turn++)
            nf_count_in(&own, near, &tree, &levels, turn LINKS_PASS);
        cores[leaf] = lanes & ~own.lanes;
    }
    LOOPS_CHECK(leaves);
}

EACH_KERNEL void first(TREE_PARAMETERS, uint leaves, __global const uint *cores,
                       volatile __global uint *heads LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    LINKS_TAKE
    FOR_EACH(leaf, leaves) {
        if (!cores[leaf]) continue;
        const uint whole = nf_whole_levels(&tree, &levels, leaf LINKS_PASS),
                   slot = (uint)leaf * NF_LEAF + NF_FIRST_BIT(cores[leaf]);
        for (uint level = 0; level < whole; level++) {
            volatile __global uint *head =
                heads + levels.start[level] * NF_SIBLINGS + (leaf >> NF_WIDTH_BITS * level);
            if (slot < NF_SHARED(head, 0)) atomic_min(head, slot);
        }
    }
    LOOPS_CHECK(leaves);
}

// ---- the border ---------------------------------------------------------------------------------------------

// Lowers best[] of each lane of the own leaf to the smallest label of the core points of a leaf that are linked with it.
static inline void nf_border_leaf(const nf_own *own, uint *best, const nf_tree *tree, const nf_image *image,
                                  ulong leaf, const nf_labelled *labelled LINKS_GIVEN) {
    uint far, left;
    if (!labelled->cores[leaf]) return;
    left = nf_own_near(own, tree, image, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, &far LINKS_PASS);
    for (; left; left &= left - 1) {
        const uint c = NF_FIRST_BIT(left);
        const nf_point point = nf_point_at(tree, own->leaf, c);
        uint linked = nf_linked_lanes(&point, tree, image, leaf LINKS_PASS) & labelled->cores[leaf];
        for (; linked; linked &= linked - 1)
            best[c] = min(best[c], nf_label_of(labelled, (uint)leaf * NF_LEAF + NF_FIRST_BIT(linked)));
    }
}

// Whether a label lowers best[] of any lane; if `only_asks` is 0, it does.
static inline int nf_border_lower(const nf_own *own, uint *best, uint label, int only_asks) {
    int lowers = 0;
    for (uint left = own->lanes; left; left &= left - 1) {
        const uint c = NF_FIRST_BIT(left);
        lowers |= label < best[c];
        if (!only_asks) best[c] = min(best[c], label);
    }
    return lowers;
}

// Takes a node: at once if it is whole and `far`, so that all of its points are linked with all of the own leaf.
static inline int nf_border_take(const nf_own *own, uint *best, const nf_tree *tree, const nf_levels *levels,
                                 const nf_image *image, uint level, ulong node, uint far,
                                 const nf_labelled *labelled LINKS_GIVEN) {
    const ulong block = levels->start[level] + node / NF_SIBLINGS;
    if (nf_is_whole(tree, block, node % NF_SIBLINGS LINKS_PASS)) {
        const uint head = nf_head_of(levels, labelled->heads, level, node);
        if (head == NF_NOBODY) return NF_BESIDE;
        const int all = far >> node % NF_SIBLINGS & 1;
        if (!nf_border_lower(own, best, nf_label_of(labelled, head), !all) || all) return NF_BESIDE;
    }
    if (level > 0) return NF_BELOW;
    nf_border_leaf(own, best, tree, image, node, labelled LINKS_PASS);
    return NF_BESIDE;
}

EACH_KERNEL void border(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                        __global const uint *parents, __global uint *labels LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    const nf_labelled labelled = {cores, heads, parents, labels};
    LINKS_TAKE
    FOR_EACH(leaf, leaves) {
        const uint lanes = nf_leaf_lanes(leaf, links->n) & ~cores[leaf];
        uint best[NF_LEAF];
        nf_own own;
        if (!lanes) continue;
        nf_own_take(&own, &tree, leaf, lanes LINKS_PASS);
        for (uint c = 0; c < NF_LEAF; c++) best[c] = NF_NOBODY;
        for (uint turn = 0; turn < nf_images(links); turn++) {
            const nf_image image = nf_image_in_turn(turn LINKS_PASS);
            uint far[NF_LEVELS];
            NF_VISIT(level, node, &levels,
                     nf_near_children(&tree, own.lo, own.hi, &image, levels.start[level] + node,
                                      &far[level] LINKS_PASS),
                     nf_border_take(&own, best, &tree, &levels, &image, level, node, far[level],
                                    &labelled LINKS_PASS));
        }
        for (uint left = lanes; left; left &= left - 1)
            labels[leaf * NF_LEAF + NF_FIRST_BIT(left)] = best[NF_FIRST_BIT(left)];
    }
    LOOPS_CHECK(leaves);
}
