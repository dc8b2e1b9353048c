/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The points of measurements of interactions. */
#include "bench/interact/interact_trial.h"
#include "formats/generated/generated.h"

#include <math.h>
#include <stdlib.h>

static const double spacing = 1.12, scatter = 0.15,
                    moved = 0.02; /* the last two: in spacings, to each side */

static void put(const interact_system *s, int step, uint64_t k, double value) {
    if (s->type == NF_FLOAT32) ((float *)s->points[step])[k] = (float)value;
    else ((double *)s->points[step])[k] = value;
}

/* n of the sites, at most all, in random order; NULL without memory. */
static uint32_t *choose_sites(uint64_t n, uint64_t sites, io_mt19937_64 *generator) {
    uint32_t *order = calloc((size_t)sites, sizeof *order);
    for (uint64_t k = 0; order && k < sites; k++) order[k] = (uint32_t)k;
    for (uint64_t k = 0; order && k < n && k < sites; k++) {
        const uint64_t other = k + io_mt19937_64_draw(generator) % (sites - k);
        const uint32_t site = order[k];
        order[k] = order[other];
        order[other] = site;
    }
    return order;
}

static double draw(io_mt19937_64 *generator, double most) {
    return most * spacing * (2 * io_mt19937_64_uniform(generator) - 1);
}

static uint64_t sites_of(uint64_t side, int dims) {
    uint64_t sites = side;
    for (int a = 1; a < dims; a++) sites *= side;
    return sites;
}

int interact_system_make(interact_system *s) {
    const uint64_t dims = (uint64_t)s->dims;
    io_mt19937_64 generator;
    uint64_t side = 1, sites = 1;
    while (sites < s->n) sites = sites_of(++side, s->dims);
    s->width = (double)side * spacing;
    const double edges = pow((double)s->n / s->density, 1.0 / s->dims), whole = rint(edges);
    s->cutoff = s->width / (fabs(edges - whole) < 1e-9 * whole ? whole : edges);
    s->box = (nf_box){.periodic = {0}};
    for (uint64_t a = 0; a < dims; a++) {
        s->box.cell[a][a] = s->width;
        s->box.periodic[a] = 1;
    }
    io_mt19937_64_seed(&generator, 42);
    uint32_t *order = choose_sites(s->n, sites, &generator);
    for (int step = 0; step < 2; step++)
        s->points[step] = malloc((size_t)(dims * s->n) * nf_type_bytes(s->type));
    if (!order || !s->points[0] || !s->points[1]) {
        free(order);
        return complain(EXIT_MEMORY, "there is no memory for %llu points", (unsigned long long)s->n);
    }
    for (uint64_t i = 0; i < s->n; i++) {
        const uint64_t at[3] = {order[i] % side, order[i] / side % side, order[i] / side / side};
        for (uint64_t a = 0; a < dims; a++) {
            const double value = ((double)at[a] + 0.5) * spacing + draw(&generator, scatter);
            put(s, 0, dims * i + a, value);
            put(s, 1, dims * i + a, value + draw(&generator, moved));
        }
    }
    free(order);
    return EXIT_DONE;
}

void interact_system_free(interact_system *s) {
    for (int step = 0; step < 2; step++) {
        free(s->points[step]);
        s->points[step] = NULL;
    }
}

/* ---- the sums of some points by plain C ---------------------------------------------------------------- */

/* All neighbours of point i.  Whether a pair so close to the cutoff counts depends on rounding: its contribution becomes part of
 * the bound. */
static void sum_point(const interact_system *s, int step, const pair_sums *sums_, uint64_t i,
                      pair_bounded row[PAIR_COMPONENTS]) {
    const double r2 = s->cutoff * s->cutoff, near = (s->type == NF_FLOAT32 ? 1e-5 : 1e-13) * r2;
    const nf_pair_fields none = {0};
    double sizes[PAIR_COMPONENTS] = {0}, own[3];
    const uint64_t dims = (uint64_t)s->dims;
    uint64_t count = 0;
    for (uint64_t a = 0; a < dims; a++) own[a] = io_value(s->points[step], dims * i + a, s->type);
    for (uint64_t j = 0; j < s->n; j++) {
        double D[3], d2 = 0, across = 0;
        for (uint64_t a = 0; a < dims; a++) {
            const double other = io_value(s->points[step], dims * j + a, s->type);
            const double image = s->width * rint((other - own[a]) / s->width);
            D[a] = other - own[a] - image;
            d2 += D[a] * D[a];
            across += fabs(other) + fabs(own[a]) + fabs(image);
        }
        if (j == i || d2 >= r2 + near) continue;
        pair_bounded unsure[PAIR_COMPONENTS] = {{0, 0}};
        const int sure = d2 < r2 - near;
        pair_sums_add(sums_, &none, &none, D, across, sure ? row : unsure, sizes);
        for (int c = 0; !sure && c < sums_->components; c++)
            row[c].within += fabs(unsure[c].value) + unsure[c].within;
        count++;
    }
    pair_sums_end(sums_, count, row, sizes);
}

void interact_reference_make(interact_reference *reference, const interact_system *s, int step,
                             const interaction *about) {
    pair_sums sums_ = pair_sums_of(about->program, about->function, s->dims, s->type);
    *reference = (interact_reference){.count = 0};
    if (!sums_.of || sums_.info->fields || sums_.info->tables) return;
    pair_sums_take(&sums_, s->cutoff, about->named[OF_PARAMETERS].given,
                   (size_t)about->named[OF_PARAMETERS].count);
    reference->count = s->n < INTERACT_WATCHED ? (size_t)s->n : INTERACT_WATCHED;
    for (size_t k = 0; k < reference->count; k++) {
        reference->points[k] =
            k * (s->n - 1) / (reference->count - 1); /* the first and the last are among them */
        sum_point(s, step, &sums_, reference->points[k], reference->rows[k]);
    }
}
