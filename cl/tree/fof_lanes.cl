// Groups of friends by lanes: the kernels `begin` and `link` of fof.cl, and `flatten` of labels.cl, a leaf the 32 lanes of a warp.
//   GROUP     work-items in a group, a multiple of 32
//   LANES_BY  as in lanes.cl
//   CORES, BOX, FOLDED, DIMS  as in fof.cl
#if !defined(CORES) || !defined(GROUP)
#error "fof_lanes.cl needs CORES and GROUP"
#endif
#include "tree/link_lanes.cl"
#define LANES_ALL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define WARPS     (GROUP / 32)
// The lanes of this work-item, and the number of their leaf.
#define LANES_TAKE                                                                                           \
    __local uint rooms[WARPS * LANES_ROOM];                                                                  \
    __local uint *room = rooms + get_local_id(0) / 32 * LANES_ROOM;                                          \
    const ulong leaf = (ulong)get_group_id(0) * WARPS + get_local_id(0) / 32;                                \
    const uint lane = (uint)get_local_id(0) % 32;

// ---- the groups within leaves and whole nodes ---------------------------------------------------------------

// The lanes whose points are linked with this lane's.
static inline uint nf_lane_linked(const nf_lane *own, const nf_tree *tree, uint cores LINKS_GIVEN) {
    uint linked = 0;
#if FOLDED
    const nf_image itself = nf_image_number(nf_images(links) / 2 LINKS_PASS);
    for (uint c = 0; c < NF_LEAF; c++) {
        const nf_point other = nf_point_at(tree, own->leaf, c);
        linked |= (uint)(nf_pair_d2(&own->point, &other, &itself LINKS_PASS) < links->r2) << c;
    }
#else
    // Four points at a time: kernels are bound by the number of loads.
    __global const real4 *points = (__global const real4 *)(tree->points + own->leaf * DIMS * NF_LEAF);
    for (uint c = 0; c < NF_LEAF; c += 4) {
        real4 d2 = 0;
        for (uint a = 0; a < DIMS; a++) {
            const real4 d = points[a * (NF_LEAF / 4) + c / 4] - own->point.at[a];
            d2 += NF_SQUARED(d);
        }
        linked |= ((uint)(d2.x < links->r2) | (uint)(d2.y < links->r2) << 1 | (uint)(d2.z < links->r2) << 2 |
                   (uint)(d2.w < links->r2) << 3)
                  << c;
    }
    UNUSED_LINKS
#endif
    return own->is_on ? linked & cores & ~(1u << own->lane) : 0;
}

// The lowest lane of the group that links between lanes make.
TOGETHER uint nf_lanes_group(uint lane, uint linked, __local uint *room) {
    const uint all = lanes_ballot(linked != 0, room);
    uint lowest = lane, changes = all;
    while (changes) {
        const uint before = lowest;
        for (uint left = all; left; left &= left - 1) {
            const uint at = NF_FIRST_BIT(left), other = lanes_get(lowest, at, room);
            if (linked >> at & 1) lowest = min(lowest, other);
        }
        changes = lanes_ballot(lowest != before, room);
    }
    return lowest;
}

// In how many levels the ancestors of a leaf, itself included, are whole.
TOGETHER uint nf_lanes_whole_levels(const nf_lane *own, const nf_tree *tree, uint levels,
                                    __local uint *room LINKS_GIVEN) {
    int is_whole = 0;
    if (own->lane < levels) {
        const ulong node = own->leaf >> NF_WIDTH_BITS * own->lane;
        is_whole = nf_is_whole(tree, own->start + node / NF_SIBLINGS, node % NF_SIBLINGS LINKS_PASS);
    }
    return NF_FIRST_BIT(~lanes_ballot(is_whole, room));
}

LANES_ALL void begin(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                     __global uint *parents, __global uint *labels LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    if (leaf < leaves) {
        const uint all = nf_leaf_lanes(leaf, links->n), on = CORES ? cores[leaf] : all;
        const uint slot = (uint)leaf * NF_LEAF + lane;
        nf_lane_take(&own, &tree, &given_planes, leaf, lane, on LINKS_PASS);
        const uint whole = nf_lanes_whole_levels(&own, &tree, given_planes.levels, room LINKS_PASS);
        uint parent = slot;
        if (whole) {
            const ulong node = leaf >> NF_WIDTH_BITS * (whole - 1),
                        start = nf_level_start(&own, whole - 1, room);
            parent = CORES ? heads[start * NF_SIBLINGS + node] : (uint)nf_first_slot(whole - 1, node);
        } else {
            const uint linked = nf_lane_linked(&own, &tree, on LINKS_PASS);
            parent = (uint)leaf * NF_LEAF + nf_lanes_group(lane, linked, room);
        }
        if (all >> lane & 1) {
            parents[slot] = own.is_on ? parent : slot;
            labels[slot] = own.is_on ? index[slot] : NF_NOBODY;
        }
    }
}

// ---- links between leaves -----------------------------------------------------------------------------------

#if BOX
// Whether points of the leaf may be linked with some of an image.
static inline int nf_lane_sees(const nf_lane *own, const real *lo, const real *hi, uint t LINKS_GIVEN) {
    const nf_image image = nf_image_number(t LINKS_PASS);
    return nf_range_of(own->lo, own->hi, lo, hi, &image).least < links->r2;
}
#endif

LANES_ALL void link(TREE_PARAMETERS, uint leaves, __global const uint *cores, __global const uint *heads,
                    volatile __global uint *parents LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LANES_TAKE
    LINKS_TAKE
    nf_lane own;
    const uint on = leaf >= leaves ? 0 : CORES ? cores[leaf] : nf_leaf_lanes(leaf, links->n);
    if (on) {
        const uint slot = (uint)leaf * NF_LEAF + lane, images = (uint)nf_images(links), middle = images / 2;
        nf_lane_take(&own, &tree, &given_planes, leaf, lane, on LINKS_PASS);
        nf_box_at(&tree, leaf / NF_SIBLINGS, leaf % NF_SIBLINGS, own.lo, own.hi);
        own.is_wide = nf_lanes_are_wide(&own, &tree, room);
        own.root = own.is_on ? nf_find(parents, slot) : slot;
        nf_lanes_look(&own, room);
#if BOX
        real lo[DIMS], hi[DIMS];
        nf_box_at(&tree, nf_level_start(&own, given_planes.levels - 1, room), lane, lo, hi);
        for (int a = 0; a < DIMS; a++) {
            lo[a] = lanes_lowest(lo[a], room);
            hi[a] = -lanes_lowest(-hi[a], room);
        }
#endif
        for (uint from = middle; from < images; from += 32) { // an image a lane
            uint sees = 1;
#if BOX
            const uint t = from + lane;
            sees =
                lanes_ballot(t == middle || (t < images && nf_lane_sees(&own, lo, hi, t LINKS_PASS)), room);
#endif
            for (; sees; sees &= sees - 1) {
                const uint turn = from + NF_FIRST_BIT(sees);
                const nf_image image = nf_image_number(turn LINKS_PASS);
                nf_lanes_walk(&own, &tree, given_planes.levels, &image, turn == middle, cores, heads, parents,
                              room LINKS_PASS);
            }
        }
    }
}

// ---- labels -------------------------------------------------------------------------------------------------

// As in labels.cl; the lanes with the root of the first one lower its label together.
LANES_ALL void flatten(uint n, __global const uint *index, volatile __global uint *parents,
                       volatile __global uint *labels LOOPS_PARAMETERS) {
    LANES_TAKE
    const uint slot = (uint)leaf * NF_LEAF + lane, root = slot < n ? nf_find_only(parents, slot) : slot;
    const int is_below = root != slot;
    uint own = NF_NOBODY;
    if (is_below) {
        own = index[slot];
        parents[slot] = root;
    }
    const uint below = lanes_ballot(is_below, room);
    if (below) {
        const uint first = NF_FIRST_BIT(below), common = lanes_get(root, first, room);
        const int best = lanes_min(is_below && root == common ? (int)own : INT_MAX, room);
        if (lane == first) own = (uint)best;
        if (is_below && (lane == first || root != common))
            if (own < labels[root]) atomic_min(labels + root, own);
    }
    LOOPS_CHECK(n);
}
