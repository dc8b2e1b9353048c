/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Boxes, and the lengths that a cloud has in its box. */
#include "random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rnd_box(uint64_t *state, const rnd_case *c, double edge, nf_box *box) {
    static const char letters[] = "xyz";
    double width[3];
    memset(box, 0, sizeof *box);
    if (rnd_is(c, RND_BOX, "zeros") || rnd_is(c, RND_BOX, "none")) return;
    const char *periodic = rnd_option_value(RND_PERIODIC, c->value[RND_PERIODIC]);
    const int is_plain = rnd_below(state, 3) == 0;
    for (int k = 0; k < 3; k++) {
        width[k] = is_plain ? edge : edge * (0.5 + 1.5 * rnd_uniform(state));
        box->origin[k] = rnd_below(state, 2) ? 0 : edge * (rnd_uniform(state) - 0.5);
    }
    if (rnd_is(c, RND_BOX, "thin")) width[rnd_below(state, 3)] *= 0.04;
    for (int k = 0; k < 3; k++) {
        const int is_back = rnd_is(c, RND_BOX, "mirrored") && (k == 0 || rnd_below(state, 2));
        box->cell[k][k] = is_back ? -width[k] : width[k];
    }
    if (rnd_is(c, RND_BOX, "sheared") || rnd_is(c, RND_BOX, "left-handed"))
        for (int k = 1; k < 3; k++)
            for (int a = 0; a < k; a++) box->cell[k][a] = edge * (1.4 * rnd_uniform(state) - 0.7);
    if (rnd_is(c, RND_BOX, "left-handed")) /* the first two rows, which points of 2 dims have */
        for (int a = 0; a < 3; a++) {
            const double first = box->cell[0][a];
            if (rnd_is(c, RND_DIMS, "1")) break;
            box->cell[0][a] = box->cell[1][a];
            box->cell[1][a] = first;
        }
    for (int k = 0; k < 3; k++) {
        box->periodic[k] = strchr(periodic, letters[k]) != NULL;
        if (!box->periodic[k] && rnd_below(state, 2)) memset(box->cell[k], 0, sizeof box->cell[k]);
    }
}

/* ---- vectors and duals --------------------------------------------------------------------------------------- */

int rnd_periodic(const nf_box *box, int dims, long double H[3][3], long double dual[3][3], int axis[3]) {
    int m = 0;
    memset(H, 0, 9 * sizeof(long double));
    memset(dual, 0, 9 * sizeof(long double));
    for (int k = 0; box && k < dims && k < 3; k++)
        if (box->periodic[k]) {
            for (int a = 0; a < dims; a++) H[m][a] = box->cell[k][a];
            axis[m++] = k;
        }
    /* Gram-Schmidt without one vector gives what of it is at right angles to the others: its dual, but for the length. */
    for (int k = 0; k < m; k++) {
        long double others[2][3], v[3] = {H[k][0], H[k][1], H[k][2]};
        int count = 0;
        for (int r = 0; r < 2; r++) /* twice, for rounding */
            for (int j = 0, b = 0; j < m; j++) {
                if (j == k) continue;
                long double e[3] = {H[j][0], H[j][1], H[j][2]}, length = 0, along = 0;
                for (int q = 0; q < b; q++) {
                    long double dot = 0;
                    for (int a = 0; a < 3; a++) dot += e[a] * others[q][a];
                    for (int a = 0; a < 3; a++) e[a] -= dot * others[q][a];
                }
                for (int a = 0; a < 3; a++) length += e[a] * e[a];
                for (int a = 0; a < 3; a++) others[b][a] = e[a] / sqrtl(length);
                for (int a = 0; a < 3; a++) along += v[a] * others[b][a];
                for (int a = 0; a < 3; a++) v[a] -= along * others[b][a];
                count = ++b;
            }
        (void)count;
        long double own = 0;
        for (int a = 0; a < 3; a++) own += v[a] * H[k][a];
        for (int a = 0; a < 3; a++) dual[k][a] = v[a] / own;
    }
    return m;
}

/* ---- lengths ------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { SAMPLE = 2000 };

/* Distances of random pairs of points, the nearest images left out, ascending; returns their number. */
static int sample(uint64_t *state, const nf_points *points, double *to) {
    int count = 0;
    const uint64_t dims = (uint64_t)points->dims;
    for (int k = 0; points->n > 1 && k < SAMPLE; k++) {
        const uint64_t i = rnd_below(state, points->n),
                       j = (i + 1 + rnd_below(state, points->n - 1)) % points->n;
        double distance = 0;
        for (uint64_t a = 0; a < dims; a++)
            distance = hypot(distance, support_number(points->rows.host, points->type, i * dims + a) -
                                           support_number(points->rows.host, points->type, j * dims + a));
        if (isfinite(distance)) to[count++] = distance;
    }
    qsort(to, (size_t)count, sizeof *to, ascending);
    return count;
}

/* The length within which a point has about `target` others. */
static double length_for(const double *distances, int count, double n, int dims, double target, double edge) {
    const double rank = target / n * count;
    if (count == 0) return edge * 0.3;
    if (rank >= count - 1) return distances[count - 1] * 1.01 + edge * 1e-3;
    const double at = distances[rank < 1 ? 0 : (int)rank];
    const double length = rank < 1 ? at * pow(rank, 1.0 / dims) : at;
    return length > 0 ? length : edge * 1e-3;
}

void rnd_lengths(uint64_t *state, rnd_cloud *cloud) {
    static const double targets[] = {0.05, 2, 12, 60};
    static double distances[SAMPLE];
    long double H[3][3], dual[3][3];
    int axis[3];
    const int dims = cloud->packed.dims > 3 ? 3 : cloud->packed.dims;
    const double n = (double)cloud->packed.n;
    const int count = sample(state, &cloud->packed, distances);
    const int m = rnd_periodic(cloud->in, dims, H, dual, axis);
    double volume = 1, least = HUGE_VAL;
    for (int k = 0; k < m; k++) {
        const double height =
            (double)(1 / sqrtl(dual[k][0] * dual[k][0] + dual[k][1] * dual[k][1] + dual[k][2] * dual[k][2]));
        volume *= height / cloud->edge;
        if (height < least) least = height;
    }
    for (int k = 0; k < RND_LENGTHS; k++) {
        const double target = k < 4 ? targets[k] : 12;
        double length = length_for(distances, count, n + 1, dims, target, cloud->edge);
        if (k == 4) length = m ? least * (0.4 + 0.9 * rnd_uniform(state)) : cloud->edge * 0.7;
        if (k == 5 && count) { /* exactly a distance, rounded to the type */
            const double near = distances[rnd_below(state, (uint64_t)(6.0 / (n + 1) * count) + 1)];
            if (near > 0) length = cloud->packed.type == NF_FLOAT32 ? (double)(float)near : near;
        }
        /* With its images a point has at most `most` neighbours. */
        const double most = k == 4 ? 4e5 / (n + 1) : 2 * target + 1;
        if (m) {
            const double limit = cloud->edge * pow(most * volume / (n + 1), 1.0 / m);
            if (length > limit) length = limit;
        }
        if (!m && k == 4 && n > 600) length = cloud->lengths[3];
        cloud->lengths[k] = length;
    }
}
