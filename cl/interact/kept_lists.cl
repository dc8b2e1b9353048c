// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Lists of clusters (cluster_lists.cl) that are kept while points move: what belongs to them, and where the points are now.
//   points, index, grid --keep--> reference[n x DIMS], index_kept[n], grid_kept, state
//   points, reference, index, lengths --follow--> axes, and with lists of points packed[n] (point_lists.cl); state->refused and grid->refused, unless the lists have all neighbours of all points
// Points keep their order, and are folded as far as when the lists were built.
//   CLUSTER  the points of a cluster     GROUP, ITEMS  as in each.cl     the rest as in cells.cl and pair_rule.cl
#if !defined(CLUSTER) || !defined(GROUP)
#error "kept_lists.cl needs CLUSTER and GROUP"
#endif
#include "interact/list_lengths.cl"
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#include "search/moved.cl"
#if !SHIFTS
#error "kept_lists.cl needs a periodic box"
#endif

// What the host reads: nf_kept_state in src/interact/kept_lists.c.
typedef struct nf_kept_state {
    uint refused; // KEPT_MOVED: a point may have moved too far; KEPT_UNLISTED: a cluster has no list
    uint needed;  // the entries of the longest list that had no room
} nf_kept_state;
#define KEPT_MOVED    1u
#define KEPT_UNLISTED 2u

EACH_KERNEL void keep(__global const real *restrict points, ulong first_coordinate,
                      __global const uint *restrict index, __global const nf_grid *restrict grid, uint n,
                      __global real *restrict reference, __global uint *restrict index_kept,
                      __global nf_grid *restrict grid_kept, __global nf_kept_state *restrict state) {
    points += first_coordinate;
    FOR_EACH(p, n) {
        index_kept[p] = grid->refused ? 0 : index[p]; // of an order that was refused there is no index
        for (ulong a = 0; a < DIMS; a++) reference[p * DIMS + a] = points[p * DIMS + a];
    }
    if (get_global_id(0) == 0) {
        *grid_kept = *grid;
        state->refused = grid->refused ? KEPT_MOVED : 0;
        state->needed = 0;
    }
}

// The position that the order stores, by where the point was.
static inline void nf_store_as_folded(__global const nf_grid *grid, const real *was, const real *is,
                                      __global real *axes, ulong stride, __global nf_real4 *packed, ulong p) {
    real folded[3];
    int w[3];
    nf_wraps_of(&grid->lattice, was[0], was[1], was[2], w);
    nf_lattice_fold_by(&grid->lattice, w, is[0], is[1], is[2], folded);
    for (int a = 0; a < DIMS; a++) axes[(ulong)a * stride + p] = folded[a];
    if (CLUSTER == 1)
        packed[p] = (nf_real4)(folded[0], DIMS > 1 ? folded[1] : 0, DIMS > 2 ? folded[2] : 0, 0);
}

EACH_KERNEL void follow(__global const real *restrict points, ulong first_coordinate,
                        __global const real *restrict reference, __global const uint *restrict index,
                        __global const uint *restrict lengths, uint list_room, uint n, real half_skin,
                        real pays, real scale, __global nf_grid *grid, __global real *restrict axes,
                        ulong stride, __global nf_real4 *restrict packed, __global nf_kept_state *state) {
    const real most = nf_step_most(grid, half_skin, pays, scale);
    uint refused = 0;
    points += first_coordinate;
    FOR_EACH(p, n) {
        const uint i = index[p];
        real was[3], is[3];
        nf_point_given(reference, i, was);
        nf_point_given(points, i, is);
        if (nf_is_far(was, is, most, scale)) refused |= KEPT_MOVED;
        nf_store_as_folded(grid, was, is, axes, stride, packed, p);
        const uint length = lengths[p / CLUSTER];
        if (length > list_room) {
            refused |= KEPT_UNLISTED;
            if (length != LIST_NONE) atomic_max(&state->needed, length);
        }
    }
    if (!refused) return;
    grid->refused = 1;
    atomic_or(&state->refused, refused);
}
