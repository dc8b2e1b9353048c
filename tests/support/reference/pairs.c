/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/pairs.h"

#include "support/assertions.h"
#include "support/device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* |r_j - r_i| < cutoff in double, each operation rounded by itself.  Scaling by a power of two that brings the cutoff
   near 1 changes no rounding, and prevents under- and overflow. */
static int near64(const double *a, const double *b, int dims, double cutoff) {
    const int down = -ilogb(cutoff);
    const double r = ldexp(cutoff, down), r2 = r * r;
    double square[3] = {0, 0, 0};
    for (int axis = 0; axis < dims; axis++) {
        const double difference = ldexp(b[axis] - a[axis], down);
        square[axis] = difference * difference;
    }
    const double xy = square[0] + square[1], d2 = xy + square[2];
    return d2 < r2;
}

static int near32(const float *a, const float *b, int dims, float cutoff) {
    const int down = -ilogbf(cutoff);
    const float r = ldexpf(cutoff, down), r2 = r * r;
    float square[3] = {0, 0, 0};
    for (int axis = 0; axis < dims; axis++) {
        const float difference = ldexpf(b[axis] - a[axis], down);
        square[axis] = difference * difference;
    }
    const float xy = square[0] + square[1], d2 = xy + square[2];
    return d2 < r2;
}

int reference_is_pair(const nf_points *points, double cutoff, uint64_t i, uint64_t j) {
    const uint64_t dims = (uint64_t)points->dims;
    if (points->type == NF_FLOAT32) {
        const float *r = points->rows.host;
        return near32(r + i * dims, r + j * dims, points->dims, (float)cutoff);
    }
    const double *r = points->rows.host;
    return near64(r + i * dims, r + j * dims, points->dims, cutoff);
}

/* A shortcut: points whose first coordinates are twice the cutoff apart are no pair. */
static int far_along_x(const nf_points *points, double cutoff, uint64_t i, uint64_t j) {
    const uint64_t dims = (uint64_t)points->dims;
    if (points->type == NF_FLOAT32) {
        const float *r = points->rows.host;
        return fabsf(r[j * dims] - r[i * dims]) / 2 > (float)cutoff;
    }
    const double *r = points->rows.host;
    return fabs(r[j * dims] - r[i * dims]) / 2 > cutoff;
}

reference reference_pairs(const nf_points *points, double cutoff) {
    reference all = {NULL, 0};
    uint64_t room = 1024;
    all.pairs = malloc(room * 2 * sizeof *all.pairs);
    ck_assert_ptr_nonnull(all.pairs);
    for (uint64_t i = 0; i < points->n; i++)
        for (uint64_t j = i + 1; j < points->n; j++) {
            if (far_along_x(points, cutoff, i, j) || !reference_is_pair(points, cutoff, i, j)) continue;
            if (all.count == room) {
                room *= 2;
                all.pairs = realloc(all.pairs, room * 2 * sizeof *all.pairs);
                ck_assert_ptr_nonnull(all.pairs);
            }
            all.pairs[2 * all.count] = (int32_t)i;
            all.pairs[2 * all.count + 1] = (int32_t)j;
            all.count++;
        }
    return all;
}

void reference_free(reference *all) {
    free(all->pairs);
    all->pairs = NULL;
    all->count = 0;
}

/* Stable counting sort by column `column`. */
static void sort_by(int32_t *pairs, int32_t *other, uint64_t count, int column) {
    int32_t most = 0;
    for (uint64_t k = 0; k < count; k++)
        if (pairs[2 * k + (uint64_t)column] > most) most = pairs[2 * k + (uint64_t)column];
    own_memory uint64_t *starts = support_allocate(((uint64_t)most + 2) * sizeof *starts);
    memset(starts, 0, ((size_t)most + 2) * sizeof *starts);
    for (uint64_t k = 0; k < count; k++) starts[pairs[2 * k + (uint64_t)column] + 1]++;
    for (int32_t v = 0; v < most; v++) starts[v + 1] += starts[v];
    for (uint64_t k = 0; k < count; k++)
        memcpy(other + 2 * starts[pairs[2 * k + (uint64_t)column]]++, pairs + 2 * k, 8);
    memcpy(pairs, other, count * 8);
}

void reference_sort(int32_t *pairs, uint64_t count) {
    own_memory int32_t *other = support_allocate((count + 1) * 8);
    sort_by(pairs, other, count, 1);
    sort_by(pairs, other, count, 0);
}

void reference_same_set(const reference *wanted, const int32_t *pairs, uint64_t count, const char *what) {
    own_memory int32_t *sorted = support_allocate((count + 1) * 2 * sizeof *sorted);
    if (count) memcpy(sorted, pairs, count * 2 * sizeof *sorted);
    for (uint64_t k = 0; k < count; k++)
        if (sorted[2 * k] < 0 || sorted[2 * k] >= sorted[2 * k + 1])
            ck_abort_msg("%s: pair %llu is (%d, %d)", what, (unsigned long long)k, sorted[2 * k],
                         sorted[2 * k + 1]);
    reference_sort(sorted, count);
    for (uint64_t k = 0; k < count && k < wanted->count; k++)
        if (memcmp(sorted + 2 * k, wanted->pairs + 2 * k, 8) != 0)
            ck_abort_msg("%s: pair %llu in ascending order is (%d, %d), expected (%d, %d)", what,
                         (unsigned long long)k, sorted[2 * k], sorted[2 * k + 1], wanted->pairs[2 * k],
                         wanted->pairs[2 * k + 1]);
    ck_assert_msg(count == wanted->count, "%s: %llu pairs, expected %llu", what, (unsigned long long)count,
                  (unsigned long long)wanted->count);
}
