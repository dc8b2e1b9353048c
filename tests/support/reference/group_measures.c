/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/group_measures.h"
#include "support/device.h"
#include "support/reference/images.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The place of a member relative to the first one, in the nearest image. */
static void place(const nf_points *points, const nf_box *box, uint64_t first, uint64_t p, long double D[3]) {
    int32_t low[3] = {0}, high[3] = {0}, S[3];
    long double least = HUGE_VALL;
    const uint64_t dims = (uint64_t)points->dims;
    double reach = 0;
    for (int k = 0; box && k < points->dims; k++)
        for (int a = 0; a < points->dims; a++) reach += box->periodic[k] ? fabs(box->cell[k][a]) : 0;
    if (reach > 0) images_range(points, points, box, reach, first, p, low, high);
    for (S[0] = low[0]; S[0] <= high[0]; S[0]++)
        for (S[1] = low[1]; S[1] <= high[1]; S[1]++)
            for (S[2] = low[2]; S[2] <= high[2]; S[2]++) {
                long double r[3] = {0}, d2 = 0;
                for (uint64_t a = 0; a < dims; a++) {
                    r[a] = (long double)support_number(points->rows.host, points->type, p * dims + a) -
                           (long double)support_number(points->rows.host, points->type, first * dims + a);
                    for (uint64_t k = 0; k < dims && box; k++)
                        if (box->periodic[k])
                            r[a] += S[k] * (long double)(points->type == NF_FLOAT32
                                                             ? (double)(float)box->cell[k][a]
                                                             : box->cell[k][a]);
                    d2 += r[a] * r[a];
                }
                if (d2 < least) {
                    least = d2;
                    memcpy(D, r, 3 * sizeof *D);
                }
            }
}

group_measures groups_measure(const nf_points *points, const nf_box *box, const int32_t *labels,
                              int32_t label, const nf_points *weights, const nf_points *velocities) {
    const uint64_t n = points->n, dims = (uint64_t)points->dims;
    group_measures w = {.first = UINT64_MAX};
    long double(*D)[3] = support_allocate(n * sizeof *D), *weight = support_allocate(n * sizeof *weight),
         all = 0;
    for (uint64_t p = 0; p < n; p++) {
        if (labels[p] != label) continue;
        if (w.first == UINT64_MAX) w.first = p;
        w.members++;
        weight[p] = weights ? (long double)support_number(weights->rows.host, points->type, p) : 1;
        w.mass += weight[p];
        place(points, box, w.first, p, D[p]);
    }
    for (uint64_t p = 0; p < n; p++) {
        if (labels[p] != label) continue;
        if (!(w.mass > 0)) weight[p] = 1;
        all += weight[p];
        for (uint64_t a = 0; a < dims; a++) {
            w.centre[a] += weight[p] * D[p][a];
            if (velocities)
                w.velocity[a] += weight[p] * (long double)support_number(velocities->rows.host, points->type,
                                                                         p * dims + a);
        }
    }
    for (uint64_t a = 0; a < dims; a++) {
        w.centre[a] /= all;
        w.velocity[a] /= all;
    }
    for (uint64_t p = 0; p < n; p++) {
        long double d2 = 0;
        if (labels[p] != label) continue;
        for (uint64_t a = 0; a < dims; a++) d2 += (D[p][a] - w.centre[a]) * (D[p][a] - w.centre[a]);
        w.radius += weight[p] / all * d2;
        w.extent = fmaxl(w.extent, sqrtl(d2));
    }
    w.radius = sqrtl(w.radius);
    free(D);
    free(weight);
    return w;
}
