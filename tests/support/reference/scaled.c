/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/scaled.h"

#include "support/assertions.h"
#include "support/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static int is_float(const scaled_points *s) { return s->type == NF_FLOAT32; }

/* Multiples of 2^-101 or 2^-900 of the largest power of two; subnormal numbers are 0. */
static double scale(const scaled_points *s, double x) {
    const double step = is_float(s) ? 0x1p-61 : 0x1p-500, moved = x * s->scale,
                 small = is_float(s) ? 0x1p-39 : 0x1p-449;
    if (fabs(x) < (is_float(s) ? (double)FLT_MIN : DBL_MIN)) return 0;
    return fabs(moved) < small ? nearbyint(moved / step) * step : moved;
}

static double *scale_all(const scaled_points *s, const nf_points *points) {
    const uint64_t count = points->n * (uint64_t)points->dims;
    double *all = malloc((count + 1) * sizeof *all);
    ck_assert_ptr_nonnull(all);
    for (uint64_t k = 0; k < count; k++)
        all[k] = scale(s, support_number(points->rows.host, points->type, k));
    return all;
}

static double largest_of(const nf_points *points, double largest) {
    for (uint64_t k = 0; k < points->n * (uint64_t)points->dims; k++)
        largest = fmax(largest, fabs(support_number(points->rows.host, points->type, k)));
    return largest;
}

scaled_points scaled_make(const nf_points *points, const nf_points *queries, const nf_box *box) {
    const int narrow = points->type == NF_FLOAT32, least = narrow ? -80 : -600, bits = narrow ? 40 : 400;
    scaled_points s = {
        .type = points->type, .dims = points->dims, .of = points, .targets = queries ? queries : points};
    double largest = largest_of(points, 0);
    if (queries) largest = largest_of(queries, largest);
    for (int k = 0; box && k < points->dims && k < 3; k++)
        for (int a = 0; a < points->dims && box->periodic[k]; a++) {
            s.cell[k][a] = narrow ? (double)(float)box->cell[k][a] : box->cell[k][a];
            largest = fmax(largest, fabs(s.cell[k][a]));
        }
    s.exponent = largest > 0 ? ilogb(largest) + 1 : least;
    if (s.exponent < least) s.exponent = least;
    s.scale = ldexp(1, bits - s.exponent);
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) s.cell[k][a] = scale(&s, s.cell[k][a]);
    s.points = scale_all(&s, points);
    s.own = queries ? scale_all(&s, queries) : s.points;
    return s;
}

void scaled_free(scaled_points *s) {
    if (s->own != s->points) free(s->own);
    free(s->points);
}

/* Each operation is a statement, so that no compiler contracts two of them. */
double scaled_distance2(const scaled_points *s, uint64_t i, uint64_t j, const int32_t S[3]) {
    const double *a = s->own + i * (uint64_t)s->dims, *b = s->points + j * (uint64_t)s->dims;
    float sum32 = 0;
    double sum64 = 0;
    for (int axis = 0; axis < s->dims; axis++) {
        const int has = axis < 3;
        if (is_float(s)) {
            float moved[3], D = (float)b[axis] - (float)a[axis];
            for (int k = 0; k < 3; k++) moved[k] = has ? (float)S[k] * (float)s->cell[k][axis] : 0;
            const float two = moved[0] + moved[1], shift = two + moved[2];
            D = D + shift;
            const float square = D * D;
            sum32 = sum32 + square;
        } else {
            double moved[3], D = b[axis] - a[axis];
            for (int k = 0; k < 3; k++) moved[k] = has ? (double)S[k] * s->cell[k][axis] : 0;
            const double two = moved[0] + moved[1], shift = two + moved[2];
            D = D + shift;
            const double square = D * D;
            sum64 = sum64 + square;
        }
    }
    return is_float(s) ? (double)sum32 : sum64;
}

double scaled_square(const scaled_points *s, double length) {
    if (!is_float(s)) {
        const double r = length * s->scale;
        return r * r;
    }
    if (length > (double)FLT_MAX) return HUGE_VAL;
    const double r = (double)(float)length * s->scale, square = r * r;
    return square > (double)FLT_MAX ? HUGE_VAL : (double)(float)square;
}

double scaled_root(const scaled_points *s, double d2) {
    const double root = is_float(s) ? (double)sqrtf((float)d2) : sqrt(d2), length = root / s->scale;
    if (is_float(s)) return length < (double)FLT_MIN ? 0 : length > (double)FLT_MAX ? HUGE_VAL : length;
    return length < DBL_MIN ? 0 : length;
}
