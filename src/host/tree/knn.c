/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours in plain C. */
#include "arguments/tree.h"
#include "host/tree/near.h"
#include "space/points.h"

#include <math.h>

/* One call.  The neighbours of the present point are a heap: none is after the first one. */
typedef struct knn {
    const nf_host_cloud *cloud;
    host_near near;
    host_rows rows;
    const nf_knn_options *options;
    const host_set *set; /* whose neighbours are asked for: the points, or the query points */
    int leaves_itself;
    double r2;   /* only points at smaller squared distances are neighbours */
    int bounded; /* 1: r2 is how far images are looked for; a point with fewer than k neighbours is refused */
    int count;
    host_neighbour found[NF_KNN_MOST];
    uint64_t
        itself; /* the place of the point itself in the order of the tree, if it is left out; or UINT64_MAX */
    double slack;    /* of the point and the images that are searched */
    uint32_t *ranks; /* of the points in the z-order; NULL: rows are in the order of points */
} knn;

static int is_before(const host_neighbour *a, const host_neighbour *b) {
    return a->d2 < b->d2 || (!(a->d2 > b->d2) && a->index < b->index);
}

/* Moves the element at `at` down a heap of `count`. */
static void sink(host_neighbour *heap, int count, int at) {
    const host_neighbour moved = heap[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(heap + child, heap + child + 1)) child++;
        if (!is_before(&moved, heap + child)) break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static void rise(host_neighbour *heap, int at) {
    const host_neighbour moved = heap[at];
    for (int parent; at > 0 && is_before(heap + (parent = (at - 1) / 2), &moved); at = parent)
        heap[at] = heap[parent];
    heap[at] = moved;
}

static void sort(host_neighbour *heap, int count) {
    while (count-- > 1) {
        const host_neighbour last = heap[0];
        heap[0] = heap[count];
        heap[count] = last;
        sink(heap, count, 0);
    }
}

/* The squared distance above which there are no further neighbours. */
static double bound(const knn *k) {
    return k->count == k->rows.k && k->found[0].d2 < k->r2 ? k->found[0].d2 : k->r2;
}

static void narrow(const knn *k, host_search *search) {
    search->reach = nf_host_reach(&k->near, bound(k), k->slack);
}

/* A node of equal points is searched only if the first of them, by index, is a neighbour. */
static int enter(host_search *search, uint64_t node, uint64_t first, uint64_t end) {
    const knn *k = search->of;
    host_neighbour one = {0, k->near.index[first]};
    if (!k->near.equals[node] || end - first < 2) return 1;
    k->near.kind->measure(search, first, 1, &one.d2);
    return one.d2 < k->r2 && (k->count < k->rows.k || is_before(&one, k->found));
}

static void take(host_search *search, uint64_t first, uint64_t count) {
    knn *k = search->of;
    const int at_home = search->m[0] == 0 && search->m[1] == 0 && search->m[2] == 0;
    double d2[HOST_LEAF];
    int changed = 0;
    k->near.kind->measure(search, first, count, d2);
    for (uint64_t p = 0; p < count; p++) {
        const host_neighbour one = {d2[p], k->near.index[first + p]};
        if (!(one.d2 < k->r2) || (at_home && first + p == k->itself)) continue;
        if (k->count < k->rows.k) {
            k->found[k->count] = one;
            rise(k->found, k->count++);
        } else if (is_before(&one, k->found)) {
            k->found[0] = one;
            sink(k->found, k->count, 0);
        } else continue;
        changed = 1;
    }
    if (changed) narrow(k, search);
}

/* Searches the images of the box up to `reach` away, but for those up to `done` away, which were searched. */
static void search_images(host_search *search, const int reach[3], const int done[3]) {
    int *m = search->m;
    for (m[0] = -reach[0]; m[0] <= reach[0]; m[0]++)
        for (m[1] = -reach[1]; m[1] <= reach[1]; m[1]++)
            for (m[2] = -reach[2]; m[2] <= reach[2]; m[2]++) {
                if (m[0] >= -done[0] && m[0] <= done[0] && m[1] >= -done[1] && m[1] <= done[1] &&
                    m[2] >= -done[2] && m[2] <= done[2])
                    continue;
                nf_host_tree_search(search);
            }
}

/* The shell of images after those up to done[]: at first the boxes around, and then half as far again, but not farther than `wanted`. */
static void grow(const host_near *near, double wanted, const int done[3], int reach[3]) {
    const double covered = nf_host_covers(near, done), next = covered > 0 ? 1.5 * covered : 0;
    int grown = 0;
    nf_host_images(near, fmin(wanted, next), reach);
    for (int a = 0; a < 3; a++) grown |= reach[a] > done[a];
    for (int a = 0; a < 3; a++) {
        if (reach[a] < done[a]) reach[a] = done[a];
        if (!grown && near->heights[a] > 0) reach[a]++; /* against rounding */
    }
}

/* The neighbours of the point of a row.  In a box, the shells of images grow until no image outside of them can matter. */
static nf_status find(knn *k, const char *name, uint64_t row, host_search *search) {
    const host_near *near = &k->near;
    const double beside = near->is_box && near->points.n ? nf_host_beside(search) : 0;
    int reach[3] = {0, 0, 0}, done[3];
    k->count = 0;
    k->slack = search->slack + nf_host_image_slack(near, reach);
    narrow(k, search);
    nf_host_tree_search(search);
    while (near->is_box && near->points.n) {
        const double along = bound(k) * (1 + 64 * near->unit) - beside;
        if (along < 0) break;
        const double wanted = nf_host_reach(near, along, k->slack + near->slackest);
        if (wanted <= nf_host_covers(near, reach)) break;
        for (int a = 0; a < 3; a++) done[a] = reach[a];
        grow(near, wanted, done, reach);
        k->slack = search->slack + nf_host_image_slack(near, reach);
        narrow(k, search);
        search_images(search, reach, done);
    }
    if (k->bounded && k->count < k->rows.k)
        return nf_refuse_far_point(name, row, nf_images_reach(&near->space), near->error);
    sort(k->found, k->count);
    return NF_OK;
}

/* The row of the p-th point of the tree, or of query point p. */
static uint64_t row_of(const knn *k, uint64_t p) { return k->set == &k->near.points ? k->near.index[p] : p; }

static nf_status find_row(knn *k, uint64_t p) {
    const uint64_t row = row_of(k, p);
    host_search search = nf_host_search_of(&k->near, k->set, p);
    nf_status status = NF_OK;
    search.enter = enter;
    search.take = take;
    search.of = k;
    k->itself = k->leaves_itself ? p : UINT64_MAX;
    NF_TRY(find(k, k->set->name, row, &search));
    k->near.kind->put(&k->rows, k->ranks ? k->ranks[row] : row, k->found, k->count);
done:
    return status;
}

/* The p-th point of the tree was refused, and none before it.  The message shall name the refused point of smallest index, and points may be
   slow to refuse: those after it in the tree are tried by ascending index. */
static nf_status refuse_smallest(knn *k, uint64_t p) {
    const uint64_t n = k->set->n, row = row_of(k, p);
    uint32_t *places = NULL; /* in the tree, of the points of smaller index; 0: before p */
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(k->near.allocator, (size_t)row, sizeof *places, "the places of points in the tree",
                       (void **)&places, k->near.error));
    for (uint64_t q = p + 1; q < n; q++)
        if (row_of(k, q) < row) places[row_of(k, q)] = (uint32_t)q;
    for (uint64_t r = 0; r < row; r++)
        if (places[r]) NF_TRY(find_row(k, places[r]));
    status = nf_refuse_far_point(k->set->name, row, nf_images_reach(&k->near.space), k->near.error);
done:
    nf_release(k->near.allocator, places);
    return status;
}

/* The rows of query points are asked for in their order, and those of the points in the order of the tree, in which neighbours are near each
   other in memory. */
static nf_status find_all(knn *k) {
    const int asks = k->options->queries != NULL;
    nf_status status = NF_OK;
    k->set = asks ? &k->near.queries : &k->near.points;
    k->leaves_itself = !asks && !k->options->include_self;
    for (uint64_t p = 0; p < k->set->n; p++) {
        NF_TRY(nf_host_go_on(k->cloud, p));
        status = find_row(k, p);
        if (status != NF_OK) return asks ? status : refuse_smallest(k, p);
    }
done:
    return status;
}

/* The rank of each point, or query point, in the z-order. */
static nf_status order(knn *k, nf_host_answer *answer) {
    const nf_points *own = k->options->queries ? k->options->queries : &k->cloud->points;
    const uint32_t *order = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_host_answer_take(k->cloud, answer, NF_ARRAY_ORDER, own->n, sizeof *order));
    NF_TRY(nf_host_zorder(k->cloud, own, answer->arrays[NF_ARRAY_ORDER]));
    NF_TRY(nf_allocate_raw(k->cloud->allocator, (size_t)own->n, sizeof *k->ranks, "the ranks of points",
                           (void **)&k->ranks, k->cloud->error));
    order = answer->arrays[NF_ARRAY_ORDER];
    for (uint64_t p = 0; p < own->n; p++) k->ranks[order[p]] = (uint32_t)p;
done:
    return status;
}

/* In a box, neighbours are looked for in 2^24 images. */
static nf_status bound_by_images(knn *k) {
    const host_near *near = &k->near;
    nf_status status = NF_OK;
    if (!near->is_box || !near->points.n) return NF_OK;
    NF_TRY(nf_images_check(&near->space, &near->scaling, near->error));
    const double within = nf_images_square(&near->space, &near->scaling);
    k->bounded = within < k->r2;
    if (k->bounded) k->r2 = nextafter(within, HUGE_VAL);
done:
    return status;
}

/* Room for the arrays that are wanted. */
static nf_status take_rows(knn *all, int k, uint64_t rows, nf_host_answer *answer) {
    const nf_points *points = &all->cloud->points;
    const uint64_t element = nf_type_bytes(points->type);
    const struct {
        nf_array array;
        uint64_t bytes;
    } arrays[] = {{NF_ARRAY_INDICES, (uint64_t)k * sizeof(int32_t)},
                  {NF_ARRAY_DISTANCES, (uint64_t)k * element},
                  {NF_ARRAY_KTH_DISTANCES, element},
                  {NF_ARRAY_MEAN_DISTANCES, element},
                  {NF_ARRAY_DENSITIES, element}};
    nf_status status = NF_OK;
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        NF_TRY(nf_host_answer_take(all->cloud, answer, arrays[a].array, rows, arrays[a].bytes));
    all->rows = (host_rows){.k = k,
                            .dims = points->dims,
                            .indices = answer->arrays[NF_ARRAY_INDICES],
                            .distances = answer->arrays[NF_ARRAY_DISTANCES],
                            .kth_distances = answer->arrays[NF_ARRAY_KTH_DISTANCES],
                            .mean_distances = answer->arrays[NF_ARRAY_MEAN_DISTANCES],
                            .densities = answer->arrays[NF_ARRAY_DENSITIES],
                            .scale = all->near.scaling.scale,
                            .unscale = all->near.scaling.unscale,
                            .ball = nf_ball(points->dims, points->type),
                            .inverse = nf_inverse(k, points->type)};
done:
    return status;
}

/* The vectors and shifts of all rows, from these. */
static nf_status measure(knn *k, nf_host_answer *answer) {
    const nf_points *points = &k->cloud->points, *own = k->options->queries ? k->options->queries : points;
    const size_t row = (size_t)points->dims * nf_type_bytes(points->type), each = (size_t)k->rows.k;
    const uint32_t *order = answer->arrays[NF_ARRAY_ORDER];
    void *packed = NULL, *queries = NULL;
    nf_status status = NF_OK;
    if (!(answer->wanted & (NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS)))) return NF_OK;
    NF_TRY(nf_host_answer_take(k->cloud, answer, NF_ARRAY_VECTORS, own->n, each * row));
    NF_TRY(nf_host_answer_take(k->cloud, answer, NF_ARRAY_SHIFTS, own->n, each * 3 * sizeof(int32_t)));
    NF_TRY(nf_allocate_raw(k->cloud->allocator, (size_t)points->n, row, "the packed points", &packed,
                           k->cloud->error));
    NF_TRY(nf_allocate_raw(k->cloud->allocator, (size_t)own->n, row, "the packed query points", &queries,
                           k->cloud->error));
    nf_points_pack(points, 0, points->n, packed);
    nf_points_pack(own, 0, own->n, queries);
    const host_entries of = {.near = &k->near,
                             .k = k->rows.k,
                             .leaves_itself = k->leaves_itself,
                             .points = packed,
                             .queries = queries,
                             .indices = k->rows.indices,
                             .distances = k->rows.distances,
                             .vectors = answer->arrays[NF_ARRAY_VECTORS],
                             .shifts = answer->arrays[NF_ARRAY_SHIFTS]};
    for (uint64_t r = 0; r < own->n; r++) {
        const uint64_t i = order ? order[r] : r;
        if (points->type == NF_FLOAT32) nf_host_entries_f32(&of, r, i);
        else nf_host_entries_f64(&of, r, i);
    }
done:
    nf_release(k->cloud->allocator, packed);
    nf_release(k->cloud->allocator, queries);
    return status;
}

nf_status nf_host_knn(const nf_host_cloud *cloud, int k, const nf_knn_options *options,
                      nf_host_answer *answer) {
    knn all = {.cloud = cloud, .options = options, .r2 = HUGE_VAL};
    host_near *near = &all.near;
    const uint64_t n = cloud->points.n, rows = options->queries ? options->queries->n : n;
    nf_status status = NF_OK;
    NF_TRY(nf_host_near_begin(near, cloud, options->queries));
    if (options->max_distance > 0 && n && rows)
        NF_TRY(
            nf_scaling_square(&near->scaling, options->max_distance, "max_distance", &all.r2, cloud->error));
    NF_TRY(bound_by_images(&all));
    NF_TRY(nf_host_tree_build(near));
    if (options->z_order) NF_TRY(order(&all, answer));
    NF_TRY(take_rows(&all, k, rows, answer));
    NF_TRY(find_all(&all));
    NF_TRY(measure(&all, answer));
    answer->total = rows * (uint64_t)k;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_release(cloud->allocator, all.ranks);
    nf_host_near_end(near);
    return status;
}
