/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The z-order in plain C: a radix sort by the first bits of all points, and a merge sort of those with one key. */
#include "host/job.h"

#include <string.h>

static inline int leading_zeros(uint64_t x) {
    int zeros = 0;
    for (int half = 32; half; half /= 2)
        if (x >> (64 - half) == 0) {
            zeros += half;
            x <<= half;
        }
    return x ? zeros : 64;
}
#define uint   uint32_t
#define ulong  uint64_t
#define clz(x) leading_zeros(x)
#include "space/zorder.cl"

/* One call. */
typedef struct zsort {
    const void *rows; /* packed */
    int dims, wide;
    uint64_t n;
    nf_z_span span; /* of all points */
    uint64_t *keys;
    uint32_t *order, *other; /* `other` is memory to merge in */
} zsort;

static inline uint64_t word(const zsort *z, uint64_t p, int a) {
    const uint64_t at = p * (uint64_t)z->dims + (uint64_t)a;
    return z->wide ? ((const uint64_t *)z->rows)[at] : ((const uint32_t *)z->rows)[at];
}

static inline nf_z coordinate(const zsort *z, uint64_t p, int a) { return nf_z_of(word(z, p, a), z->wide); }

/* 1 if point p comes before point q. */
static int is_before(const zsort *z, uint32_t p, uint32_t q) {
    nf_z_order order = {0, 0};
    for (int a = 0; a < z->dims; a++) nf_z_compare(&order, coordinate(z, p, a), coordinate(z, q, a), z->wide);
    return order.less;
}

/* Finds the span, or the first point that is not finite. */
static nf_status look(zsort *z, nf_sentence *error) {
    for (uint64_t p = 0; p < z->n; p++)
        for (int a = 0; a < z->dims; a++) {
            if (!nf_z_is_finite(word(z, p, a), z->wide)) return nf_points_not_finite("point", (int)p, error);
            z->span = nf_z_join(z->span, nf_z_between(coordinate(z, p, a), coordinate(z, 0, a), z->wide));
        }
    return NF_OK;
}

/* A stable merge sort of [first, end). */
static void merge_sort(const zsort *z, uint64_t first, uint64_t end) {
    if (end - first < 2) return;
    const uint64_t middle = first + (end - first) / 2;
    merge_sort(z, first, middle);
    merge_sort(z, middle, end);
    if (!is_before(z, z->order[middle], z->order[middle - 1])) return;
    memcpy(z->other + first, z->order + first, (middle - first) * sizeof *z->other);
    for (uint64_t low = first, high = middle, to = first; low < middle; to++)
        z->order[to] =
            high < end && is_before(z, z->order[high], z->other[low]) ? z->order[high++] : z->other[low++];
}

static nf_status sort_ties(const nf_host_cloud *cloud, const zsort *z) {
    nf_status status = NF_OK;
    for (uint64_t first = 0, end, tie = 0; first < z->n; first = end, tie++) {
        NF_TRY(nf_host_go_on(cloud, tie));
        for (end = first + 1; end < z->n && z->keys[end] == z->keys[first]; end++) {}
        merge_sort(z, first, end);
    }
done:
    return status;
}

static nf_status sort(const nf_host_cloud *cloud, zsort *z) {
    const int all = z->span.level + z->span.signs, fits = NF_Z_KEY_BITS / z->dims,
              levels = all < fits ? all : fits;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(cloud->allocator, (size_t)z->n, sizeof *z->keys, "the keys", (void **)&z->keys,
                       cloud->error));
    NF_TRY(nf_allocate(cloud->allocator, (size_t)z->n, sizeof *z->other, "points being merged",
                       (void **)&z->other, cloud->error));
    for (uint64_t p = 0; p < z->n; p++) {
        z->order[p] = (uint32_t)p;
        for (int a = 0; a < z->dims; a++)
            z->keys[p] |= nf_z_key_part(coordinate(z, p, a), a, z->dims, z->span, levels);
    }
    NF_TRY(nf_host_sort(cloud, z->keys, z->order, z->n, 0, levels * z->dims));
    NF_TRY(sort_ties(cloud, z));
done:
    nf_release(cloud->allocator, z->keys);
    nf_release(cloud->allocator, z->other);
    return status;
}

nf_status nf_host_zorder(const nf_host_cloud *cloud, const nf_points *points, uint32_t *order) {
    void *packed = NULL;
    nf_status status = NF_OK;
    if (points->n == 0) return NF_OK;
    zsort z = {.dims = points->dims, .wide = points->type == NF_FLOAT64, .n = points->n, .order = order};
    NF_TRY(nf_points_rows(cloud->allocator, points, &z.rows, &packed, cloud->error));
    NF_TRY(look(&z, cloud->error));
    NF_TRY(sort(cloud, &z));
done:
    nf_release(cloud->allocator, packed);
    return status;
}

nf_status nf_host_zsort(const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_points *points = &cloud->points;
    nf_status status = NF_OK;
    NF_TRY(nf_host_answer_take(cloud, answer, NF_ARRAY_ORDER, points->n, sizeof(uint32_t)));
    NF_TRY(nf_host_zorder(cloud, points, answer->arrays[NF_ARRAY_ORDER]));
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    return status;
}
