// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Filters of results beside the cutoff.  The walk tests the candidates within the cutoff, before an emitter receives them.
//   FILTERS  1: there are some; 0 or undefined: none, and this file adds nothing
//   LEAST       1: |D| is not below the smallest distance, whose square, scaled as in the rule, is least2
//   RADII       1: |D| is below the radius of the query point; 2: below the sum of both radii; 3: below the larger; 0: no radii
//   TYPES       1: |D| is below the cutoff of the types of both points; 0: no types
//   EXCLUDED    1: no pair that rows of indices name, in the row of the query point; 2: in that of either point; 0: no rows
// A filter of a distance is decided as the pair rule decides the cutoff.
#pragma once
#ifndef FILTERS
#define FILTERS 0
#endif
#if FILTERS
#if !defined(LEAST) || !defined(RADII) || !defined(TYPES) || !defined(EXCLUDED)
#error "filters.cl needs LEAST, RADII, TYPES and EXCLUDED"
#endif
#include "space/radii.cl"
#define FILTER_PARAMETERS                                                                                    \
    , real least2, __global const real *query_radii, __global const real *radii,                             \
        __global const real *ordered_radii, __global const uint *query_types, ulong first_query_type,        \
        __global const uint *types, ulong first_type, __global const real *type_cutoffs, uint type_count,    \
        __global const ulong *excluded_offsets, ulong first_excluded_offset, __global const uint *excluded,  \
        ulong first_excluded
#define FILTER_PASS                                                                                          \
    , {                                                                                                      \
        least2, query_radii, radii, ordered_radii, query_types + first_query_type, types + first_type,       \
            type_cutoffs, type_count, excluded_offsets + first_excluded_offset, excluded + first_excluded    \
    }
#define FILTER_MEMBERS nf_filters filters;

typedef struct nf_filters {
    real least2;
    __global const real *query_radii, *radii; // of the caller's points
    __global const real *ordered_radii;       // on CPUs, the same in order
    __global const uint *query_types, *types; // of the caller's points
    __global const real *type_cutoffs;        // type_count x type_count, symmetric
    uint type_count;
    __global const ulong *excluded_offsets;
    __global const uint *excluded;
} nf_filters;

// 1 if row i names j.
static inline int nf_is_named(const nf_filters *filters, uint i, uint j) {
    const ulong end = filters->excluded_offsets[i + 1];
    for (ulong k = filters->excluded_offsets[i]; k < end; k++)
        if (filters->excluded[k] == j) return 1;
    return 0;
}

// The square of the cutoff of a pair, scaled as in the rule; 0 if it has none.
static inline real nf_scaled_r2(real cutoff, real scale) {
    const real scaled = cutoff * scale;
    return scaled >= RADII_LEAST ? scaled * scaled : 0;
}

// That which the radii of a pair allow.
static inline real nf_own_r2(const nf_filters *filters, real scale, uint i, uint j) {
    const real own = filters->query_radii[i], other = RADII == 1 ? 0 : filters->radii[j];
    return nf_scaled_r2(NF_RADII_CUTOFF(RADII - 1, own, other), scale);
}

// That of the types of a pair.  A type beyond the table has no pairs.
static inline real nf_types_r2(const nf_filters *filters, real scale, uint i, uint j) {
    const uint own = filters->query_types[i], other = filters->types[j], count = filters->type_count;
    return own < count && other < count ? nf_scaled_r2(filters->type_cutoffs[own * count + other], scale) : 0;
}

// 1 if the query point i and point j are not excluded.
static inline int nf_is_included(const nf_filters *filters, uint i, uint j) {
#if EXCLUDED
    if (nf_is_named(filters, i, j)) return 0;
    if (EXCLUDED == 2 && i != j && nf_is_named(filters, j, i)) return 0;
#endif
    (void)filters, (void)i, (void)j;
    return 1;
}

// d2: the squared distance of the query point i and the image of point j, as the rule computes it.
static inline int nf_meets(const nf_filters *filters, real scale, uint i, uint j, real d2) {
    if (LEAST && d2 < filters->least2) return 0;
    if (RADII && !nf_is_pair(d2, nf_own_r2(filters, scale, i, j))) return 0;
    if (TYPES && !nf_is_pair(d2, nf_types_r2(filters, scale, i, j))) return 0;
    return nf_is_included(filters, i, j);
}
#define MEASURES (LEAST || RADII || TYPES) // the filters need distances
#else
#define MEASURES 0
#define FILTER_PARAMETERS
#define FILTER_PASS
#define FILTER_MEMBERS
#endif
