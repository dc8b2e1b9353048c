/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The histogram of the distances of pairs, from which the radial distribution is made. */
#ifndef NEARFIELD_HISTOGRAM_H
#define NEARFIELD_HISTOGRAM_H

#include <nearfield/cloud.h>
#include <nearfield/filters.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of bins. */
#define NF_HISTOGRAM_BINS_MOST 65536

/* The largest number of counts: the bins of all pairs of types. */
#define NF_HISTOGRAM_COUNTS_MOST 268435456

/* Options of nf_histogram.  All zeros are the defaults.  The members up to `chunks` are those of every
   question (outputs.h).  A result has the counts in any case, and with weights the weighted counts. */
typedef struct nf_histogram_options {
    uint32_t size;             /* sizeof(nf_histogram_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
    /* Query points, as in nf_pairs_options: all pairs of a query point and a point of the cloud are counted.
       NULL: none. */
    const nf_points *queries;
    const nf_filters *filters; /* filters of results; NULL: none */
    /* A histogram for each pair of types (nf_points.types), all at once: the number of types.  Query points
       have types, too.  0: one histogram, whatever the types. */
    uint32_t type_count;
    /* The edges of the bins, bins + 1 ascending numbers: bin k has the pairs with edges[k] <= |D| <
       edges[k + 1].  The cutoff is the last edge: give that, or 0.  Pairs nearer than the first edge are not
       counted.  NULL: bins of equal width from 0 to the cutoff. */
    const double *edges;
    /* A weight for each point: n x 1 of the points' type, finite, of any sign, in any layout of nf_points
       (dims is 1).  The answer also has NF_ARRAY_WEIGHTED_COUNTS, to which each pair adds the product of the
       weights of its points.  NULL: none.
       Weights on the device are not checked. */
    const nf_points *weights;
    const nf_points *query_weights; /* the same of the query points; NULL without weights or query points */
} nf_histogram_options;

/**
 * Counts the pairs of points closer than `cutoff` by their distance, in `bins` bins.
 *
 * Shapes  points: n x dims.  NF_ARRAY_COUNTS: bins, uint64; with type_count T, T x T x bins.
 *         nf_result_total() is their sum.  NF_ARRAY_WEIGHTED_COUNTS: as many, float64, with weights alone.
 * Units   `cutoff` is in the units of the points.
 * Rule    that of nf_pairs(): each unordered pair of images is counted once.  A pair is in bin k if it is a
 *         pair for the cutoff e_(k+1), and none for e_k, where e_k is edges[k].  Without edges e_0 = 0,
 *         e_bins = cutoff, and every other e_k = cutoff * k / bins, in double, from left to right.  So the
 *         counts of the first k bins sum to the number of pairs that nf_pairs() finds for e_k, with the same
 *         query points and filters, less those nearer than e_0.
 *         The counts are the same on every device and in every run.
 * Types   counts[(a * T + b) * bins + k] is the number of pairs in bin k of a query point of type a and a
 *         point of type b.  Without query points a pair has no first point: pairs of the types a <= b are in
 *         row (a, b), and rows with a > b are 0.  A point on the device whose type is not below T is not
 *         counted.
 * Weights Each weight is rounded to a multiple of 2^(e - 30), where 2^e is the smallest power of two above
 *         the largest magnitude of all, and at least 2^-1021: it is off by no more than 2^-30 of the
 *         largest.  A float32 weight above 2^-6 of the largest is as given.  The products and their sums are
 *         exact, of any number of pairs, so that sums are the same bytes on every device and in every run;
 *         each is rounded to a double once, to infinity beyond the largest.  Weights of query points are
 *         rounded by the largest of theirs.
 * Systems For a batch (nf_batch) the counts are the sums of those of its systems, which have one cutoff.
 * Result  as for nf_pairs().  It has all bins also if there are no points.
 * Sync    as for nf_pairs().
 * Outputs The counts are set, not added to.  After nf_cloud_prepare() for this cutoff a call without `found`
 *         waits for nothing.
 *         (It builds its kernels if they were not used before.)  Otherwise it orders the cloud as
 *         nf_cloud_prepare() does, and may wait for that.
 *         NF_ARRAY_FOUND is the sum of the counts.
 * Errors  as nf_pairs(), NF_ERROR_ARGUMENT for bins outside 1 .. NF_HISTOGRAM_BINS_MOST, more than
 *         NF_HISTOGRAM_COUNTS_MOST counts, edges that do not ascend or are not those of the cutoff, and types
 *         as of nf_coordination(), and NF_ERROR_UNSUPPORTED for systems that have cutoffs of their own.
 */
NF_API nf_status nf_histogram(nf_cloud *cloud, double cutoff, uint32_t bins,
                              const nf_histogram_options *options, const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
