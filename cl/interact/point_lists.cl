// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums by lists of the neighbours of points, which are made from those of clusters (cluster_lists.cl).
//   order --list--> lists[clusters][room], lengths[clusters], middles[clusters][3] --split--> point_lists[n][point_room], point_lengths[n]
//   --sum_points, sum_others--> a row of each array of sums for each point
// A list is of positions in order: all points closer than `reach`, each in its nearest image.  A point whose list has no room has a length beyond the
// room; then its cluster counts as one without a list, and sum_others walks its candidates, as those of clusters that have none, whose
// points have no lists either.
//   packed[n], with FOLDED_BEFORE: where the points are, as nf_real4, as a lane that reads points here and there waits for one place instead of three
//   all as in cluster_lists.cl
#include "interact/cluster_lists.cl"
#include "interact/shares.cl"
#define LANES_A_POINT 8 // the lanes that add up the list of a point, as in src/interact/point_lists.c

// Writes the lists of the points of a cluster, from that of the cluster, whose room bounds the loop.  Returns the length of the longest one.
TOGETHER uint nf_split_list(const nf_walk_cloud *cloud, uint first, __global const real *middle, float reach,
                            __global const uint *list, uint length, uint point_room,
                            __global uint *point_lists, __global uint *point_lengths,
                            __local nf_walk_room *room) {
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
    nf_lanes_sync();
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
                there && own != k && nf_margin_square(jx - x[k], jy - y[k], jz - z[k]) < reach * reach;
            const uint mask = nf_lanes_ballot(near, room->lanes),
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

SEARCH_KERNEL void nf_split(WALK_CLOUD, float reach, uint list_room, __global const uint *restrict lists,
                            __global uint *restrict lengths, __global const real *restrict middles,
                            uint point_room, __global uint *restrict point_lists,
                            __global uint *restrict point_lengths, __global nf_search_status *status,
                            uint work) {
    __local nf_walk_room rooms[TILES];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
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
        if (lane == 0 && most > point_room) {
            lengths[own] = LIST_NONE;
            status->overflow = work;
        }
    } else if (tile < clusters && lane < WALK_POINTS && first + lane < n)
        point_lengths[first + lane] =
            max(length, point_room + 1); // the room that would do for the cluster, if any
}

// The position of a listed point.
static inline void nf_listed_at(const nf_walk_cloud *cloud, __global const nf_real4 *packed, uint j,
                                real *at) {
#if FOLDED_BEFORE
    const nf_real4 four = packed[j];
    at[0] = four.x, at[1] = four.y, at[2] = four.z;
    (void)cloud;
#else
    for (int a = 0; a < 3; a++) at[a] = nf_plane(cloud, a, j);
    (void)packed;
#endif
}

// Adds what the listed points do to point p, those of one lane of its share: LISTED_TOGETHER at a time, whose positions are read at the same time.
// What may be no partner is evaluated, too, and not added, or added by the rule.
#define LISTED_TOGETHER 8
static inline void nf_sum_share(const nf_walk_cloud *cloud, const nf_emitter *emitter,
                                const nf_query_point *point, const fields *own,
                                __global const nf_real4 *packed, __global const uint *list, uint share,
                                uint length, sums *found) {
    __global const nf_grid *grid = cloud->grid;
    const nf_periods periods = nf_periods_of(grid);
    const float cutoff = 1 / cloud->inverse, e = MARGIN_K + grid->blur + grid->crossed,
                sure = cutoff * cutoff * (1 - e), far = cutoff * cutoff * (1 + e);
    const real at[3] = {nf_plane(cloud, 0, point->p), nf_plane(cloud, 1, point->p),
                        nf_plane(cloud, 2, point->p)};
    for (uint first = share; first < length; first += LISTED_TOGETHER * LANES_A_POINT) {
        uint j[LISTED_TOGETHER], close = 0;
        real there[LISTED_TOGETHER][3];
#pragma unroll
        for (uint k = 0; k < LISTED_TOGETHER; k++)
            j[k] = first + k * LANES_A_POINT < length ? list[first + k * LANES_A_POINT] : point->p;
#pragma unroll
        for (uint k = 0; k < LISTED_TOGETHER; k++) nf_listed_at(cloud, packed, j[k], there[k]);
#pragma unroll
        for (uint k = 0; k < LISTED_TOGETHER; k++) {
            const vector D = {nf_to_nearest(&periods, 0, there[k][0] - at[0]),
                              nf_to_nearest(&periods, 1, there[k][1] - at[1]),
                              nf_to_nearest(&periods, 2, there[k][2] - at[2])};
            const float d2 = nf_margin_square((float)D.x, (float)D.y, (float)D.z);
            const int near = j[k] != point->p && d2 < far, is = near && d2 < sure;
            nf_other other;
            nf_back back = nf_back_none();
            other.carried = nf_fields_of(emitter->carried, NF_FIELD_COUNT && is ? cloud->index[j[k]] : 0);
            nf_add_if(is, own, &other, D, NF_MAD(D.z, D.z, NF_MAD(D.y, D.y, D.x * D.x)), &emitter->given,
                      found, &back);
            close |= (uint)(near && !is) << k;
        }
        for (uint k = 0; close; close >>= 1, k++)
            if (close & 1)
                nf_add_by_rule(cloud, emitter, point, own, list[first + k * LANES_A_POINT], &periods, found);
    }
}

// Of the points that have lists; and, if the grid was refused, what says so in all rows.
SEARCH_KERNEL void nf_sum_points(WALK_CLOUD, uint point_room, __global const uint *restrict point_lists,
                                 __global const uint *restrict point_lengths,
                                 __global const nf_real4 *restrict packed, __global nf_search_status *status,
                                 EMIT_PARAMETERS) {
    __local nf_sum columns[TILES * 32]; // no more: what local memory leaves is cache for the positions
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const uint item = (uint)get_global_id(0), lane = (uint)get_local_id(0) % 32,
               p = min(item / LANES_A_POINT, n - 1), tiles = WALK_TILES(&cloud), tile = p / WALK_POINTS,
               length = point_lengths[p];
    const int is = item / LANES_A_POINT < n, walks = is && !grid->refused && length <= point_room;
    const nf_emitter emitter = EMIT_OF;
    const nf_query_point point = {lane, p, is, grid->refused ? 0 : (int)index[p]};
    const fields own = nf_fields_of(carried, (uint)point.index);
    sums found = nf_sums_none();
    if (walks)
        nf_sum_share(&cloud, &emitter, &point, &own, packed, point_lists + (ulong)p * point_room,
                     lane % LANES_A_POINT, length, &found);
    nf_shares_close(&emitter, &cloud, &point, walks, LANES_A_POINT, &found,
                    columns + get_local_id(0) / 32 * 32);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
