/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * What depends on the type of points about near points: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME     of its table     REAL64   1: double; 0: float
 */
#include "host/tree/near.h"
#include "host/real.h"

#include "space/scaled.cl"
#include "space/spaces.cl"

static uint64_t look(const void *rows, uint64_t n, int dims, double *largest) {
    const real *x = rows;
    double most = *largest;
    for (uint64_t p = 0; p < n; p++)
        for (int a = 0; a < dims; a++) {
            const double size = fabs((double)*x++);
            if (!(size <= DBL_MAX)) return p;
            if (size > most) most = size;
        }
    *largest = most;
    return n;
}

static void scale(void *coordinates, uint64_t count, double by, double *copy) {
    real *x = coordinates;
    for (uint64_t k = 0; k < count; k++) {
        x[k] = nf_scaled(x[k], (real)by);
        copy[k] = (double)x[k];
    }
}

/* The pair rule; in more than 3 dims, the squares are added from the first to the last. */
static void measure(const host_search *search, uint64_t first, uint64_t count, double *d2) {
    const host_near *near = search->near;
    const int dims = near->dims;
    const real *own = search->own, *other = (const real *)near->points.scaled + first * (uint64_t)dims;
    for (uint64_t p = 0; p < count; p++, other += dims) {
        real sum = 0;
        for (int a = 0; a < dims; a++) {
            real D = other[a] - own[a];
            if (near->is_box) {
                const int32_t *wraps = near->points.wraps + 3 * (first + p);
                real moved[3];
                for (int k = 0; k < 3; k++)
                    moved[k] = (real)(search->m[k] + search->wraps[k] - wraps[k]) * (real)near->H[k][a];
                D += (moved[0] + moved[1]) + moved[2];
            }
            sum += D * D;
        }
        d2[p] = (double)sum;
    }
}

static void put(const host_rows *rows, uint64_t row, const host_neighbour *found, int count) {
    const real none = (real)HUGE_VAL;
    const uint64_t first = row * (uint64_t)rows->k;
    real distance = none, sum = 0;
    for (int k = 0; k < rows->k; k++) {
        distance = k < count ? nf_unscaled(NF_SQRT((real)found[k].d2), (real)rows->scale, (real)rows->unscale)
                             : none;
        sum += distance;
        if (rows->indices) rows->indices[first + (uint64_t)k] = k < count ? (int32_t)found[k].index : -1;
        if (rows->distances) ((real *)rows->distances)[first + (uint64_t)k] = distance;
    }
    if (rows->kth_distances) ((real *)rows->kth_distances)[row] = distance;
    if (rows->mean_distances)
        ((real *)rows->mean_distances)[row] = nf_mean_distance(sum, (real)rows->inverse);
    if (rows->densities) {
        const real volume = nf_ball_volume(distance, (real)rows->ball, rows->dims);
        ((real *)rows->densities)[row] = volume > 0 ? nf_normal((real)rows->k / volume) : none;
    }
}

#include "host/tree/near_group.h"

const host_kind NAME = {look, scale, measure, put, measure_group};
