/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The pair rule of one result, for one space and precision: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME     of its functions     BOX   1: the space of periodic boxes; 0: open space     REAL64   1: double; 0: float
 * Points of fewer dims have zeros as their other coordinates.
 */
#include "host/measure.h"
#include "host/real.h"

#include <string.h>

#define DIMS 3
#if BOX
#include "space/space_box.cl"
#else
#include "space/space_open.cl"
#endif
#include "space/pair_rule.cl"

/* S.H */
static nf_vector vector_at(const host_job *job, const int *s) {
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
static real apart(const host_job *job, const host_entry *e, real *D) {
    const size_t dims = (size_t)job->space.dims;
    const nf_vector vector = vector_at(job, e->image.s);
    real own[3] = {0, 0, 0}, other[3] = {0, 0, 0};
    memcpy(own, (const real *)job->query_points + (size_t)e->i * dims, dims * sizeof *own);
    memcpy(other, (const real *)job->points + (size_t)e->j * dims, dims * sizeof *other);
    for (int a = 0; a < 3; a++) D[a] = displacement(a, own[a], other[a], vector);
    return nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector,
                        (real)job->params.rule.scale);
}

static double distance2(const host_job *job, const host_entry *e) {
    real D[3];
    return (double)apart(job, e, D);
}

/* Stores what is asked of the result as row k. */
static void measure(const host_job *job, const host_entry *e, uint64_t k, const nf_host_answer *answer) {
    const size_t dims = (size_t)job->space.dims;
    real D[3];
    const real d2 = apart(job, e, D);
    real *vectors = answer->arrays[NF_ARRAY_VECTORS], *distances = answer->arrays[NF_ARRAY_DISTANCES];
    int32_t *shifts = answer->arrays[NF_ARRAY_SHIFTS];
    if (vectors) memcpy(vectors + k * dims, D, dims * sizeof *D);
    if (distances) distances[k] = NF_SQRT(d2) * (1 / (real)job->params.rule.scale);
    if (shifts) memcpy(shifts + 3 * k, e->image.s, 3 * sizeof *e->image.s);
}

const host_measures NAME = {distance2, measure};
