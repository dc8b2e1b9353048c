/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of points along the z-order (Morton) curve, by all bits of their coordinates. */
#ifndef NEARFIELD_TREE_H
#define NEARFIELD_TREE_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most dims of points that nf_zsort() takes. */
#define NF_ZSORT_DIMS_MOST 8

/**
 * Finds the order of points along the z-order curve, exactly: no domain is divided, and no coordinate rounded.
 *
 * Coordinates are compared as fixed-point numbers of unlimited range, in which each bit is labelled by its power of two.  For two
 * points and each dimension take the largest label of a bit in which their coordinates differ; numbers of different sign differ in a bit
 * beyond all others.  The dimension with the largest label decides, the first one of several: the point with the smaller coordinate
 * there comes first.  This is the comparison of the paper "jz-tree: GPU friendly neighbour search and friends-of-friends with dual
 * tree walks", section II-A, equations 1 to 4.
 *
 * Shapes   points: n x dims, 1 to NF_ZSORT_DIMS_MOST dims; more than 3 only in rows (`host` or `buffer`).  permutation: n x uint32, or
 *          int32.
 * Rule     point permutation[k] is the k-th one.  Zeros of both signs are equal; subnormal numbers count as they are.
 * Order    points that are equal keep the order of the input.  The result is the same bytes on every device and in every run.
 * Overlap  `permutation` must not overlap the points.
 * Waiting  the call waits for the device once, to learn whether all points are finite, and twice more each time that many points
 *          agree in all bits compared so far: in clusters, seldom among scattered points.  The last commands may still run when it returns.
 * Memory   scratch memory of the context; nf_zsort_memory() gives its size.
 * Errors   NF_ERROR_ARGUMENT, also for points with systems; NF_ERROR_POINTS with the first point that is not finite; NF_ERROR_MEMORY,
 *          NF_ERROR_DEVICE, NF_ERROR_BUILD, and NF_ERROR_UNSUPPORTED for NF_FLOAT64 on a device without double precision.  After an
 *          error the permutation is undefined.
 */
NF_API nf_status nf_zsort(nf_context *context, const nf_points *points, nf_slice permutation,
                          const nf_sync *sync);

/**
 * Computes the largest amount of device memory that nf_zsort() needs, including a copy of the points, in bytes.
 *
 * points   only n, dims and type are used.
 * Errors   those of the call for the shape and the options, and NF_ERROR_MEMORY if the host has none.
 */
NF_API nf_status nf_zsort_memory(nf_context *context, const nf_points *points, uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
