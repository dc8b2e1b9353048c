// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The queries of a packet, and with what it begins.
//   SELF, HAS_ORDER  as in knn.cl
#pragma once
#include "knn/numbers.cl"
#include "knn/nearer.cl"
#include "knn/packet/state.cl"

// The query of a lane, scaled.  Lanes beyond the last query take the last one.
typedef struct nf_packet_query {
    real at[DIMS];
    uint row, number; // where its answer goes, and what it is called
    ulong t;
    int counts;
} nf_packet_query;

static inline void nf_packet_query_of(nf_packet_query *query, ulong packet, uint lane, const nf_tree *tree,
                                      __global const real *rows, __global const uint *order, uint n,
                                      const nf_knn_numbers *numbers) {
    const ulong t = packet * 32 + lane, last = min(t, (ulong)n - 1);
    query->t = t;
    query->counts = t < n;
#if SELF
    query->number = tree->index[last];
    for (ulong a = 0; a < DIMS; a++)
        query->at[a] = tree->points[(last / NF_LEAF * DIMS + a) * NF_LEAF + last % NF_LEAF];
    query->row = numbers->z_order ? (uint)last : query->number;
    (void)rows, (void)order;
#else
    const uint row = HAS_ORDER ? order[last] : (uint)last;
    query->number = numbers->first + row;
    for (int a = 0; a < DIMS; a++)
        query->at[a] = nf_scaled(rows[(ulong)row * DIMS + (ulong)a], numbers->scale);
    query->row = numbers->z_order ? (uint)last : row;
    (void)tree;
#endif
}

#if SELF
// The box of the queries is that of their leaf; returns the largest d2 in it.
TOGETHER real nf_packet_box(uint own, const nf_tree *tree, real *lo, real *hi) {
    real span = 0;
    for (ulong a = 0; a < DIMS; a++) {
        __global const real *box =
            tree->boxes + ((ulong)(own / NF_SIBLINGS) * DIMS + a) * 2 * NF_SIBLINGS + own % NF_SIBLINGS;
        lo[a] = box[0];
        hi[a] = box[NF_SIBLINGS];
        span += NF_SQUARED(hi[a] - lo[a]);
    }
    return span;
}
#else
#define NF_TRIED_MOST 24 // nodes, for one leaf
// A leaf that is near a query: at each level the box whose farthest corner is the nearest, as boxes that the curve jumps in contain many queries.
// What is in such a box may all be far from the query, so nodes that may have something much nearer than the best leaf so far are tried as well.
TOGETHER uint nf_packet_leaf(const nf_tree *tree, const nf_levels *levels, const real *at, uint lane,
                             __local nf_packet_room *room) {
    __local uint *masks = room->of.walk.masks;
    uint node = 0, leaf = 0, level = levels->count - 1, seen = 0;
    int best = NF_HIGH((real)INFINITY) & ~31;
    for (uint tried = 0; tried < NF_TRIED_MOST && level < levels->count; tried++) {
        __global const real *box =
            tree->boxes + (levels->start[level] + node) * DIMS * 2 * NF_SIBLINGS + lane;
        real near = 0, far = 0;
        for (int a = 0; a < DIMS; a++) {
            const real lo = box[2 * a * NF_SIBLINGS] - at[a], hi = at[a] - box[(2 * a + 1) * NF_SIBLINGS],
                       gap = fmax(fmax(lo, hi), (real)0), corner = fmax(-lo, -hi);
            near = fma(gap, gap, near);
            far = fma(corner, corner, far);
        }
        const int is = !(seen >> lane & 1) && NF_HIGH(4 * near) < best,
                  first = nf_lanes_min(is ? (NF_HIGH(far) & ~31) | (int)lane : INT_MAX, room->lanes),
                  nearest = first & ~31;
        const uint child = node * NF_SIBLINGS + ((uint)first & 31);
        if (first != INT_MAX && level > 0) {
            if (lane == 0) masks[level] = seen | 1u << (child & 31);
            node = child;
            level--;
            seen = 0;
        } else {
            if (first != INT_MAX && nearest < best) {
                best = nearest;
                leaf = child;
            }
            node /= NF_SIBLINGS;
            level++;
            if (level < levels->count) seen = masks[level];
        }
        nf_lanes_sync();
    }
    return leaf;
}

// The largest d2 between the queries and the points of the leaf with which they begin.
TOGETHER real nf_packet_box(uint *own, uint *other, uint lane, const nf_packet_query *query,
                            const nf_tree *tree, const nf_levels *levels, real *lo, real *hi,
                            __local nf_packet_room *room) {
    __local real *at = room->of.rows.d2;
    real first[DIMS], last[DIMS], span = 0;
    for (int a = 0; a < DIMS; a++) {
        at[lane] = query->at[a];
        nf_lanes_sync();
        lo[a] = hi[a] = at[0];
        for (uint l = 1; l < 32; l++) {
            lo[a] = fmin(lo[a], at[l]);
            hi[a] = fmax(hi[a], at[l]);
        }
        first[a] = at[0];
        last[a] = at[31];
        nf_lanes_sync();
    }
    *own = nf_packet_leaf(tree, levels, first, lane, room);
    *other = nf_packet_leaf(tree, levels, last, lane, room);
    if (*other / NF_SIBLINGS == *own / NF_SIBLINGS) *other = NF_NOBODY;
    for (ulong a = 0; a < DIMS; a++) {
        __global const real *box =
            tree->boxes + ((ulong)(*own / NF_SIBLINGS) * DIMS + a) * 2 * NF_SIBLINGS + *own % NF_SIBLINGS;
        span += NF_SQUARED(fmax(hi[a] - box[0], box[NF_SIBLINGS] - lo[a]));
    }
    return span;
}
#endif

// Returns 1 if no point that counts is farther than what is looked at.
TOGETHER int nf_packet_begin(nf_packet *packet, const nf_packet_query *query, const real *lo, const real *hi,
                             real span, real start, __local nf_packet_room *room WALK_FOLDS) {
    __local nf_view *view = &room->of.walk.view;
    const int fits = nf_view_of(view, lo, hi, span, packet->lane == 0);
    float at[DIMS], square = 0;
    nf_lanes_sync();
    for (int a = 0; a < DIMS; a++) {
        at[a] = nf_viewed(view, a, query->at[a]);
        packet->twice[a] = -2 * at[a];
        square = fma(at[a], at[a], square);
    }
    nf_extent_take(&room->of.walk.extent, at, packet->lane, room->of.walk.candidate, room->lanes);
    packet->window = NF_BLUR;
    float most = NF_S_MOST;
    const real reach = start * view->g * view->g;
    const int all = fits && start < span * (real)0.5f;
    if (all) most = fmin(most, ceil(NF_BASE + ((float)reach * 1.000001f - square)) + NF_BLUR);
    room->of.walk.square[packet->lane] = square;
    room->of.walk.most[packet->lane] = most;
    packet->accepted = fits && query->counts ? most : -1;
    packet->first = packet->end = local_place(room->of.walk.column, packet->lane * 4);
    packet->done = packet->failed = 0;
    for (int a = 0; a < DIMS; a++) packet->ahead[a] = 0;
    packet->ready = packet->reached = packet->next = 0;
#if BOX
    const int none[3] = {0, 0, 0};
    real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX};
    packet->image = (int)NF_PACKED(none);
    nf_edges_add(query->at, none, folds, edge);
    for (int k = 0; k < 3; k++)
        packet->edge[k] = as_float(nf_lanes_min(
            as_int(fmax((float)fmin(edge[k] * view->g, (real)FLT_MAX) * 0.999999f, 0.0f)), room->lanes));
#endif
    return all;
}
