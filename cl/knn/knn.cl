// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The k nearest neighbours of points.
//   A work-item walks the tree (nodes.cl) for as many queries as its walker has, then for the next ones: the nearest of the nodes that may
//   have a neighbour first.  In a periodic box it does so for the images of the tree, shell by shell.
//   tree, and with SELF its points; otherwise rows[n x DIMS], order[n] if HAS_ORDER --knn--> what is asked for
//   SELF       1: the queries are the points of the tree; 0: rows, row t being number `first` + t
//   HAS_ORDER  1: query t is row order[t]
//   BOX, FOLDED, DIMS, GROUP, ITEMS  as in folded.cl; an element is a walker     K_MOST  as in nearest.cl
//   ROOT64     as in rounded.cl
//   INDICES, DISTANCES, KTH, MEAN, DENSITY  1: the array is written
//   refused[1]  if numbers.bounded, ~ the number of the first query with fewer than k neighbours, if there is one; otherwise unchanged
// Why pruning is exact: the box distance of a node takes the operations of the rule, each of which is monotone, so it is at most the
// d2 of any point inside.  In folded trees each component of the distance gets a slack (slack.cl).
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY)
#error "knn.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN and DENSITY"
#endif
#include "machine/each.cl"
#include "machine/in_order.cl"
#include "knn/query_at.cl"
#include "knn/walk.cl"

// Writes a row; returns 1 if it has k neighbours.
static inline int nf_knn_put(nf_nearest *nearest, const nf_knn_numbers *numbers, ulong row,
                             __global int *indices, __global real *distances, __global real *kth,
                             __global real *mean, __global real *density) {
    const uint k = numbers->k;
    real d2[K_MOST], sum = 0, distance = 0;
    uint found[K_MOST];
    nf_nearest_order(nearest, d2, found);
    IN_ORDER for (uint i = 0; i < k; i++) {
        const uint index = found[i];
#if DISTANCES | KTH | MEAN | DENSITY
        if ((DISTANCES | MEAN | (int)(i + 1 == k)) != 0)
            distance = index == NF_NOBODY ? (real)INFINITY
                                          : nf_unscaled(nf_root(d2[i]), numbers->scale, numbers->unscale);
        sum += distance;
#endif
#if INDICES
        indices[row * k + i] = (int)index;
#endif
#if DISTANCES
        distances[row * k + i] = distance;
#endif
    }
#if KTH
    kth[row] = distance;
#endif
#if MEAN
    mean[row] = nf_mean_distance(sum, numbers->per_k);
#endif
#if DENSITY
    density[row] = nf_knn_density(numbers, distance);
#endif
    (void)sum, (void)indices, (void)distances, (void)kth, (void)mean, (void)density;
    return found[k - 1] != NF_NOBODY;
}

// Query t and its list; returns its row, and its name as in query_at.cl.
static inline ulong nf_knn_take(nf_walker *walker, uint i, ulong t, const nf_tree *tree,
                                __global const real *rows, __global const uint *order,
                                const nf_knn_numbers *numbers, uint *name WALK_FOLDS) {
    nf_nearest_begin(&walker->nearest[i], numbers->k, numbers->start);
    return nf_query_take(&walker->query[i], t, tree, rows, order, numbers, name WALK_PASS);
}

EACH_KERNEL void knn(TREE_PARAMETERS, __global const real *rows, ulong rows_offset,
                     __global const uint *order, ulong order_offset, uint n, nf_knn_numbers numbers,
                     __global int *indices, ulong indices_offset, __global real *distances,
                     ulong distances_offset, __global real *kth, ulong kth_offset, __global real *mean,
                     ulong mean_offset, __global real *density, ulong density_offset,
                     volatile __global uint *refused WALK_PARAMETERS LOOPS_PARAMETERS) {
    const nf_tree tree = TREE_OF_PARAMETERS;
    LEVELS_TAKE
    const uint walkers = (n + NF_WALKER_QUERIES - 1) / NF_WALKER_QUERIES;
    WALK_TAKE
    rows += rows_offset;
    order += order_offset;
    FOR_EACH(w, walkers) {
        nf_walker walker;
        ulong row[NF_WALKER_QUERIES];
        uint name[NF_WALKER_QUERIES], least = NF_NOBODY;
        const ulong first = w * NF_WALKER_QUERIES;
        const uint count = (uint)min((ulong)NF_WALKER_QUERIES, n - first);
        for (uint i = 0; i < count; i++) {
            row[i] = nf_knn_take(&walker, i, first + i, &tree, rows, order, &numbers, &name[i] WALK_PASS);
            least = min(least, name[i]);
        }
        if (numbers.bounded && ~*refused < least) continue; // no row counts, and searches that fail are long
        nf_walker_begin(&walker, count);
        nf_walk_images(&walker, &tree, &levels, SELF ? (uint)(first / NF_LEAF) : NF_NOBODY WALK_PASS);
        for (uint i = 0; i < count; i++) {
            const int is_full = nf_knn_put(&walker.nearest[i], &numbers, row[i], indices + indices_offset,
                                           distances + distances_offset, kth + kth_offset, mean + mean_offset,
                                           density + density_offset);
            if (numbers.bounded && !is_full) atomic_max(refused, ~name[i]);
        }
    }
    LOOPS_CHECK(n);
}
