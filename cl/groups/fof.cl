// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Groups of friends: the points of the tree (nodes.cl) that chains of links connect, as a forest over its slots (forest.cl).
//   tree --begin--> parents[n], labels[n]: the groups within each leaf and each whole node
//     --link--> parents: those of links between leaves, a work-item a leaf
//   Then come the kernels of labels.cl.
//   CORES   1: DBSCAN (dbscan.cl): only core points are linked: those whose bits are set in cores[leaves], and heads has the first one
//           of each whole node, or NF_NOBODY.  0: all points are
//   BOX, FOLDED, DIMS, GROUP, ITEMS  as in folded.cl
#if !defined(CORES) || !defined(GROUP) || !defined(ITEMS)
#error "fof.cl needs CORES, GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "groups/link.cl"

// ---- the groups within leaves and whole nodes ---------------------------------------------------------------

// The points of a leaf are linked with each other, and with nothing else yet.
static inline void nf_begin_leaf(const nf_tree *tree, ulong leaf, uint cores,
                                 __global uint *parents LINKS_GIVEN) {
    const nf_image own = nf_image_number(nf_images(links) / 2 LINKS_PASS);
    const ulong base = leaf * NF_LEAF;
    uint left = cores;
    while (left) {
        const uint first = NF_FIRST_BIT(left);
        uint group = 1u << first, waiting = group;
        while (waiting) {
            const nf_point point = nf_point_at(tree, leaf, NF_FIRST_BIT(waiting));
            const uint found = nf_linked_lanes(&point, tree, &own, leaf LINKS_PASS) & left & ~group;
            waiting = (waiting & (waiting - 1)) | found;
            group |= found;
            if (group == left) break;
        }
        left &= ~group;
        for (; group; group &= group - 1) parents[base + NF_FIRST_BIT(group)] = (uint)base + first;
    }
}

EACH_KERNEL void begin(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                       __global uint *parents, __global uint *labels LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    LINKS_TAKE
    FOR_EACH(leaf, leaves) {
        const uint all = nf_leaf_lanes(leaf, links->n), own = CORES ? cores[leaf] : all,
                   whole = nf_whole_levels(&tree, &levels, leaf LINKS_PASS);
        const uint head =
            whole ? nf_head_of(&levels, heads, whole - 1, leaf >> NF_WIDTH_BITS * (whole - 1)) : 0;
        for (uint left = all; left; left &= left - 1) {
            const uint c = NF_FIRST_BIT(left), slot = (uint)leaf * NF_LEAF + c, is_core = own >> c & 1;
            parents[slot] = whole && is_core ? head : slot;
            labels[slot] = is_core ? index[slot] : NF_NOBODY;
        }
        if (!whole) nf_begin_leaf(&tree, leaf, own, parents LINKS_PASS);
    }
    LOOPS_CHECK(leaves);
}

// ---- links between leaves -----------------------------------------------------------------------------------

EACH_KERNEL void link(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                      volatile __global uint *parents LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    LINKS_TAKE
#if BOX
    real lo[DIMS], hi[DIMS];
    nf_bounds_of_tree(&tree, &levels, lo, hi);
#endif
    FOR_EACH(leaf, leaves) {
        const uint lanes = CORES ? cores[leaf] : nf_leaf_lanes(leaf, links->n);
        const uint middle = nf_images(links) / 2;
        nf_own own;
        if (!lanes) continue;
        nf_own_take(&own, &tree, leaf, lanes LINKS_PASS);
        nf_own_look(&own, parents);
        nf_image image = nf_image_number(middle LINKS_PASS);
        nf_link_walk(&own, &tree, &levels, &image, 1, cores, heads, parents LINKS_PASS);
#if BOX
        for (uint t = middle + 1; t < 2 * middle + 1; t++) {
            image = nf_image_number(t LINKS_PASS);
            if (nf_is_near(&own, lo, hi, &image LINKS_PASS))
                nf_link_walk(&own, &tree, &levels, &image, 0, cores, heads, parents LINKS_PASS);
        }
#endif
    }
    LOOPS_CHECK(leaves);
}
