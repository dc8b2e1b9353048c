// What a party begins with: boxes of its queries, and the leaves that come first.
#pragma once
#include "tree/party_state.cl"

// How far a box is from the middles of the queries' boxes.
static inline float nf_party_nearness(__local const nf_view *view, __global const real *box) {
    float nearest = INFINITY;
    for (uint part = 0; part < 2; part++) {
        float sum = 0;
        for (int a = 0; a < DIMS; a++) {
            const float middle = 0.5f * (view->lo[part * DIMS + (uint)a] + view->hi[part * DIMS + (uint)a]),
                        lo = nf_viewed(view, a, box[2 * a * NF_SIBLINGS]) - middle,
                        hi = nf_viewed(view, a, box[(2 * a + 1) * NF_SIBLINGS]) - middle,
                        gap = fmax(fmax(lo, -hi), 0.0f);
            sum = fma(gap, gap, sum);
        }
        nearest = fmin(nearest, sum);
    }
    return nearest;
}

// The boxes of the queries before and after the largest jump between them: the curve often jumps within a leaf, also across the whole cloud, and the
// box of all queries would meet two to many times as many points.
TOGETHER void nf_party_divide(const nf_party *party, __local nf_party_room *room) {
    __local nf_view *view = &room->of.walk.view;
    __local float *u = room->of.walk.candidate;
    const uint lane = party->lane, axis = lane / 4, part = lane / 2 % 2, is_high = lane % 2;
    float jump = 0;
    for (uint a = 0; a < DIMS; a++) u[32 * a + lane] = -0.5f * party->twice[a];
    lanes_sync();
    for (uint a = 0; a < DIMS && lane > 0; a++) {
        const float step = u[32 * a + lane] - u[32 * a + lane - 1];
        jump = fma(step, step, jump);
    }
    const uint at = max((uint)lanes_max((as_int(jump) & ~31) | (int)lane, room->lanes) & 31, 1u);
    if (lane < 4 * DIMS) {
        float most = -INFINITY;
        const uint end = part ? 32 : at;
        for (uint l = part ? at : 0; l < end; l++) {
            const float x = u[32 * axis + l];
            most = fmax(most, is_high ? x : -x);
        }
        if (is_high) view->hi[part * DIMS + axis] = most;
        else view->lo[part * DIMS + axis] = -most;
    }
    lanes_sync();
}

// The own leaf's points become candidates, and its siblings the next leaves, the nearest first.
TOGETHER void nf_party_open(nf_party *party, const nf_tree *tree, const nf_planes *planes,
                            __local nf_party_room *room) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint lane = party->lane, sibling = party->own / NF_SIBLINGS * NF_SIBLINGS + lane,
               child = sibling == party->own ? party->other : sibling;
    float near = INFINITY, order = 0;
    if (sibling != party->own) {
        __global const real *box =
            tree->boxes + (ulong)(party->own / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS + lane;
        near = nf_viewed_box(&walk->view, box);
        order = near < INFINITY ? nf_party_nearness(&walk->view, box) : INFINITY;
    } else if (child != NF_NOBODY) near = 0;
    else order = INFINITY;
    float u[DIMS];
    uint rank = 0;
    for (ulong a = 0; a < DIMS; a++)
        u[a] = nf_viewed(&walk->view, (int)a, tree->points[((ulong)party->own * DIMS + a) * NF_LEAF + lane]);
    nf_party_put(walk, lane, u, lane);
    walk->order[lane] = order;
    if (lane == 0) room->leaf[0] = party->own;
#if BOX
    if (lane == 0) room->image[0] = party->image;
#endif
    lanes_sync();
    for (uint l = 0; l < 32; l++) {
        const float other = walk->order[l];
        rank += other < order || (other == order && l < lane);
    }
    lanes_sync();
    walk->leaf[rank] = child;
    walk->order[rank] = near;
    lanes_sync();
    party->near = walk->order[lane];
    party->ready = lanes_ballot(party->near < INFINITY, room->lanes);
    party->waiting = 32;
    party->leaves = 1;
    party->level = planes->levels - 1;
    party->enters = planes->levels > 1;
    nf_party_fetch(party, tree, walk);
}
