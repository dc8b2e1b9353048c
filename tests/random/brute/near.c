/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "random/brute/brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rule in any number of dims. */
static void measure(const near_space *s, brute_hit *hit) {
    const uint64_t dims = (uint64_t)s->points.dims;
    if (dims <= 3) {
        brute_measure(&s->rule, s->rows.rows.host, (uint64_t)hit->i, s->points.rows.host, (uint64_t)hit->j,
                      hit);
        return;
    }
    float sum32 = 0;
    double sum64 = 0;
    for (uint64_t a = 0; a < dims; a++)
        if (s->points.type == NF_FLOAT32) {
            const float D = ((const float *)s->points.rows.host)[(uint64_t)hit->j * dims + a] -
                            ((const float *)s->rows.rows.host)[(uint64_t)hit->i * dims + a];
            const float square = D * D;
            sum32 = sum32 + square;
        } else {
            const double D = ((const double *)s->points.rows.host)[(uint64_t)hit->j * dims + a] -
                             ((const double *)s->rows.rows.host)[(uint64_t)hit->i * dims + a];
            const double square = D * D;
            sum64 = sum64 + square;
        }
    hit->d2 = s->points.type == NF_FLOAT32 ? (double)sum32 : sum64;
    hit->distance = s->points.type == NF_FLOAT32 ? (double)sqrtf(sum32) : sqrt(sum64);
}

/* ---- scaling --------------------------------------------------------------------------------------------- */

/* The largest and the smallest size of numbers that are not 0. */
static void sizes(const void *numbers, nf_type type, uint64_t count, double *largest, double *smallest) {
    for (uint64_t k = 0; k < count; k++) {
        const double size = fabs(support_number(numbers, type, k));
        if (size > *largest) *largest = size;
        if (size > 0 && size < *smallest) *smallest = size;
    }
}

static const void *scaled(rnd_run *run, const nf_points *p, double scale) {
    const uint64_t count = p->n * (uint64_t)p->dims;
    void *to = rnd_keep(run, count * nf_type_bytes(p->type));
    for (uint64_t k = 0; k < count; k++)
        support_set_number(to, p->type, k, support_number(p->rows.host, p->type, k) * scale);
    return to;
}

int near_begin(rnd_run *run, near_space *s, const rnd_cloud *cloud, const nf_points *rows, double reach) {
    const nf_points *p = &cloud->packed;
    const int dims = p->dims, narrow = p->type == NF_FLOAT32;
    double largest = 0, smallest = HUGE_VAL;
    memset(s, 0, sizeof *s);
    if (p->n > BRUTE_MOST || rows->n > BRUTE_MOST) return 0;
    sizes(p->rows.host, p->type, p->n * (uint64_t)dims, &largest, &smallest);
    sizes(rows->rows.host, p->type, rows->n * (uint64_t)dims, &largest, &smallest);
    if (cloud->in)
        for (int k = 0; k < dims && k < 3; k++)
            if (cloud->in->periodic[k])
                sizes(cloud->in->cell[k], NF_FLOAT64, (uint64_t)(dims < 3 ? dims : 3), &largest, &smallest);
    if (smallest < largest * (narrow ? 0x1p-70 : 0x1p-800)) return 0;
    if (smallest < (narrow ? 0x1p-120 : 0x1p-1000)) return 0;
    const int exponent = largest > 0 ? ilogb(largest) : 0;
    s->scale = ldexp(1, (narrow ? 40 : 450) - exponent);
    if (!(s->scale <= 0x1p1000)) return 0;
    s->cloud = cloud;
    s->points = *p;
    s->rows = *rows;
    s->points.rows.host = scaled(run, p, s->scale);
    s->rows.rows.host = scaled(run, rows, s->scale);
    s->reach = (narrow ? (double)(float)reach : reach) * s->scale;
    s->rule = (brute_rule){.type = p->type, .dims = dims, .scale = 1};
    if (cloud->in) s->box = *cloud->in;
    s->in = cloud->in ? &s->box : NULL;
    for (int k = 0; k < dims && k < 3; k++)
        for (int a = 0; a < dims; a++)
            if (s->box.periodic[k]) {
                s->rule.is_box = 1;
                s->box.cell[k][a] = s->rule.H[k][a] =
                    (narrow ? (double)(float)s->box.cell[k][a] : s->box.cell[k][a]) * s->scale;
            }
    return 1;
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

typedef struct row_images {
    rnd_run *run;
    const near_space *space;
    int32_t i, j;
    int with_self;
    brute_hits *row;
} row_images;

static void add_image(void *user, const int32_t S[3]) {
    row_images *r = user;
    brute_hit hit = {.i = r->i, .j = r->j, .S = {S[0], S[1], S[2]}};
    if (!r->with_self && hit.i == hit.j && !S[0] && !S[1] && !S[2]) return;
    measure(r->space, &hit);
    if (r->space->reach > 0 && !brute_below(&r->space->rule, hit.d2, r->space->reach)) return;
    hit.distance /= r->space->scale;
    if (r->space->points.type == NF_FLOAT32) hit.distance = (double)(float)hit.distance;
    brute_add(r->run, r->row, &hit);
}

static int by_distance(const void *a, const void *b) {
    const brute_hit *x = a, *y = b;
    if (x->d2 != y->d2) return x->d2 < y->d2 ? -1 : 1;
    if (x->j != y->j) return x->j < y->j ? -1 : 1;
    for (int c = 0; c < 3; c++)
        if (x->S[c] != y->S[c]) return x->S[c] < y->S[c] ? -1 : 1;
    return 0;
}

static int find_within(row_images *r, double reach, uint64_t most) {
    const near_space *s = r->space;
    const int dims = s->points.dims > 3 ? 3 : s->points.dims;
    for (r->j = 0; (uint64_t)r->j < s->points.n; r->j++) {
        double apart[3] = {0, 0, 0};
        for (int a = 0; a < dims; a++)
            apart[a] = support_number(s->points.rows.host, s->points.type,
                                      (uint64_t)r->j * (uint64_t)s->points.dims + (uint64_t)a) -
                       support_number(s->rows.rows.host, s->points.type,
                                      (uint64_t)r->i * (uint64_t)s->points.dims + (uint64_t)a);
        if (!brute_images(s->in, dims, apart, reach, most, add_image, r)) return 0;
    }
    return 1;
}

int near_row(rnd_run *run, const near_space *s, uint64_t i, int k, int with_self, brute_hits *row) {
    row_images r = {.run = run, .space = s, .i = (int32_t)i, .with_self = with_self, .row = row};
    /* In a box the reach grows until there are k images within it, which then are the nearest. */
    double reach = s->reach;
    if (!s->rule.is_box) reach = 1;
    for (int turn = 0; s->rule.is_box && reach == 0; turn++) {
        double guess = 0;
        for (int a = 0; a < 3; a++)
            for (int v = 0; v < 3; v++) guess = fmax(guess, fabs(s->rule.H[v][a]));
        guess *= ldexp(0.25, turn);
        row->count = 0;
        if (turn > 12 || !find_within(&r, guess, 3000)) return 0;
        uint64_t within = 0;
        for (uint64_t e = 0; e < row->count; e++) within += row->hit[e].d2 < guess * guess * 0.99;
        if (within >= (uint64_t)k || s->points.n == 0) reach = guess;
        if (row->count > 200000) return 0;
    }
    row->count = 0;
    if (!find_within(&r, reach, 3000)) return 0;
    if (row->count) qsort(row->hit, row->count, sizeof *row->hit, by_distance);
    if (row->count > (uint64_t)k) row->count = (uint64_t)k;
    return 1;
}

/* ---- links ----------------------------------------------------------------------------------------------- */

int near_images(rnd_run *run, const near_space *s, uint64_t i, brute_hits *row) {
    row_images r = {.run = run, .space = s, .i = (int32_t)i, .row = row};
    row->count = 0;
    return find_within(&r, s->reach, 3000);
}

unsigned char *near_links(rnd_run *run, const near_space *s) {
    const uint64_t n = s->points.n;
    unsigned char *linked = rnd_keep(run, n * n);
    brute_hits row = {0};
    memset(linked, 0, n * n);
    for (uint64_t i = 0; i < n; i++) {
        if (!near_images(run, s, i, &row)) return NULL;
        for (uint64_t e = 0; e < row.count; e++) linked[i * n + (uint64_t)row.hit[e].j] = 1;
    }
    return linked;
}
