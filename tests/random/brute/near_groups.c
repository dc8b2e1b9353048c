/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The measures of groups by definition: each point stands at the image to which links lead from the group's point of smallest index. */
#include "random/brute/brute.h"

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
    double x =
        support_number(s->points.rows.host, s->points.type, p * (uint64_t)s->points.dims + (uint64_t)a);
    for (int k = 0; k < 3; k++) x += (double)w->S[p][k] * s->rule.H[k][a];
    return x / s->scale;
}

/* The measures of a group by definition. */
typedef struct group_sums {
    double mass, radius, extent; /* the root mean square distance from the centre, and the largest one */
    double centre[3], velocity[3], dispersion[3];
    double far, fast; /* the largest component of a point's place, and of its velocity */
} group_sums;

static group_sums measure(const group_walk *w, int32_t group, const nf_points *weights,
                          const nf_points *velocities) {
    double count = 0, squares = 0, centre[2][3] = {{0}}, velocity[2][3] = {{0}};
    const int dims = w->space->points.dims;
    group_sums sums = {.mass = 0};
    for (uint64_t p = 0; p < w->space->points.n; p++) {
        if (w->labels[p] != group) continue;
        const double weight = weights ? support_number(weights->rows.host, weights->type, p) : 1;
        sums.mass += weight;
        count += 1;
        for (int a = 0; a < dims; a++) {
            const double x = coordinate(w, p, a),
                         v = velocities ? support_number(velocities->rows.host, velocities->type,
                                                         p * (uint64_t)dims + (uint64_t)a)
                                        : 0;
            centre[0][a] += weight * x, centre[1][a] += x;
            velocity[0][a] += weight * v, velocity[1][a] += v;
            sums.far = fmax(sums.far, fabs(x));
            sums.fast = fmax(sums.fast, fabs(v));
        }
    }
    const int alike = !(sums.mass > 0);
    const double total = alike ? count : sums.mass, unit = sums.far > 0 ? sums.far : 1;
    for (int a = 0; a < dims; a++) {
        sums.centre[a] = centre[alike][a] / total;
        sums.velocity[a] = velocity[alike][a] / total;
    }
    for (uint64_t p = 0; p < w->space->points.n; p++) {
        if (w->labels[p] != group) continue;
        const double weight = alike || !weights ? 1 : support_number(weights->rows.host, weights->type, p);
        double from = 0; /* in units of `unit`, as squares of coordinates may overflow */
        for (int a = 0; a < dims && velocities; a++) {
            const double v =
                support_number(velocities->rows.host, velocities->type, p * (uint64_t)dims + (uint64_t)a) -
                sums.velocity[a];
            sums.dispersion[a] += weight * v * v / total;
        }
        for (int a = 0; a < dims; a++) from = hypot(from, (coordinate(w, p, a) - sums.centre[a]) / unit);
        squares += weight * from * from;
        sums.extent = fmax(sums.extent, from * unit);
    }
    sums.radius = sqrt(squares / total) * unit;
    return sums;
}

/* How far a centre is from the nearest image of another one, as an image of the box is told by rounding. */
static double apart(const near_space *s, const double *one, const double *other) {
    double v[3][3], dual[3][4], d[3] = {0}, off = 0;
    int count = 0;
    for (int a = 0; a < s->points.dims; a++) d[a] = one[a] - other[a];
    for (int k = 0; k < s->points.dims && k < 3; k++)
        if (s->box.periodic[k]) {
            for (int a = 0; a < 3; a++) v[count][a] = s->rule.H[k][a] / s->scale;
            count++;
        }
    /* Elimination in the normal equations of d = c . v. */
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= count; j++) {
            const double *with = j < count ? v[j] : d;
            dual[i][j] = v[i][0] * with[0] + v[i][1] * with[1] + v[i][2] * with[2];
        }
    }
    for (int i = 0; i < count; i++)
        for (int m = 0; m < count; m++) {
            const double factor = dual[m][i] / dual[i][i];
            for (int j = i; j <= count && m != i; j++) dual[m][j] -= factor * dual[i][j];
        }
    for (int i = 0; i < count; i++)
        for (int a = 0; a < 3; a++) d[a] -= rint(dual[i][count] / dual[i][i]) * v[i][a];
    for (int a = 0; a < 3; a++) off = hypot(off, d[a]); /* its square may overflow */
    return off;
}

static double longest_vector(const near_space *s) {
    double longest = 0;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) longest = fmax(longest, fabs(s->rule.H[k][a]) / s->scale);
    return longest;
}

static void check_vectors(rnd_run *run, const near_space *space, int32_t group, const group_sums *sums,
                          const rnd_answer *host, uint64_t g, double epsilon) {
    const int dims = space->points.dims;
    double centre[3] = {0}, slower = 0;
    for (int a = 0; a < dims; a++) {
        const uint64_t at = g * (uint64_t)dims + (uint64_t)a;
        centre[a] = support_number(host->array[NF_ARRAY_CENTRES], space->points.type, at);
        if (host->array[NF_ARRAY_VELOCITIES])
            slower = fmax(slower, fabs(sums->velocity[a] - support_number(host->array[NF_ARRAY_VELOCITIES],
                                                                          space->points.type, at)));
    }
    for (int a = 0; a < dims && host->array[NF_ARRAY_VELOCITIES]; a++) {
        const double spread = support_number(host->array[NF_ARRAY_DISPERSIONS], space->points.type,
                                             g * (uint64_t)dims + (uint64_t)a);
        RND_CHECK(run, fabs(spread - sqrt(sums->dispersion[a])) <= epsilon * (sums->fast + spread),
                  "the host is wrong: the dispersion of group %d is %g, and by brute force %g", group, spread,
                  sqrt(sums->dispersion[a]));
    }
    const double off = apart(space, centre, sums->centre);
    RND_CHECK(run, off <= epsilon * (sums->far + longest_vector(space)),
              "the host is wrong: the centre of group %d is %g off that by brute force", group, off);
    RND_CHECK(run, slower <= epsilon * sums->fast,
              "the host is wrong: the velocity of group %d is %g off that by brute force", group, slower);
}

void near_check_groups(rnd_run *run, const near_space *space, const int32_t *labels, const nf_points *weights,
                       const nf_points *velocities, const rnd_answer *host) {
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
        if (closes < 0) return;
        RND_CHECK(run, (int)percolates == closes,
                  "the host is wrong: group %d percolates along %u, and by brute force along %d", group,
                  percolates, closes);
        if (closes) continue;
        const group_sums sums = measure(&w, group, weights, velocities);
        const double wanted[] = {sums.mass, sums.radius, sums.extent};
        check_vectors(run, space, group, &sums, host, g, epsilon);
        static const nf_array of[] = {NF_ARRAY_MASSES, NF_ARRAY_INERTIA_RADII, NF_ARRAY_EXTENTS};
        for (int k = 0; k < 3; k++) {
            const double is = support_number(host->array[of[k]], type, g),
                         size = k == 0 ? sums.mass : sums.far + sums.extent;
            RND_CHECK(run, fabs(is - wanted[k]) <= epsilon * size,
                      "the host is wrong: %s of group %d is %.9g, and by brute force %.9g",
                      k == 0   ? "the mass"
                      : k == 1 ? "the radius"
                               : "the extent",
                      group, is, wanted[k]);
        }
    }
}
