/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/images.h"

#include "support/assertions.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>

/* ---- the rule ------------------------------------------------------------------------------------------- */

/* Vectors of axes that are not periodic count as zeros. */
static double cell_of(const nf_box *box, int dims, int k, int axis) {
    return k < dims && box->periodic[k] ? box->cell[k][axis] : 0;
}

/* Each operation is a statement, so that no compiler contracts two of them. */
static int measure64(const double *a, const double *b, const nf_box *box, int dims, double cutoff,
                     const int32_t S[3], double *D, double *distance) {
    double square[3] = {0, 0, 0};
    for (int axis = 0; axis < dims; axis++) {
        double moved[3];
        for (int k = 0; k < 3; k++) moved[k] = (double)S[k] * cell_of(box, dims, k, axis);
        const double two = moved[0] + moved[1], shift = two + moved[2], apart = b[axis] - a[axis];
        D[axis] = apart + shift;
        square[axis] = D[axis] * D[axis];
    }
    const double xy = square[0] + square[1], d2 = xy + square[2], r2 = cutoff * cutoff;
    *distance = sqrt(d2);
    return d2 < r2;
}

static int measure32(const float *a, const float *b, const nf_box *box, int dims, float cutoff,
                     const int32_t S[3], float *D, float *distance) {
    float square[3] = {0, 0, 0};
    for (int axis = 0; axis < dims; axis++) {
        float moved[3];
        for (int k = 0; k < 3; k++) moved[k] = (float)S[k] * (float)cell_of(box, dims, k, axis);
        const float two = moved[0] + moved[1], shift = two + moved[2], apart = b[axis] - a[axis];
        D[axis] = apart + shift;
        square[axis] = D[axis] * D[axis];
    }
    const float xy = square[0] + square[1], d2 = xy + square[2], r2 = cutoff * cutoff;
    *distance = sqrtf(d2);
    return d2 < r2;
}

int images_measure_of(const nf_points *points, const nf_points *queries, const nf_box *box, double cutoff,
                      const image *at, void *vector, void *distance) {
    const int dims = points->dims;
    const size_t from = (size_t)at->i * (size_t)dims, to = (size_t)at->j * (size_t)dims;
    const void *own = queries ? queries->rows.host : points->rows.host;
    if (points->type == NF_FLOAT32)
        return measure32((const float *)own + from, (const float *)points->rows.host + to, box, dims,
                         (float)cutoff, at->S, vector, distance);
    return measure64((const double *)own + from, (const double *)points->rows.host + to, box, dims, cutoff,
                     at->S, vector, distance);
}

int images_measure(const nf_points *points, const nf_box *box, double cutoff, const image *at, void *vector,
                   void *distance) {
    return images_measure_of(points, NULL, box, cutoff, at, vector, distance);
}

/* ---- filters ----------------------------------------------------------------------------------------- */

static double radius_of(const nf_points *radii, int32_t p) {
    ck_assert_ptr_nonnull(radii);
    return support_number(radii->rows.host, radii->type, (uint64_t)p);
}

/* The cutoff of a pair by its radii, in the points' type. */
static double cutoff_of(const nf_filters *c, const nf_points *queries, const image *at) {
    const double own = radius_of(queries ? c->query_radii : c->radii, at->i);
    if (c->radii_rule == NF_RADII_QUERY) return own;
    const double other = radius_of(c->radii, at->j);
    if (c->radii_rule == NF_RADII_LARGER) return own > other ? own : other;
    return c->radii->type == NF_FLOAT32 ? (double)((float)own + (float)other) : own + other;
}

static int names(const nf_csr *rows, int32_t i, int32_t j) {
    const uint64_t *offsets = rows->offsets.host;
    const int32_t *indices = rows->indices.host;
    for (uint64_t k = offsets[i]; k < offsets[i + 1]; k++)
        if (indices[k] == j) return 1;
    return 0;
}

/* A pair is below a distance if the rule says so with that cutoff. */
static int meets(const nf_points *points, const nf_points *queries, const nf_box *box, const nf_filters *c,
                 const image *at) {
    double vector[3], distance[1];
    if (c->min_distance > 0 && images_measure_of(points, queries, box, c->min_distance, at, vector, distance))
        return 0;
    if (c->radii || c->query_radii) {
        const double cutoff = cutoff_of(c, queries, at);
        if (!images_measure_of(points, queries, box, cutoff, at, vector, distance)) return 0;
    }
    return !c->exclusions ||
           !(names(c->exclusions, at->i, at->j) || (!queries && names(c->exclusions, at->j, at->i)));
}

/* ---- the range of the shifts ---------------------------------------------------------------------------- */

/* The dual vectors of the periodic cell vectors: dual k has the product 1 with vector k and 0 with the other ones, and lies in
   their span. */
typedef struct span {
    int axes, axis[3];
    long double dual[3][3];
} span;

static long double product(const long double *a, const long double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Solves gram x dual = vectors by elimination with pivots on the diagonal, which are positive. */
static span span_of(const nf_box *box, int dims) {
    span s = {.axes = 0};
    long double gram[3][3];
    for (int k = 0; k < dims; k++)
        if (box->periodic[k]) s.axis[s.axes++] = k;
    for (int row = 0; row < s.axes; row++)
        for (int a = 0; a < 3; a++) s.dual[row][a] = a < dims ? (long double)box->cell[s.axis[row]][a] : 0;
    for (int row = 0; row < s.axes; row++)
        for (int k = 0; k < s.axes; k++) gram[row][k] = product(s.dual[row], s.dual[k]);
    for (int pivot = 0; pivot < s.axes; pivot++) {
        const long double scale = gram[pivot][pivot];
        ck_assert_msg(scale > 0, "the periodic cell vectors are not independent");
        for (int a = 0; a < 3; a++) s.dual[pivot][a] /= scale;
        for (int k = 0; k < s.axes; k++) gram[pivot][k] /= scale;
        for (int row = 0; row < s.axes; row++) {
            const long double factor = row == pivot ? 0 : gram[row][pivot];
            for (int a = 0; a < 3; a++) s.dual[row][a] -= factor * s.dual[pivot][a];
            for (int k = 0; k < s.axes; k++) gram[row][k] -= factor * gram[pivot][k];
        }
    }
    return s;
}

/* |D| < cutoff only if |its product with dual k| < cutoff x |dual k|: |dual k| is 1 / the distance of the faces. */
static double reach_of(const span *s, int row, double cutoff) {
    return cutoff * (double)sqrtl(product(s->dual[row], s->dual[row]));
}

void images_reach(const nf_box *box, int dims, double cutoff, double reach[3]) {
    const span s = span_of(box, dims);
    for (int k = 0; k < 3; k++) reach[k] = 0;
    for (int row = 0; row < s.axes; row++) reach[s.axis[row]] = reach_of(&s, row, cutoff);
}

static double coordinate(const nf_points *points, uint64_t p, int axis) {
    return support_number(points->rows.host, points->type, p * (uint64_t)points->dims + (uint64_t)axis);
}

/* The shifts of j that can be near i.  The slack is far more than the rounding of coordinates and of S.H in float, which is
   about 1e-7 of their lengths, while a cell is at least a hundredth as high as its vectors are long. */
static void range_of(const nf_points *points, const nf_points *queries, const span *s, double cutoff,
                     uint64_t i, uint64_t j, int32_t low[3], int32_t high[3]) {
    long double apart[3] = {0, 0, 0};
    for (int axis = 0; axis < points->dims; axis++)
        apart[axis] = (long double)coordinate(points, j, axis) - (long double)coordinate(queries, i, axis);
    for (int k = 0; k < 3; k++) low[k] = high[k] = 0;
    for (int row = 0; row < s->axes; row++) {
        const double cells = (double)product(apart, s->dual[row]), reach = reach_of(s, row, cutoff);
        const double slack = 0.05 + 1e-4 * (fabs(cells) + reach);
        low[s->axis[row]] = (int32_t)ceil(-cells - reach - slack);
        high[s->axis[row]] = (int32_t)floor(-cells + reach + slack);
    }
}

void images_range(const nf_points *points, const nf_points *own, const nf_box *box, double cutoff, uint64_t i,
                  uint64_t j, int32_t low[3], int32_t high[3]) {
    const span s = span_of(box, points->dims);
    range_of(points, own, &s, cutoff, i, j, low, high);
}

/* ---- the search ----------------------------------------------------------------------------------------- */

static void put(images *found, uint64_t *room, const image *at) {
    if (found->count == *room) {
        *room = 2 * *room + 256;
        found->all = realloc(found->all, *room * sizeof *found->all);
        ck_assert_ptr_nonnull(found->all);
    }
    found->all[found->count++] = *at;
}

images images_find(const nf_points *points, const nf_box *box, double cutoff, int half) {
    return images_find_of(points, NULL, box, cutoff, half, NULL);
}

images images_find_of(const nf_points *points, const nf_points *queries, const nf_box *box, double cutoff,
                      int half, const nf_filters *filters) {
    const nf_points *own = queries ? queries : points;
    images found = {NULL, 0};
    uint64_t room = 0;
    const span s = span_of(box, points->dims);
    for (uint64_t i = 0; i < own->n; i++)
        for (uint64_t j = half ? i : 0; j < points->n; j++) {
            int32_t low[3], high[3];
            double vector[3], distance[1];
            image at = {.i = (int32_t)i, .j = (int32_t)j};
            range_of(points, own, &s, cutoff, i, j, low, high);
            for (at.S[0] = low[0]; at.S[0] <= high[0]; at.S[0]++)
                for (at.S[1] = low[1]; at.S[1] <= high[1]; at.S[1]++)
                    for (at.S[2] = low[2]; at.S[2] <= high[2]; at.S[2]++) {
                        if (!queries && i == j && !at.S[0] && !at.S[1] && !at.S[2]) continue;
                        if (half && !images_is_half(&at)) continue;
                        if (images_measure_of(points, queries, box, cutoff, &at, vector, distance) &&
                            (!filters || meets(points, queries, box, filters, &at)))
                            put(&found, &room, &at);
                    }
        }
    return found;
}

void images_free(images *found) {
    free(found->all);
    found->all = NULL;
    found->count = 0;
}

/* ---- order ---------------------------------------------------------------------------------------------- */

int images_compare(const void *a, const void *b) {
    const image *x = a, *y = b;
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    if (x->j != y->j) return x->j < y->j ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (x->S[k] != y->S[k]) return x->S[k] < y->S[k] ? -1 : 1;
    return 0;
}

void images_sort(image *all, uint64_t count) {
    if (count) qsort(all, (size_t)count, sizeof *all, images_compare);
}

int images_is_half(const image *at) {
    for (int k = 0; at->i == at->j && k < 3; k++)
        if (at->S[k]) return at->S[k] > 0;
    return at->i < at->j;
}

image images_mirror(const image *at) {
    const image other = {at->j, at->i, {-at->S[0], -at->S[1], -at->S[2]}};
    return other;
}
