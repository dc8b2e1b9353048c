/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/knn.h"

#include "support/device.h"
#include "support/reference/images.h"
#include "support/reference/scaled.h"
#include "support/reference/zorder.h"
#include "support/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers -------------------------------------------------------------------------------------------- */

static const nf_points *own_of(const nf_points *points, const nf_knn_options *options) {
    return options && options->queries ? options->queries : points;
}

knn_answer knn_room(const nf_points *points, int k, const nf_knn_options *options) {
    const uint64_t n = own_of(points, options)->n, all = n * (uint64_t)k;
    const size_t size = nf_type_bytes(points->type);
    knn_answer room = {.n = n, .k = k, .type = points->type};
    room.indices = support_allocate(all * sizeof *room.indices);
    room.distances = support_allocate(all * size);
    room.kth_distances = support_allocate(n * size);
    room.mean_distances = support_allocate(n * size);
    room.densities = support_allocate(n * size);
    if (options && options->z_order) room.order = support_allocate(n * sizeof *room.order);
    return room;
}

void knn_free(knn_answer *answer) {
    free(answer->indices);
    free(answer->distances);
    free(answer->kth_distances);
    free(answer->mean_distances);
    free(answer->densities);
    free(answer->order);
}

static double value(const knn_answer *answer, const void *values, uint64_t at) {
    return support_number(values, answer->type, at);
}

static void set(const knn_answer *answer, void *values, uint64_t at, double x) {
    if (answer->type == NF_FLOAT32) ((float *)values)[at] = x > (double)FLT_MAX ? HUGE_VALF : (float)x;
    else ((double *)values)[at] = x;
}

static void same_values(const knn_answer *wanted, const void *a, const void *b, uint64_t row, uint64_t count,
                        const char *name, const char *what) {
    const size_t size = nf_type_bytes(wanted->type);
    for (uint64_t c = 0; c < count; c++) {
        const uint64_t at = row * count + c;
        ck_assert_msg(memcmp((const char *)a + at * size, (const char *)b + at * size, size) == 0,
                      "%s: %s of row %llu, place %llu: %.17g and not %.17g", what, name,
                      (unsigned long long)row, (unsigned long long)c, value(wanted, b, at),
                      value(wanted, a, at));
    }
}

void knn_same(const knn_answer *wanted, const knn_answer *got, const char *what) {
    const uint64_t k = (uint64_t)wanted->k;
    ck_assert_uint_eq(wanted->n, got->n);
    ck_assert_int_eq(wanted->k, got->k);
    for (uint64_t row = 0; row < wanted->n; row++) {
        if (wanted->order)
            ck_assert_msg(wanted->order[row] == got->order[row], "%s: row %llu is of %u and not %u", what,
                          (unsigned long long)row, got->order[row], wanted->order[row]);
        for (uint64_t c = row * k; c < (row + 1) * k; c++)
            ck_assert_msg(wanted->indices[c] == got->indices[c],
                          "%s: row %llu, place %llu: %d at %.17g and not %d at %.17g", what,
                          (unsigned long long)row, (unsigned long long)(c - row * k), got->indices[c],
                          value(got, got->distances, c), wanted->indices[c],
                          value(wanted, wanted->distances, c));
        same_values(wanted, wanted->distances, got->distances, row, k, "distance", what);
        same_values(wanted, wanted->kth_distances, got->kth_distances, row, 1, "kth distance", what);
        same_values(wanted, wanted->mean_distances, got->mean_distances, row, 1, "mean distance", what);
        same_values(wanted, wanted->densities, got->densities, row, 1, "density", what);
    }
}

/* ---- brute force ---------------------------------------------------------------------------------------- */

typedef struct one {
    double d2;
    uint64_t j;
} one;

static int compare(const void *a, const void *b) {
    const one *x = a, *y = b;
    if (x->d2 < y->d2 || x->d2 > y->d2) return x->d2 < y->d2 ? -1 : 1;
    return x->j < y->j ? -1 : x->j > y->j;
}

typedef struct brute {
    scaled_points scaled;
    const nf_box *box; /* NULL: open space */
    const nf_knn_options *options;
    double r2;
    one *all;
    uint64_t count, room;
} brute;

static void put(brute *b, double d2, uint64_t j) {
    if (b->count == b->room) {
        b->room = 2 * b->room + 256;
        b->all = realloc(b->all, b->room * sizeof *b->all);
        ck_assert_ptr_nonnull(b->all);
    }
    b->all[b->count++] = (one){d2, j};
}

/* All neighbours of point i that may be within the radius, and others. */
static void collect(brute *b, uint64_t i, double radius) {
    const nf_points *points = b->scaled.of;
    const int queries = b->options && b->options->queries, self = b->options && b->options->include_self;
    b->count = 0;
    for (uint64_t j = 0; j < points->n; j++) {
        int32_t low[3] = {0}, high[3] = {0}, S[3];
        if (b->box) images_range(points, b->scaled.targets, b->box, radius, i, j, low, high);
        for (S[0] = low[0]; S[0] <= high[0]; S[0]++)
            for (S[1] = low[1]; S[1] <= high[1]; S[1]++)
                for (S[2] = low[2]; S[2] <= high[2]; S[2]++) {
                    const double d2 = scaled_distance2(&b->scaled, i, j, S);
                    if (!queries && !self && i == j && !S[0] && !S[1] && !S[2]) continue;
                    if (d2 < b->r2) put(b, d2, j);
                }
    }
    if (b->count) qsort(b->all, b->count, sizeof *b->all, compare);
}

/* The radius grows until it holds k neighbours with their images. */
static void find(brute *b, uint64_t i, int k, double *radius) {
    const double bound = b->options ? b->options->max_distance : 0;
    for (;; *radius *= 1.5) {
        collect(b, i, *radius);
        if (!b->box || b->scaled.of->n == 0) return;
        if (b->count >= (uint64_t)k && sqrt(b->all[k - 1].d2) < 0.98 * *radius * b->scaled.scale) return;
        if (bound > 0 && bound < 0.98 * *radius) return;
    }
}

/* The product of the lengths of boxes, balls and so on, with one rounding for each operation of the type. */
static double rounded(const knn_answer *answer, double x) {
    if (answer->type != NF_FLOAT32) return x;
    return fabs(x) > (double)FLT_MAX ? HUGE_VAL : (double)(float)x;
}

static double density(const knn_answer *answer, int dims, double r) {
    const double least = answer->type == NF_FLOAT32 ? (double)FLT_MIN : DBL_MIN;
    long double ball = dims % 2 ? 2 : 1;
    for (int d = dims % 2 + 2; d <= dims; d += 2) ball *= 2 * 3.14159265358979323846264338327950288L / d;
    double volume = rounded(answer, (double)ball);
    for (int a = 0; a < dims; a++) volume = rounded(answer, volume * r);
    if (volume < least) return HUGE_VAL;
    const double density = rounded(answer, answer->k / volume);
    return density < least ? 0 : density;
}

static void fill(const brute *b, knn_answer *to, uint64_t row) {
    const double least = to->type == NF_FLOAT32 ? (double)FLT_MIN : DBL_MIN;
    double sum = 0, distance = 0;
    for (int c = 0; c < to->k; c++) {
        const uint64_t at = row * (uint64_t)to->k + (uint64_t)c;
        const int has = (uint64_t)c < b->count;
        distance = has ? scaled_root(&b->scaled, b->all[c].d2) : HUGE_VAL;
        to->indices[at] = has ? (int32_t)b->all[c].j : -1;
        set(to, to->distances, at, distance);
        sum = rounded(to, sum + distance);
    }
    const double mean = rounded(to, sum * rounded(to, 1.0 / to->k));
    set(to, to->kth_distances, row, distance);
    set(to, to->mean_distances, row, mean < least ? 0 : mean);
    set(to, to->densities, row, density(to, b->scaled.dims, distance));
}

static int is_periodic(const nf_box *box, int dims) {
    return box && dims <= 3 &&
           (box->periodic[0] || (dims > 1 && box->periodic[1]) || (dims > 2 && box->periodic[2]));
}

knn_answer knn_brute(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options) {
    const nf_points *own = own_of(points, options);
    knn_answer answer = knn_room(points, k, options);
    brute b = {.scaled = scaled_make(points, options ? options->queries : NULL, box),
               .box = is_periodic(box, points->dims) ? box : NULL,
               .options = options,
               .r2 = HUGE_VAL};
    double radius = 1;
    if (options && options->max_distance > 0) b.r2 = scaled_square(&b.scaled, options->max_distance);
    if (answer.order) {
        own_memory uint32_t *order = zorder_of(own);
        memcpy(answer.order, order, own->n * sizeof *order);
    }
    if (b.box) {
        double reach[3];
        images_reach(box, points->dims, 1, reach);
        radius = 0.4 / fmax(fmax(reach[0], reach[1]), reach[2]);
    }
    for (uint64_t row = 0; row < own->n; row++) {
        const uint64_t i = answer.order ? answer.order[row] : row;
        double from = radius;
        find(&b, i, k, &from);
        fill(&b, &answer, row);
    }
    free(b.all);
    scaled_free(&b.scaled);
    return answer;
}
