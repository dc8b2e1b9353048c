/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The tree of halves: nodes are split in the middle of their longest axis, and leaves have at most HOST_LEAF points. */
#include "host/tree/near.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    const host_near *near;
    uint32_t *index;
    double *bounds, *slacks;
    uint8_t *equals;
    uint64_t random;
} builder;

static inline double *bounds_of(double *bounds, uint64_t node, int dims) {
    return bounds + node * 2 * (uint64_t)dims;
}

static inline double coordinate(const builder *b, uint64_t p, int a) {
    return b->near->points.folded[(uint64_t)b->index[p] * (uint64_t)b->near->dims + (uint64_t)a];
}

/* The bounds of a node; returns its longest axis. */
static int measure(const builder *b, uint64_t node, uint64_t first, uint64_t end) {
    const int dims = b->near->dims;
    double *lo = bounds_of(b->bounds, node, dims), *hi = lo + dims;
    int longest = 0;
    for (int a = 0; a < dims; a++) {
        lo[a] = hi[a] = coordinate(b, first, a);
        for (uint64_t p = first + 1; p < end; p++) {
            const double x = coordinate(b, p, a);
            lo[a] = x < lo[a] ? x : lo[a];
            hi[a] = x > hi[a] ? x : hi[a];
        }
        if (hi[a] - lo[a] > hi[longest] - lo[longest]) longest = a;
    }
    return longest;
}

/* Sorts the points [first, end) so far that those before `middle` have coordinates that are no larger than its own, and those after it none that
   are smaller.  Pivots are drawn, so that no order of the points makes it slow. */
static void split(builder *b, uint64_t first, uint64_t end, uint64_t middle, int a) {
    int64_t low = (int64_t)first, high = (int64_t)end - 1;
    while (low < high) {
        b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint64_t drawn = (uint64_t)low + (b->random >> 33) % (uint64_t)(high - low + 1);
        const double pivot = coordinate(b, drawn, a);
        int64_t from = low, to = high;
        while (from <= to) {
            while (coordinate(b, (uint64_t)from, a) < pivot) from++;
            while (coordinate(b, (uint64_t)to, a) > pivot) to--;
            if (from > to) break;
            const uint32_t other = b->index[from];
            b->index[from++] = b->index[to];
            b->index[to--] = other;
        }
        if (to < (int64_t)middle) low = from;
        if ((int64_t)middle < from) high = to;
    }
}

static int ascending(const void *one, const void *other) {
    const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* 1 if the points of a node are equal as given. */
static int are_equal(const builder *b, uint64_t node, uint64_t first, uint64_t end) {
    const host_near *near = b->near;
    const size_t dims = (size_t)near->dims, row = dims * nf_type_bytes(near->space.type);
    const double *lo = bounds_of(b->bounds, node, near->dims), *hi = lo + dims;
    const char *rows = near->points.scaled;
    for (size_t a = 0; a < dims; a++)
        if (lo[a] < hi[a]) return 0;
    for (uint64_t p = first + 1; p < end; p++)
        if (memcmp(rows + b->index[p] * row, rows + b->index[first] * row, row) != 0) return 0;
    return 1;
}

static void find_slack(const builder *b, uint64_t node, uint64_t first, uint64_t end) {
    const host_near *near = b->near;
    double most = 0;
    for (uint64_t p = first; p < end; p++) {
        const uint64_t own = b->index[p];
        const double slack = nf_host_slack(near, near->points.folded + own * (uint64_t)near->dims,
                                           near->points.wraps + 3 * own);
        most = slack > most ? slack : most;
    }
    b->slacks[node] = most;
}

/* equal: 1 if the points of the parent are. */
static void build(builder *b, uint64_t node, int level, uint64_t first, uint64_t end, int equal) {
    const int axis = measure(b, node, first, end);
    const uint64_t middle = first + (end - first) / 2, left = 2 * node + 1, right = left + 1;
    if (!equal && (equal = are_equal(b, node, first, end)))
        qsort(b->index + first, (size_t)(end - first), sizeof *b->index, ascending);
    b->equals[node] = (uint8_t)equal;
    if (level < b->near->levels) {
        if (!equal) split(b, first, end, middle, axis);
        build(b, left, level + 1, first, middle, equal);
        build(b, right, level + 1, middle, end, equal);
        if (b->slacks)
            b->slacks[node] = b->slacks[left] > b->slacks[right] ? b->slacks[left] : b->slacks[right];
    } else if (b->slacks) find_slack(b, node, first, end);
}

/* Brings rows of so many bytes into the order of the tree. */
static nf_status arrange(const host_near *near, void **rows, size_t bytes) {
    char *arranged = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(near->allocator, (size_t)near->points.n, bytes, "the points in order",
                           (void **)&arranged, near->error));
    for (uint64_t p = 0; p < near->points.n; p++)
        memcpy(arranged + p * bytes, (const char *)*rows + near->index[p] * bytes, bytes);
    nf_release(near->allocator, *rows);
    *rows = arranged;
done:
    return status;
}

nf_status nf_host_tree_build(host_near *near) {
    const size_t dims = (size_t)near->dims;
    nf_status status = NF_OK;
    if (near->points.n == 0) return NF_OK;
    while ((near->points.n - 1) >> near->levels >= HOST_LEAF) near->levels++;
    const size_t nodes = ((size_t)2 << near->levels) - 1;
    NF_TRY(nf_allocate_raw(near->allocator, (size_t)near->points.n, sizeof *near->index,
                           "the order of the points", (void **)&near->index, near->error));
    NF_TRY(nf_allocate_raw(near->allocator, nodes, 2 * dims * sizeof *near->bounds, "the tree of points",
                           (void **)&near->bounds, near->error));
    NF_TRY(nf_allocate_raw(near->allocator, nodes, sizeof *near->equals, "the tree of points",
                           (void **)&near->equals, near->error));
    if (near->is_box)
        NF_TRY(nf_allocate_raw(near->allocator, nodes, sizeof *near->slacks, "the tree of points",
                               (void **)&near->slacks, near->error));
    for (uint64_t p = 0; p < near->points.n; p++) near->index[p] = (uint32_t)p;
    builder b = {near, near->index, near->bounds, near->slacks, near->equals, 1};
    build(&b, 0, 0, 0, near->points.n, 0);
    NF_TRY(arrange(near, &near->points.scaled, dims * nf_type_bytes(near->space.type)));
    NF_TRY(arrange(near, (void **)&near->points.folded, dims * sizeof(double)));
    if (near->is_box) NF_TRY(arrange(near, (void **)&near->points.wraps, 3 * sizeof(int32_t)));
done:
    return status;
}

/* ---- the search ----------------------------------------------------------------------------------------- */

/* The squared distance from the point to the bounds of a node. */
static double distance2(const host_search *search, uint64_t node) {
    const int dims = search->near->dims;
    const double *lo = search->near->bounds + node * 2 * (uint64_t)dims, *hi = lo + dims;
    double sum = 0;
    for (int a = 0; a < dims; a++) {
        const double x = search->at[a], gap = x < lo[a] ? lo[a] - x : x > hi[a] ? x - hi[a] : 0;
        sum += gap * gap;
    }
    return sum;
}

/* 1 if a node at this squared distance may have points within reach. */
static int is_near(const host_search *search, uint64_t node, double d2) {
    const double reach = search->reach + (search->near->slacks ? search->near->slacks[node] : 0);
    return d2 <= reach * reach;
}

static void visit(host_search *search, uint64_t node, int level, uint64_t first, uint64_t end) {
    if (search->enter && !search->enter(search, node, first, end)) return;
    if (level == search->near->levels) {
        search->take(search, first, end - first);
        return;
    }
    const uint64_t middle = first + (end - first) / 2, left = 2 * node + 1, right = left + 1;
    const double to_left = distance2(search, left), to_right = distance2(search, right);
    if (to_left <= to_right && is_near(search, left, to_left)) visit(search, left, level + 1, first, middle);
    if (is_near(search, right, to_right)) visit(search, right, level + 1, middle, end);
    if (to_left > to_right && is_near(search, left, to_left)) visit(search, left, level + 1, first, middle);
}

void nf_host_tree_search(host_search *search) {
    const host_near *near = search->near;
    const int *m = search->m;
    for (int a = 0; a < near->dims; a++) {
        search->at[a] = search->folded[a];
        if (near->is_box)
            search->at[a] -=
                ((double)m[0] * near->H[0][a] + (double)m[1] * near->H[1][a]) + (double)m[2] * near->H[2][a];
    }
    if (near->points.n && is_near(search, 0, distance2(search, 0))) visit(search, 0, 0, 0, near->points.n);
}
