/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Groups of friends and DBSCAN in plain C.
 * A node of the tree whose points are all linked with each other, for sure, is whole: its core points are of one group, and a point that
 * is in this group need not look into it.
 */
#include "arguments/tree.h"
#include "core/memory.h"
#include "host/tree/near.h"
#include "space/duals.h"

#include <math.h>
#include <string.h>

/* For each node: what its core points have in common. */
#define HEAD_MIXED UINT32_MAX /* perhaps nothing */
#define HEAD_NONE                                                                                            \
    (UINT32_MAX - 1) /* a whole node without core points; otherwise one of the core points of a whole node */

/* One call.  Points are numbered in the order of the tree. */
typedef struct fof {
    host_near near;
    const nf_host_cloud *cloud;
    const nf_allocator *allocator;
    double r2,
        least; /* least: distances of folded points below this, less their slack, are of linked points for sure */
    double slack; /* of the images that are searched */
    int reach[3]; /* of images */
    uint32_t min_points;
    uint32_t *parents;    /* the groups: a forest */
    uint32_t *heads;      /* of the nodes */
    uint8_t *cores;       /* NULL: all are */
    uint32_t *seen;       /* the last point, + 1, near which a point was seen; NULL in open space */
    uint32_t *label;      /* of the root of each group: the smallest index of its core points */
    uint32_t point, best; /* the present point; the points near it, or the smallest label near it */
} fof;

static uint32_t root_of(const fof *f, uint32_t p) {
    while (f->parents[p] != p) p = f->parents[p] = f->parents[f->parents[p]];
    return p;
}

static void unite(const fof *f, uint32_t p, uint32_t q) {
    const uint32_t a = root_of(f, p), b = root_of(f, q);
    if (a < b) f->parents[b] = a;
    else f->parents[a] = b;
}

static int is_core(const fof *f, uint64_t p) { return !f->cores || f->cores[p]; }

/* ---- whole nodes ---------------------------------------------------------------------------------------- */

static int is_whole(const fof *f, uint64_t node) {
    const int dims = f->near.dims;
    const double *lo = f->near.bounds + node * 2 * (uint64_t)dims, *hi = lo + dims;
    double sum = 0;
    for (int a = 0; a < dims; a++) sum += (hi[a] - lo[a]) * (hi[a] - lo[a]);
    return sqrt(sum) + (f->near.slacks ? 2 * f->near.slacks[node] : 0) < f->least;
}

/* Finds the heads below a node, and unites the core points of whole nodes. */
static void find_heads(const fof *f, uint64_t node, int level, uint64_t first, uint64_t end, int whole) {
    const uint64_t middle = first + (end - first) / 2;
    whole = whole || is_whole(f, node);
    f->heads[node] = whole ? HEAD_NONE : HEAD_MIXED;
    for (uint64_t p = first; whole && p < end; p++)
        if (is_core(f, p)) {
            if (f->heads[node] == HEAD_NONE) f->heads[node] = (uint32_t)p;
            else unite(f, f->heads[node], (uint32_t)p);
        }
    if (level == f->near.levels) return;
    find_heads(f, 2 * node + 1, level + 1, first, middle, whole);
    find_heads(f, 2 * node + 2, level + 1, middle, end, whole);
}

/* ---- searches around the points ------------------------------------------------------------------------- */

static void search_images(fof *f, host_search *search) {
    int *m = search->m;
    for (m[0] = -f->reach[0]; m[0] <= f->reach[0]; m[0]++)
        for (m[1] = -f->reach[1]; m[1] <= f->reach[1]; m[1]++)
            for (m[2] = -f->reach[2]; m[2] <= f->reach[2]; m[2]++) nf_host_tree_search(search);
}

/* Searches around point p. */
static void search_around(fof *f, uint64_t p,
                          int (*enter)(host_search *search, uint64_t node, uint64_t first, uint64_t end),
                          void (*take)(host_search *search, uint64_t first, uint64_t count)) {
    host_search search = nf_host_search_of(&f->near, &f->near.points, p);
    search.enter = enter;
    search.take = take;
    search.reach = nf_host_reach(&f->near, f->r2, search.slack + f->slack);
    search.of = f;
    f->point = (uint32_t)p;
    search_images(f, &search);
}

/* Counts the points near a point, until there are enough; one that is near in several images counts once. */
static int enter_to_count(host_search *search, uint64_t node, uint64_t first, uint64_t end) {
    const fof *f = search->of;
    (void)node, (void)first, (void)end;
    return f->best < f->min_points;
}

static void take_to_count(host_search *search, uint64_t first, uint64_t count) {
    fof *f = search->of;
    double d2[HOST_LEAF];
    f->near.kind->measure(search, first, count, d2);
    for (uint64_t p = 0; p < count; p++) {
        if (!(d2[p] < f->r2) || first + p == f->point) continue;
        if (f->seen) {
            if (f->seen[first + p] == f->point + 1) continue;
            f->seen[first + p] = f->point + 1;
        }
        f->best++;
    }
}

static nf_status find_cores(fof *f) {
    const size_t n = (size_t)f->near.points.n;
    nf_status status = NF_OK;
    if (f->min_points <= 1) return NF_OK;
    NF_TRY(
        nf_allocate(f->allocator, n, sizeof *f->cores, "the core points", (void **)&f->cores, f->near.error));
    if (f->near.is_box)
        NF_TRY(nf_allocate(f->allocator, n, sizeof *f->seen, "the points that were counted",
                           (void **)&f->seen, f->near.error));
    const int all = is_whole(f, 0); /* then every point is near all others */
    for (uint64_t p = 0; p < n; p++) {
        NF_TRY(nf_host_go_on(f->cloud, p));
        f->best = all ? (uint32_t)n : 1;
        if (!all) search_around(f, p, enter_to_count, take_to_count);
        f->cores[p] = f->best >= f->min_points;
    }
done:
    return status;
}

/* Links a core point to those after it: links are the same from both ends. */
static int enter_to_link(host_search *search, uint64_t node, uint64_t first, uint64_t end) {
    const fof *f = search->of;
    const uint32_t head = f->heads[node];
    (void)first;
    if (end <= (uint64_t)f->point + 1 || head == HEAD_NONE) return 0;
    return head == HEAD_MIXED || root_of(f, head) != root_of(f, f->point);
}

static void take_to_link(host_search *search, uint64_t first, uint64_t count) {
    fof *f = search->of;
    double d2[HOST_LEAF];
    f->near.kind->measure(search, first, count, d2);
    for (uint64_t p = 0; p < count; p++)
        if (d2[p] < f->r2 && first + p > f->point && is_core(f, first + p))
            unite(f, f->point, (uint32_t)(first + p));
}

/* Finds the smallest label of the core points near a point that is none. */
static int enter_to_label(host_search *search, uint64_t node, uint64_t first, uint64_t end) {
    const fof *f = search->of;
    const uint32_t head = f->heads[node];
    (void)first, (void)end;
    if (head == HEAD_NONE) return 0;
    return head == HEAD_MIXED || f->label[root_of(f, head)] < f->best;
}

static void take_to_label(host_search *search, uint64_t first, uint64_t count) {
    fof *f = search->of;
    double d2[HOST_LEAF];
    f->near.kind->measure(search, first, count, d2);
    for (uint64_t p = 0; p < count; p++)
        if (d2[p] < f->r2 && is_core(f, first + p)) {
            const uint32_t label = f->label[root_of(f, (uint32_t)(first + p))];
            if (label < f->best) f->best = label;
        }
}

/* ---- the answer ----------------------------------------------------------------------------------------- */

static nf_status link(fof *f) {
    const host_near *near = &f->near;
    const size_t n = (size_t)near->points.n;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(f->allocator, n, sizeof *f->parents, "the groups", (void **)&f->parents,
                           near->error));
    NF_TRY(nf_allocate_raw(f->allocator, ((size_t)2 << near->levels) - 1, sizeof *f->heads,
                           "the heads of nodes", (void **)&f->heads, near->error));
    for (size_t p = 0; p < n; p++) f->parents[p] = (uint32_t)p;
    find_heads(f, 0, 0, 0, n, 0);
    for (size_t p = 0; p < n && f->heads[0] == HEAD_MIXED; p++) {
        NF_TRY(nf_host_go_on(f->cloud, p));
        if (is_core(f, p)) search_around(f, p, enter_to_link, take_to_link);
    }
done:
    return status;
}

static nf_status label_all(fof *f, int32_t *labels, uint32_t *cores) {
    const uint32_t *index = f->near.index;
    const size_t n = (size_t)f->near.points.n;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(f->allocator, n, sizeof *f->label, "the labels of groups", (void **)&f->label,
                           f->near.error));
    memset(f->label, 0xff, n * sizeof *f->label);
    for (size_t p = 0; p < n; p++) {
        const uint32_t root = root_of(f, (uint32_t)p);
        if (is_core(f, p) && index[p] < f->label[root]) f->label[root] = index[p];
    }
    for (size_t p = 0; p < n; p++) {
        NF_TRY(nf_host_go_on(f->cloud, p));
        f->best = UINT32_MAX;
        if (is_core(f, p)) f->best = f->label[root_of(f, (uint32_t)p)];
        else search_around(f, p, enter_to_label, take_to_label);
        labels[index[p]] = f->best == UINT32_MAX ? -1 : (int32_t)f->best;
        if (cores) cores[index[p]] = (uint32_t)is_core(f, p);
    }
done:
    return status;
}

/* The points group after group: a counting sort by label. */
static nf_status order_all(const fof *f, const int32_t *labels, uint32_t *order) {
    const size_t n = (size_t)f->near.points.n;
    uint32_t *starts = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(f->allocator, n + 2, sizeof *starts, "the starts of groups", (void **)&starts,
                       f->near.error));
    for (size_t p = 0; p < n; p++) starts[(labels[p] < 0 ? n : (size_t)labels[p]) + 1]++;
    for (size_t k = 1; k <= n; k++) starts[k] += starts[k - 1];
    for (size_t p = 0; p < n; p++) order[starts[labels[p] < 0 ? n : (size_t)labels[p]]++] = (uint32_t)p;
done:
    nf_release(f->allocator, starts);
    return status;
}

/*
 * The images in which points may be linked: those within the linking length, and of these the ones that are nearest along the cell vectors, as
 * those farther away are linked only if these are.  The nearest image is at most half of vector k away along it, if that is at right angles
 * to the others, and otherwise at most half the sum of all; squares that differ by less than 64 units of the linking length's may be in
 * any order.
 */
static nf_status take_reach(fof *f, double linked) {
    const host_near *near = &f->near;
    const double r = sqrt(f->r2), all = nf_length(near->H[0]) + nf_length(near->H[1]) + nf_length(near->H[2]);
    nf_host_images(near, fmin(r, all), f->reach);
    for (int k = 0; k < 3; k++) f->reach[k] += near->heights[k] > 0;
    f->slack = nf_host_image_slack(near, f->reach);
    f->least = r * (1 - 64 * near->unit) - f->slack;
    if (is_whole(f, 0)) { /* all points are linked */
        for (int k = 0; k < 3; k++) f->reach[k] = 0;
        return NF_OK;
    }
    const double margin = 2 * near->slackest + f->slack, reach = nf_host_reach(near, f->r2, margin);
    for (int k = 0; k < 3; k++) {
        const double half = (nf_is_square(f->near.H, k) ? nf_length(near->H[k]) : all) / 2,
                     nearest = sqrt(half * half + 64 * near->unit * reach * reach) + 2 * margin;
        int most[3];
        nf_host_images(near, fmin(reach, nearest), most);
        f->reach[k] = most[k];
    }
    return nf_host_are_too_many(f->reach) ? nf_refuse_linking_length(linked, near->error) : NF_OK;
}

nf_status nf_host_fof(const nf_host_cloud *cloud, double length, uint32_t min_points,
                      nf_host_answer *answer) {
    const uint64_t n = cloud->points.n;
    fof f = {.cloud = cloud, .allocator = cloud->allocator, .min_points = min_points};
    nf_status status = NF_OK;
    if (n == 0) return NF_OK;
    NF_TRY(nf_host_near_begin(&f.near, cloud, NULL));
    NF_TRY(nf_scaling_square(&f.near.scaling, length, "the linking length", &f.r2, cloud->error));
    NF_TRY(nf_host_tree_build(&f.near));
    NF_TRY(take_reach(&f, length));
    NF_TRY(nf_host_answer_take(cloud, answer, NF_ARRAY_LABELS, n, sizeof(int32_t)));
    NF_TRY(nf_host_answer_take(cloud, answer, NF_ARRAY_CORES, n, sizeof(uint32_t)));
    NF_TRY(nf_host_answer_take(cloud, answer, NF_ARRAY_ORDER, n, sizeof(uint32_t)));
    const int32_t *labels = answer->arrays[NF_ARRAY_LABELS];
    NF_TRY(find_cores(&f));
    NF_TRY(link(&f));
    NF_TRY(label_all(&f, answer->arrays[NF_ARRAY_LABELS], answer->arrays[NF_ARRAY_CORES]));
    if (answer->arrays[NF_ARRAY_ORDER]) NF_TRY(order_all(&f, labels, answer->arrays[NF_ARRAY_ORDER]));
    for (uint64_t p = 0; p < n; p++) answer->total += labels[p] == (int32_t)p;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_host_near_end(&f.near);
    nf_release(cloud->allocator, f.parents);
    nf_release(cloud->allocator, f.heads);
    nf_release(cloud->allocator, f.cores);
    nf_release(cloud->allocator, f.seen);
    nf_release(cloud->allocator, f.label);
    return status;
}
