/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The pair rule of one result, for one space and precision; measure.c includes this with
 *   HOST_SPACE   the file of the space       real, REAL64, REAL_MAX   as in the kernels
 *   HOST(name)   a distinct name             ROOT                     the correctly rounded root of a real
 * Points of fewer dims have zeros as their other coordinates.
 */
#define DIMS 3
#include "host/walk_names.h"
#include HOST_SPACE
#include "space/pair_rule.cl"

/* S.H */
static nf_vector HOST(vector_at)(const host_job *job, const int *s) {
#if SHIFTS
    nf_lattice lattice;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) lattice.vectors[k][a] = (real)job->space.H[k][a];
    return nf_vector_of(&lattice, s);
#else
    const nf_vector none = NF_VECTOR_NONE;
    (void)job, (void)s;
    return none;
#endif
}

/* Computes D of the rule, and returns d2, scaled as in the rule. */
static real HOST(apart)(const host_job *job, const host_entry *e, real *D) {
    const size_t dims = (size_t)job->space.dims;
    const nf_vector vector = HOST(vector_at)(job, e->image.s);
    real own[3] = {0, 0, 0}, other[3] = {0, 0, 0};
    memcpy(own, (const real *)job->query_points + (size_t)e->i * dims, dims * sizeof *own);
    memcpy(other, (const real *)job->points + (size_t)e->j * dims, dims * sizeof *other);
    for (int a = 0; a < 3; a++) D[a] = displacement(a, own[a], other[a], vector);
    return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector,
                        (real)job->params.rule.scale);
}

static double HOST(distance2)(const host_job *job, const host_entry *e) {
    real D[3];
    return (double)HOST(apart)(job, e, D);
}

/* Stores what is asked of the result as row k. */
static void HOST(measure)(const host_job *job, const host_entry *e, uint64_t k, const nf_host_arrays *more) {
    const size_t dims = (size_t)job->space.dims;
    real D[3];
    const real d2 = HOST(apart)(job, e, D);
    if (more->vectors) memcpy((real *)more->vectors + k * dims, D, dims * sizeof *D);
    if (more->distances) ((real *)more->distances)[k] = ROOT(d2) * (1 / (real)job->params.rule.scale);
    if (more->shifts) memcpy(more->shifts + 3 * k, e->image.s, 3 * sizeof *e->image.s);
}

#include "host/walk_names_end.h"
#undef ROOT
