/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Coordination numbers: how many neighbours of each type every point has. */
#ifndef NEARFIELD_COORDINATION_H
#define NEARFIELD_COORDINATION_H

#include <nearfield/cloud.h>
#include <nearfield/filters.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_coordination.  All zeros are the defaults.  The members up to `chunks` are those of every
   question (outputs.h).  A result has the counts in any case. */
typedef struct nf_coordination_options {
    uint32_t size;             /* sizeof(nf_coordination_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
    /* Query points, as in nf_lists_options: the rows are theirs.  They need no types unless the filters do.
       NULL: the points of the cloud. */
    const nf_points *queries;
    const nf_filters *filters; /* filters of neighbours; NULL: none */
} nf_coordination_options;

/**
 * Counts the neighbours of each type that every point, or every query point, has.
 *
 * Shapes  points: n x dims, with types (nf_points.types).  NF_ARRAY_COUNTS: n x type_count, uint64: row i
 *         has the numbers of neighbours of point i that are of type 0, 1, ...  nf_result_total() is their
 *         sum.
 * Units   `cutoff` is in the units of the points.
 * Rule    that of nf_lists(): the neighbours are those of its full rows, images of points among them.  With
 *         cutoffs of pairs of types (nf_filters.type_cutoffs) each kind of neighbour has its own reach.
 *         A point on the device whose type is not below type_count is not counted.
 * Systems For a batch (nf_batch) each row counts points of its own system.  The cutoff is 0 if the systems
 *         have cutoffs of their own.
 * Result  as for nf_pairs().
 * Sync    as for nf_pairs().
 * Outputs as for nf_histogram().
 * Errors  as nf_pairs(), and NF_ERROR_ARGUMENT for a type_count outside 1 .. NF_TYPES_MOST, for points
 *         without types, and for a type in host memory that is not below type_count.
 */
NF_API nf_status nf_coordination(nf_cloud *cloud, double cutoff, uint32_t type_count,
                                 const nf_coordination_options *options, const nf_sync *sync,
                                 nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
