/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The measures of groups by definition: each point stands at the image to which links lead from the group's point of smallest index. */
#include "random/brute.h"

#include <math.h>
#include <string.h>

/* The groups of points, walked along their links. */
typedef struct group_walk {
    rnd_run *run;
    const near_space *space;
    const int32_t *labels;
    int64_t (*S)[3]; /* the image of each point */
    unsigned char *is_placed;
    uint64_t *queue;
    brute_hits row;
} group_walk;

/* Places all points of a group; returns the bits of the vectors along which it closes on itself, or -1 for too much work. */
static int place(group_walk *w, uint64_t base) {
    uint64_t first = 0, end = 0;
    int closes = 0;
    w->queue[end++] = base;
    w->is_placed[base] = 1;
    memset(w->S[base], 0, sizeof w->S[base]);
    while (first < end) {
        const uint64_t i = w->queue[first++];
        if (!near_images(w->run, w->space, i, &w->row)) return -1;
        for (uint64_t e = 0; e < w->row.count; e++) {
            const brute_hit *h = &w->row.hit[e];
            const uint64_t j = (uint64_t)h->j;
            if (w->labels[j] != w->labels[base]) continue;
            for (int k = 0; k < 3; k++) {
                const int64_t at = w->S[i][k] + h->S[k];
                if (!w->is_placed[j]) w->S[j][k] = at;
                else if (w->S[j][k] != at) closes |= 1 << k;
            }
            if (!w->is_placed[j]) w->queue[end++] = j;
            w->is_placed[j] = 1;
        }
    }
    return closes;
}

static double coordinate(const group_walk *w, uint64_t p, int a) {
    const near_space *s = w->space;
    double x = rnd_value(s->points.host, s->points.type, p * (uint64_t)s->points.dims + (uint64_t)a);
    for (int k = 0; k < 3; k++) x += (double)w->S[p][k] * s->rule.H[k][a];
    return x / s->scale;
}

/* The mass, the root mean square distance from the centre and the largest one, of the points of a label. */
static void measure(const group_walk *w, int32_t group, const nf_points *weights, double *sums) {
    double mass = 0, count = 0, centre[2][3] = {{0}};
    const int dims = w->space->points.dims;
    memset(sums, 0, 4 * sizeof *sums);
    for (uint64_t p = 0; p < w->space->points.n; p++) {
        if (w->labels[p] != group) continue;
        const double weight = weights ? rnd_value(weights->host, weights->type, p) : 1;
        mass += weight;
        count += 1;
        for (int a = 0; a < dims; a++)
            centre[0][a] += weight * coordinate(w, p, a), centre[1][a] += coordinate(w, p, a);
    }
    for (uint64_t p = 0; p < w->space->points.n; p++) {
        if (w->labels[p] != group) continue;
        const double weight = mass == 0 || !weights ? 1 : rnd_value(weights->host, weights->type, p);
        double square = 0;
        for (int a = 0; a < dims; a++) {
            const double x = coordinate(w, p, a),
                         from = mass > 0 ? centre[0][a] / mass : centre[1][a] / count;
            square += (x - from) * (x - from);
            sums[3] = fmax(sums[3], fabs(x));
        }
        sums[1] += weight * square;
        sums[2] = fmax(sums[2], sqrt(square));
    }
    sums[0] = mass;
    sums[1] = sqrt(sums[1] / (mass > 0 ? mass : count));
}

void near_check_groups(rnd_run *run, const near_space *space, const int32_t *labels, const nf_points *weights,
                       const rnd_answer *host) {
    const uint64_t n = space->points.n;
    const nf_type type = space->points.type;
    const double epsilon = type == NF_FLOAT32 ? 2e-5 : 1e-12;
    group_walk w = {.run = run, .space = space, .labels = labels};
    w.S = rnd_keep(run, n * sizeof *w.S);
    w.queue = rnd_keep(run, n * sizeof *w.queue);
    w.is_placed = rnd_keep(run, n);
    memset(w.is_placed, 0, n);
    memset(w.S, 0, n * sizeof *w.S);
    for (uint64_t g = 0; g < host->total; g++) {
        const int32_t group = ((const int32_t *)host->array[NF_ARRAY_GROUPS])[g];
        const uint32_t percolates = ((const uint32_t *)host->array[NF_ARRAY_PERCOLATES])[g];
        const int closes = place(&w, (uint64_t)group);
        double sums[4];
        if (closes < 0) return;
        RND_CHECK(run, (int)percolates == closes,
                  "the host is wrong: group %d percolates along %u, and by brute force along %d", group,
                  percolates, closes);
        if (closes) continue;
        measure(&w, group, weights, sums);
        static const nf_array of[] = {NF_ARRAY_MASSES, NF_ARRAY_INERTIA_RADII, NF_ARRAY_EXTENTS};
        for (int k = 0; k < 3; k++) {
            const double is = rnd_value(host->array[of[k]], type, g),
                         size = k == 0 ? sums[0] : sums[3] + sums[2];
            RND_CHECK(run, fabs(is - sums[k]) <= epsilon * size,
                      "the host is wrong: %s of group %d is %.9g, and by brute force %.9g",
                      k == 0   ? "the mass"
                      : k == 1 ? "the radius"
                               : "the extent",
                      group, is, sums[k]);
        }
    }
}
