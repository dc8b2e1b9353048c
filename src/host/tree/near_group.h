/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A group of the catalogue in one type of points, by the rule of cl/space/group_sums.cl: a part of near_variant.h. */
#include "space/group_sums.cl"

#include <string.h>

/* The sum of terms, which are overwritten. */
static real sum_of(real *terms, uint64_t count) {
    do {
        uint64_t blocks = 0;
        for (uint64_t first = 0; first < count; first += NF_GROUP_BLOCK) {
            const uint64_t end = count - first < NF_GROUP_BLOCK ? count : first + NF_GROUP_BLOCK;
            real sum = 0;
            for (uint64_t p = first; p < end; p++) sum += terms[p];
            terms[blocks++] = sum;
        }
        count = blocks;
    } while (count > 1);
    return terms[0];
}

/* The mass; the shares of the members are stored. */
static real share_mass(const host_group *g) {
    const real *weights = g->weights;
    real *shares = g->shares, *terms = g->terms, mass = (real)g->count;
    for (uint64_t p = 0; weights && p < g->count; p++)
        terms[p] = shares[p] = nf_normal(weights[g->members[p]]);
    if (weights) mass = sum_of(terms, g->count);
    const int weighs = weights && nf_group_weighs(mass);
    const real all = weighs ? mass : (real)g->count;
    for (uint64_t p = 0; p < g->count; p++) shares[p] = nf_group_share((weighs ? shares[p] : 1) / all);
    return mass;
}

/* The places of the members, relative to the first one. */
static void place_members(const host_group *g, const nf_group_box *box) {
    const int dims = g->near->dims;
    const uint32_t flags = *g->flags;
    int is_far = 0;
    const real *points = g->near->points.scaled, *base = points + g->members[0] * (uint64_t)dims;
    real *to = g->places;
    for (uint64_t p = 0; p < g->count; p++, to += dims) {
        const real *member = points + g->members[p] * (uint64_t)dims;
        real S[3] = {0, 0, 0}, G[3];
        for (size_t k = 0; g->parts && k < 3; k++) G[k] = (real)g->steps[3 * (size_t)g->members[p] + k];
        if (g->parts)
            nf_group_chained(box, base, points + g->parts[g->members[p]] * (uint64_t)dims, member, G, flags,
                             dims, S);
        else nf_group_image(box, base, member, dims, S);
        nf_group_place(box, base, member, dims, S, to);
        is_far |= !g->parts && nf_group_is_far(box, to, dims);
    }
    if (is_far) *g->flags |= NF_GROUP_FAR;
}

/* The weighted mean of component `a` of values, which are those of the members in turn, or, with indices, of all points. */
static real mean_of(const host_group *g, const real *values, const uint32_t *indices, int a) {
    const uint64_t dims = (uint64_t)g->near->dims;
    const real *shares = g->shares;
    real *terms = g->terms;
    for (uint64_t p = 0; p < g->count; p++) {
        const uint64_t at = indices ? indices[p] : p;
        terms[p] = nf_group_term(shares[p] * values[at * dims + (uint64_t)a]);
    }
    return sum_of(terms, g->count);
}

/* The root mean square deviation of component `a` of the velocities from their mean. */
static real spread_of(const host_group *g, real mean, int a) {
    const uint64_t dims = (uint64_t)g->near->dims;
    const real *shares = g->shares, *velocities = g->velocities;
    real *terms = g->terms;
    for (uint64_t p = 0; p < g->count; p++) {
        const real off = velocities[g->members[p] * dims + (uint64_t)a] - mean;
        terms[p] = nf_group_term(shares[p] * (off * off));
    }
    return NF_SQRT(sum_of(terms, g->count));
}

/* The root mean square distance from the centre, and the largest one, both scaled. */
static void measure_size(const host_group *g, const real *centre, real *radius, real *extent) {
    const int dims = g->near->dims;
    const real *shares = g->shares, *places = g->places;
    real *terms = g->terms, most = 0;
    for (uint64_t p = 0; p < g->count; p++, places += dims) {
        real D[3];
        for (int a = 0; a < dims; a++) D[a] = places[a] - centre[a];
        const real d2 = nf_group_square(D, dims);
        if (d2 > most) most = d2;
        terms[p] = nf_group_term(shares[p] * d2);
    }
    *radius = NF_SQRT(sum_of(terms, g->count));
    *extent = NF_SQRT(most);
}

static void measure_group(const host_group *g) {
    const host_near *near = g->near;
    const int dims = near->dims;
    const real by = (real)near->scaling.scale, back = (real)near->scaling.unscale, mass = share_mass(g);
    void *const *to = g->to->arrays;
    real *velocities = to[NF_ARRAY_VELOCITIES], *spreads = to[NF_ARRAY_DISPERSIONS],
         *centres = to[NF_ARRAY_CENTRES], *masses = to[NF_ARRAY_MASSES], *radii = to[NF_ARRAY_INERTIA_RADII],
         *extents = to[NF_ARRAY_EXTENTS];
    uint32_t *percolates = to[NF_ARRAY_PERCOLATES];
    nf_group_box box;
    real centre[3], middle[3], radius, extent;
    _Static_assert(sizeof box == NF_GROUP_BOX * sizeof(real), "NF_GROUP_BOX is the size of nf_group_box");
    memcpy(&box, &g->box, sizeof box);
    place_members(g, &box);
    for (int a = 0; a < dims; a++) {
        const uint64_t at = g->row * (uint64_t)dims + (uint64_t)a;
        centre[a] = nf_group_step(mean_of(g, g->places, NULL, a));
        middle[a] =
            ((const real *)near->points.scaled)[g->members[0] * (uint64_t)dims + (uint64_t)a] + centre[a];
        if (velocities) velocities[at] = mean_of(g, g->velocities, g->members, a);
        if (spreads) spreads[at] = spread_of(g, velocities[at], a);
    }
    nf_group_fold(&box, middle, dims);
    measure_size(g, centre, &radius, &extent);
    for (int a = 0; a < dims && centres; a++)
        centres[g->row * (uint64_t)dims + (uint64_t)a] = nf_group_unscaled(middle[a], by, back);
    if (percolates) percolates[g->row] = *g->flags & (NF_GROUP_FAR - 1);
    if (masses) masses[g->row] = mass;
    if (radii) radii[g->row] = nf_unscaled(radius, by, back);
    if (extents) extents[g->row] = nf_unscaled(extent, by, back);
}
