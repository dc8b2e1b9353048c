// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The boxes of the clusters whose lists list_clusters.cl makes, and the box around them, whose candidates it looks at.
#pragma once
#include "interact/cluster_rows.cl"

#define LISTED_BOXES 2 // whose lists are made together: `one` and `other`, or one alone

// What is looked at: a box, the rows and cells that meet it, and for each axis
//   NF_SIMPLE  if each candidate has one image that may be near, and the box is not so long that a walk takes less time
//   NF_AROUND   if some of the cells are on the other side of the box, or they are all there are
#define NF_SIMPLE 1
#define NF_AROUND 2
typedef struct nf_view {
    nf_span span[3];
    nf_window window[3];
    int is[3];
} nf_view;

typedef struct nf_listing {
    nf_view view; // here, like the boxes of the clusters, as registers are scarcer
    nf_span box[LISTED_BOXES][3];
    float4 at[LISTED_BOXES], wide[LISTED_BOXES]; // of these, in the coordinates of candidates
    uint4 runs[32];                              // of the rows that have candidates (nf_list_runs)
    float4 own[WALK_POINTS];                     // the points of a cluster, from the middle
    uint lanes[LANES_ROOM];
} nf_listing;

// Each axis of each box is of a lane of its own.
#define NF_LANE_AXIS ((int)(get_local_id(0) % 4))
#define NF_LANE_BOX  ((uint)get_local_id(0) % 32 / 4)

// A cluster whose list is made.
typedef struct nf_listed {
    uint first, points;
    uint list, put; // where the list begins; its candidates so far
    float4 at, wide;
} nf_listed;

// The box around two.
static inline nf_span nf_span_around(const nf_walk_cloud *cloud, int axis, const nf_span *one,
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
TOGETHER void nf_list_boxes(const nf_walk_cloud *cloud, uint one, uint other, float reach,
                            __local nf_listing *room) {
    const int axis = NF_LANE_AXIS;
    const uint c = NF_LANE_BOX;
    if (axis < 3 && c < LISTED_BOXES) {
        const uint first = (c ? other : one) * WALK_POINTS;
        room->box[c][axis] = nf_span_of(cloud, axis, first, min((uint)WALK_POINTS, cloud->n - first));
    }
    nf_lanes_sync();
    if (axis < 3 && c == 0) {
        const nf_span first = room->box[0][axis], second = room->box[1][axis],
                      around = one == other ? first : nf_span_around(cloud, axis, &first, &second);
        nf_window window = {0, 1};
        int is = NF_SIMPLE;
        if (axis < DIMS) {
            window = nf_window_of(cloud->grid, axis, &around, reach);
            is = around.wide + reach < 0.499f * (float)around.period && around.wide <= 8 * reach ? NF_SIMPLE
                                                                                                 : 0;
            if (nf_window_wraps(cloud->grid, axis, window)) is |= NF_AROUND;
        }
        room->view.span[axis] = around;
        room->view.window[axis] = window;
        room->view.is[axis] = is;
    }
    nf_lanes_sync();
}

// Puts the boxes of the clusters into the coordinates of candidates.  plain: those of the points; otherwise from the middle of the view.
TOGETHER void nf_list_frame(int plain, __local nf_listing *room) {
    const int axis = NF_LANE_AXIS;
    const uint c = NF_LANE_BOX;
    if (c < LISTED_BOXES) {
        float at = 0, wide = 0, image;
        if (axis < 3) {
            const nf_span around = room->view.span[axis], own = room->box[c][axis];
            at = plain ? (float)own.middle : nf_from_middle(&around, own.middle, &image);
            wide = own.wide + 0x1p-20f * around.wide;
        }
        ((__local float *)(room->at + c))[axis] = at;
        ((__local float *)(room->wide + c))[axis] = wide;
    }
    nf_lanes_sync();
}

static inline nf_listed nf_listed_of(uint cluster, uint c, uint n, uint list_room,
                                     __local const nf_listing *room) {
    nf_listed listed;
    listed.first = cluster * WALK_POINTS;
    listed.points = min((uint)WALK_POINTS, n - listed.first);
    listed.list = cluster * list_room;
    listed.put = 0;
    listed.at = room->at[c];
    listed.wide = room->wide[c];
    return listed;
}
