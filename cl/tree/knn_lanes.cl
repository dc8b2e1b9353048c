// The k nearest neighbours: 32 lanes look for those of one query (seeker.cl), then of another.  For few queries, large k, points that are outside of their
// periodic box, and what parties leave (walkers_lanes.cl).
//   tree, and with SELF its points; otherwise rows, in order[n] --knn_lanes--> the rows that are asked for
//   LISTED  1: the queries left[state[1]] (walkers_lanes.cl), 0: all n
//   GROUP   work-items: a query has 32; LANES_BY as in lanes.cl
//   SELF, HAS_ORDER, BOX, FOLDED, DIMS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in knn.cl
//   a list (list_lanes.cl) is a part before it
//   state[0]  refused[0] in knn.cl
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY) || !defined(GROUP) ||        \
    !defined(LISTED)
#error                                                                                                       \
    "knn_lanes.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN, DENSITY, GROUP and LISTED"
#endif
#include "tree/seeker.cl"
#include "tree/taken.cl"

// What is told of the list.
TOGETHER void nf_seek_tell(const nf_seeker *seeker, const nf_knn_asked *asked, ulong row,
                           __local nf_seek_room *room, __global int *indices, __global real *distances,
                           __global real *kth, __global real *mean, __global real *density) {
    const uint k = asked->k;
    for (uint i = seeker->lane; i < k; i += 32) {
#if INDICES
        indices[row * k + i] = (int)room->found.index[i];
#endif
#if DISTANCES | KTH | MEAN | DENSITY
        const real distance = room->found.index[i] == NF_NOBODY
                                  ? (real)INFINITY
                                  : nf_unscaled(nf_root(room->found.d2[i]), asked->scale, asked->unscale);
        room->found.d2[i] = distance;
#endif
#if DISTANCES
        distances[row * k + i] = distance;
#endif
    }
    lanes_sync();
    if (seeker->lane == 0) {
#if KTH
        kth[row] = room->found.d2[k - 1];
#endif
#if MEAN
        real sum = 0;
        for (uint i = 0; i < k; i++) sum += room->found.d2[i];
        mean[row] = nf_mean_distance(sum, asked->per_k);
#endif
#if DENSITY
        density[row] = nf_knn_density(asked, room->found.d2[k - 1]);
#endif
    }
    lanes_sync();
    (void)indices, (void)distances, (void)kth, (void)mean, (void)density;
}

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_lanes(TREE_PARAMETERS, __global const real *rows, ulong rows_offset, __global const uint *order,
          ulong order_offset, uint n, nf_knn_asked asked, __global int *indices, ulong indices_offset,
          __global real *distances, ulong distances_offset, __global real *kth, ulong kth_offset,
          __global real *mean, ulong mean_offset, __global real *density, ulong density_offset,
          volatile __global uint *state, __global const uint *left WALK_PARAMETERS) {
    __local nf_seek_room rooms[GROUP / 32];
    __local nf_seek_room *room = rooms + get_local_id(0) / 32;
    const nf_tree tree = TREE_OF_PARAMETERS;
    const uint count = LISTED ? state[1] : n, step = (uint)get_num_groups(0) * (GROUP / 32);
    PLANES_TAKE
    WALK_TAKE
    nf_seeker seeker;
    seeker.lane = get_local_id(0) % 32;
    seeker.k = asked.k;
    for (uint i = (uint)get_group_id(0) * (GROUP / 32) + (uint)get_local_id(0) / 32; i < count; i += step) {
        uint name;
        const ulong row = nf_query_take(&seeker.query, LISTED ? left[i] : i, &tree, rows + rows_offset,
                                        order + order_offset, &asked, &name WALK_PASS);
        nf_seek_begin(&seeker, asked.start, room WALK_PASS);
        if (!nf_seek(&seeker, &tree, &planes, room WALK_PASS) && seeker.lane == 0) atomic_max(state, ~name);
        nf_seek_tell(&seeker, &asked, row, room, indices + indices_offset, distances + distances_offset,
                     kth + kth_offset, mean + mean_offset, density + density_offset);
    }
}
