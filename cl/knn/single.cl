// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A single: 32 lanes that look for the K_MOST nearest neighbours of one query, the nearest nodes first, by (d2, index) as the rule has it.
// What is found is kept by a list, a part before it (list_lanes.cl, list_local.cl).
#pragma once
#if !defined(NF_FOUND_MOST)
#error "single.cl needs a list, a part before it"
#endif
#include "machine/lanes.cl"
#include "knn/query.cl"
#if NF_LEAF != 32 || NF_SIBLINGS != 32
#error "single.cl: a lane has a point of a leaf, and a child of a node"
#endif

typedef struct nf_seek_room {
    nf_found_room found;
    uint visited[NF_LEVELS];
    real near[NF_LEVELS][32]; // of the nodes on the way
    uint least[NF_LEVELS][32];
} nf_seek_room;

typedef struct nf_single {
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
} nf_single;

// ---- the walk ----------------------------------------------------------------------------------------------

static inline void nf_seek_children(nf_single *single, const nf_tree *tree, const nf_levels *levels,
                                    __local nf_seek_room *room WALK_FOLDS) {
    const ulong block = levels->start[single->level] + single->node;
    __global const real *box = tree->boxes + block * DIMS * 2 * NF_SIBLINGS + single->lane;
    real sum = 0;
    for (int a = 0; a < DIMS; a++) {
#if FOLDED
        const real from = single->query.at[a] - NF_VECTOR_ALONG(folds, single->query.w, a);
#else
        const real from = single->query.at[a];
#endif
        const real low = box[2 * a * NF_SIBLINGS], high = box[(2 * a + 1) * NF_SIBLINGS],
                   lo = displacement(a, from, low, IMAGE_OF_BOXES(&single->image)),
                   hi = displacement(a, from, high, IMAGE_OF_BOXES(&single->image));
        real gap = lo > -hi ? lo : -hi;
#if FOLDED
        gap -= single->image.slack + single->query.slack[a];
#endif
        gap = gap > 0 ? gap : 0;
        sum += NF_SQUARED(gap);
    }
    single->near = sum;
    single->least = tree->least[block * NF_SIBLINGS + single->lane];
    room->near[single->level][single->lane] = single->near;
    room->least[single->level][single->lane] = single->least;
}

// The lane's point of a leaf; returns its number, or NF_NOBODY if it is none that counts.
static inline uint nf_seek_point(const nf_single *single, const nf_tree *tree, ulong leaf,
                                 real *d2 WALK_FOLDS) {
    __global const real *points = tree->points + leaf * DIMS * NF_LEAF + single->lane;
    const uint number = tree->index[leaf * NF_LEAF + single->lane];
    real sum = 0;
    int is_own = number == single->query.own;
#if FOLDED
    int s[3];
    for (int k = 0; k < 3; k++) {
        s[k] = single->image.s[k] - tree->wraps[(leaf * 3 + (ulong)k) * NF_LEAF + single->lane];
        is_own &= s[k] == 0;
    }
    nf_vector vector;
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(folds, s, a);
#else
    is_own &= single->image.is_own;
#if BOX
    const nf_vector vector = single->image.vector;
#endif
#endif
    for (int a = 0; a < DIMS; a++) {
        const real d = displacement(a, single->query.at[a], points[a * NF_LEAF], vector);
        sum += NF_SQUARED(d);
    }
    *d2 = sum;
    return is_own ? NF_NOBODY : number;
}

// One step: to a node, or to a leaf and its points.
TOGETHER void nf_seek_step(nf_single *single, const nf_tree *tree, const nf_levels *levels,
                           __local nf_seek_room *room WALK_FOLDS) {
    const uint lane = single->lane;
    if (single->loads) nf_seek_children(single, tree, levels, room WALK_PASS);
    single->loads = 0;
    const int wanted = !(single->visited >> lane & 1) &&
                       nf_is_before(single->near, single->least, single->found.bound, single->found.last);
    const int first =
        nf_lanes_min(wanted ? (NF_HIGH(single->near) & ~31) | (int)lane : INT_MAX, room->found.lanes);
    const uint child = (uint)first & 31;
    uint leaf = NF_NOBODY;
    if (first == INT_MAX) {
        single->level++;
        single->node /= NF_SIBLINGS;
        if (single->level < levels->count) {
            single->visited = room->visited[single->level];
            single->near = room->near[single->level][lane];
            single->least = room->least[single->level][lane];
        }
    } else {
        single->visited |= 1u << child;
        if (single->level == 0) leaf = single->node * NF_SIBLINGS + child;
        else {
            if (lane == 0) room->visited[single->level] = single->visited;
            single->node = single->node * NF_SIBLINGS + child;
            single->level--;
            single->visited = 0;
            single->loads = 1;
        }
    }
    real d2 = 0;
    uint number = NF_NOBODY;
    if (leaf != NF_NOBODY) number = nf_seek_point(single, tree, leaf, &d2 WALK_PASS);
    const int is = number != NF_NOBODY && nf_is_before(d2, number, single->found.bound, single->found.last);
    nf_found_meet(&single->found, is, d2, number, &room->found);
    nf_lanes_sync(); // what the first lane wrote of a level
}

#if BOX
// The next image: the nearest first, then half as far again, as far as the bound allows, which is lower each time.  Returns 0 after the last one.
static inline int nf_seek_image(nf_single *single, const nf_folds *folds) {
    for (;;) {
        int is_seen = 1;
        if (++single->m[2] > single->reach[2]) {
            single->m[2] = -single->reach[2];
            if (++single->m[1] > single->reach[1]) {
                single->m[1] = -single->reach[1];
                single->m[0]++;
            }
        }
        if (single->m[0] > single->reach[0]) {
            real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX};
            int wanted[3], is_done = 1;
            nf_edges_add(single->query.at, single->query.w, folds, edge);
            for (int k = 0; k < 3; k++) single->seen[k] = max(single->seen[k], single->reach[k]);
            single->distance *= (real)1.5f;
            const real most = nf_images_distance(single->found.bound, single->beside);
            if (most < 0) return 0;
            nf_images_within(folds, edge, most, wanted);
            nf_images_within(folds, edge, single->distance, single->reach);
            for (int k = 0; k < 3; k++) {
                is_done &= wanted[k] <= single->seen[k];
                single->reach[k] = min(single->reach[k], wanted[k]);
            }
            if (is_done) return 0;
            for (int k = 0; k < 3; k++) single->m[k] = -single->reach[k];
            single->m[2]--;
            continue;
        }
        for (int k = 0; k < 3; k++) is_seen &= abs(single->m[k]) <= (uint)single->seen[k];
        if (!is_seen) return 1;
    }
}
#endif

TOGETHER void nf_seek_begin(nf_single *single, real start, const nf_tree *tree, const nf_levels *levels,
                            __local nf_seek_room *room WALK_FOLDS) {
    nf_found_begin(&single->found, single->lane, single->k, start, &room->found);
#if BOX
    const int none[3] = {0, 0, 0};
    real least = REAL_MAX;
    for (int k = 0; k < 3; k++) {
        if (folds->height[k] > 0) least = fmin(least, folds->height[k]);
        single->m[k] = single->reach[k] = single->seen[k] = 0;
    }
    single->distance = least / (real)1.5f;
    single->beside = nf_beside_d2(single->query.at, single->query.at, tree, levels, folds);
    nf_image_at(&single->image, folds, single->query.w, none);
#else
    single->image.is_own = 1;
    (void)tree, (void)levels;
#endif
    nf_lanes_sync();
}

// All images.
TOGETHER void nf_seek(nf_single *single, const nf_tree *tree, const nf_levels *levels,
                      __local nf_seek_room *room WALK_FOLDS) {
    int more = 1;
    while (more) {
        single->level = levels->count - 1;
        single->node = single->visited = 0;
        single->loads = 1;
        while (single->level < levels->count) nf_seek_step(single, tree, levels, room WALK_PASS);
        nf_found_end(&single->found, &room->found);
#if BOX
        more = nf_seek_image(single, folds);
        if (more) nf_image_at(&single->image, folds, single->query.w, single->m);
#else
        more = 0;
#endif
    }
}
