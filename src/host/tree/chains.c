/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The images that links lead to, in plain C: a forest of the points, whose moves lead from the image of one in the box to that of the other.
 * A link between points of one tree of the forest that leads to another image is the end of a closed chain.
 * A node of the tree of points is whole if its points are of one group and all linked with each other in the box: they are united, and
 * one of them tells as much as all.
 */
#include "host/tree/chains.h"

#include "arguments/tree.h"
#include "host/tree/forest.h"

#include <math.h>

#define HEAD_MIXED UINT32_MAX /* of a node that is not whole */
#define HEAD_NONE                                                                                            \
    (UINT32_MAX - 1) /* of one without points that are looked at; otherwise a point of a whole one */

/* One call.  Points are numbered in the order of the tree. */
typedef struct forest {
    host_near near;
    const nf_allocator *allocator;
    double r2, least, slack; /* as in fof.c */
    int reach[3];
    uint32_t all; /* the bits of the periodic vectors */
    host_forest of;
    uint32_t *rows, *flags, *heads;
    uint32_t point;
} forest;

static void link(const forest *f, uint32_t p, uint32_t q, const int m[3]) {
    const int bits = nf_host_join(&f->of, p, q, m);
    if (bits >= 0) f->flags[f->rows[p]] |= (uint32_t)bits;
}

/* ---- whole nodes ---------------------------------------------------------------------------------------- */

static int is_small(const forest *f, uint64_t node) {
    const int dims = f->near.dims;
    const double *lo = f->near.bounds + node * 2 * (uint64_t)dims, *hi = lo + dims;
    double sum = 0;
    for (int a = 0; a < dims; a++) sum += (hi[a] - lo[a]) * (hi[a] - lo[a]);
    return sqrt(sum) + 2 * f->near.slacks[node] < f->least;
}

/* Finds the heads below a node, and unites the points of whole nodes. */
static void find_heads(const forest *f, uint64_t node, int level, uint64_t first, uint64_t end) {
    static const int here[3] = {0, 0, 0};
    const uint64_t middle = first + (end - first) / 2;
    uint64_t looked = 0, same = 0;
    for (uint64_t p = first; p < end; p++) {
        looked += f->rows[p] != HOST_NO_ROW;
        same += f->rows[p] == f->rows[first];
    }
    f->heads[node] = !looked ? HEAD_NONE : HEAD_MIXED;
    if (looked == end - first && same == looked && is_small(f, node)) {
        f->heads[node] = (uint32_t)first;
        for (uint64_t p = first + 1; p < end; p++) link(f, (uint32_t)first, (uint32_t)p, here);
    }
    if (level == f->near.levels) return;
    find_heads(f, 2 * node + 1, level + 1, first, middle);
    find_heads(f, 2 * node + 2, level + 1, middle, end);
}

/* ---- links ---------------------------------------------------------------------------------------------- */

static int is_here(const host_search *search) {
    return search->m[0] == 0 && search->m[1] == 0 && search->m[2] == 0;
}

/* A link from the present point to image m of one in the node would be new: in the box itself only later points are looked at. */
static int enter(host_search *search, uint64_t node, uint64_t first, uint64_t end) {
    const forest *f = search->of;
    const uint32_t head = f->heads[node], row = f->rows[f->point];
    uint32_t roots[2];
    int64_t off[3];
    (void)first;
    if (head == HEAD_NONE || (is_here(search) && end <= (uint64_t)f->point + 1)) return 0;
    if (head == HEAD_MIXED) return 1;
    if (f->rows[head] != row) return 0;
    const int bits = nf_host_compare(&f->of, f->point, head, search->m, roots, off);
    return bits < 0 || ((uint32_t)bits & ~f->flags[row]) != 0;
}

static void take(host_search *search, uint64_t first, uint64_t count) {
    const forest *f = search->of;
    const int here = is_here(search);
    double d2[HOST_LEAF];
    f->near.kind->measure(search, first, count, d2);
    for (uint64_t p = 0; p < count; p++)
        if (d2[p] < f->r2 && f->rows[first + p] == f->rows[f->point] && !(here && first + p <= f->point))
            link(f, f->point, (uint32_t)(first + p), search->m);
}

/* The box itself, and of each two opposite images one. */
static void search_around(forest *f, uint32_t p) {
    host_search search = nf_host_search_of(&f->near, &f->near.points, p);
    int *m = search.m;
    search.enter = enter;
    search.take = take;
    search.reach = nf_host_reach(&f->near, f->r2, search.slack + f->slack);
    search.of = f;
    f->point = p;
    for (m[0] = 0; m[0] <= f->reach[0]; m[0]++)
        for (m[1] = m[0] ? -f->reach[1] : 0; m[1] <= f->reach[1]; m[1]++)
            for (m[2] = m[0] || m[1] ? -f->reach[2] : 0; m[2] <= f->reach[2]; m[2]++)
                if ((f->flags[f->rows[p]] & f->all) != f->all) nf_host_tree_search(&search);
}

/* ---- the answer ----------------------------------------------------------------------------------------- */

/* 1: all groups close on themselves around all vectors. */
static int take_reach(forest *f) {
    host_near *near = &f->near;
    const double r = sqrt(f->r2);
    for (int turn = 0; turn < 3; turn++) { /* the slack is that of the reach */
        f->slack = nf_host_image_slack(near, f->reach);
        if (turn < 2 &&
            nf_group_reach(near->H, near->heights, r, 2 * near->slackest + f->slack, near->unit, f->reach))
            return 1;
    }
    f->least = r * (1 - 64 * near->unit) - f->slack;
    return 0;
}

static nf_status begin(forest *f, const host_chains *chains) {
    host_near *near = &f->near;
    const size_t n = (size_t)chains->cloud->points.n;
    nf_status status = NF_OK;
    NF_TRY(nf_host_near_begin(near, chains->cloud, NULL));
    NF_TRY(nf_scaling_square(&near->scaling, chains->length, "the linking length", &f->r2, near->error));
    NF_TRY(nf_host_tree_build(near));
    for (int k = 0; k < 3; k++) f->all |= (uint32_t)(near->heights[k] > 0) << k;
    NF_TRY(nf_allocate_raw(f->allocator, n, sizeof *f->rows, "the groups of points", (void **)&f->rows,
                           near->error));
    NF_TRY(nf_allocate_raw(f->allocator, n, sizeof *f->of.parents, "the chains of links",
                           (void **)&f->of.parents, near->error));
    NF_TRY(nf_allocate(f->allocator, 3 * n, sizeof *f->of.moves, "the images of chains",
                       (void **)&f->of.moves, near->error));
    NF_TRY(nf_allocate_raw(f->allocator, ((size_t)2 << near->levels) - 1, sizeof *f->heads,
                           "the heads of nodes", (void **)&f->heads, near->error));
    for (size_t p = 0; p < n; p++) {
        f->rows[p] = chains->row_of[near->index[p]];
        f->of.parents[p] = (uint32_t)p;
    }
done:
    return status;
}

static nf_status link_all(forest *f, const host_chains *chains) {
    const uint64_t n = f->near.points.n;
    nf_status status = NF_OK;
    if (take_reach(f)) {
        for (uint64_t p = 0; p < n; p++)
            if (chains->row_of[p] != HOST_NO_ROW) f->flags[chains->row_of[p]] |= f->all;
        return NF_OK;
    }
    if (nf_host_are_too_many(f->reach)) return nf_refuse_linking_length(chains->length, f->near.error);
    find_heads(f, 0, 0, 0, n);
    for (uint64_t p = 0; p < n; p++) {
        NF_TRY(nf_host_go_on(chains->cloud, p));
        if (f->rows[p] != HOST_NO_ROW) search_around(f, (uint32_t)p);
    }
done:
    return status;
}

/* S from one point to another: that of their images in the box, and by how much they are outside of it. */
static nf_status write(const forest *f, host_chains *chains) {
    const size_t n = (size_t)f->near.points.n;
    const uint32_t *index = f->near.index;
    const int32_t *wraps = f->near.points.wraps;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(f->allocator, n, sizeof *chains->parts, "the parts of groups",
                           (void **)&chains->parts, f->near.error));
    NF_TRY(nf_allocate_raw(f->allocator, 3 * n, sizeof *chains->steps, "the images of members",
                           (void **)&chains->steps, f->near.error));
    uint32_t *first = f->rows; /* now of each root: the smallest index */
    for (size_t p = 0; p < n; p++) first[p] = UINT32_MAX;
    for (size_t p = 0; p < n; p++) {
        int64_t *to = chains->steps + 3 * (size_t)index[p];
        const uint32_t root = nf_host_root(&f->of, (uint32_t)p, to);
        for (size_t k = 0; k < 3; k++) to[k] -= wraps[3 * p + k];
        if (index[p] < first[root]) first[root] = index[p];
        chains->parts[index[p]] = root;
    }
    for (size_t p = 0; p < n; p++) {
        const uint32_t part = chains->parts[p] = first[chains->parts[p]];
        for (size_t k = 0; k < 3 && part != p; k++)
            chains->steps[3 * p + k] -= chains->steps[3 * (size_t)part + k];
    }
    for (size_t p = 0; p < n; p++)
        for (size_t k = 0; k < 3 && chains->parts[p] == p; k++) chains->steps[3 * p + k] = 0;
done:
    return status;
}

nf_status nf_host_chains_find(host_chains *chains) {
    const nf_allocator *allocator = chains->cloud->allocator;
    forest f = {.allocator = allocator, .flags = chains->flags};
    nf_status status = NF_OK;
    NF_TRY(begin(&f, chains));
    NF_TRY(link_all(&f, chains));
    NF_TRY(write(&f, chains));
done:
    nf_host_near_end(&f.near);
    void *const all[] = {f.rows, f.of.parents, f.of.moves, f.heads};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_release(allocator, all[k]);
    return status;
}
