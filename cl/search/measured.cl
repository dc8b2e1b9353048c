// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The distance, the vector and the shift of one result, from both points as given.  For kernels that write them:
//   DISTANCES, VECTORS, IMAGES  1: the array is written
//   ROOT64  as in rounded.cl
//   the rest as in cells.cl and pair_rule.cl
#pragma once
#if !defined(DISTANCES) || !defined(VECTORS) || !defined(IMAGES)
#error "measured.cl needs DISTANCES, VECTORS and IMAGES"
#endif
#include "machine/real.cl"
#include "machine/rounded.cl"
#include "space/cells.cl"
#if !defined(NF_DIFFERENCE) // walks have it
#include "space/pair_rule.cl"
#endif
#include "search/given.cl"

// Where the results are written.
typedef struct nf_measure_to {
    __global real *distances, *vectors;
    __global int *shifts;
} nf_measure_to;

// The arguments of a kernel that measures, and where it writes.
#define MEASURED_PARAMETERS                                                                                  \
    __global real *distances, ulong first_distance, __global real *vectors, ulong first_vector,              \
        __global int *shifts, ulong first_shift
#define MEASURE_TO                                                                                           \
    { distances + first_distance, vectors + first_vector *DIMS, shifts + first_shift * 3 }

// S.H
static inline nf_vector nf_vector_at(__global const nf_grid *grid, const int *s) {
#if SHIFTS
    return nf_vector_of(&grid->lattice, s);
#else
    const nf_vector none = NF_VECTOR_NONE;
    (void)grid, (void)s;
    return none;
#endif
}

// The distance and the vector from the point `own` to an image of the point `other`.
typedef struct nf_apart {
    real distance, vector[3];
} nf_apart;
static inline nf_apart nf_apart_of(const real *own, const real *other, nf_vector vector, real scale,
                                   real unscale) {
    nf_apart apart = {0, {0, 0, 0}};
#if DISTANCES
    apart.distance =
        nf_root(nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, scale)) * unscale;
#endif
#if VECTORS
    for (int a = 0; a < DIMS; a++) apart.vector[a] = displacement(a, own[a], other[a], vector);
#endif
    (void)own, (void)other, (void)vector, (void)scale, (void)unscale;
    return apart;
}

// Writes those of result k, and its shift.
static inline void nf_apart_put(const nf_measure_to *to, ulong k, const nf_apart *apart) {
#if DISTANCES
    to->distances[k] = apart->distance;
#endif
#if VECTORS
    for (int a = 0; a < DIMS; a++) to->vectors[k * DIMS + (ulong)a] = apart->vector[a];
#endif
    (void)to, (void)k, (void)apart;
}

static inline void nf_shift_put(const nf_measure_to *to, ulong k, const int *s) {
#if IMAGES
    for (int a = 0; a < 3; a++) to->shifts[k * 3 + (ulong)a] = s[a];
#endif
    (void)to, (void)k, (void)s;
}

// Measures result k: from the point `own` to the image S of the point `other`.
static inline void nf_measure(const nf_measure_to *to, ulong k, const real *own, const real *other,
                              const int *s, nf_vector vector, real scale, real unscale) {
    const nf_apart apart = nf_apart_of(own, other, vector, scale, unscale);
    nf_apart_put(to, k, &apart);
    nf_shift_put(to, k, s);
}
