// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A seeker: 32 lanes that look for the K_MOST nearest neighbours of one query, the nearest nodes first, by (d2, index) as the rule has it.
// What is found is kept by a list, a part before it (list_lanes.cl, list_local.cl).
#pragma once
#if !defined(NF_FOUND_MOST)
#error "seeker.cl needs a list, a part before it"
#endif
#include "machine/lanes.cl"
#include "tree/given.cl"
#if NF_LEAF != 32 || NF_SIBLINGS != 32
#error "seeker.cl: a lane has a point of a leaf, and a child of a node"
#endif

typedef struct nf_seek_room {
    nf_found_room found;
    uint visited[NF_LEVELS];
    real near[NF_LEVELS][32]; // of the nodes on the way
    uint least[NF_LEVELS][32];
} nf_seek_room;

typedef struct nf_seeker {
    uint lane, k;
    nf_query query;
    nf_found found;
    uint level, node, visited;
    int loads; // the node's children are not known
    real near; // of the lane's child
    uint least;
    nf_image image;
#if BOX
    int m[3], reach[3], seen[3]; // images
    real distance, beside;
#endif
} nf_seeker;

// ---- the walk ----------------------------------------------------------------------------------------------

static inline void nf_seek_children(nf_seeker *seeker, const nf_tree *tree, const nf_levels *levels,
                                    __local nf_seek_room *room WALK_FOLDS) {
    const ulong block = levels->start[seeker->level] + seeker->node;
    __global const real *box = tree->boxes + block * DIMS * 2 * NF_SIBLINGS + seeker->lane;
    real sum = 0;
    for (int a = 0; a < DIMS; a++) {
#if FOLDED
        const real from = seeker->query.at[a] - NF_VECTOR_ALONG(folds, seeker->query.w, a);
#else
        const real from = seeker->query.at[a];
#endif
        const real low = box[2 * a * NF_SIBLINGS], high = box[(2 * a + 1) * NF_SIBLINGS],
                   lo = displacement(a, from, low, IMAGE_OF_BOXES(&seeker->image)),
                   hi = displacement(a, from, high, IMAGE_OF_BOXES(&seeker->image));
        real gap = lo > -hi ? lo : -hi;
#if FOLDED
        gap -= seeker->image.slack + seeker->query.slack[a];
#endif
        gap = gap > 0 ? gap : 0;
        sum += NF_SQUARED(gap);
    }
    seeker->near = sum;
    seeker->least = tree->least[block * NF_SIBLINGS + seeker->lane];
    room->near[seeker->level][seeker->lane] = seeker->near;
    room->least[seeker->level][seeker->lane] = seeker->least;
}

// The lane's point of a leaf; returns its number, or NF_NOBODY if it is none that counts.
static inline uint nf_seek_point(const nf_seeker *seeker, const nf_tree *tree, ulong leaf,
                                 real *d2 WALK_FOLDS) {
    __global const real *points = tree->points + leaf * DIMS * NF_LEAF + seeker->lane;
    const uint number = tree->index[leaf * NF_LEAF + seeker->lane];
    real sum = 0;
    int is_own = number == seeker->query.own;
#if FOLDED
    int s[3];
    for (int k = 0; k < 3; k++) {
        s[k] = seeker->image.s[k] - tree->wraps[(leaf * 3 + (ulong)k) * NF_LEAF + seeker->lane];
        is_own &= s[k] == 0;
    }
    nf_vector vector;
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(folds, s, a);
#else
    is_own &= seeker->image.is_own;
#if BOX
    const nf_vector vector = seeker->image.vector;
#endif
#endif
    for (int a = 0; a < DIMS; a++) {
        const real d = displacement(a, seeker->query.at[a], points[a * NF_LEAF], vector);
        sum += NF_SQUARED(d);
    }
    *d2 = sum;
    return is_own ? NF_NOBODY : number;
}

// One step: to a node, or to a leaf and its points.
TOGETHER void nf_seek_step(nf_seeker *seeker, const nf_tree *tree, const nf_levels *levels,
                           __local nf_seek_room *room WALK_FOLDS) {
    const uint lane = seeker->lane;
    if (seeker->loads) nf_seek_children(seeker, tree, levels, room WALK_PASS);
    seeker->loads = 0;
    const int wanted = !(seeker->visited >> lane & 1) &&
                       nf_is_before(seeker->near, seeker->least, seeker->found.bound, seeker->found.last);
    const int first =
        lanes_min(wanted ? (NF_HIGH(seeker->near) & ~31) | (int)lane : INT_MAX, room->found.lanes);
    const uint child = (uint)first & 31;
    uint leaf = NF_NOBODY;
    if (first == INT_MAX) {
        seeker->level++;
        seeker->node /= NF_SIBLINGS;
        if (seeker->level < levels->count) {
            seeker->visited = room->visited[seeker->level];
            seeker->near = room->near[seeker->level][lane];
            seeker->least = room->least[seeker->level][lane];
        }
    } else {
        seeker->visited |= 1u << child;
        if (seeker->level == 0) leaf = seeker->node * NF_SIBLINGS + child;
        else {
            if (lane == 0) room->visited[seeker->level] = seeker->visited;
            seeker->node = seeker->node * NF_SIBLINGS + child;
            seeker->level--;
            seeker->visited = 0;
            seeker->loads = 1;
        }
    }
    real d2 = 0;
    uint number = NF_NOBODY;
    if (leaf != NF_NOBODY) number = nf_seek_point(seeker, tree, leaf, &d2 WALK_PASS);
    const int is = number != NF_NOBODY && nf_is_before(d2, number, seeker->found.bound, seeker->found.last);
    nf_found_meet(&seeker->found, is, d2, number, &room->found);
    lanes_sync(); // what the first lane wrote of a level
}

#if BOX
// The next image: the nearest first, then half as far again, as far as the bound allows, which is lower each time.  Returns 0 after the last one.
static inline int nf_seek_image(nf_seeker *seeker, const nf_folds *folds) {
    for (;;) {
        int is_seen = 1;
        if (++seeker->m[2] > seeker->reach[2]) {
            seeker->m[2] = -seeker->reach[2];
            if (++seeker->m[1] > seeker->reach[1]) {
                seeker->m[1] = -seeker->reach[1];
                seeker->m[0]++;
            }
        }
        if (seeker->m[0] > seeker->reach[0]) {
            real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX};
            int wanted[3], is_done = 1;
            nf_edges_add(seeker->query.at, seeker->query.w, folds, edge);
            for (int k = 0; k < 3; k++) seeker->seen[k] = max(seeker->seen[k], seeker->reach[k]);
            seeker->distance *= (real)1.5f;
            const real most = nf_images_distance(seeker->found.bound, seeker->beside);
            if (most < 0) return 0;
            nf_images_within(folds, edge, most, wanted);
            nf_images_within(folds, edge, seeker->distance, seeker->reach);
            for (int k = 0; k < 3; k++) {
                is_done &= wanted[k] <= seeker->seen[k];
                seeker->reach[k] = min(seeker->reach[k], wanted[k]);
            }
            if (is_done) return 0;
            for (int k = 0; k < 3; k++) seeker->m[k] = -seeker->reach[k];
            seeker->m[2]--;
            continue;
        }
        for (int k = 0; k < 3; k++) is_seen &= abs(seeker->m[k]) <= (uint)seeker->seen[k];
        if (!is_seen) return 1;
    }
}
#endif

TOGETHER void nf_seek_begin(nf_seeker *seeker, real start, const nf_tree *tree, const nf_levels *levels,
                            __local nf_seek_room *room WALK_FOLDS) {
    nf_found_begin(&seeker->found, seeker->lane, seeker->k, start, &room->found);
#if BOX
    const int none[3] = {0, 0, 0};
    real least = REAL_MAX;
    for (int k = 0; k < 3; k++) {
        if (folds->height[k] > 0) least = fmin(least, folds->height[k]);
        seeker->m[k] = seeker->reach[k] = seeker->seen[k] = 0;
    }
    seeker->distance = least / (real)1.5f;
    seeker->beside = nf_beside_d2(seeker->query.at, seeker->query.at, tree, levels, folds);
    nf_image_at(&seeker->image, folds, seeker->query.w, none);
#else
    seeker->image.is_own = 1;
    (void)tree, (void)levels;
#endif
    lanes_sync();
}

// All images.
TOGETHER void nf_seek(nf_seeker *seeker, const nf_tree *tree, const nf_levels *levels,
                      __local nf_seek_room *room WALK_FOLDS) {
    int more = 1;
    while (more) {
        seeker->level = levels->count - 1;
        seeker->node = seeker->visited = 0;
        seeker->loads = 1;
        while (seeker->level < levels->count) nf_seek_step(seeker, tree, levels, room WALK_PASS);
        nf_found_end(&seeker->found, &room->found);
#if BOX
        more = nf_seek_image(seeker, folds);
        if (more) nf_image_at(&seeker->image, folds, seeker->query.w, seeker->m);
#else
        more = 0;
#endif
    }
}
