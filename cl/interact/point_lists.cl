// Sums by lists of the neighbours of points, which are made from those of clusters (cluster_lists.cl).
//   order --list--> lists[clusters][room], lengths[clusters], middles[clusters][3] --split--> point_lists[n][point_room], point_lengths[n]
//   --sum_points, sum_others--> a row of each array of sums for each point
// A list is of positions in order: all points closer than `reach`, each in its nearest image.  A point whose list has no room has a length beyond the
// room; then its cluster counts as one without a list, and sum_others walks its candidates, as those of clusters that have none, whose
// points have no lists either.
//   packed[n], with FOLDED_BEFORE: where the points are, as real4, as a lane that reads points here and there waits for one place instead of three
//   all as in cluster_lists.cl
#include "interact/cluster_lists.cl"
#define LANES_A_POINT 8 // the lanes that add up the list of a point, as in src/interact/point_lists.c

// Writes the lists of the points of a cluster, from that of the cluster.  Returns the length of the longest one.
TOGETHER uint nf_split_list(const walk_cloud *cloud, uint first, __global const real *middle, float reach,
                            __global const uint *list, uint length, uint point_room,
                            __global uint *point_lists, __global uint *point_lengths,
                            __local walk_room *room) {
    const uint lane = (uint)get_local_id(0) % 32, points = min((uint)WALK_POINTS, cloud->n - first);
    float x[WALK_POINTS], y[WALK_POINTS], z[WALK_POINTS], image;
    uint counts[WALK_POINTS], most = 0;
    nf_span span[3];
    for (int a = 0; a < 3; a++) span[a] = nf_frame_of(cloud, a, middle[a]);
    const uint p = first + min(lane, points - 1);
    const float away = lane < points ? 0 : AWAY;
    room->ring[lane] = (float4)(nf_from_middle(span, nf_plane(cloud, 0, p), &image) + away,
                                DIMS > 1 ? nf_from_middle(span + 1, nf_plane(cloud, 1, p), &image) : 0,
                                DIMS > 2 ? nf_from_middle(span + 2, nf_plane(cloud, 2, p), &image) : 0, 0);
    lanes_sync();
#pragma unroll
    for (int k = 0; k < WALK_POINTS; k++) {
        x[k] = room->ring[k].x;
        y[k] = room->ring[k].y;
        z[k] = room->ring[k].z;
        counts[k] = 0;
    }
    for (uint at = 0; at < length; at += 32) {
        const int there = at + lane < length;
        const uint j = there ? list[at + lane] : first, own = j - first;
        const float jx = nf_from_middle(span, nf_plane(cloud, 0, j), &image),
                    jy = DIMS > 1 ? nf_from_middle(span + 1, nf_plane(cloud, 1, j), &image) : 0,
                    jz = DIMS > 2 ? nf_from_middle(span + 2, nf_plane(cloud, 2, j), &image) : 0;
#pragma unroll
        for (uint k = 0; k < WALK_POINTS; k++) {
            const int near =
                there && own != k && margin_square(jx - x[k], jy - y[k], jz - z[k]) < reach * reach;
            const uint mask = lanes_ballot(near, room->lanes),
                       to = counts[k] + popcount(mask & ((1u << lane) - 1));
            if (near && to < point_room) point_lists[(ulong)(first + k) * point_room + to] = j;
            counts[k] += popcount(mask);
        }
    }
#pragma unroll
    for (uint k = 0; k < WALK_POINTS; k++) {
        if (lane == k && k < points) point_lengths[first + k] = counts[k];
        most = max(most, counts[k]);
    }
    return most;
}

SEARCH_KERNEL void split(WALK_CLOUD, float reach, uint list_room, __global const uint *restrict lists,
                         __global uint *restrict lengths, __global const real *restrict middles,
                         uint point_room, __global uint *restrict point_lists,
                         __global uint *restrict point_lengths) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint lane = (uint)get_local_id(0) % 32, clusters = WALK_TILES(&cloud),
               tile = WALK_TILE(get_global_id(0)), own = min(tile, clusters - 1), first = own * WALK_POINTS,
               length = lengths[own];
    const int has = tile < clusters && length <= list_room;
    if (grid->refused) { // for all lanes
        if (tile < clusters && lane < WALK_POINTS && first + lane < n) point_lengths[first + lane] = 0;
        return;
    }
    RETURN_UNLESS(tile < clusters)
    reach += (grid->blur + grid->crossed) / inverse; // as in list
    if (has) {
        const uint most =
            nf_split_list(&cloud, first, middles + (ulong)own * 3, reach, lists + (ulong)own * list_room,
                          length, point_room, point_lists, point_lengths, room);
        if (lane == 0 && most > point_room) lengths[own] = LIST_NONE;
    } else if (tile < clusters && lane < WALK_POINTS && first + lane < n)
        point_lengths[first + lane] =
            max(length, point_room + 1); // the room that would do for the cluster, if any
}

// The position of a listed point.
static inline void nf_listed_at(const walk_cloud *cloud, __global const real4 *packed, uint j, real *at) {
#if FOLDED_BEFORE
    const real4 four = packed[j];
    at[0] = four.x, at[1] = four.y, at[2] = four.z;
    (void)cloud;
#else
    for (int a = 0; a < 3; a++) at[a] = nf_plane(cloud, a, j);
    (void)packed;
#endif
}

// Adds what the listed points do to point p, those of one lane of its share.
static inline void nf_sum_share(const walk_cloud *cloud, const nf_emitter *emitter,
                                const nf_query_point *point, const fields *own, __global const real4 *packed,
                                __global const uint *list, uint share, uint length, sums *found) {
    __global const nf_grid *grid = cloud->grid;
    const float cutoff = 1 / cloud->inverse;
    real at[3], period[3];
    float unperiod[3];
    const float e = MARGIN_K + grid->blur + grid->crossed, sure = cutoff * cutoff * (1 - e),
                far = cutoff * cutoff * (1 + e);
#pragma unroll
    for (int a = 0; a < 3; a++) {
        at[a] = nf_plane(cloud, a, point->p);
        period[a] = a < DIMS ? grid->lattice.height[a] : 0;
        unperiod[a] = a < DIMS ? 1 / (float)period[a] : 0;
    }
    uint next = share < length ? list[share] : 0; // a step ahead
    for (uint k = share; k < length; k += LANES_A_POINT) {
        const uint j = next;
        int m[3];
        real d[3], there[3];
        if (k + LANES_A_POINT < length) next = list[k + LANES_A_POINT];
        nf_listed_at(cloud, packed, j, there);
#pragma unroll
        for (int a = 0; a < 3; a++) {
            const real apart = there[a] - at[a];
            const float image = rint((float)apart * unperiod[a]);
            d[a] = apart - period[a] * (real)image;
            m[a] = -(int)image;
        }
        const float d2 = margin_square((float)d[0], (float)d[1], (float)d[2]);
        if (!(d2 < far)) continue;
        const uint number = NF_FIELD_COUNT || !(d2 < sure) ? cloud->index[j] : 0;
        if (d2 < sure) {
            const fields theirs = nf_fields_of(emitter->carried, number);
            const vector D = {d[0], d[1], d[2]};
            nf_apply(own, &theirs, D, &emitter->given, found);
        } else {
            const nf_shift shift = nf_shift_of(grid, m);
            if (!nf_is_partner(cloud, point, number, shift)) continue;
            const fields theirs = nf_fields_of(emitter->carried, number);
            nf_apply(own, &theirs, nf_displaced_as_given(cloud, (uint)point->index, number, shift),
                     &emitter->given, found);
        }
    }
}

// The sum of v over the lanes of a share, in their order, for the first of them.
TOGETHER sum nf_share_sum(sum v, uint lane, __local walk_room *room) {
    __local sum *column = (__local sum *)room->emit;
    lanes_sync();
    column[lane] = v;
    lanes_sync();
    if (lane % LANES_A_POINT == 0)
#pragma unroll
        for (uint k = 1; k < LANES_A_POINT; k++) v += column[lane + k];
    return v;
}
#define NF_SHARE_SUM(member) all.member = nf_share_sum(found.member, lane, room);
#define NF_SHARE_VECTOR(name, sign)                                                                          \
    NF_SHARE_SUM(name.x)                                                                                     \
    if (DIMS > 1) { NF_SHARE_SUM(name.y) }                                                                   \
    if (DIMS > 2) { NF_SHARE_SUM(name.z) }
#define NF_SHARE_SCALAR(name, sign) NF_SHARE_SUM(name)

// Of the points that have lists; and, if the grid was refused, what says so in all rows.
SEARCH_KERNEL void sum_points(WALK_CLOUD, uint point_room, __global const uint *restrict point_lists,
                              __global const uint *restrict point_lengths,
                              __global const real4 *restrict packed, __global nf_tally *tally,
                              EMIT_PARAMETERS) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint item = (uint)get_global_id(0), lane = (uint)get_local_id(0) % 32,
               p = min(item / LANES_A_POINT, n - 1), tiles = WALK_TILES(&cloud), tile = p / WALK_POINTS,
               length = point_lengths[p];
    const int is = item / LANES_A_POINT < n, walks = is && !grid->refused && length <= point_room;
    const nf_emitter emitter = EMIT_OF;
    const nf_query_point point = {lane, p, is, grid->refused ? 0 : (int)index[p]};
    const fields own = nf_fields_of(carried, (uint)point.index);
    sums found = nf_sums_none(), all = nf_sums_none();
    if (walks)
        nf_sum_share(&cloud, &emitter, &point, &own, packed, point_lists + (ulong)p * point_room,
                     lane % LANES_A_POINT, length, &found);
    NF_SUMS(NF_SHARE_VECTOR, NF_SHARE_SCALAR)
    if (is && lane % LANES_A_POINT == 0) {
        if (grid->refused) all = nf_sums_unknown();
        if (walks || grid->refused) nf_sums_put(&emitter.places, grid->refused ? p : (uint)point.index, &all);
    }
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}
