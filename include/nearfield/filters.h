/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Filters of results beside the cutoff: a smallest distance, a radius per point, excluded pairs. */
#ifndef NEARFIELD_FILTERS_H
#define NEARFIELD_FILTERS_H

#include <nearfield/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which radii bound the distance of a pair (i, j), strictly and beside the cutoff. */
typedef enum nf_radii_rule {
    NF_RADII_QUERY =
        0,          /* r_i, of the point whose row it is: for lists without `half`, and for query points */
    NF_RADII_SUM,   /* r_i + r_j, rounded to the points' type */
    NF_RADII_LARGER /* the larger of r_i and r_j */
} nf_radii_rule;

/**
 * Rows of indices: row i is indices[offsets[i]] .. indices[offsets[i + 1] - 1].  Either both arrays are in
 * host memory, or both on the device.  This struct does not grow.
 */
typedef struct nf_csr {
    nf_slice offsets; /* n + 1 uint64, ascending from 0 */
    nf_slice indices; /* offsets[n] int32 */
} nf_csr;

/**
 * What all results of a search meet, beside the pair rule.  All zeros are no filters.  Distances are compared
 * as the pair rule compares the cutoff: squared, each operation rounded to the type of the points.
 *
 * Arrays in host memory may change when the call returns; those on the device must not change before its
 * commands have ended.
 */
typedef struct nf_filters {
    uint32_t size; /* sizeof(nf_filters), or 0 for the layout of version 1.0 */
    /* results have |D| >= min_distance; if it is not below the cutoff there are no results; 0: none.  One
       below 2^-36 of the cutoff (float32; 2^-500, float64) is NF_ERROR_ARGUMENT. */
    double min_distance;
    /* A radius for each point of the cloud: n x 1 of the points' type, finite and not negative, in any layout
       of nf_points (dims is 1).  NULL: none.  One that is negative or not finite is NF_ERROR_ARGUMENT in
       host memory; on the device radii are checked only if the cutoff is 0, and otherwise a point whose
       radius is not a number has no partners.  Sums below 2^-36 of the cutoff (float32; 2^-500, float64)
       count as 0.  If the cutoff of the search is 0, it is the largest that the radii allow: the answer is
       then, to the byte, that of a search with this cutoff, and if all are 0 there are no results; a call
       waits for the largest radius if radii are on the device.  Not in a batch (nf_batch), where the cutoff
       must be given. */
    const nf_points *radii;
    const nf_points *query_radii; /* the same for the query points of a search that has them */
    nf_radii_rule
        radii_rule; /* which of them bound a pair; NF_RADII_QUERY needs those of the query points alone */
    /* The cutoff of each pair of types (nf_points.types): type_cutoffs[a * type_count + b] for a point of
       type a and one of type b.  A pair is closer than the cutoff of the search, too.  The table is
       symmetric.  Its numbers are finite and not negative; 0 stands for types that are never a pair.  The
       points have types, and so have query points if there are any.  Types in host memory must be below
       type_count; a point on the device whose type is not has no partners.
       If the cutoff of the search is 0, it is the largest of the table, or what the radii allow if that is
       less; the answer is then the same, to the byte, as with this cutoff, and if all are 0 there are no
       results.  In a batch the cutoff must be given.  A number below 2^-36 of the cutoff of the search,
       2^-500 in float64, counts as 0.
       NULL: none. */
    const double *type_cutoffs;
    uint32_t type_count; /* 1 to NF_TYPES_MOST */
    /* Pairs that are left out, in all their images: point j in row i, or i in row j.  One row for each point
       of the cloud; with query points, one row for each of these.  In a batch rows and indices are those of
       the whole array.  The contents of buffers on the device must be valid; they are not checked.  NULL:
       none. */
    const nf_csr *exclusions;
} nf_filters;

#ifdef __cplusplus
}
#endif
#endif
