/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Friends-of-friends groups and DBSCAN; catalogue.h measures the groups. */
#ifndef NEARFIELD_FOF_H
#define NEARFIELD_FOF_H

#include <nearfield/catalogue.h>
#include <nearfield/cloud.h>
#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_fof and its variants.  All zeros are the defaults. */
typedef struct nf_fof_options {
    /* Nonzero: the linking length counts mean spacings, (V / n)^(1 / dims) with the volume V of the box, which must be periodic along
       all axes. */
    int in_spacings;
    /* DBSCAN: 0, or the number of points, itself included, that a core point has within the linking length; a point counts once, in however
       many images it is near.  Core points that are linked form a group.  Any other point that is linked to a core point is a border point, of the group with the smallest label among
       those of such core points.  The rest is noise, with the label -1.  With 0 (and with 1) every point is a core point: friends of friends. */
    uint32_t min_points;
    /* The arrays that the result shall have: NF_WANT(array), combined by |, of NF_ARRAY_LABELS, NF_ARRAY_CORES and NF_ARRAY_ORDER: the points
       group after group, by label and then by index, and noise last; 0 for the labels. */
    uint32_t arrays;
} nf_fof_options;

/* Where nf_fof_into() writes: slices that count elements of their arrays.  Those without a buffer are not computed. */
typedef struct nf_fof_places {
    nf_slice labels; /* n, int32; needed */
    nf_slice cores;  /* n, uint32 */
    nf_slice order;  /* n, uint32 */
} nf_fof_places;

/**
 * Finds the groups of points that are connected by links: two points are linked if they are closer than the linking length.
 *
 * Shapes  points: n x dims, 1 to 3 dims.  NF_ARRAY_LABELS: n, int32.
 * Units   `linking_length` is in the units of the points, or in mean spacings.
 * Rule    Two points are linked if they are a pair of the pair rule (nf_pairs()), in any image.  The label of a group is the smallest index of its
 *         points, and with `min_points` that of its core points.
 *         Coordinates count in steps, as for nf_knn(): one float32 coordinate that is more than 2^76 (7e22) times as large as others takes
 *         digits from them.
 * Result  as for nf_pairs(); nf_result_total() is the number of groups.  It is the same bytes on every device and in every run.
 * Tree    as for nf_knn(): the same tree.
 * Sync    The call waits for the number of groups.  The labels may still be written when it returns, as the pairs of nf_pairs().
 * Errors  NF_ERROR_ARGUMENT: the linking length is not positive and finite.
 *         NF_ERROR_ARGUMENT: the linking length is below 2^-101 (float32) or 2^-900 (float64) of the largest coordinate, so that its square
 *         has no number.
 *         NF_ERROR_ARGUMENT: more than 2^24 images of the box may be the nearest of a point.  That takes points far apart along an axis that
 *         is not periodic, in a box that is not rectangular, and a linking length shorter than the points are apart.
 *         NF_ERROR_ARGUMENT: the box is so small beside the coordinates that its vectors have too few digits.
 *         NF_ERROR_ARGUMENT: the linking length is in spacings, and the box is not periodic along all axes.
 *         NF_ERROR_POINTS: a point is not finite, or too far from a periodic box; the message names the first one.
 *         NF_ERROR_UNSUPPORTED: the cloud is a batch of systems.
 *         NF_ERROR_DEVICE: an OpenCL call failed, or the driver ended a long loop.
 *         NF_ERROR_MEMORY and NF_ERROR_BUILD: memory is short, or a kernel did not build.
 *         After an error an existing result of this context is empty and still valid, and a NULL one is still NULL.
 */
NF_API nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                        const nf_sync *sync, nf_result **result);

/**
 * nf_fof() into the caller's buffers.
 *
 * places   where the arrays are written, instead of `arrays` of the options.  They must overlap neither each other nor the points.
 * groups   receives the number of groups, for which the call then waits.  NULL: the call waits only if it builds the tree, if more than 2^24
 *          images of the box are within its reach, and on drivers that end long loops.
 * Errors   as nf_fof().  After an error the arrays are undefined and no event is returned.
 */
NF_API nf_status nf_fof_into(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                             const nf_fof_places *places, const nf_sync *sync, uint64_t *groups);

/**
 * Computes the largest amount of device memory that nf_fof() needs, including a copy of the points, in bytes.
 * For float32 points of 3 dims it is at most 137 bytes a point and 1 MB beside the points and the labels: those of nf_knn_memory(), and the
 * forest of links.
 *
 * points   only n, dims and type are used.
 * Errors   those of the call for the shape and the options, and NF_ERROR_MEMORY if the host has none.
 */
NF_API nf_status nf_fof_memory(nf_context *context, const nf_points *points, const nf_fof_options *options,
                               uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
