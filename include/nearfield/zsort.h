/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of points along the z-order (Morton) curve, by all bits of their coordinates. */
#ifndef NEARFIELD_ZSORT_H
#define NEARFIELD_ZSORT_H

#include <nearfield/cloud.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most dims of points that nf_zsort() takes. */
#define NF_ZSORT_DIMS_MOST 8

/* Options of nf_zsort.  All zeros are the defaults.  The members are those of every question (outputs.h).  A
   result has the order in any case. */
typedef struct nf_zsort_options {
    uint32_t size;             /* sizeof(nf_zsort_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
} nf_zsort_options;

/**
 * Finds the order of points along the z-order curve, exactly: no domain is divided, and no coordinate
 * rounded.
 *
 * Coordinates are compared as fixed-point numbers of unlimited range, in which each bit is labelled by its
 * power of two.  For two points and each dimension take the largest label of a bit in which their coordinates
 * differ; numbers of different sign differ in a bit beyond all others.  The dimension with the largest label
 * decides, the first one of several: the point with the smaller coordinate there comes first.  This is the
 * comparison of the paper "jz-tree: GPU friendly neighbour search and friends-of-friends with dual tree
 * walks", section II-A, equations 1 to 4.
 *
 * Shapes   points: n x dims, 1 to NF_ZSORT_DIMS_MOST dims; more than 3 only in `rows`.
 *          NF_ARRAY_ORDER: n, uint32.
 * Rule     point order[k] is the k-th one.  Zeros of both signs are equal; subnormal numbers count as they
 *          are.
 * Order    points that are equal keep the order of the input.  The result is the same bytes on every device
 *          and in every run.
 * Result   as for nf_pairs(); nf_result_total() is 0.
 * Waiting  the call waits for the device once, to learn whether all points are finite, and twice more each
 *          time that many points agree in all bits compared so far: in clusters, seldom among scattered
 *          points.  The last commands may still run when it returns.
 * Errors   NF_ERROR_ARGUMENT; NF_ERROR_POINTS with the first point that is not finite; NF_ERROR_MEMORY,
 *          NF_ERROR_DEVICE, NF_ERROR_BUILD, and NF_ERROR_UNSUPPORTED for NF_FLOAT64 on a device without
 *          double precision, and for a batch.
 *          After an error the order is undefined.
 */
NF_API nf_status nf_zsort(nf_cloud *cloud, const nf_zsort_options *options, const nf_sync *sync,
                          nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
