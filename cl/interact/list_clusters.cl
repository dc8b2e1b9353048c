// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The kernels that make the lists of cluster_lists.cl: 32 lanes look at the candidates of the box around two clusters that follow each other in order,
// if that is not much larger than their own boxes; otherwise at those of one cluster after the other.
//   LISTS_HALF     as in side_own.cl     WALK_POINTS, TILES, the rest  as in cluster_lists.cl
//   paired         1: 32 lanes take two clusters, so that there are half as many rows of lanes; 0: one
// Lists have the same candidates in both cases.
#pragma once
#if !defined(LISTS_HALF) || !defined(WALK_POINTS)
#error "list_clusters.cl needs LISTS_HALF and WALK_POINTS"
#endif
#include "interact/list_boxes.cl"
#include "interact/list_lengths.cl"
#include "search/loops.cl"

// The points of the cluster, from the middle of the box.
TOGETHER void nf_listed_points(const nf_walk_cloud *cloud, const nf_listed *listed,
                               __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32;
    if (lane < listed->points) {
        float at[3] = {0, 0, 0}, image;
        for (int a = 0; a < DIMS; a++) {
            const nf_span span = room->view.span[a];
            at[a] = nf_from_middle(&span, nf_plane(cloud, a, listed->first + lane), &image);
        }
        room->own[lane] = (float4)(at[0], at[1], at[2], 0);
    }
    nf_lanes_sync();
}

// 1 if a candidate that is at d from the middle is within `reach` of a point of the cluster.
static inline int nf_is_near_any(__local const nf_listing *room, const float *d, uint points, float reach) {
    int is = 0;
    for (uint k = 0; k < points; k++) {
        const float4 own = room->own[k];
        is |= nf_margin_square(d[0] - own.x, d[1] - own.y, d[2] - own.z) < reach * reach;
    }
    return is;
}

// 1 if a candidate may be within `reach` of the box of a cluster.
static inline int nf_is_listed(const nf_listed *listed, const float *d, float reach) {
    const float at[3] = {listed->at.x, listed->at.y, listed->at.z},
                wide[3] = {listed->wide.x, listed->wide.y, listed->wide.z};
    float out = 0;
#pragma unroll
    for (int a = 0; a < DIMS; a++) {
        const float beside = fmax(fabs(d[a] - at[a]) - wide[a], 0.0f);
        out = a ? mad(beside, beside, out) : beside * beside;
    }
    return out < reach * reach;
}

// Appends those candidates of the lanes that may be near to the list of a cluster, in the order of lanes, and of e.
//   j, d  their positions in order; how far they are from the middle, or their coordinates; none of a list is at MAXFLOAT
TOGETHER void nf_list_append(nf_listed *listed, const uint *j, float (*d)[3], float reach, int narrow,
                             uint list_room, __global uint *lists, __local nf_listing *room) {
    const uint below = (1u << get_local_id(0) % 32) - 1;
    uint to = listed->put;
    int near[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        near[e] = nf_is_listed(listed, d[e], reach);
        if (LISTS_HALF) near[e] = near[e] && j[e] >= listed->first;
        if (narrow && near[e]) near[e] = nf_is_near_any(room, d[e], listed->points, reach);
        const uint mask = nf_lanes_ballot(near[e], room->lanes);
        to += popcount(mask & below);
        listed->put += popcount(mask);
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        if (near[e] && to < list_room) lists[listed->list + to] = j[e];
        to += near[e] != 0;
    }
}

// Appends the candidates of the rows to the lists of the clusters.
TOGETHER void nf_list_rows(const nf_walk_cloud *cloud, int plain, nf_listed *listed, int boxes, float reach,
                           uint least, int narrow, uint list_room, __global uint *lists,
                           __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32,
               rows = (uint)(room->view.window[1].count * room->view.window[2].count);
    for (uint batch = 0; batch < rows; batch += 32) {
        nf_stretch s = {0, 0, 0, 0};
        const uint row = batch + lane;
        if (row < rows) {
            const nf_view view = room->view;
            s = nf_row_stretch(cloud, view.span, view.window[1], view.window[2], row, reach, least);
        }
        uint before, begun = 0;
        const uint total = nf_list_runs(s, lane, &before, room->runs, room->lanes);
        const nf_span span[3] = {room->view.span[0], room->view.span[1], room->view.span[2]};
        for (uint at = 0; at < total; at += 32 * EACH) {
            const uint4 run = nf_listed_run(at, lane, s.length, before, &begun, room->runs, room->lanes);
            uint j[EACH];
            float d[EACH][3], image;
#pragma unroll
            for (uint e = 0; e < EACH; e++) {
                const uint number = at + EACH * lane + e;
                const int there = number < run.w;
                j[e] = there ? number + (number < run.y ? run.x : run.z) : least;
#pragma unroll
                for (int a = 0; a < 3; a++) {
                    const real p = nf_plane(cloud, a, j[e]);
                    d[e][a] = plain ? (float)p : nf_from_middle(span + a, p, &image);
                }
                if (!there) d[e][0] = MAXFLOAT;
            }
#pragma unroll
            for (int c = 0; c < LISTED_BOXES; c++) {
                if (c == boxes) break; // for all lanes
                nf_list_append(listed + c, j, d, reach, narrow, list_room, lists, room);
            }
        }
        nf_lanes_sync();
    }
}

// Makes the list of one cluster, or those of two that follow each other if they are looked at together.  Returns 0 if they are not, NF_LISTED if they are,
// and NF_WITHOUT if besides one of them has no list.
#define NF_LISTED  1
#define NF_WITHOUT 3
TOGETHER int nf_list_of(const nf_walk_cloud *cloud, uint one, uint other, float reach, int narrow,
                        uint list_room, __global uint *restrict lists, __global uint *restrict lengths,
                        __global real *restrict middles, __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32, n = cloud->n;
    const float blur = cloud->grid->blur + cloud->grid->crossed; // folded points are off
    const int boxes = one == other ? 1 : 2;
    reach += blur / cloud->inverse;
#if REAL64
    // Rows of cells, which are numbers of a float: as far as they may be off in a long box.
    for (int a = 0; a < DIMS; a++) reach += 0x1p-21f * (float)NF_PERIOD(cloud->grid, a);
#endif
    nf_list_boxes(cloud, one, other, reach, room);
    const int each = room->view.is[0] & room->view.is[1] & room->view.is[2],
              any = room->view.is[0] | room->view.is[1] | room->view.is[2],
              is = blur <= MARGIN_BLUR && (each & NF_SIMPLE),
              together = boxes == 1 || (is && !narrow && nf_is_joint(room, reach)),
              plain = !REAL64 && !narrow && !(any & NF_AROUND);
    nf_lanes_sync(); // before the boxes of others are there
    if (!together) return 0;
    nf_list_frame(plain, room);
    nf_listed listed[LISTED_BOXES] = {nf_listed_of(one, 0, n, list_room, room),
                                      nf_listed_of(other, 1, n, list_room, room)};
    if (narrow) nf_listed_points(cloud, listed, room);
    const uint least = LISTS_HALF ? listed->first : 0;
    // Two copies of the loop, so that plain coordinates cost no test for each candidate.
    if (is && plain) nf_list_rows(cloud, 1, listed, boxes, reach, least, narrow, list_room, lists, room);
    else if (is) nf_list_rows(cloud, 0, listed, boxes, reach, least, narrow, list_room, lists, room);
    if (lane < 3)
        for (int c = 0; c < boxes; c++) middles[(one + c) * 3 + lane] = room->box[c][lane].middle;
    if (lane == 0) lengths[one] = is ? listed[0].put : LIST_NONE;
    if (lane == 0 && boxes > 1) lengths[other] = is ? listed[1].put : LIST_NONE;
    nf_lanes_sync();
    return is && max(listed[0].put, boxes > 1 ? listed[1].put : 0) <= list_room ? NF_LISTED : NF_WITHOUT;
}

// Those of the clusters of a row of lanes.  status->overflow is set to `work` if one of them has no list.
TOGETHER void nf_list(const nf_walk_cloud *cloud, uint paired, float reach, int narrow, uint list_room,
                      __global uint *restrict lists, __global uint *restrict lengths,
                      __global real *restrict middles, __global nf_search_status *status, uint work,
                      __local nf_listing *room) {
    const uint clusters = (cloud->n + WALK_POINTS - 1) / WALK_POINTS, lane = (uint)get_local_id(0) % 32,
               first = WALK_TILE(get_global_id(0)) * (1 + paired), end = min(first + 1 + paired, clusters);
    if (cloud->grid->refused) { // for all lanes
        if (first + lane < end) lengths[first + lane] = 0;
        return;
    }
#ifdef LOOPS_END
    if (lane == 0 && first < end) lengths[first] = lengths[end - 1] = LIST_NONE; // if the loop ends before
#endif
    uint one = first, other = end - 1;
    int without = 0;
    while (one < end) {
        const int made =
            nf_list_of(cloud, one, other, reach, narrow, list_room, lists, lengths, middles, room);
        without |= made == NF_WITHOUT;
        if (made) one = other + 1;
        other = one;
    }
    if (without && lane == 0) status->overflow = work;
}

// With the candidates of the boxes of clusters.
SEARCH_KERNEL void nf_list_wide(WALK_CLOUD, float reach, uint paired, uint list_room,
                                __global uint *restrict lists, __global uint *restrict lengths,
                                __global real *restrict middles, __global nf_search_status *status,
                                uint work) {
    __local nf_listing rooms[TILES];
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    nf_list(&cloud, paired, reach, 0, list_room, lists, lengths, middles, status, work,
            rooms + get_local_id(0) / 32);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}

// With those of the points of clusters.
SEARCH_KERNEL void nf_list_narrow(WALK_CLOUD, float reach, uint paired, uint list_room,
                                  __global uint *restrict lists, __global uint *restrict lengths,
                                  __global real *restrict middles, __global nf_search_status *status,
                                  uint work) {
    __local nf_listing rooms[TILES];
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    nf_list(&cloud, paired, reach, 1, list_room, lists, lengths, middles, status, work,
            rooms + get_local_id(0) / 32);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
