/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "random/brute/brute.h"

#include <math.h>
#include <string.h>

#define real       float
#define ROOT       sqrtf
#define SMALL      0x1p-100
#define NAME(name) name##32
#include "random/brute/brute_body.h"
#undef real
#undef ROOT
#undef SMALL
#undef NAME
#define real       double
#define ROOT       sqrt
#define SMALL      0x1p-900
#define NAME(name) name##64
#include "random/brute/brute_body.h"

void brute_measure(const brute_rule *rule, const void *own, uint64_t i, const void *other, uint64_t j,
                   brute_hit *hit) {
    const uint64_t dims = (uint64_t)rule->dims;
    if (rule->type == NF_FLOAT32)
        brute_measure32(rule, (const float *)own + i * dims, (const float *)other + j * dims, hit);
    else brute_measure64(rule, (const double *)own + i * dims, (const double *)other + j * dims, hit);
}

int brute_below(const brute_rule *rule, double d2, double length) {
    return rule->type == NF_FLOAT32 ? brute_below32(rule, d2, length) : brute_below64(rule, d2, length);
}

/* ---- images ---------------------------------------------------------------------------------------------- */

int brute_images(const nf_box *box, int dims, const double *apart, double reach, uint64_t most,
                 void (*take)(void *user, const int32_t S[3]), void *user) {
    long double H[3][3], dual[3][3];
    int axis[3];
    int64_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    double count = 1;
    const int m = rnd_periodic(box, dims, H, dual, axis);
    for (int k = 0; k < m; k++) {
        long double at = 0, length = 0;
        for (int a = 0; a < dims; a++) {
            at += dual[k][a] * apart[a];
            length += dual[k][a] * dual[k][a];
        }
        const long double width = sqrtl(length) * (long double)reach * 1.0001L;
        if (!(fabsl(at) + width < 1e8L)) return 0;
        low[axis[k]] = (int64_t)ceill(-at - width) - 1;
        high[axis[k]] = (int64_t)floorl(-at + width) + 1;
        count *= (double)(high[axis[k]] - low[axis[k]] + 1);
    }
    if (count > (double)most) return 0;
    for (int64_t x = low[0]; x <= high[0]; x++)
        for (int64_t y = low[1]; y <= high[1]; y++)
            for (int64_t z = low[2]; z <= high[2]; z++) {
                const int32_t S[3] = {(int32_t)x, (int32_t)y, (int32_t)z};
                take(user, S);
            }
    return 1;
}

void brute_add(rnd_run *run, brute_hits *hits, const brute_hit *hit) {
    if (hits->count == hits->room) {
        brute_hit *more = rnd_keep(run, (hits->room ? 2 * hits->room : 1024) * sizeof *more);
        if (hits->count) memcpy(more, hits->hit, hits->count * sizeof *more);
        hits->hit = more;
        hits->room = hits->room ? 2 * hits->room : 1024;
    }
    hits->hit[hits->count++] = *hit;
}

int brute_is_first(const brute_hit *h) {
    if (h->i != h->j) return h->i < h->j;
    for (int k = 0; k < 3; k++)
        if (h->S[k]) return h->S[k] > 0;
    return 0;
}

/* ---- searches -------------------------------------------------------------------------------------------- */

/* A pair of points whose images are looked at. */
typedef struct pair_images {
    rnd_run *run;
    const rnd_cloud *cloud;
    const rnd_query *query;
    brute_rule rule;
    const nf_points *rows;
    uint64_t i, j;
    brute_hits *hits;
} pair_images;

static double radius(const nf_points *radii, uint64_t k) {
    return radii ? support_number(radii->rows.host, radii->type, k) : 0;
}

/* The bound by radii of row i and point j, in the type of the points; HUGE_VAL without radii. */
static double bound(const rnd_query *query, uint64_t i, uint64_t j) {
    const nf_filters *c = query->has ? &query->host : NULL;
    if (!c || (!c->radii && !c->query_radii)) return HUGE_VAL;
    const double own = radius(query->has_queries ? c->query_radii : c->radii, i);
    if (c->radii_rule == NF_RADII_QUERY || !c->radii) return own;
    const double other = radius(c->radii, j);
    if (c->radii_rule == NF_RADII_LARGER) return own > other ? own : other;
    return c->radii->type == NF_FLOAT32 ? (double)((float)own + (float)other) : own + other;
}

/* The bound by types, likewise. */
static double bound_of_types(const pair_images *p) {
    const nf_filters *c = p->query->has ? &p->query->host : NULL;
    if (!c || !c->type_cutoffs) return HUGE_VAL;
    const int32_t *own = p->rows->types.host, *other = p->cloud->packed.types.host;
    const double cutoff = c->type_cutoffs[(uint32_t)own[p->i] * c->type_count + (uint32_t)other[p->j]];
    return p->rows->type == NF_FLOAT32 ? (double)(float)cutoff : cutoff;
}

static int is_excluded(const rnd_query *query, uint64_t i, uint64_t j) {
    const nf_csr *e = query->has ? query->host.exclusions : NULL;
    if (!e) return 0;
    const uint64_t *offsets = e->offsets.host;
    const int32_t *indices = e->indices.host;
    for (uint64_t k = offsets[i]; k < offsets[i + 1]; k++)
        if (indices[k] == (int32_t)j) return 1;
    for (uint64_t k = offsets[j]; !query->has_queries && k < offsets[j + 1]; k++)
        if (indices[k] == (int32_t)i) return 1;
    return 0;
}

static void add_image(void *user, const int32_t S[3]) {
    pair_images *p = user;
    brute_hit hit = {.i = (int32_t)p->i, .j = (int32_t)p->j, .S = {S[0], S[1], S[2]}};
    if (!p->query->has_queries && p->i == p->j && !S[0] && !S[1] && !S[2]) return;
    brute_measure(&p->rule, p->rows->rows.host, p->i, p->cloud->packed.rows.host, p->j, &hit);
    const double reach = bound(p->query, p->i, p->j);
    if (!brute_below(&p->rule, hit.d2, p->rule.cutoff)) return;
    if (reach < HUGE_VAL && !brute_below(&p->rule, hit.d2, reach)) return;
    const double of_types = bound_of_types(p);
    if (of_types < HUGE_VAL && !brute_below(&p->rule, hit.d2, of_types)) return;
    if (p->rule.minimum > 0 && brute_below(&p->rule, hit.d2, p->rule.minimum)) return;
    brute_add(p->run, p->hits, &hit);
}

/* The cutoff that the largest radii allow. */
static double by_radii(const rnd_query *query) {
    const nf_filters *c = &query->host;
    double largest[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        const nf_points *radii = k ? c->query_radii : c->radii;
        for (uint64_t p = 0; radii && p < radii->n; p++)
            if (radius(radii, p) > largest[k]) largest[k] = radius(radii, p);
    }
    const double own = query->has_queries ? largest[1] : largest[0];
    if (c->radii_rule == NF_RADII_QUERY || !c->radii) return own;
    if (c->radii_rule == NF_RADII_LARGER) return own > largest[0] ? own : largest[0];
    return c->radii->type == NF_FLOAT32 ? (double)((float)own + (float)largest[0]) : own + largest[0];
}

/* The cutoff that the largest radii allow, or the cutoffs of types if that is less. */
static double by_filters(const rnd_query *query) {
    const nf_filters *c = &query->host;
    const double of_types = c->type_cutoffs ? c->type_cutoffs[0] : HUGE_VAL; /* the largest */
    if (!c->radii && !c->query_radii) return of_types;
    const double of_radii = by_radii(query);
    return of_radii < of_types ? of_radii : of_types;
}

static void rule_of(pair_images *p, const nf_box *box, double cutoff) {
    const nf_points *points = &p->cloud->packed;
    p->rule = (brute_rule){.type = points->type, .dims = points->dims, .scale = 1, .cutoff = cutoff};
    for (int k = 0; box && k < points->dims; k++)
        for (int a = 0; a < points->dims && box->periodic[k]; a++) {
            p->rule.is_box = 1;
            p->rule.H[k][a] = box->cell[k][a];
        }
    if (p->query->has) p->rule.minimum = p->query->host.min_distance;
    const int exponent = cutoff > 0 ? ilogb(cutoff) : 0;
    if (points->type == NF_FLOAT32 ? exponent < -36 || exponent >= 60 : exponent < -500 || exponent >= 500)
        p->rule.scale = ldexp(1, -exponent);
}

int brute_search(rnd_run *run, const rnd_cloud *cloud, const rnd_query *query, brute_hits *hits) {
    const nf_points *points = &cloud->packed;
    pair_images p = {.run = run, .cloud = cloud, .query = query, .hits = hits};
    p.rows = query->has_queries ? &query->packed : points;
    const nf_batch one = {.count = 1}, *systems = points->batch ? points->batch : &one;
    const nf_batch *row_systems = p.rows->batch;
    *hits = (brute_hits){0};
    if (points->n > BRUTE_MOST || p.rows->n > BRUTE_MOST || points->dims > 3) return 0;
    for (uint64_t s = 0; s < systems->count; s++) {
        const uint64_t first = systems->offsets ? systems->offsets[s] : 0,
                       end = systems->offsets ? systems->offsets[s + 1] : points->n;
        const uint64_t from = row_systems && row_systems->offsets ? row_systems->offsets[s] : 0,
                       to = row_systems && row_systems->offsets ? row_systems->offsets[s + 1] : p.rows->n;
        const nf_box *box = systems->boxes ? systems->boxes + s : cloud->in;
        double cutoff = systems->cutoffs ? systems->cutoffs[s] : query->cutoff;
        if (cutoff == 0) cutoff = by_filters(query);
        rule_of(&p, box, cutoff);
        for (p.i = from; cutoff > 0 && p.i < to; p.i++)
            for (p.j = first; p.j < end; p.j++) {
                double apart[3] = {0, 0, 0};
                for (int a = 0; a < points->dims; a++)
                    apart[a] = support_number(points->rows.host, points->type,
                                              p.j * (uint64_t)points->dims + (uint64_t)a) -
                               support_number(p.rows->rows.host, points->type,
                                              p.i * (uint64_t)points->dims + (uint64_t)a);
                if (is_excluded(query, p.i, p.j)) continue;
                if (!brute_images(box, points->dims, apart, cutoff, 4000, add_image, &p)) return 0;
            }
        if (hits->count > 2000000) return 0;
    }
    return 1;
}
