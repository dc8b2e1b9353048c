/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/clouds/box_more.h"

#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void box_add_queries(support_boxed *boxed, box_more *more, uint64_t n, int far) {
    const nf_points *points = &boxed->points;
    const uint64_t dims = (uint64_t)points->dims;
    uint64_t state = points->n * 31 + n;
    void *data = support_allocate(n * dims * nf_type_bytes(points->type));
    ck_assert_uint_le(dims, 3);
    memset(more, 0, sizeof *more);
    for (uint64_t p = 0; p < n; p++) {
        const uint64_t of = support_random(&state) % points->n;
        const int how = (int)(support_random(&state) % 3); /* a point, near a point, in another image */
        double by[3] = {0, 0, 0};
        for (int k = 0; k < points->dims && how == 2; k++) {
            const int cells = (int)(support_random(&state) % (uint64_t)(2 * far + 1)) - far;
            for (int a = 0; a < 3 && boxed->box.periodic[k]; a++) by[a] += cells * boxed->box.cell[k][a];
        }
        for (uint64_t a = 0; a < dims; a++) {
            const double away = how ? (support_uniform(&state) - 0.5) * boxed->cutoff : 0;
            support_set_number(data, points->type, p * dims + a,
                               support_number(points->rows.host, points->type, of * dims + a) + by[a] + away);
        }
    }
    more->data[0] = data;
    more->queries = (nf_points){.n = n, .dims = points->dims, .type = points->type, .rows.host = data};
    boxed->queries = &more->queries;
}

/* Radii of which sums stay below the cutoff, over eight octaves; some the largest one divided by powers of two, some of 0. */
static double unequal(const support_boxed *boxed, uint64_t p, double u) {
    const double most = (double)(float)(0.499 * boxed->cutoff);
    if (p % 11 == 5) return most / (double)(1 << p % 10);
    return most * pow(2, -8 * u);
}

/* Radii from none to most of the cutoff. */
static nf_points radii_of(const support_boxed *boxed, int is_unequal, uint64_t n, uint64_t seed,
                          void **data) {
    const nf_type type = boxed->points.type;
    uint64_t state = seed;
    *data = support_allocate(n * nf_type_bytes(type) + 1);
    for (uint64_t p = 0; p < n; p++) {
        const double u = support_uniform(&state);
        support_set_number(*data, type, p,
                           p % 7 == 3   ? 0
                           : is_unequal ? unequal(boxed, p, u)
                                        : u * 0.8 * boxed->cutoff);
    }
    return (nf_points){.n = n, .dims = 1, .type = type, .rows.host = *data};
}

void box_add_filters(support_boxed *boxed, box_more *more, int which, nf_radii_rule rule) {
    const uint64_t rows = boxed->queries ? boxed->queries->n : boxed->points.n;
    uint64_t state = rows;
    if (!boxed->queries) memset(more, 0, sizeof *more);
    if (which & 1) more->filters.min_distance = 0.4 * boxed->cutoff;
    if (which & 10) {
        boxed->by_radii = which >> 3 & 1;
        more->radii = radii_of(boxed, boxed->by_radii, boxed->points.n, 5, &more->data[1]);
        more->filters.radii = &more->radii;
        more->filters.radii_rule = rule;
        if (boxed->queries) {
            more->query_radii = radii_of(boxed, boxed->by_radii, rows, 6, &more->data[2]);
            more->filters.query_radii = &more->query_radii;
        }
    }
    if (which & 4) {
        uint64_t *offsets = support_allocate((rows + 1) * sizeof *offsets);
        int32_t *indices = support_allocate(3 * rows * sizeof *indices + 1);
        offsets[0] = 0;
        for (uint64_t p = 0; p < rows; p++) {
            offsets[p + 1] = offsets[p] + support_random(&state) % 4;
            for (uint64_t k = offsets[p]; k < offsets[p + 1]; k++)
                indices[k] = (int32_t)(support_random(&state) % boxed->points.n);
        }
        more->data[3] = offsets;
        more->data[4] = indices;
        more->exclusions = (nf_csr){.offsets.host = offsets, .indices.host = indices};
        more->filters.exclusions = &more->exclusions;
    }
    boxed->filters = &more->filters;
}

void box_more_free(support_boxed *boxed, box_more *more) {
    for (size_t k = 0; k < sizeof more->data / sizeof *more->data; k++) free(more->data[k]);
    boxed->queries = NULL;
    boxed->filters = NULL;
    boxed->by_radii = 0;
}
