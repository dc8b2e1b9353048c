// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The images of the members of groups that links lead to, for groups in whose box the nearest image may be another one (catalogue.cl).
// Points are numbered as slots of the tree; T of a slot is how many cells links lead from the image of its root in the box to that of its own.
//   row_at[n]     the row of the group of each point that is looked at, or NF_NOBODY: points of one row are linked
//   parents[n]    a forest; trees are first the pieces that links within the box connect, whose T is 0, and then what they are joined to
//   hooks[n]      of each root that was joined to another: the latter, a smaller slot; moves[n][3]: T of the root there
//   T is a sum over links, as in src/host/tree/forest.h: the sums of a skewed cell are beyond int.
//   --begin--> row_at, parents, hooks, firsts --link--> parents: pieces --roots--> parents
//   again while something changes: --join--> hooks, moves, flags by links across faces --follow--> parents, T
//   --firsts--> firsts: the smallest index in each tree --homes--> hooks: its slot, of each root --images--> images[n][3], by point
//   BOX, FOLDED, DIMS, GROUP, ITEMS  as in fof.cl
#if !defined(GROUP) || !defined(ITEMS)
#error "catalogue_chains.cl needs GROUP and ITEMS"
#endif
#define CORES 0
#include "machine/each.cl"
#include "machine/rounded.cl"
#include "groups/catalogue_rows.cl"
#include "groups/chain_links.cl"
#include "groups/forest.cl"

EACH_KERNEL void begin(uint n, __global const uint *index, __global const uint *row_of, __global uint *row_at,
                       __global uint *parents, __global uint *hooks, __global uint *firsts,
                       __global long *T LOOPS_PARAMETERS) {
    FOR_EACH(slot, n) {
        row_at[slot] = row_of[index[slot]];
        parents[slot] = (uint)slot;
        hooks[slot] = firsts[slot] = NF_NOBODY;
        for (ulong k = 0; k < 3; k++) T[slot * 3 + k] = 0;
    }
    LOOPS_CHECK(n);
}

// The lanes of a leaf with points that are looked at.
static inline uint nf_chained_lanes(__global const uint *row_at, ulong leaf, uint n) {
    uint lanes = 0;
    for (uint left = nf_leaf_lanes(leaf, n); left; left &= left - 1) {
        const uint c = NF_FIRST_BIT(left);
        if (row_at[leaf * NF_LEAF + c] != NF_NOBODY) lanes |= 1u << c;
    }
    return lanes;
}

// ---- pieces -------------------------------------------------------------------------------------------------

// 1 if all points that are looked at, in the leaf, are of this piece.
static inline int nf_is_piece(volatile __global uint *parents, ulong leaf, uint lanes, uint root) {
    for (uint left = lanes; left; left &= left - 1)
        if (nf_find(parents, (uint)leaf * NF_LEAF + NF_FIRST_BIT(left)) != root) return 0;
    return 1;
}

// Unites the own points with those of a leaf that they are linked with.
static inline int nf_unite_leaves(const nf_chain_leaf *own, const nf_tree *tree, const nf_image *image,
                                  ulong leaf, __global const uint *row_at,
                                  volatile __global uint *parents LINKS_GIVEN) {
    const uint base = (uint)own->leaf * NF_LEAF, other = (uint)leaf * NF_LEAF,
               others = nf_chained_lanes(row_at, leaf, links->n),
               root = nf_find(parents, base + NF_FIRST_BIT(own->lanes));
    if (nf_is_piece(parents, leaf, others, root) && nf_is_piece(parents, own->leaf, own->lanes, root))
        return NF_BESIDE;
    for (uint near = own->lanes; near; near &= near - 1) {
        const uint c = NF_FIRST_BIT(near);
        nf_point point, partner;
        if (!nf_chain_point(&point, own, tree, c, image, leaf LINKS_PASS)) continue;
        for (uint left = others; left; left &= left - 1) {
            const uint at = NF_FIRST_BIT(left);
            if (row_at[other + at] != row_at[base + c]) continue;
            partner = nf_point_at(tree, leaf, at);
            if (nf_are_linked(&point, &partner, image LINKS_PASS))
                (void)nf_unite(parents, base + c, other + at);
        }
    }
    return NF_BESIDE;
}

EACH_KERNEL void link(TREE_PARAMETERS, uint leaves, __global const uint *row_at,
                      volatile __global uint *parents LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    LINKS_TAKE
    const nf_image here = nf_image_number(nf_images(links) / 2 LINKS_PASS);
    FOR_EACH(leaf, leaves) {
        const uint lanes = nf_chained_lanes(row_at, leaf, links->n);
        nf_chain_leaf own;
        if (!lanes) continue;
        nf_chain_take(&own, &tree, leaf, lanes);
        (void)nf_unite_leaves(&own, &tree, &here, leaf, row_at, parents LINKS_PASS);
        NF_VISIT(
            level, node, &levels, nf_chain_children(&own, &tree, &levels, &here, 1, level, node LINKS_PASS),
            level > 0 ? NF_BELOW : nf_unite_leaves(&own, &tree, &here, node, row_at, parents LINKS_PASS));
    }
    LOOPS_CHECK(leaves);
}

// The kernels below take the parent of a slot as its root.  So no work-item may halve the path of another's slot here: it could write a parent after
// the root was written.
EACH_KERNEL void roots(uint n, volatile __global uint *parents LOOPS_PARAMETERS) {
    FOR_EACH(slot, n) NF_SHARED_PUT(parents, slot, nf_find_only(parents, (uint)slot));
    LOOPS_CHECK(n);
}

// ---- across faces -------------------------------------------------------------------------------------------

// What links across faces change.
typedef struct nf_chains {
    __global const uint *row_at, *parents;
    __global const long *T;
    volatile __global uint *hooks, *flags, *changed;
    __global long *moves;
    uint all; // the bits of the periodic vectors
} nf_chains;

// A link between two slots of a row, m cells apart: it joins trees, or it ends a closed chain.
static inline void nf_join(const nf_chains *chains, uint one, uint other, const int *m) {
    const uint row = chains->row_at[one], a = chains->parents[one], b = chains->parents[other];
    uint bits = 0;
    long off[3];
    for (ulong k = 0; k < 3; k++) {
        off[k] = chains->T[one * (ulong)3 + k] + m[k] - chains->T[other * (ulong)3 + k];
        bits |= (uint)(off[k] != 0) << k;
    }
    if (a == b) {
        if (bits & ~chains->flags[row]) atomic_or(chains->flags + row, bits);
        return;
    }
    const uint large = max(a, b);
    if (atomic_cmpxchg(chains->hooks + large, NF_NOBODY, min(a, b)) != NF_NOBODY) return;
    for (ulong k = 0; k < 3; k++) chains->moves[large * (ulong)3 + k] = large == b ? off[k] : -off[k];
    *chains->changed = 1;
}

static inline int nf_join_leaves(const nf_chain_leaf *own, const nf_tree *tree, const nf_image *image,
                                 ulong leaf, const nf_chains *chains LINKS_GIVEN) {
    const uint base = (uint)own->leaf * NF_LEAF, other = (uint)leaf * NF_LEAF,
               others = nf_chained_lanes(chains->row_at, leaf, links->n);
    for (uint near = own->lanes; near && others; near &= near - 1) {
        const uint c = NF_FIRST_BIT(near), row = chains->row_at[base + c];
        nf_point point, partner;
        if ((chains->flags[row] & chains->all) == chains->all) continue;
        if (!nf_chain_point(&point, own, tree, c, image, leaf LINKS_PASS)) continue;
        for (uint left = others; left; left &= left - 1) {
            const uint at = NF_FIRST_BIT(left);
            if (chains->row_at[other + at] != row) continue;
            partner = nf_point_at(tree, leaf, at);
            if (nf_are_linked(&point, &partner, image LINKS_PASS))
                nf_join(chains, base + c, other + at, image->s);
        }
    }
    return NF_BESIDE;
}

EACH_KERNEL void join(TREE_PARAMETERS, uint leaves, __global const uint *row_at, __global const uint *parents,
                      __global const long *T, volatile __global uint *hooks, __global long *moves,
                      volatile __global uint *flags, volatile __global uint *changed,
                      uint all LINKS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    const nf_chains chains = {row_at, parents, T, hooks, flags, changed, moves, all};
    LEVELS_TAKE
    LINKS_TAKE
    FOR_EACH(leaf, leaves) {
        const uint lanes = nf_chained_lanes(row_at, leaf, links->n), middle = nf_images(links) / 2;
        nf_chain_leaf own;
        if (!lanes) continue;
        nf_chain_take(&own, &tree, leaf, lanes);
        for (uint t = middle + 1; t < 2 * middle + 1; t++) { // of two opposite images one
            const nf_image image = nf_image_number(t LINKS_PASS);
            NF_VISIT(level, node, &levels,
                     nf_chain_children(&own, &tree, &levels, &image, 0, level, node LINKS_PASS),
                     level > 0 ? NF_BELOW : nf_join_leaves(&own, &tree, &image, node, &chains LINKS_PASS));
        }
    }
    LOOPS_CHECK(leaves);
}

EACH_KERNEL void follow(uint n, __global uint *parents, __global const uint *hooks,
                        __global const long *moves, __global long *T LOOPS_PARAMETERS) {
    FOR_EACH(slot, n) {
        uint at = parents[slot];
        for (; hooks[at] != NF_NOBODY; at = hooks[at])
            for (ulong k = 0; k < 3; k++) T[slot * 3 + k] += moves[at * (ulong)3 + k];
        parents[slot] = at;
    }
    LOOPS_CHECK(n);
}

// ---- images -------------------------------------------------------------------------------------------------

EACH_KERNEL void firsts(uint n, __global const uint *index, __global const uint *parents,
                        volatile __global uint *first_of LOOPS_PARAMETERS) {
    FOR_EACH(slot, n) atomic_min(first_of + parents[slot], index[slot]);
    LOOPS_CHECK(n);
}

EACH_KERNEL void homes(uint n, __global const uint *index, __global const uint *parents,
                       __global const uint *first_of, __global uint *home LOOPS_PARAMETERS) {
    FOR_EACH(slot, n) if (first_of[parents[slot]] == index[slot]) home[parents[slot]] = (uint)slot;
    LOOPS_CHECK(n);
}

// wraps: of the tree, if it is FOLDED
EACH_KERNEL void images_of(ROWS_PARAMETERS, POSITIONS_PARAMETERS, uint n, __global const uint *index,
                           __global const int *wraps, __global const uint *row_at,
                           __global const uint *parents, __global const uint *home, __global const long *T,
                           __global real *to LOOPS_PARAMETERS) {
    POSITIONS_TAKE
    points += offset;
    FOR_EACH(slot, n) {
        const uint row = row_at[slot];
        if (row == NF_NOBODY) continue;
        const ulong own = index[slot], start = home[parents[slot]];
        real base[DIMS], begin_at[DIMS], member[DIMS], S[3], G[3];
        for (ulong k = 0; k < 3; k++) {
            long cells = T[slot * 3 + k] - T[start * 3 + k];
#if FOLDED
            cells += wraps[(start / NF_LEAF * 3 + k) * NF_LEAF + start % NF_LEAF] -
                     wraps[(slot / NF_LEAF * 3 + k) * NF_LEAF + slot % NF_LEAF];
#endif
            G[k] = (real)cells;
        }
        nf_member_at(points, order[first[row]], scale, base);
        nf_member_at(points, index[start], scale, begin_at);
        nf_member_at(points, own, scale, member);
        nf_group_chained(box, base, begin_at, member, G, flags[row], DIMS, S);
        for (ulong k = 0; k < 3; k++) to[own * 3 + k] = S[k];
    }
    LOOPS_CHECK(n);
    (void)ends, (void)blocks, (void)m, (void)wanted, (void)images, (void)has_images, (void)wraps;
}
