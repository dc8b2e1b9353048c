// The kernels that make the lists of cluster_lists.cl: 32 lanes look at the candidates of the box around two clusters that follow each other in order,
// if that is not much larger than their own boxes; otherwise at those of one cluster after the other.
//   LISTS_HALF     as in side_own.cl     WALK_POINTS, TILES, the rest  as in cluster_lists.cl
//   paired         1: 32 lanes take two clusters, so that there are half as many rows of lanes; 0: one
// Lists are those of cluster_lists.cl in both cases, in the same order.
#pragma once
#if !defined(LISTS_HALF) || !defined(WALK_POINTS)
#error "list_clusters.cl needs LISTS_HALF and WALK_POINTS"
#endif
#include "interact/cluster_rows.cl"
#include "interact/list_lengths.cl"
#include "search/loops.cl"

#define LISTED_BOXES 2 // whose lists are made together: `one` and `other`, or one alone
// What is looked at: a box, the rows of cells that meet it, and whether the coordinates of candidates are those of the points, which takes less time, or are
// from the middle of the box, in the nearest image.
typedef struct nf_view {
    nf_span span[3];
    nf_window y, z;
    int plain;
} nf_view;

typedef struct nf_listing {
    nf_view view; // here, like the boxes of the clusters, as registers are scarcer
    nf_span box[LISTED_BOXES][3];
    uint4 runs[32];          // of the rows that have candidates (nf_list_runs)
    float4 own[WALK_POINTS]; // the points of a cluster, from the middle
    uint lanes[LANES_ROOM];
} nf_listing;

// ---- boxes -----------------------------------------------------------------------------------------------

// A cluster whose list is made, and its box.
typedef struct nf_listed {
    uint first, points;
    uint list, put;       // where the list begins; its candidates so far
    float at[3], wide[3]; // of the box, in the coordinates of candidates
} nf_listed;

// 1 if each candidate of the box has one image that may be near, and the box is not so long that a walk takes less time.
static inline int nf_is_simple(__local const nf_span *span, float reach) {
    int simple = 1;
#pragma unroll
    for (int a = 0; a < 3; a++) {
        if (a < DIMS && !(span[a].wide + reach < 0.499f * span[a].period)) simple = 0;
        if (span[a].wide > 8 * reach) simple = 0;
    }
    return simple;
}

TOGETHER nf_span nf_cluster_span(const walk_cloud *cloud, int axis, uint cluster, uint lane,
                                 __local uint *lanes) {
    const uint first = cluster * WALK_POINTS;
    return nf_span_of(cloud, axis, first, min((uint)WALK_POINTS, cloud->n - first), lane, lanes);
}

// The box around two.
static inline nf_span nf_span_around(const walk_cloud *cloud, int axis, const nf_span *one,
                                     const nf_span *other) {
    float image;
    const float apart = nf_from_middle(one, other->middle, &image),
                lo = fmin(-one->wide, apart - other->wide), hi = fmax(one->wide, apart + other->wide);
    nf_span span = nf_frame_of(cloud, axis, one->middle + (real)(0.5f * (lo + hi)));
    if (axis >= DIMS) return span;
    span.at = (float)(span.middle - NF_ORIGIN(cloud->grid, axis));
    span.wide = fmax(fabs(nf_from_middle(&span, one->middle, &image)) + one->wide,
                     fabs(nf_from_middle(&span, other->middle, &image)) + other->wide) *
                (1 + 0x1p-20f);
    return span;
}

// 1 if it takes less time to look at the box around both than at each.
static inline int nf_is_joint(__local const nf_listing *room, float reach) {
    float all = 1, each = 1, two = 1;
#pragma unroll
    for (int a = 0; a < DIMS; a++) {
        all *= room->view.span[a].wide + reach;
        each *= room->box[0][a].wide + reach;
        two *= room->box[1][a].wide + reach;
    }
    return all < 0.8f * (each + two);
}

// Puts the boxes of two clusters, which may be one, and that around them into the room.
TOGETHER void nf_list_boxes(const walk_cloud *cloud, uint one, uint other, __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32;
#pragma unroll
    for (int a = 0; a < 3; a++) {
        const nf_span first = nf_cluster_span(cloud, a, one, lane, room->lanes);
        nf_span second = first, around = first;
        if (other != one) { // for all lanes
            second = nf_cluster_span(cloud, a, other, lane, room->lanes);
            around = nf_span_around(cloud, a, &first, &second);
        }
        if (lane == 0) {
            room->box[0][a] = first;
            room->box[1][a] = second;
            room->view.span[a] = around;
        }
    }
    lanes_sync();
}

// What of the box around them is looked at.
TOGETHER void nf_view_around(__global const nf_grid *grid, float reach, int narrow,
                             __local nf_listing *room) {
    const nf_span span[3] = {room->view.span[0], room->view.span[1], room->view.span[2]};
    const nf_window one = {0, 1}, x = nf_window_of(grid, 0, span, reach),
                    y = DIMS > 1 ? nf_window_of(grid, DIMS > 1, span + 1, reach) : one,
                    z = DIMS > 2 ? nf_window_of(grid, DIMS - 1, span + 2, reach) : one;
    const int wraps = nf_window_wraps(grid, 0, x) || (DIMS > 1 && nf_window_wraps(grid, DIMS > 1, y)) ||
                      (DIMS > 2 && nf_window_wraps(grid, DIMS - 1, z));
    if (get_local_id(0) % 32 == 0) {
        room->view.y = y;
        room->view.z = z;
        room->view.plain = !REAL64 && !narrow && !wraps;
    }
    lanes_sync();
}

static inline nf_listed nf_listed_of(uint cluster, uint c, uint n, uint list_room,
                                     __local const nf_listing *room) {
    nf_listed listed;
    float image;
    listed.first = cluster * WALK_POINTS;
    listed.points = min((uint)WALK_POINTS, n - listed.first);
    listed.list = cluster * list_room;
    listed.put = 0;
#pragma unroll
    for (int a = 0; a < 3; a++) {
        const nf_span around = room->view.span[a], own = room->box[c][a];
        listed.at[a] = room->view.plain ? (float)own.middle : nf_from_middle(&around, own.middle, &image);
        listed.wide[a] = own.wide + 0x1p-20f * around.wide;
    }
    return listed;
}

// ---- lists -----------------------------------------------------------------------------------------------

// The points of the cluster, from the middle of the box.
TOGETHER void nf_listed_points(const walk_cloud *cloud, const nf_listed *listed, __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32;
    if (lane < listed->points) {
        float at[3] = {0, 0, 0}, image;
        for (int a = 0; a < DIMS; a++) {
            const nf_span span = room->view.span[a];
            at[a] = nf_from_middle(&span, nf_plane(cloud, a, listed->first + lane), &image);
        }
        room->own[lane] = (float4)(at[0], at[1], at[2], 0);
    }
    lanes_sync();
}

// 1 if a candidate that is at d from the middle is within `reach` of a point of the cluster.
static inline int nf_is_near_any(__local const nf_listing *room, const float *d, uint points, float reach) {
    int is = 0;
    for (uint k = 0; k < points; k++) {
        const float4 own = room->own[k];
        is |= margin_square(d[0] - own.x, d[1] - own.y, d[2] - own.z) < reach * reach;
    }
    return is;
}

// 1 if a candidate may be within `reach` of the box of a cluster.
static inline int nf_is_listed(const nf_listed *listed, const float *d, float reach) {
    float out = 0;
#pragma unroll
    for (int a = 0; a < DIMS; a++) {
        const float beside = fmax(fabs(d[a] - listed->at[a]) - listed->wide[a], 0.0f);
        out = a ? mad(beside, beside, out) : beside * beside;
    }
    return out < reach * reach;
}

// Appends the candidates of the rows to the lists of the clusters.
TOGETHER void nf_list_rows(const walk_cloud *cloud, int plain, nf_listed *listed, int boxes, float reach,
                           uint least, int narrow, uint list_room, __global uint *lists,
                           __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32, rows = (uint)(room->view.y.count * room->view.z.count);
    for (uint batch = 0; batch < rows; batch += 32) {
        nf_stretch s = {0, 0, 0, 0};
        const uint row = batch + lane;
        if (row < rows) {
            const nf_view view = room->view;
            s = nf_row_stretch(cloud, view.span, view.y, view.z, row, reach, least);
        }
        uint before, begun = 0;
        const uint total = nf_list_runs(s, lane, &before, room->runs, room->lanes);
        const nf_span span[3] = {room->view.span[0], room->view.span[1], room->view.span[2]};
        for (uint at = 0; at < total; at += 32) {
            const int there = at + lane < total;
            const uint place = nf_listed_place(at, lane, s.length, before, &begun, room->runs, room->lanes),
                       j = there ? place : least;
            float d[3], image;
#pragma unroll
            for (int a = 0; a < 3; a++) {
                const real p = nf_plane(cloud, a, j);
                d[a] = plain ? (float)p : nf_from_middle(span + a, p, &image);
            }
            if (!there) d[0] = MAXFLOAT;
#pragma unroll
            for (int c = 0; c < LISTED_BOXES; c++) {
                if (c == boxes) break; // for all lanes
                int near = nf_is_listed(listed + c, d, reach);
                if (LISTS_HALF) near = near && j >= listed[c].first;
                if (narrow && near) near = nf_is_near_any(room, d, listed[c].points, reach);
                const uint mask = lanes_ballot(near, room->lanes),
                           to = listed[c].put + popcount(mask & ((1u << lane) - 1));
                if (near && to < list_room) lists[listed[c].list + to] = j;
                listed[c].put += popcount(mask);
            }
        }
        lanes_sync();
    }
}

// Makes the list of one cluster, or those of two that follow each other if they are looked at together.  Returns 0 if they are not.
TOGETHER int nf_list_of(const walk_cloud *cloud, uint one, uint other, float reach, int narrow,
                        uint list_room, __global uint *restrict lists, __global uint *restrict lengths,
                        __global real *restrict middles, __local nf_listing *room) {
    const uint lane = (uint)get_local_id(0) % 32, n = cloud->n;
    const float blur = cloud->grid->blur + cloud->grid->crossed; // folded points are off
    const int boxes = one == other ? 1 : 2;
    reach += blur / cloud->inverse;
    nf_list_boxes(cloud, one, other, room);
    const int is = blur <= MARGIN_BLUR && nf_is_simple(room->view.span, reach);
    const int together = boxes == 1 || (is && !narrow && nf_is_joint(room, reach));
    lanes_sync(); // before the boxes of others are there
    if (!together) return 0;
    nf_view_around(cloud->grid, reach, narrow, room);
    nf_listed listed[LISTED_BOXES] = {nf_listed_of(one, 0, n, list_room, room),
                                      nf_listed_of(other, 1, n, list_room, room)};
    if (narrow) nf_listed_points(cloud, listed, room);
    const uint least = LISTS_HALF ? listed->first : 0;
    // Two copies of the loop, so that plain coordinates cost no test for each candidate.
    if (is && room->view.plain)
        nf_list_rows(cloud, 1, listed, boxes, reach, least, narrow, list_room, lists, room);
    else if (is) nf_list_rows(cloud, 0, listed, boxes, reach, least, narrow, list_room, lists, room);
    if (lane < 3)
        for (int c = 0; c < boxes; c++) middles[(one + c) * 3 + lane] = room->box[c][lane].middle;
    if (lane == 0) lengths[one] = is ? listed[0].put : LIST_NONE;
    if (lane == 0 && boxes > 1) lengths[other] = is ? listed[1].put : LIST_NONE;
    lanes_sync();
    return 1;
}

// Those of the clusters of a row of lanes.
TOGETHER void nf_list(const walk_cloud *cloud, uint paired, float reach, int narrow, uint list_room,
                      __global uint *restrict lists, __global uint *restrict lengths,
                      __global real *restrict middles, __local nf_listing *room) {
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
    while (one < end) {
        if (nf_list_of(cloud, one, other, reach, narrow, list_room, lists, lengths, middles, room))
            one = other + 1;
        other = one;
    }
}

// With the candidates of the boxes of clusters.
SEARCH_KERNEL void list(WALK_CLOUD, float reach, uint paired, uint list_room, __global uint *restrict lists,
                        __global uint *restrict lengths, __global real *restrict middles,
                        __global nf_tally *tally) {
    __local nf_listing rooms[TILES];
    const walk_cloud cloud = WALK_CLOUD_OF;
    nf_list(&cloud, paired, reach, 0, list_room, lists, lengths, middles, rooms + get_local_id(0) / 32);
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}

// With those of the points of clusters.
SEARCH_KERNEL void list_narrow(WALK_CLOUD, float reach, uint paired, uint list_room,
                               __global uint *restrict lists, __global uint *restrict lengths,
                               __global real *restrict middles, __global nf_tally *tally) {
    __local nf_listing rooms[TILES];
    const walk_cloud cloud = WALK_CLOUD_OF;
    nf_list(&cloud, paired, reach, 1, list_room, lists, lengths, middles, rooms + get_local_id(0) / 32);
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}
